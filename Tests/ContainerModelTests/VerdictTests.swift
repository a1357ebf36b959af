import ContainerModel
import Testing

/// The rules as sentences that a person would look up.
@Suite("Verdicts")
struct VerdictTests {
    private let book = RuleBook.standard

    @Test("deleting Documents empties it and keeps the directory")
    func deletingDocuments() {
        let verdict = book.verdict(for: .delete, on: Item("Documents", type: .directory))
        #expect(verdict.outcome == .becomes(.emptyDirectory))
        #expect(verdict.rule.sources == [.s0])
    }

    @Test("a file in Inbox can be read, deleted and moved out, and nothing else")
    func inbox() {
        let file = Item("Documents/Inbox/letter.pdf")
        let out = Item("Documents/letter.pdf")
        #expect(book.verdict(for: .read, on: file).outcome == .allowed)
        #expect(book.verdict(for: .delete, on: file).outcome == .allowed)
        #expect(book.verdict(for: .move, on: file, to: out).outcome == .allowed)
        #expect(book.verdict(for: .modify, on: file).outcome == .becomes(.moveOut(to: .documents)))
        for operation in [Operation.createFile, .createDirectory, .rename, .setExclusion, .setAttributes] {
            #expect(book.verdict(for: operation, on: file).isRefused)
        }
        #expect(book.verdict(for: .move, on: out, to: file).isRefused)
    }

    @Test("Inbox cannot be made by hand, whatever type the item has", arguments: ItemType.allCases)
    func makingInbox(type: ItemType) {
        let verdict = book.verdict(for: .createDirectory, on: Item("Documents/Inbox", type: type))
        #expect(verdict.rule.name == "inbox.made-by-system")
        #expect(verdict.alternatives.contains(.operation(.deliver, as: .system)))
    }

    @Test("a refusal at the container's root names alternative places")
    func root() {
        let verdict = book.verdict(for: .createFile, on: Item("notes.txt"))
        #expect(verdict.isRefused)
        #expect(verdict.alternatives.contains(.place(.documents)))
    }

    @Test("renaming a standard directory without D is refused")
    func renamingStandardDirectories() {
        for path in ["Documents", "Library", "Library/Preferences", "Documents/Inbox"] as [ContainerPath] {
            #expect(book.verdict(for: .rename, on: Item(path, type: .directory)).isRefused)
        }
    }

    @Test("Caches can be deleted, unless the rule of current iOS is chosen")
    func caches() {
        let caches = Item("Library/Caches", type: .directory)
        #expect(book.verdict(for: .delete, on: caches).outcome == .allowed)
        let current = DeviceState(optionalRules: .cachesDirectoryStays)
        #expect(book.verdict(for: .delete, on: caches, state: current).outcome == .becomes(.emptyDirectory))
    }

    @Test("a refusal to the user names the key that the app would have to declare")
    func sharingKeys() {
        let file = Item("Documents/a.txt")
        var app = AppInfo()
        app[.fileSharing] = .no
        let refused = book.verdict(for: .read, on: file, as: .user, app: app)
        #expect(refused.alternatives.contains(.infoKey(.fileSharing)))
        app[.fileSharing] = .yes
        app[.openingInPlace] = .no
        #expect(book.verdict(for: .read, on: file, as: .user, app: app).outcome == .allowed)
        let rename = book.verdict(for: .rename, on: file, as: .user, app: app)
        #expect(rename.alternatives.contains(.infoKey(.openingInPlace)))
    }

