import ContainerModel
import FileTree
import Jobs
import TestSupport
import Testing
import Transactions

@testable import FileSharing

@Suite("Completions", .onManyThreads)
struct CompletionTests {
    @Test(
        "only a completion that changed something is undoable, so that u does not undo an older one",
        arguments: [true, false])
    func undoable(isCancelled: Bool) throws {
        let home = TemporaryDirectory()
        try home.write("a", to: "container/Documents/a")
        let environment = TransactionEnvironment(
            stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8))
        let root = Root(.container, at: Array(home("container").utf8))
        let changes = ChangeSet([.copy(ItemAddress(root, "Documents/a"), to: ItemAddress(root, "Documents/b"))])
        let plan = try Planner(environment: environment, roots: RootTable()).plan(
            changes, as: .copy, progress: ProgressMeter(), cancellation: Cancellation())
        let cancellation = Cancellation()
        if isCancelled { cancellation.cancel() }
        let outcome = try Transaction.execute(
            plan, in: environment, roots: RootTable(), progress: ProgressMeter(), cancellation: cancellation)
        #expect(outcome.state == (isCancelled ? .cancelled : .done))
        #expect(Completion(outcome).isUndoable == !isCancelled)
        #expect(
            Completion(outcome).summary
                == (isCancelled ? "cancelled; nothing was changed" : "1 file, 1 byte"))
    }

    @Test("a batch of items in a directory is undoable")
    func undoableBatch() throws {
        let home = TemporaryDirectory()
        for name in ["a", "b"] { try home.write(name, to: "container/Documents/\(name)") }
        let environment = TransactionEnvironment(
            stateDirectory: Array(home("state").utf8), trashDirectory: Array(home("Trash").utf8))
        let root = Root(.container, at: Array(home("container").utf8))
        let names = try #require(
            try DirectoryReader.read(
                RootTable().openDirectory(ItemAddress(root, "Documents")), path: "Documents",
                cancellation: Cancellation()))
        let changes = ChangeSet(
            batches: [ChangeBatch(.trash, of: EntrySelection(all: names), in: ItemAddress(root, "Documents"))])
        let plan = try Planner(environment: environment, roots: RootTable()).plan(
            changes, as: .delete, progress: ProgressMeter(), cancellation: Cancellation())
        let outcome = try Transaction.execute(
            plan, in: environment, roots: RootTable(), progress: ProgressMeter(), cancellation: Cancellation())
        #expect(outcome.state == .done && outcome.doneCount == 2)
        #expect(Completion(outcome).isUndoable)
    }
}
