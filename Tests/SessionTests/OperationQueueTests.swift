import Browser
import ContainerModel
import FileSharing
import Jobs
import Queries
import TestSupport
import Testing
import Transactions

@testable import Session

@Suite("The operation queue", .onManyThreads)
struct OperationQueueTests {
    private let fixture: SessionFixture
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>
    private var queue: TaskQueue { workers.operations }

    init() throws {
        fixture = try SessionFixture()
        workers = try fixture.workers()
        inbox = Inbox(workers.mailbox)
    }

    /// Prepares the creation of a directory named after the number, and submits it under that number.
    private func makeDirectory(_ number: Int) throws {
        workers.startRunning(
            Ticket(number), try fixture.pipeline.planOperation(.makeDirectory(fixture.item(place(number)))), [])
    }

    private func place(_ number: Int) -> ContainerPath { ContainerPath("Documents/\(number)") ?? .root }

    /// The reported events except progress, in words.
    private var told: [String] { inbox.messages.compactMap(Self.words) }

    private static func words(_ message: SessionWorkers.Message) -> String? {
        guard case .lasting(let event) = message else { return nil }
        func number(_ ticket: Ticket) -> Int { (1...9).first { Ticket($0) == ticket } ?? 0 }
        switch event {
        case .operation(let ticket, .begun): return "\(number(ticket)) begun"
        case .operation(let ticket, .ended(.completed(let completion))):
            return "\(number(ticket)) \(completion.state)"
        case .operation(let ticket, .ended(.asks)): return "\(number(ticket)) asks"
        case .operation(let ticket, .ended(.editing)): return "\(number(ticket)) editing"
        default: return nil
        }
    }

    private func wait(until last: String) throws {
        try inbox.wait(for: last) { $0.contains { Self.words($0) == last } }
    }

    /// Returns the number of progress events of an operation.
    private func progressCount(of number: Int, in messages: [SessionWorkers.Message]) -> Int {
        messages.count { message in
            if case .lasting(.operation(let ticket, .progress(_))) = message { ticket == Ticket(number) } else { false }
        }
    }

    @Test("an operation begins when the one before it has ended, in the order of submission")
    func order() throws {
        var lock: ContainerLock? = try fixture.lock()
        for number in 1...3 { try makeDirectory(number) }
        // While the first operation waits for the container, its progress is reported and no other begins.
        try inbox.wait(for: "progress") { progressCount(of: 1, in: $0) >= 2 }
        #expect(told == ["1 begun"] && lock != nil)
        lock = nil
        try wait(until: "3 done")
        #expect(told == ["1 begun", "1 done", "2 begun", "2 done", "3 begun", "3 done"])
        #expect((1...3).allSatisfy { fixture.exists(place($0)) })
    }

    @Test("a waiting operation is cancelled without having begun, and those behind it are executed")
    func cancelWaiting() throws {
        var lock: ContainerLock? = try fixture.lock()
        for number in 1...3 { try makeDirectory(number) }
        try wait(until: "1 begun")
        queue.cancel(Ticket(2))
        #expect(lock != nil)
        lock = nil
        try wait(until: "3 done")
        #expect(told == ["1 begun", "1 done", "2 cancelled", "3 begun", "3 done"])
        #expect(!fixture.exists(place(2)) && fixture.exists(place(3)))
    }

    @Test("a running operation can be cancelled")
    func cancelRunning() throws {
        let lock = try fixture.lock()
        try makeDirectory(1)
        try wait(until: "1 begun")
        queue.cancel(Ticket(1))
        // The container is locked: only the cancellation can have ended the operation.
        try withExtendedLifetime(lock) { try wait(until: "1 cancelled") }
        #expect(!fixture.exists(place(1)))
    }

    @Test("an operation that fails is reported as failed and holds up no other")
    func failing() throws {
        let copy = try fixture.pipeline.planOperation(
            .copy([fixture.item("Documents/a.txt")], to: .directory(fixture.item("tmp"))))
        #expect(try runCommand(["rm", fixture.directory("App/Documents/a.txt")]).status == 0)
        workers.startRunning(Ticket(1), copy, [])
        try makeDirectory(2)
        try wait(until: "2 done")
        #expect(told == ["1 begun", "1 failed", "2 begun", "2 done"])
    }

