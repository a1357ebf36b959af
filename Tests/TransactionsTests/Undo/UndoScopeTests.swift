import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Undo and redo of one container's operations", .onManyThreads)
struct UndoScopeTests {
    private let scene: Scene

    init() throws {
        scene = try Scene()
        try scene.home.makeDirectory("other/Documents")
    }

    private func root(_ name: String) throws -> Root {
        Root(.container, at: Array(scene.home(name).utf8))
    }

    private func item(_ container: String, _ path: String) throws -> ItemAddress {
        ItemAddress(try root(container), try #require(ContainerPath(path)))
    }

    private func scope(_ container: String) throws -> JournalScope {
        try JournalScope(root(container), in: RootTable())
    }

    private func make(_ container: String, _ name: String) throws {
        try scene.execute(.makeDirectory(item(container, "Documents/\(name)")))
    }

    private func has(_ path: String) -> Bool { access(scene.home(path), F_OK) == 0 }

    private func error(_ body: () throws -> Outcome) -> TransactionError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? TransactionError
        }
    }

    @Test("undo takes back the last operation on the container, not a later one on another container")
    func another() throws {
        try make("container", "mine")
        try make("other", "not mine")
        let scope = try scope("container")
        #expect(try scene.journal.undoable(.lastIn(scope)).entry.id.number == 1)
        try scene.undo(.lastIn(scope))
        #expect(!has("container/Documents/mine") && has("other/Documents/not mine"))
        let nothing = error { try scene.undo(.lastIn(scope)) }
        #expect(nothing?.code == .notFound && nothing?.message == "there is nothing to undo in this container")
        #expect(has("other/Documents/not mine"))
    }

    @Test("undo in several containers takes back the last operation in any of them, and no other")
    func several() throws {
        try scene.home.makeDirectory("third/Documents")
        try make("container", "first")
        try make("other", "second")
        try make("third", "third")
        let both = try JournalScope([root("container"), root("other")], in: RootTable())
        #expect(try scene.journal.undoable(.lastIn(both)).entry.id.number == 2)
        try scene.undo(.lastIn(both))
        try scene.undo(.lastIn(both))
        #expect(!has("container/Documents/first") && !has("other/Documents/second") && has("third/Documents/third"))
        let nothing = error { try scene.undo(.lastIn(both)) }
        #expect(nothing?.message == "there is nothing to undo in these containers")
    }

    @Test("a change in one of several containers does not prevent a redo in another")
    func redoBesideChange() throws {
        let both = try JournalScope([root("container"), root("other")], in: RootTable())
        try make("container", "first")
        try scene.undo(.lastIn(both))
        try make("other", "second")
        try scene.redo(.lastIn(both))
        #expect(has("container/Documents/first") && has("other/Documents/second"))
    }

    @Test("undo beside a directory of this computer takes back what concerned no container, and only there")
    func computer() throws {
        try make("container", "mine")
        let host = Root(.directory, at: Array(scene.home("host").utf8))
        try scene.home.makeDirectory("host")
        try scene.execute(.makeDirectory(ItemAddress(host, "new")))
        try make("other", "not mine")
        let alone = try scope("container")
        #expect(try scene.journal.undoable(.lastIn(alone)).entry.id.number == 1)
        let beside = try JournalScope([root("container"), host], in: RootTable())
        #expect(try scene.journal.undoable(.lastIn(beside)).entry.id.number == 2)
        try scene.undo(.lastIn(beside))
        #expect(!has("host/new") && has("container/Documents/mine") && has("other/Documents/not mine"))
        #expect(try scene.journal.undoable(.lastIn(beside)).entry.id.number == 1)
    }

    @Test(
        "an operation belongs to the history of both its source and its destination container",
        arguments: ["container", "other"])
    func exchanged(container: String) throws {
        try scene.write("container/Documents/a", "a")
        try scene.execute(.copy(item("container", "Documents/a"), to: item("other", "Documents/a")))
        try scene.undo(.lastIn(scope(container)))
        #expect(!has("other/Documents/a"))
        try scene.execute(.copy(item(container, "Documents"), to: scene.onHost("exported")))
        try scene.undo(.lastIn(scope(container)))
        #expect(!has("host/exported"))
    }

    @Test("a container keeps its history under another path, and one that takes its place has none")
    func identity() throws {
        try make("container", "mine")
        symlink(scene.home("container"), scene.home("link"))
        let linked = try scope("link")
        #expect(linked.containers.first?.hostPath != Array(scene.container.utf8))
        #expect(try scene.journal.undoable(.lastIn(linked)).entry.id.number == 1)
        rename(scene.home("container"), scene.home("elsewhere"))
        try scene.home.makeDirectory("container/Documents")
        let replaced = try scope("container")
        #expect(error { try scene.undo(.lastIn(replaced)) }?.code == .notFound)
        #expect(has("elsewhere/Documents/mine"))
    }

    @Test("a container made anew that got the inode number of the old one inherits no history")
    func reusedInode() throws {
        // Only some file systems reuse numbers at once; elsewhere the recorded number is set to the new one below.
        try make("container", "mine")
        let old = try #require(scope("container").containers.first)
        #expect(try runCommand(["rm", "-r", scene.container]).status == 0)
        try scene.home.makeDirectory("container/Documents")
        let replaced = try scope("container")
        let new = try #require(replaced.containers.first)
        let birthTime = try #require(old.birthTime)
        #expect(try #require(new.birthTime) != birthTime)
        func recorded(_ inode: UInt64, _ birthTime: BirthTime?) throws -> BeginRecord.RecordedRoot {
            .init(root: try root("container"), inode: inode, birthTime: birthTime)
        }
        #expect(!new.matches(try recorded(new.identity.inode, birthTime), recordedAt: .max))
        #expect(new.matches(try recorded(new.identity.inode, new.birthTime), recordedAt: 0))
        // Where the time of birth was not recorded, the time of the operation distinguishes them.
        #expect(!new.matches(try recorded(new.identity.inode, nil), recordedAt: birthTime.seconds - 1))
        #expect(new.matches(try recorded(new.identity.inode, nil), recordedAt: .max))
        let nothing = error { try scene.undo(.lastIn(replaced)) }
        #expect(nothing?.message == "there is nothing to undo in this container")
        #expect(error { try scene.undo(.number(1)) }?.code == .conflict)
    }

    @Test("only a later operation on the same container prevents redo")
    func redo() throws {
        try make("container", "mine")
        try scene.undo(.lastIn(scope("container")))
        try make("other", "later")
        try scene.redo(.lastIn(scope("container")))
        #expect(has("container/Documents/mine"))
        try scene.undo(.number(1))
        let nothing = error { try scene.redo(.lastIn(scope("other"))) }
        #expect(nothing?.message == "there is nothing to redo in this container")
        try scene.redo(.last)
        #expect(has("container/Documents/mine"), "neither does it where no container is named")
        try scene.undo(.number(1))
        try make("container", "later")
        for which in [.last, .lastIn(try scope("container")), .number(1)] as [Journal.Selection] {
            #expect(error { try scene.redo(which) }?.message.contains("came after the undo") == true)
        }
    }

    @Test("a failure since the operation to undo is reported with it until another operation succeeds")
    func failedSince() throws {
        try make("container", "mine")
        let scope = try scope("container")
        #expect(try scene.journal.undoable(.lastIn(scope)).failedSince == nil)
        let plan = try scene.plan([.makeDirectory(item("container", "Documents/new"))])
        try make("container", "new")
        try scene.undo(.lastIn(scope))
        try make("container", "new")
        #expect(try scene.execute(plan).state == .nothing, "the name is taken by now")
        let found = try scene.journal.undoable(.lastIn(scope))
        #expect(found.entry.id.number == 4 && found.failedSince?.id.number == 5)
        try make("other", "not mine")
        #expect(try scene.journal.undoable(.lastIn(scope)).failedSince?.id.number == 5)
        #expect(try scene.journal.undoable(.last).failedSince == nil)
        try scene.undo(.lastIn(scope))
        #expect(try scene.journal.undoable(.lastIn(scope)).failedSince == nil)
    }
}
