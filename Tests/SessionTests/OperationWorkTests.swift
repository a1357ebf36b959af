import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Queries
import System
import TestSupport
import Testing

@testable import Browser
@testable import Session
@testable import Transactions

@Suite("Operations on workers", .onManyThreads)
struct OperationWorkTests {
    private let fixture: SessionFixture
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        fixture = try SessionFixture()
        workers = try fixture.workers()
        inbox = Inbox(workers.mailbox)
    }

    /// Waits for an event that is valid whichever container is open by then, as results of operations are.
    private func lasting<Found>(_ what: String, _ find: (BrowserEvent) -> Found?) throws -> Found {
        try inbox.first(what) { message in
            if case .lasting(let event) = message { find(event) } else { nil }
        }
    }

    private func prepared(_ number: Int, _ operation: FileOperation) throws -> Preparation {
        workers.startPlanning(Ticket(number), operation, for: Requester())
        return try lasting("the preparation") { event in
            if case .operation(let ticket, .planned(let preparation)) = event, ticket == Ticket(number) {
                preparation
            } else {
                nil
            }
        }
    }

    private func failure(of number: Int) throws -> OperationError {
        try lasting("the failure") { event in
            if case .operation(let ticket, .failed(let error)) = event, ticket == Ticket(number) { error } else { nil }
        }
    }

    private func ending(of number: Int) throws -> OperationEnding {
        try lasting("the end") { event in
            if case .operation(let ticket, .ended(let ending)) = event, ticket == Ticket(number) { ending } else { nil }
        }
    }

    private func report() throws -> (title: String, lines: [String]) {
        try lasting("a report") { event in
            if case .report(let title, let notices) = event { (title, notices.flatMap(\.lines)) } else { nil }
        }
    }

    private func isDone(_ ending: OperationEnding) -> Bool {
        if case .completed(let completion) = ending { completion.state == .done } else { false }
    }

    @Test("preparing an operation changes nothing, and running it executes it")
    func whole() throws {
        let operation = FileOperation.copy([fixture.item("Documents/a.txt")], to: .directory(fixture.item("tmp")))
        let preparation = try prepared(1, operation)
        #expect(preparation.plan?.items.count == 1 && !fixture.exists("tmp/a.txt"))
        workers.startRunning(Ticket(1), preparation, [])
        #expect(isDone(try ending(of: 1)) && fixture.exists("tmp/a.txt"))
    }

    @Test("operations share the table of roots with reads and queries, and another container gets another table")
    func table() {
        let first = workers.open.table
        #expect(workers.pipeline.open.table === first)
        workers.container = fixture.container
        #expect(workers.pipeline.open.table === workers.open.table && workers.open.table !== first)
    }

    @Test("the answers decide about conflicting names", arguments: [ConflictPolicy.skip, .replace, .keepBoth])
    func answers(answer: ConflictPolicy) throws {
        fixture.directory.write("App/tmp/a.txt", "before")
        let preparation = try prepared(
            1, .copy([fixture.item("Documents/a.txt")], to: .directory(fixture.item("tmp"))))
        #expect(preparation.conflicts.count == 1)
        workers.startRunning(Ticket(1), preparation, [answer])
        _ = try ending(of: 1)
        let now = String(decoding: try readFile(fixture.directory("App/tmp/a.txt")), as: UTF8.self)
        #expect(now == (answer == .replace ? "a.txt" : "before"))
        #expect(try runCommand(["ls", fixture.directory("App/tmp")]).lines.count == (answer == .keepBoth ? 2 : 1))
    }

    @Test("an operation that cannot be prepared fails with the reason")
    func impossible() throws {
        let name = FileOperation.NewName(item: fixture.item("Documents/a.txt"), name: [])
        workers.startPlanning(Ticket(1), .rename([name]), for: Requester())
        #expect(try failure(of: 1).message == "a name cannot be empty")
    }

    @Test("an operation that is cancelled before it was examined fails as cancelled")
    func cancelled() throws {
        let gates = (0..<2).map { _ in workers.walks.hold() }
        workers.startPlanning(
            Ticket(1), .copy([fixture.item("Documents")], to: .directory(fixture.item("tmp"))), for: Requester())
        workers.operations.cancel(Ticket(1))
        for gate in gates { gate.open() }
        #expect(try failure(of: 1).code == .cancelled)
    }

    @Test("an operation continues when another container is opened, and its end is still reported")
    func otherContainer() throws {
        var lock: ContainerLock? = try fixture.lock()
        workers.startRunning(Ticket(1), try prepared(1, .makeDirectory(fixture.item("Documents/new"))), [])
        _ = try lasting("its beginning") { if case .operation(_, .begun) = $0 { true } else { nil } }
        workers.container = try SessionFixture().container
        #expect(lock != nil)
        lock = nil
        #expect(isDone(try ending(of: 1)) && fixture.exists("Documents/new"))
    }

    @Test("nothing is prepared while no container is open")
    func withoutContainer() throws {
        workers.container = nil
        workers.startPlanning(Ticket(1), .makeDirectory(fixture.item("Documents/new")), for: Requester())
        workers.container = fixture.container
        _ = try prepared(2, .makeDirectory(fixture.item("Documents/new")))
        #expect(inbox.messages.count == 1)
    }

    // MARK: - Files in an editor

    /// Makes a file ready for the editor.
    private func editable(_ number: Int) throws -> EditableFile {
        workers.startRunning(Ticket(number), try prepared(number, .edit(fixture.item("Documents/a.txt"))), [])
        guard case .editing(let file) = try ending(of: number) else {
            throw CommandError(call: "make a file ready for the editor", number: 0)
        }
        return file
    }

    private func copy(_ file: EditableFile) -> String { String(decoding: file.hostPath, as: UTF8.self) }

    @Test("a file that is given up unchanged can be edited again, and its copy is deleted")
    func givenUpUnchanged() throws {
        let file = try editable(1)
        // Meanwhile it cannot be edited a second time.
        workers.startRunning(Ticket(2), try prepared(2, .edit(file.item)), [])
        guard case .completed(let refused) = try ending(of: 2) else {
            Issue.record("edited twice")
            return
        }
        #expect(refused.error?.code == .locked)
        workers.giveUp(try #require(file.ticket))
        _ = try editableAgain(3)
        #expect(access(copy(file), F_OK) != 0)
        #expect(!inbox.messages.contains { if case .lasting(.report) = $0 { true } else { false } })
    }

    /// Makes the file ready for the editor again, retrying until its lock is released: nothing reports the release, and
    /// a child process that another test has forked holds the locks of this process until it calls `exec`.
    private func editableAgain(_ first: Int) throws -> EditableFile {
        var number = first
        return try waitFor("the lock of the file") {
            defer { number += 1 }
            workers.startRunning(Ticket(number), try prepared(number, .edit(fixture.item("Documents/a.txt"))), [])
            if case .editing(let file) = try ending(of: number) { return file }
            return nil
        }
    }

    @Test("changes to a file that is given up are kept, and their path is reported")
    func givenUpChanged() throws {
        let file = try editable(1)
        #expect(try runCommand(["sh", "-c", "echo more >> \"$0\"", copy(file)]).status == 0)
        defer { _ = try? runCommand(["rm", "-r", String(copy(file).dropLast("/a.txt".count))]) }
        workers.giveUp(try #require(file.ticket))
        let report = try report()
        #expect(report.title == "edit" && report.lines == ["your text is kept in \(copy(file))"])
        #expect(String(decoding: try readFile(copy(file)), as: UTF8.self) == "a.txtmore\n")
    }

    @Test("a save without an edited file fails")
    func saveOfNothing() throws {
        let ticket = try #require(try editable(1).ticket)
        #expect(workers.editing.end().isEmpty)
        workers.startPlanning(Ticket(2), .save(fixture.item("Documents/a.txt"), ticket), for: Requester())
        #expect(try failure(of: 2).message == "nothing was edited")
    }

    // MARK: - Recovery

    /// Waits until both threads of the walks are idle.
    private func awaitWalks() {
        for gate in (0..<2).map({ _ in workers.walks.hold() }) { gate.open() }
    }

    @Test("an operation left unfinished by a killed program is recovered and reported once")
    func recovery() throws {
        let store = JournalStore(fixture.environment)
        workers.startRunning(Ticket(1), try prepared(1, .makeDirectory(fixture.item("Documents/new"))), [])
        _ = try ending(of: 1)
        workers.recover()
        // While a recovery runs, it may take the new journal below for an abandoned one: that has no records yet.
        awaitWalks()
        // The journal of a program that was killed right after it had begun an operation.
        var record = try #require(try store.read(1)?.transaction?.beginRecord)
        record.id = TransactionID(number: 2, token: 7)
        var log: TransactionLog? = try store.claim()
        try log?.append([.begin(record)])
        #expect(log?.number == 2)
        log = nil
        // A child process that another test has forked may hold the journal's lock for a moment: its owner then seems
        // alive.
        let journal = Journal(environment: fixture.environment)
        try waitUntil("the recovery") {
            workers.recover()
            awaitWalks()
            return try journal.entries().map(\.state) == [.done, .failed]
        }
        let report = try report()
        #expect(report.title == "Recovery" && !report.lines.isEmpty, "\(report)")
        let reports = inbox.messages.count { if case .lasting(.report) = $0 { true } else { false } }
        #expect(reports == 1)
    }

    @Test("a journal that cannot be read is reported with its path and the reason")
    func failedRecovery() throws {
        try fixture.directory.makeDirectory("state/sandglass/journal")
        let record = fixture.directory("state/sandglass/journal/1.transaction")
        #expect(try runCommand(["ln", "-s", "/dev/null", record]).status == 0)
        workers.recover()
        let report = try report()
        #expect(report.title == "Recovery")
        // Records are never read through a symbolic link.
        let text = report.lines.joined(separator: "\n")
        #expect(text.contains(record) && text.lowercased().contains("symbolic link"), "\(text)")
    }
}
