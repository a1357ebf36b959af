import ContainerModel
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Transactions

/// The last line of defence: whatever plan arrives, nothing in a container is changed in read-only mode.
@Suite("Transactions in read-only mode", .onManyThreads)
struct ReadOnlyModeTests {
    private let scene: Scene
    private let protected: TransactionEnvironment

    init() throws {
        scene = try Scene()
        try scene.write("container/Documents/a", "alpha")
        try scene.write("host/b", "beta")
        var environment = scene.environment
        environment.isReadOnly = true
        protected = environment
    }

    private func execute(_ plan: Plan) throws -> Outcome {
        try Transaction.execute(
            plan, in: protected, roots: scene.roots, progress: ProgressMeter(), cancellation: Cancellation())
    }

    private func refusal(_ body: () throws -> Void) -> TransactionError? {
        do {
            try body()
        } catch {
            return error as? TransactionError
        }
        return nil
    }

    @Test("a plan that was made outside of it is refused, whatever it changes in a container")
    func plans() throws {
        let inside = try scene.inContainer("Documents/a")
        let outside = try scene.onHost("b")
        let changes: [Change] = [
            .copy(outside, to: try scene.inContainer("Documents/b")), .copy(inside, to: try scene.inContainer("c")),
            .move(inside, to: try scene.onHost("a")), .move(outside, to: try scene.inContainer("b")), .trash(inside),
            .makeDirectory(try scene.inContainer("new")), .writeFile(try scene.inContainer("new"), [1]),
            .setAttribute(inside, name: "user.x", value: [1]),
        ]
        let before = try scene.state()
        for change in changes {
            let plan = try scene.plan([change])
            #expect(refusal { _ = try execute(plan) }?.message == ReadOnlyMode.sentence, "\(change)")
        }
        #expect(try scene.state() == before)
        #expect(try scene.journal.entries().isEmpty)
    }

    @Test("items are copied out of a container")
    func copyingOut() throws {
        let plan = try scene.plan([.copy(try scene.inContainer("Documents/a"), to: try scene.onHost("a"))])
        #expect(try execute(plan).state == .done)
        #expect(String(decoding: try readFile(scene.host + "/a"), as: UTF8.self) == "alpha")
    }

    @Test("nothing is undone or redone")
    func history() throws {
        try scene.execute(.trash(try scene.inContainer("Documents/a")))
        let journal = Journal(environment: protected)
        let before = try scene.state()
        #expect(
            refusal { _ = try journal.undo(progress: ProgressMeter(), cancellation: Cancellation()) }?.code == .refused)
        #expect(try scene.state() == before)
        try scene.undo()
        #expect(
            refusal { _ = try journal.redo(progress: ProgressMeter(), cancellation: Cancellation()) }?.code == .refused)
    }

    @Test("an interrupted transaction is reported and left for a start that may change containers")
    func recovery() throws {
        try scene.execute(.copy(try scene.onHost("b"), to: try scene.inContainer("Documents/b")))
        // Without the last two records, as if the process had been killed before the commit.
        let file = scene.journalFile(1)
        try scene.writeBytes(try payloads(try readFile(file)).dropLast(2).flatMap(frame), to: file)
        let before = try (scene.state(), readFile(file))
        let report = try Journal(environment: protected).recover()
        #expect(report.items.map(\.result) == [.pending])
        #expect(report.items.map(\.id.number) == [1])
        #expect(try scene.state() == before.0 && readFile(file) == before.1)
        #expect(try scene.journal.recover().items.map(\.result) == [.finished])
    }
}
