import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Reports
import Search
import Synchronization
import System
import TestSupport
import Testing

@testable import Browser
@testable import Session

/// A query that counts to seven and then waits until its gate is opened or it is cancelled.
private struct SlowQuery: Query {
    let gate: Gate
    var failure: String?
    let effort = QueryEffort.walk
    var task: QueryTask? { QueryTask("test", "Documents") }

    func run(in context: QueryContext, answer: @escaping @Sendable (Int) -> Void) throws(QueryFailure) {
        context.progress.reach(files: 7, bytes: 70)
        gate.pass()
        if let failure { throw QueryFailure(failure) }
        guard !context.cancellation.isCancelled else { return }
        answer(7)
    }
}

@Suite("Background tasks", .onManyThreads)
struct BackgroundTaskTests {
    private let fixture: SessionFixture
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        fixture = try SessionFixture()
        workers = try fixture.workers()
        inbox = Inbox(workers.mailbox)
    }

    private func ask(_ query: SlowQuery, _ scope: QueryScope = .background) {
        workers.ask(QueryRequest(query: query, scope: scope) { _, _ in [] })
    }

    private func report(_ what: String, _ isWanted: @escaping (BackgroundTask) -> Bool) throws -> BackgroundTask {
        try inbox.first(what) { message in
            guard case .event(.task(let task), _) = message, isWanted(task) else { return nil }
            return task
        }
    }

    @Test("a query that takes long is reported with its progress, and when it is over")
    func long() throws {
        let gate = Gate()
        ask(SlowQuery(gate: gate))
        let running = try report("a report") { $0.stage == .running }
        #expect(running.title == "test" && running.subject == "Documents")
        #expect(running.progress.filesDone == 7 && running.progress.bytesDone == 70)
        #expect(running.progress.nanoseconds >= 300_000_000)
        gate.open()
        let done = try report("the end") { $0.stage != .running }
        #expect(done.stage == .done && done.number == running.number)
        let kinds = inbox.messages.compactMap { message -> String? in
            switch message {
            case .event(.task(let task), _): task.stage == .running ? "running" : "over"
            case .event(.answered, _): "answer"
            default: nil
            }
        }
        #expect(Array(kinds.suffix(2)) == ["answer", "over"])
    }

    @Test("a query that is quickly answered is not reported; one that fails is")
    func quick() throws {
        let gate = Gate()
        ask(SlowQuery(gate: gate))
        gate.waitUntilReached()
        gate.open()
        ask(SlowQuery(gate: gate, failure: "no such thing"))
        gate.waitUntilReached()
        gate.open()
        let failed = try report("the failure") { _ in true }
        #expect(failed.stage == .failed("no such thing"))
    }

    @Test("one task is cancelled, and another of the same kind continues")
    func cancel() throws {
        let (first, second) = (Gate(), Gate())
        ask(SlowQuery(gate: first))
        ask(SlowQuery(gate: second))
        first.waitUntilReached()
        second.waitUntilReached()
        let one = try report("the first report") { $0.number == 1 }
        let other = try report("the second report") { $0.number == 2 }
        workers.tasks.cancel(one.number)
        first.open()
        #expect(
            try report("the end of the first") { $0.number == one.number && $0.stage != .running }.stage == .stopped)
        second.open()
        #expect(
            try report("the end of the second") { $0.number == other.number && $0.stage != .running }.stage == .done)
    }

    @Test("a count is over only when its threads are, and its progress counts nothing twice")
    func counting() throws {
        let held = (0..<WorkerPool.cores).map { _ in workers.long.hold() }
        workers.ask(
            QueryRequest(
                query: CountQuery(below: [.root, "Documents"], of: fixture.container.root), scope: .background
            ) { _, _ in [] })
        // The query itself has long returned.
        _ = try report("a report") { $0.stage == .running }
        for gate in held { gate.open() }
        let done = try report("the end") { $0.stage != .running }
        #expect(done.stage == .done)
        // Three directories and three files of five bytes.
        #expect(done.progress.filesDone == 6 && done.progress.bytesDone == 15)
    }

    @Test("everything below a directory is a task as well")
    func directory() throws {
        let held = [workers.short.hold(), workers.short.hold()]
        let request = DirectoryRequest(
            ticket: Ticket(1), directory: fixture.item(.root), reach: .descendants(closed: []), order: EntryOrder(),
            filter: ListingFilter(), rules: nil, rows: 10)
        workers.read(request)
        let report = try report("a report") { $0.stage == .running }
        #expect(report.title == "find below")
        workers.tasks.cancel(report.number)
        for gate in held { gate.open() }
        #expect(try self.report("the end") { $0.stage != .running }.stage == .stopped)
    }
}
