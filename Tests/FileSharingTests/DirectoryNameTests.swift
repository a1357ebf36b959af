import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import TestSupport
import Testing
import Transactions

/// Where iOS has a directory, no other item gets its name, whether the directory exists or not, for any party.
@Suite("Names reserved for directories", .onManyThreads)
struct DirectoryNameTests {
    /// The directories that container-rules.md names for a data container, "Places".
    static let places = [
        "Documents", "Documents/Inbox", "Library", "Library/Application Support", "Library/Caches",
        "Library/Caches/Snapshots", "Library/SplashBoard", "Library/Preferences", "Library/Saved Application State",
        "Library/HTTPStorages", "Library/SyncedPreferences", "Library/Cookies", "Library/WebKit", "Library/Frameworks",
        "tmp", "tmp/org.example.app-Inbox", "SystemData", "StoreKit",
    ]

    /// Similar names, which are not reserved.
    static let otherNames = [
        "Documents/Cookies", "Documents/Documents", "Documents/inbox", "Library/Mine", "Library/tmp", "tmp/Inbox",
        "tmp/org.example.other-Inbox", "Library/Caches/Cookies",
    ]

    /// Returns all operations that put an item other than a directory at a path.
    private func operations(at path: String, _ fixture: Fixture) throws -> [(SharingRules) throws -> PolicyDecision] {
        let target = fixture.item(path)
        let beside = try #require(target.sibling("beside".utf8.map { $0 }))
        try fixture.write(beside.path.description)
        try fixture.link("Documents/link", to: "x")
        return [
            { $0.copy([Transfer(fixture.hostItem("file.txt"), to: target)]) },
            { $0.copy([Transfer(fixture.item("Documents/x"), to: target)]) },
            { $0.copy([Transfer(fixture.item("Documents/link"), to: target)]) },
            { $0.move([Transfer(fixture.item("Documents/x"), to: target)]) },
            { $0.rename([Transfer(beside, to: target)]) },
            { $0.makeFile(target) },
        ]
    }

    @Test("no file gets the name of a directory of iOS", arguments: places, [ActingParty.app, .user, .owner])
    func refused(place: String, actor: ActingParty) throws {
        for exists in [true, false] {
            let fixture = try Fixture([.fileSharing: .yes, .openingInPlace: .yes])
            let operations = try operations(at: place, fixture)
            if !exists { try fixture.remove(place) }
            for (index, operation) in operations.enumerated() {
                // A source that was removed together with the place no longer exists.
                let decision = try operation(fixture.rules(as: actor, conflicts: .replace))
                #expect(decision.isEmpty, "\(place) \(index)")
                guard let refusal = decision.refusals.first else { continue }
                #expect(refusal.rule?.sentence.isEmpty == false && !refusal.alternatives.isEmpty)
                guard actor == .owner else { continue }
                #expect(refusal.rule?.name.hasSuffix(".only-directory") == true, "\(place) \(index)")
                #expect(refusal.rule?.sentence.contains("iOS has a directory at \(place)") == true)
                #expect(refusal.alternatives == [.otherName])
            }
            #expect(fixture.rules(as: .owner).makeFile(fixture.item(place)).refusals.count == 1)
        }
    }

    @Test("a directory may be created or copied to the name of a directory of iOS", arguments: places)
    func allowed(place: String) throws {
        let fixture = try Fixture()
        try fixture.remove(place)
        let directory = Transfer(fixture.hostItem("empty"), to: fixture.item(place))
        #expect(!fixture.rules(as: .owner).copy([directory]).isEmpty)
        #expect(!fixture.rules(as: .owner).makeDirectory(fixture.item(place)).isEmpty)
    }

    @Test("similar names are not reserved", arguments: otherNames)
    func freeNames(path: String) throws {
        let fixture = try Fixture()
        for operation in try operations(at: path, fixture) {
            let decision = try withExtendedLifetime(fixture) { try operation(fixture.rules()) }
            #expect(!decision.isEmpty, "\(path)")
        }
    }

    @Test("the refusal of a file named Inbox says to the app that Inbox cannot be made by hand")
    func inbox() throws {
        let fixture = try Fixture()
        let transfer = Transfer(fixture.item("Documents/x"), to: fixture.item("Documents/Inbox"))
        let owner = fixture.rules(as: .owner)
        for (decision, isSaid) in [
            (fixture.rules().rename([transfer]), true), (fixture.rules().makeFile(transfer.target), true),
            (owner.makeFile(transfer.target), false),
        ] {
            let refusal = decision.refusals.first
            #expect(refusal?.rule?.sentence.contains("Inbox cannot be made by hand") == isSaid)
        }
    }

    @Test("a tree with a file in the place of a directory of iOS is not imported")
    func trees() throws {
        let fixture = try Fixture()
        try fixture.writeOnHost("Library/Caches")
        try fixture.writeOnHost("Plain/Library/Caches")
        try fixture.remove("Library")
        let rules = fixture.rules(as: .owner)
        let library = Transfer(fixture.hostItem("Library"), to: fixture.item("Library"))
        #expect(rules.copy([library]).refusals.first?.rule?.name == "caches.only-directory")
        let plain = Transfer(fixture.hostItem("Plain"), to: fixture.item("Documents/Plain"))
        #expect(!rules.copy([plain]).isEmpty)
    }

    @Test("in a batch, only files with reserved names are refused")
    func groups() throws {
        let fixture = try Fixture()
        let names = ["Cookies", "WebKit", "a", "b", "c"]
        for name in names { try fixture.write("tmp/many/" + name) }
        try fixture.remove("Library/Cookies")
        var list = EntryList()
        for name in names { list.append(Array(name.utf8)[...], kind: .file) }
        let group = ItemSet.Group(EntrySelection(all: list), in: fixture.item("tmp/many"))
        let decision = fixture.rules().move(Transfers([], [GroupTransfer(group, into: fixture.item("Library"))]))
        #expect(decision.refusals.map(\.rule?.name) == Array(repeating: "libraryOther.only-directory", count: 2))
        #expect(decision.batches.reduce(0) { $0 + $1.changes.reduce(0) { count, _ in count + 1 } } == 3)
    }

    @Test("the directories of a group container are reserved as well", arguments: ["tmp", "Library", "Library/Caches"])
    func appGroup(path: String) throws {
        let item = Item(try #require(ContainerPath(path)), in: .appGroup)
        for actor in [ActingParty.app, .owner] {
            let verdict = RuleBook.standard.verdictWithName(for: .createFile, on: item, as: actor)
            #expect(verdict.isRefused && verdict.alternatives == [.otherName])
            #expect(!RuleBook.standard.verdictWithName(for: .createDirectory, on: item, as: actor).isRefused)
        }
    }
}