    @Test("ending the queue cancels running and waiting operations and returns when all are over")
    func end() throws {
        let lock = try fixture.lock()
        for number in 1...3 { try makeDirectory(number) }
        try wait(until: "1 begun")
        withExtendedLifetime(lock) { queue.end() }
        inbox.takeWhatIsThere()
        #expect(told == ["1 begun", "1 cancelled", "2 cancelled", "3 cancelled"])
        #expect((1...3).allSatisfy { !fixture.exists(place($0)) })
    }

    @Test("ending an idle queue returns immediately and cancels prepared operations")
    func endAtRest() throws {
        TaskQueue().end()
        try makeDirectory(1)
        try wait(until: "1 done")
        let prepared = queue.cancellation(of: Ticket(2))
        queue.end()
        queue.end()
        #expect(prepared.isCancelled)
    }

    @Test("preparing and executing an operation share one cancellation, which is forgotten afterwards")
    func cancellation() throws {
        let ticket = Ticket(1)
        let cancellation = queue.cancellation(of: ticket)
        #expect(queue.cancellation(of: ticket) === cancellation && queue.cancellation(of: Ticket(2)) !== cancellation)
        queue.cancel(ticket)
        #expect(cancellation.isCancelled)
        #expect(queue.cancellation(of: ticket) !== cancellation, "what was only prepared is forgotten")

        // The first operation waits for the container, and has not ended when it is asked for its cancellation.
        var lock: ContainerLock? = try fixture.lock()
        try makeDirectory(1)
        let during = queue.cancellation(of: ticket)
        #expect(lock != nil)
        lock = nil
        // An operation is forgotten after its end is reported and before the next one begins.
        try makeDirectory(2)
        try wait(until: "2 done")
        queue.cancel(ticket)
        #expect(!during.isCancelled && queue.cancellation(of: ticket) !== during)
    }

    /// Edits a file and prepares its save, which has to ask: there is no trash for the file that it replaces.
    private func prepareSave() throws -> Preparation {
        fixture.directory.write("data/Trash", "in the way")
        let pipeline = workers.pipeline
        let item = fixture.item("Documents/a.txt")
        guard case .editing(let file) = pipeline.runOperation(try pipeline.planOperation(.edit(item))) else {
            throw CommandError(call: "make a file ready for the editor", number: 0)
        }
        let copy = String(decoding: file.hostPath, as: UTF8.self)
        #expect(try runCommand(["sh", "-c", "echo more >> \"$0\"", copy]).status == 0)
        return try pipeline.planOperation(.save(item, try #require(file.ticket)))
    }

    @Test("an operation that asks keeps its cancellation until it is cancelled")
    func asks() throws {
        let save = try prepareSave()
        let cancellation = queue.cancellation(of: Ticket(1))
        workers.startRunning(Ticket(1), save, [])
        try wait(until: "1 asks")
        try makeDirectory(2)
        try wait(until: "2 done")
        #expect(queue.cancellation(of: Ticket(1)) === cancellation && !cancellation.isCancelled)
        queue.cancel(Ticket(1))
        #expect(cancellation.isCancelled && queue.cancellation(of: Ticket(1)) !== cancellation)
        #expect(try String(decoding: readFile(fixture.directory("App/Documents/a.txt")), as: UTF8.self) == "a.txt")
    }

    @Test("an operation that was cancelled meanwhile does not ask")
    func asksAfterCancellation() throws {
        let save = try prepareSave()
        let ending = workers.pipeline.runOperation(save)
        let cancellation = Cancellation()
        guard case .asks = ending.unlessCancelled(cancellation) else {
            Issue.record("it does not ask")
            return
        }
        cancellation.cancel()
        guard case .completed(let completion) = ending.unlessCancelled(cancellation) else {
            Issue.record("it asks")
            return
        }
        #expect(completion.state == .cancelled)
    }
}
