import ContainerModel
import ContainerStore
import FileTree
import System
import TestSupport
import Testing
import Transactions

@testable import FileSharing

@Suite("Policy decisions", .onManyThreads)
struct PolicyDecisionTests {
    @Test("deleting Documents empties it, and keeps and empties Inbox")
    func deleteDocuments() throws {
        let fixture = try Fixture()
        let decision = fixture.rules().delete([fixture.item("Documents")])
        #expect(
            told(decision, fixture) == ["trash Documents/Inbox/x", "trash Documents/sub", "trash Documents/x"])
        #expect(decision.items.map(\.outcome) == [.becomes, .becomes])
        let owner = fixture.rules(as: .owner).delete([fixture.item("Documents")])
        #expect(told(owner, fixture) == ["trash Documents"])
    }

    @Test("emptying Library keeps permanent directories and items that the app may not touch")
    func emptyLibrary() throws {
        let fixture = try Fixture()
        let decision = fixture.rules().empty([fixture.item("Library")])
        let changes = told(decision, fixture)
        #expect(changes.contains("trash Library/Preferences/x") && !changes.contains("trash Library/Preferences"))
        #expect(changes.contains("trash Library/Caches") && changes.contains("trash Library/x"))
        #expect(!changes.contains { $0.contains("SyncedPreferences") })
        #expect(decision.refusals.map(\.item.path) == ["Library/SyncedPreferences"])
    }

    @Test("exporting the whole container omits the items that the app may not read, and names them")
    func exportAll() throws {
        let fixture = try Fixture()
        let transfer = Transfer(fixture.item(""), to: fixture.hostItem("out"))
        let decision = fixture.rules().copy([transfer])
        let metadata = ".com.apple.mobile_container_manager.metadata.plist"
        let parts = [metadata, "Documents", "Library", "StoreKit", "iTunesMetadata.plist", "tmp"]
        #expect(told(decision, fixture) == ["mkdir @out"] + parts.map { "copy \($0) > @out/\($0)" })
        #expect(decision.items.map(\.outcome) == [.allowed, .leftOut])
        #expect(decision.refusals.map(\.item.path) == ["SystemData"])
        let owner = fixture.rules(as: .owner).copy([transfer])
        #expect(told(owner, fixture).contains("copy SystemData > @out/SystemData") && owner.refusals.isEmpty)
    }

    @Test("an imported tree is checked for each place that it would create")
    func importTrees() throws {
        let fixture = try Fixture()
        try fixture.writeOnHost("Inbox/a")
        try fixture.writeOnHost("SyncedPreferences/a")
        try fixture.writeOnHost("Deep/Preferences/a")
        #expect(try told(importing("Inbox", to: "Documents/Inbox", fixture), fixture) == [])
        #expect(try told(importing("SyncedPreferences", to: "Library/SyncedPreferences", fixture), fixture) == [])
        #expect(try told(importing("Deep", to: "Library/Deep", fixture), fixture) == ["copy @Deep > Library/Deep"])
        #expect(try told(importing("tree", to: "tree", fixture), fixture) == [])
        #expect(try told(importing("tree", to: "Documents/tree", fixture), fixture) == ["copy @tree > Documents/tree"])
        #expect(
            try importing("file.txt", to: "file.txt", fixture).refusals.first?.rule?.sentence.contains("root") == true)
    }

    @Test("an item may be replaced only if it may be deleted")
    func replacing() throws {
        let fixture = try Fixture()
        let transfer = Transfer(fixture.hostItem("tree"), to: fixture.item("Library/Preferences"))
        #expect(fixture.rules(conflicts: .replace).copy([transfer]).changes.isEmpty)
        #expect(fixture.rules(conflicts: .keepBoth).copy([transfer]).changes.count == 1)
        let file = Transfer(fixture.hostItem("file.txt"), to: fixture.item("Documents/x"))
        #expect(fixture.rules(conflicts: .replace).copy([file]).changes.count == 1)
        #expect(fixture.rules().replacement(of: fixture.item("Documents/Inbox/x"), .file).outcome == .allowed)
        #expect(fixture.rules().replacement(of: fixture.item("StoreKit/x"), .file).isRefused)
    }

    @Test("a file in Inbox is moved out for an edit, and nothing may be moved or copied into Inbox")
    func inbox() throws {
        let fixture = try Fixture()
        let edit = fixture.rules().edit(fixture.item("Documents/Inbox/x"))
        #expect(told(edit, fixture) == ["move Documents/Inbox/x > Documents/x"])
        let out = Transfer(fixture.item("Documents/Inbox/x"), to: fixture.item("Library/Caches/y"))
        #expect(
            told(fixture.rules().move([out]), fixture) == ["move Documents/Inbox/x > Library/Caches/y"])
        let back = Transfer(fixture.item("Documents/x"), to: fixture.item("Documents/Inbox/y"))
        #expect(fixture.rules().move([back]).changes.isEmpty)
        #expect(fixture.rules().copy([back]).changes.isEmpty)
    }

    @Test("a move to another container needs the right to delete here and to create there")
    func betweenContainers() throws {
        let (fixture, other) = (try Fixture(), try Fixture())
        var open = fixture.open
        open.add(other.container)
        let rows: [(String, String, Bool)] = [
            ("Documents/x", "Documents/y", true), ("Documents/x", "Documents/Inbox/y", false),
            ("SystemData/x", "Documents/y", false), ("StoreKit/x", "Documents/y", false),
            ("Documents", "Documents/all", false), ("Library/Caches", "tmp/all", true),
        ]
        for (from, to, isMoved) in rows {
            let decision = SharingRules(in: open).move([Transfer(fixture.item(from), to: other.item(to))])
            #expect(decision.changes.isEmpty != isMoved, "\(from) to \(to)")
        }
        let copy = SharingRules(in: open).copy([Transfer(fixture.item("StoreKit/x"), to: other.item("tmp/y"))])
        #expect(copy.changes.count == 1)
    }

    @Test(
        "operations that mode and owner deny the app's user are refused, whatever this process may do",
        .enabled(if: isRoot, "only root can do this"))
    func permissions() throws {
        let fixture = try Fixture()
        chmod(fixture.path("Documents/x"), 0)
        chown(fixture.path("Documents/sub/y"), 600, 600)
        chmod(fixture.path("Library/Caches"), 0o555)
        let copy = Transfer(fixture.item("Documents/x"), to: fixture.hostItem("out"))
        for actor in [ActingParty.app, .owner] {
            let rules = fixture.rules(as: actor)
            let isOwner = actor == .owner
            #expect(rules.copy([copy]).isEmpty != isOwner)
            // Removing it takes no right on the item, only one on its directory.
            #expect(!rules.delete([fixture.item("Documents/x")]).isEmpty)
            #expect(rules.edit(fixture.item("Documents/sub/y")).refusals.isEmpty == isOwner)
            #expect(rules.delete([fixture.item("Library/Caches/x")]).isEmpty != isOwner)
            #expect(rules.makeDirectory(fixture.item("Library/Caches/new")).isEmpty != isOwner)
        }
        #expect(fixture.rules().copy([copy]).refusals.map(\.rule?.name) == ["permissions"])
    }

    @Test(
        "of many items together, those that the app's user may not read are refused alone",
        .enabled(if: isRoot, "only root can do this"))
    func permissionsInGroup() throws {
        let fixture = try Fixture()
        for index in 0..<100 { try fixture.write("Documents/many/\(index)") }
        chmod(fixture.path("Documents/many/50"), 0)
        let directory = fixture.item("Documents/many")
        let names = try fixture.open.names(in: directory)
        let group = ItemSet.Group(EntrySelection(all: names), in: directory)
        let decision = fixture.rules().copy(Transfers([], [GroupTransfer(group, into: fixture.hostItem("empty"))]))
        #expect(decision.refusals.map(\.item.path) == ["Documents/many/50"])
        #expect(decision.batches.map(\.items.count) == [99])
    }

    @Test("files whose protection class is locked cannot be copied")
    func locked() throws {
        let fixture = try Fixture(protection: .complete)
        for (path, state, changes) in [
            ("Documents/x", DeviceState(lock: .locked), 0), ("Documents/sub", DeviceState(lock: .locked), 0),
            ("Documents/x", DeviceState(), 1),
        ] {
            let transfer = Transfer(
                fixture.item(path), to: fixture.hostItem("out"))
            #expect(fixture.rules(state: state).copy([transfer]).changes.count == changes)
        }
    }

    @Test("excluding sets the value of iOS once, and including removes every known attribute")
    func exclusion() throws {
        let fixture = try Fixture()
        let name = "user.com.apple.metadata:com_apple_backup_excludeItem"
        let rules = fixture.rules()
        #expect(
            told(
                rules.setExclusion(of: [fixture.item("Documents/x"), fixture.item("Documents/sub")], excludes: true),
                fixture)
                == [
                    "set Documents/x \(name) com.apple.MobileBackup",
                    "set Documents/sub \(name) com.apple.MobileBackup",
                ])
        try fixture.setAttribute(name, Array("bplist00".utf8), on: "Documents/x")
        try fixture.setAttribute("user.com.apple.MobileBackup", [1], on: "Documents/x")
        try fixture.setAttribute("user.other", [1], on: "Documents/x")
        let again = rules.setExclusion(of: [fixture.item("Documents/x")], excludes: true)
        #expect(again.changes.isEmpty && again.items.map(\.outcome) == [.alreadySo])
        let cleared = told(rules.setExclusion(of: [fixture.item("Documents/x")], excludes: false), fixture)
        #expect(cleared.sorted() == ["set Documents/x user.com.apple.MobileBackup -", "set Documents/x \(name) -"])
        #expect(rules.setExclusion(of: [fixture.item("tmp/x")], excludes: false).items.map(\.outcome) == [.alreadySo])
    }

    @Test("a symbolic link can be neither excluded nor edited, but deleted")
    func links() throws {
        let fixture = try Fixture()
        try fixture.link("Documents/link", to: "x")
        let decision = fixture.rules().setExclusion(of: [fixture.item("Documents/link")], excludes: true)
        #expect(decision.changes.isEmpty && decision.refusals.first?.rule?.sentence.contains("link") == true)
        #expect(fixture.rules().edit(fixture.item("Documents/link")).unavailable.count == 1)
        #expect(
            told(fixture.rules().delete([fixture.item("Documents/link")]), fixture) == [
                "trash Documents/link"
            ])
    }

    @Test("a file system without user attributes refuses the exclusion")
    func noAttributes() throws {
        let item = ItemAddress(Root(.directory, at: Array("/proc/self".utf8)), "status")
        let decision = SharingRules(in: OpenRoots(), as: .owner).setExclusion(of: [item], excludes: true)
        #expect(decision.refusals.first?.rule?.name == "exclusion.no-user-attributes")
    }

    @Test("only the system purges")
    func purge() throws {
        let fixture = try Fixture()
        let items: ItemSet = [fixture.item("tmp/x"), fixture.item("Library/Caches")]
        #expect(
            told(fixture.rules(as: .system).purge(items, on: .lowStorage), fixture) == [
                "trash tmp/x", "trash Library/Caches",
            ])
        #expect(fixture.rules(as: .app).purge(items, on: .lowStorage).changes.isEmpty)
    }

    @Test("a missing item is unavailable, not refused, and the others are processed")
    func missing() throws {
        let fixture = try Fixture()
        let items = ["Documents/none", "StoreKit/x", "tmp/x"].map { fixture.item($0) }
        let decision = fixture.rules().delete(ItemSet(items))
        #expect(decision.items.map(\.outcome) == [.unavailable, .refused, .allowed])
        #expect(told(decision, fixture) == ["trash tmp/x"])
    }

    @Test("copies beside their originals get different free names")
    func copiesBesideOriginals() throws {
        let fixture = try Fixture()
        for name in ["a.txt", "a 2.txt", "v1.0/z"] { try fixture.write("Documents/" + name) }
        let items = ["a.txt", "a 2.txt", "v1.0"].map { fixture.item("Documents/" + $0) }
        let beside = try Transfers(copiesOf: ItemSet(items), into: fixture.item("Documents"), in: fixture.open).items
        #expect(
            beside.map(\.target.path) == ["Documents/a 3.txt", "Documents/a 4.txt", "Documents/v1.0 2"])
        let elsewhere = try Transfers(copiesOf: ItemSet(items), into: fixture.item("tmp"), in: fixture.open).items
        #expect(elsewhere.map(\.target.path) == ["tmp/a.txt", "tmp/a 2.txt", "tmp/v1.0"])
    }

    @Test(
        "the app's own directory in Application Support is created when needed, and no other",
        arguments: [("org.example.app", true), ("org.example.other", false)])
    func ownDirectory(name: String, isMade: Bool) throws {
        let fixture = try Fixture()
        let directory = fixture.item("Library/Application Support/" + name)
        let transfer = try #require(Transfer(fixture.item("tmp/x"), into: directory))
        let decision = fixture.rules().move([transfer])
        #expect(decision.changes.contains(.makeDirectory(directory)) == isMade)
    }

    private func told(_ decision: PolicyDecision, _ fixture: Fixture) -> [String] {
        decision.changes.map { $0.told(in: fixture) }
    }

    private func importing(_ name: String, to path: String, _ fixture: Fixture) throws -> PolicyDecision {
        fixture.rules().copy([Transfer(fixture.hostItem(name), to: fixture.item(path))])
    }
}