    @Test("unknown information is reported and never refuses")
    func unknowns() {
        let verdict = book.verdict(for: .rename, on: Item("Documents/a.txt"), as: .user)
        #expect(verdict.outcome == .allowedWithWarning)
        #expect(verdict.unknowns == [.sharingKey(.fileSharing), .sharingKey(.openingInPlace)])
        let locked = DeviceState(lock: .notUnlockedSinceBoot)
        let read = book.verdict(for: .read, on: Item("Documents/a.txt"), state: locked)
        #expect(read.outcome == .allowedWithWarning)
        #expect(read.unknowns == [.protectionClass])
        let badges = book.badges(of: Item("Documents/a.txt"), state: locked)
        #expect(badges.description == "RWDB")
        #expect(badges.flags == [.sharingUnknown, .protectionUnknown])
    }

    @Test("a file in class 1 is shown as protected, and loses R and W while the device is locked")
    func protectedBadges() {
        let file = Item("Documents/a.txt", protection: .complete)
        #expect(book.badges(of: file).flags.contains(.protectedWhileLocked))
        #expect(book.badges(of: file).description == "RWDB")
        #expect(book.badges(of: file, state: DeviceState(lock: .locked)).description == "··DB")
        #expect(book.badges(of: file, as: .owner, state: DeviceState(lock: .locked)).description == "RWDB")
    }

    @Test("the system's columns are its own operations in a place")
    func systemBadges() {
        func columns(_ path: ContainerPath) -> String { book.badges(of: Item(path), as: .system).description }
        #expect(columns("Documents/Inbox/a") == "·W·B")
        #expect(columns("tmp/a") == "··D·")
        #expect(columns("Library/SplashBoard/a") == "·W··")
        #expect(columns("Documents/a") == "···B")
    }

    @Test(
        "a new file with the name of a database in a shared Documents causes a warning",
        arguments: ["a.sqlite", "b.db-wal", "c.realm"])
    func sharedDatabase(name: String) throws {
        var app = AppInfo()
        app[.fileSharing] = .yes
        let path = try #require(("Documents" as ContainerPath).appending(name: name.utf8))
        let verdict = book.verdict(for: .createFile, on: Item(path), app: app)
        #expect(verdict.warnings.map(\.name) == ["documents.shared-database"])
        #expect(book.verdict(for: .createFile, on: Item("Documents/a.txt"), app: app).outcome == .allowed)
        #expect(!Item("Documents/.db").isNamedLikeDatabase)
    }

    @Test("a store in an iCloud container causes a warning, shared or not, and its logs do not")
    func storeInICloud() {
        for answer in Answer.allCases {
            var app = AppInfo()
            app[.fileSharing] = answer
            func warnings(_ path: ContainerPath) -> [String] {
                book.verdict(for: .createFile, on: Item(path, in: .iCloud), app: app).warnings.map(\.name)
            }
            #expect(warnings("Documents/Store.sqlite") == ["icloud.no-store"])
            #expect(warnings("CoreData/log.cdt") == [])
        }
    }

    @Test("the warnings of a place can be read without an operation")
    func warningsOfPlaces() {
        #expect(book.warnings(for: .preferences).map(\.name) == ["preferences.use-defaults"])
        #expect(book.warnings(for: .frameworks).count == 1)
        #expect(book.warnings(for: .tmp).isEmpty)
    }

    @Test("a rule book without rows refuses and does not trap", arguments: Operation.allCases)
    func emptyTables(operation: Operation) {
        var tables = RuleTables.standard
        (tables.places, tables.operations, tables.exceptions) = ([], [], [])
        (tables.purges, tables.protections) = ([], [])
        let empty = RuleBook(tables)
        #expect(empty.verdict(for: operation, on: Item("Documents/a")).isRefused)
        #expect(empty.badges(of: Item("Documents/a")).rights.isEmpty)
    }

    @Test("the state of the device determines the purge event")
    func purgeEvents() {
        #expect(DeviceState().purgeEvent == .idle)
        #expect(DeviceState(isStorageLow: true).purgeEvent == .lowStorage)
        #expect(DeviceState(isAppInForeground: true, isStorageLow: true).purgeEvent == .appRunning)
        #expect(DeviceState(isAppInForeground: true).isAppRunning)
    }
}
