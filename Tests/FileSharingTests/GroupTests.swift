import ContainerModel
import ContainerStore
import FileTree
import TestSupport
import Testing
import Transactions

@testable import FileSharing

/// The rules decide about a group of items as about each item alone.
@Suite("Groups of items in a directory", .onManyThreads)
struct GroupTests {
    /// Returns the contents of a directory of the container as a group.
    private func entries(of path: String, _ fixture: Fixture) throws -> ItemSet.Group {
        ItemSet.Group(EntrySelection(all: try fixture.open.names(in: fixture.item(path))), in: fixture.item(path))
    }

    /// Returns all changes of a decision, including the changes of its batches.
    private func changes(_ decision: PolicyDecision) -> Set<Change> {
        Set(decision.changes).union(decision.batches.flatMap { Array($0.changes) })
    }

    private func refused(_ decision: PolicyDecision) -> Int {
        decision.items.filter { $0.outcome == .refused }.reduce(0) { $0 + 1 + $1.others }
    }

    private static let directories = [
        "", "Documents", "Documents/Inbox", "Library", "Library/Caches", "Library/Preferences", "tmp",
        "Library/Application Support", "SystemData", "StoreKit", "Documents/sub",
    ]

    private func filled() throws -> Fixture {
        let fixture = try Fixture()
        for place in Self.directories + ["Library/Mine", "Documents/more/deep", "Library/Mine/Inbox", "tmp/Caches"] {
            for name in ["a.txt", "b.txt", "Inbox.txt"] { try fixture.write(place + "/" + name) }
        }
        return fixture
    }

    @Test(
        "deleting a group has the same changes and refusals as deleting its items",
        arguments: directories, [ActingParty.app, .user, .owner])
    func deletion(path: String, actor: ActingParty) throws {
        let fixture = try filled()
        let group = try entries(of: path, fixture)
        let rules = fixture.rules(as: actor)
        let together = rules.delete(ItemSet([], [group]))
        let singly = rules.delete(ItemSet(Array(group.items)))
        #expect(changes(together) == changes(singly))
        #expect(refused(together) == refused(singly))
    }

    @Test(
        "copying or moving a group has the same changes and refusals as its items",
        arguments: directories, ["Documents", "Library", "tmp", "Documents/Inbox"])
    func transfers(path: String, target: String) throws {
        let fixture = try filled()
        let group = try entries(of: path, fixture)
        let directory = fixture.item(target)
        guard directory != group.directory else { return }
        let transfers = group.items.compactMap { Transfer($0, into: directory) }
        for conflicts in [ConflictPolicy.ask, .replace] {
            let rules = fixture.rules(conflicts: conflicts)
            for (together, singly) in [
                (
                    rules.copy(Transfers([], [GroupTransfer(group, into: directory)])),
                    rules.copy(Transfers(transfers))
                ),
                (
                    rules.move(Transfers([], [GroupTransfer(group, into: directory)])),
                    rules.move(Transfers(transfers))
                ),
            ] {
                #expect(changes(together) == changes(singly))
                #expect(refused(together) == refused(singly))
            }
        }
    }

    @Test("files without their own rules are deleted in one batch")
    func oneBatch() throws {
        let fixture = try filled()
        let group = try entries(of: "Documents", fixture)
        let decision = fixture.rules().delete(ItemSet([], [group]))
        #expect(decision.batches.count == 1)
        // Inbox stays and is emptied; the others are deleted together.
        #expect(decision.batches.first?.items.count == group.names.count - 1)
        #expect(
            Set(decision.changes.map { $0.told(in: fixture) }) == [
                "trash Documents/Inbox/x", "trash Documents/Inbox/a.txt", "trash Documents/Inbox/b.txt",
                "trash Documents/Inbox/Inbox.txt",
            ])
    }
}
