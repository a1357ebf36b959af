import Browser
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Screen
import Synchronization
import System
import TestSupport
import Testing

@testable import Session

/// A complete query: a type that holds the question and computes the answer.
private struct NamesQuery: Query {
    let directory: ContainerPath

    func run(in context: QueryContext, answer: @escaping @Sendable ([String]) -> Void) throws(QueryFailure) {
        do throws(FileTreeError) {
            let handle = try context.container.tree.directory(at: directory)
            guard let entries = try handle.entries(path: directory, cancellation: context.cancellation)
            else { return }
            answer((0..<entries.count).map { String(decoding: entries.name($0), as: UTF8.self) }.sorted())
        } catch {
            throw QueryFailure("\(directory): \(error.reason)")
        }
    }
}

/// A query that runs until its gate is opened or it is cancelled.
private struct WaitingQuery: Query {
    final class Gate: Sendable {
        let hasBegun = Atomic(false)
        let isOpen = Atomic(false)
    }

    let gate: Gate
    var effort = QueryEffort.walk

    func run(in context: QueryContext, answer: @escaping @Sendable (Bool) -> Void) {
        gate.hasBegun.store(true, ordering: .sequentiallyConsistent)
        while !gate.isOpen.load(ordering: .sequentiallyConsistent), !context.cancellation.isCancelled { usleep(1_000) }
        answer(context.cancellation.isCancelled)
    }
}

@Suite("Queries", .onManyThreads)
struct QueryTests {
    private let workers: SessionWorkers
    private let directory = TemporaryDirectory()

    init() throws {
        workers = try SessionWorkers(short: WorkerPool(threads: 2))
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory(name) }
        try directory.write([1, 2, 3], to: "Documents/note.txt")
        workers.container = try ContainerStore.locate(Array(directory.path.utf8)).0
    }

    /// Waits for messages, and returns the answers among them.
    private func replies() throws -> [(reply: QueryReply, epoch: Int)] {
        var descriptor = pollfd(fd: workers.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&descriptor, 1, 30_000) == 1, "no answer came")
        return workers.mailbox.drain().compactMap { message in
            guard case .event(.answered(let reply), let epoch) = message else { return nil }
            return (reply, epoch)
        }
    }

    /// Asks a query, and returns the text that the requester makes of the answer, or nil if it gets none.
    private func said<Asked: Query>(_ query: Asked, _ text: @escaping @Sendable (Asked.Answer) -> String) throws
        -> String?
    {
        let said = Said()
        workers.ask(
            QueryRequest(query: query, scope: .container) { answer, _ in
                said.text.withLock { $0 = text(answer) }
                return []
            })
        var state = BrowserState()
        for reply in try replies() { _ = state.update(.answered(reply.reply)) }
        return said.text.withLock { $0 }
    }

    private final class Said: Sendable {
        let text = Mutex<String?>(nil)
    }

    @Test("a query runs on a worker with the open container, and its answer goes to the requester")
    func answer() throws {
        let said = try said(NamesQuery(directory: "Documents")) { $0.joined(separator: " ") }
        #expect(said == "note.txt")
    }

    @Test("the browser shows why a query failed, and the requester gets no answer")
    func failure() throws {
        workers.ask(
            QueryRequest(query: NamesQuery(directory: "Documents/missing"), scope: .container) { _, _ in
                Issue.record("there is no answer")
                return []
            })
        var state = BrowserState()
        _ = state.open(try #require(workers.container).description, at: ContainerStart(directory: .root))
        _ = state.update(.input(.resize(Size(columns: 80, rows: 24))))
        for reply in try replies() { _ = state.update(.answered(reply.reply)) }
        let status = state.render().text.split(separator: "\n").last ?? ""
        #expect(status.contains("Documents/missing: "), "\(status)")
    }

    @Test("^C cancels long queries, and opening another container cancels all queries", arguments: [true, false])
    func cancelled(isByPerson: Bool) throws {
        let gate = WaitingQuery.Gate()
        let before = workers.epoch
        workers.ask(
            QueryRequest(query: WaitingQuery(gate: gate), scope: isByPerson ? .background : .container) { _, _ in [] })
        while !gate.hasBegun.load(ordering: .sequentiallyConsistent) { usleep(1_000) }
        if isByPerson { workers.cancelEverything() } else { workers.container = workers.container }
        // The gate stays shut: only the cancellation can end the query.
        let found = try replies()
        #expect(found.map(\.epoch) == [before])
        #expect(isByPerson || workers.epoch != before)
    }

    @Test("a preview query is cancelled when another one begins")
    func previews() throws {
        let gate = WaitingQuery.Gate()
        let first = Ticket.none.next
        workers.ask(
            QueryRequest(query: WaitingQuery(gate: gate, effort: .preview), scope: .preview(first)) { _, _ in [] })
        while !gate.hasBegun.load(ordering: .sequentiallyConsistent) { usleep(1_000) }
        let other = WaitingQuery.Gate()
        other.isOpen.store(true, ordering: .sequentiallyConsistent)
        workers.ask(
            QueryRequest(query: WaitingQuery(gate: other, effort: .preview), scope: .preview(first.next)) { _, _ in [] }
        )
        // The gate of the first query stays shut: only the second query can end it.
        var count = 0
        while count < 2 { count += try replies().count }
        let isOpen = gate.isOpen.load(ordering: .sequentiallyConsistent)
        #expect(!isOpen)
    }

    @Test("a query that is cancelled while it waits for a thread is never run")
    func notBegun() throws {
        let gates = (0..<2).map { _ in WaitingQuery.Gate() }
        for gate in gates {
            workers.ask(QueryRequest(query: WaitingQuery(gate: gate), scope: .container) { _, _ in [] })
        }
        for gate in gates { while !gate.hasBegun.load(ordering: .sequentiallyConsistent) { usleep(1_000) } }
        let late = WaitingQuery.Gate()
        workers.ask(QueryRequest(query: WaitingQuery(gate: late), scope: .background) { _, _ in [] })
        workers.cancelBackground()
        for gate in gates { gate.isOpen.store(true, ordering: .sequentiallyConsistent) }
        var count = 0
        while count < 2 { count += try replies().count }
        // Threads take waiting work in order: once these queries have run, the late one has been taken as well.
        let last = WaitingQuery.Gate()
        last.isOpen.store(true, ordering: .sequentiallyConsistent)
        for _ in 0..<2 { workers.ask(QueryRequest(query: WaitingQuery(gate: last), scope: .container) { _, _ in [] }) }
        while count < 4 { count += try replies().count }
        #expect(count == 4 && !late.hasBegun.load(ordering: .sequentiallyConsistent))
    }
}
