import ContainerModel
import ContainerStore
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Browser
@testable import Session

@Suite("Opening another container", .onManyThreads)
struct ContainerOpeningTests {
    private let directory = TemporaryDirectory()
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        workers = try SessionWorkers(short: WorkerPool(threads: 1))
        inbox = Inbox(workers.mailbox)
    }

    /// Opens a path and waits for the outcome.
    private func open(_ name: String) throws -> SessionWorkers.OpeningReport {
        workers.open(Array(directory(name).utf8))
        let opening = workers.opening
        return try inbox.first("an answer") { message in
            guard case .opening(let report, let cancellation) = message, cancellation === opening else { return nil }
            if case .event(.progress) = report { return nil }
            return report
        }
    }

    @Test("a demonstration whose opening was cancelled before it began is not made")
    func cancelledDemonstration() {
        let made = SharedSet()
        let maker = DemonstrationMaker(
            make: {
                _ = made.insert("made")
                return .failure(DemonstrationMaker.Failure("not here"))
            }, contains: { _ in false })
        let gate = Semaphore()
        // All threads are busy; then one of them continues, and does what was submitted in order.
        for _ in 0..<4 { workers.openers.submit { gate.wait() } }
        workers.open(maker) { _, _ in .fresh }
        workers.cancelOpening()
        gate.signal()
        _ = Deferred(on: workers.openers) { true }.wait()
        #expect(made.insert("made"), "it was made")
        for _ in 0..<3 { gate.signal() }
    }

    @Test("a path in a container opens the container at that directory")
    func single() throws {
        for name in ["Documents/sub", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        guard case .opened(let container, let start, let launch) = try open("App/Documents/sub") else {
            Issue.record("not opened: \(inbox.messages)")
            return
        }
        #expect(container.description.hostPath.bytes == Array(directory("App").utf8))
        #expect(start == ContainerStart(directory: "Documents/sub") && launch.restoration == nil)
        #expect(try container.tree.status("Documents").kind == .directory)
    }

    @Test("a directory of several containers offers them as a choice")
    func several() throws {
        let folder = "Containers/Data/Application"
        let numbers = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"]
        for number in numbers {
            for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(folder)/\(number)/\(name)") }
        }
        guard case .event(.several(let candidates)) = try open(folder) else {
            Issue.record("not found: \(inbox.messages)")
            return
        }
        #expect(candidates.map(\.hostPath.bytes) == numbers.map { Array(directory("\(folder)/\($0)").utf8) })
    }

    @Test("a path that does not exist fails with an error that names it")
    func none() throws {
        guard case .failed(let error) = try open("missing") else {
            Issue.record("no failure: \(inbox.messages)")
            return
        }
        #expect(error.hostPath == Array(directory("missing").utf8) && error.message == "no such file or directory")
    }

    @Test(
        "an opening that is cancelled before it begins says nothing, and the archive can be opened afterwards")
    func cancelled() throws {
        try Python.run(
            """
            import sys, tarfile
            with tarfile.open(sys.argv[1], 'w') as archive:
                for name in ['Documents', 'Library', 'tmp']:
                    info = tarfile.TarInfo(name)
                    info.type = tarfile.DIRTYPE
                    archive.addfile(info)
            """, [directory("App.tar")])
        // No worker is free to open anything until the gates are open.
        let gates = (0..<4).map { _ in workers.openers.hold() }
        workers.open(Array(directory("App.tar").utf8))
        let first = try #require(workers.opening)
        workers.cancelOpening()
        #expect(first.isCancelled && workers.opening == nil)
        for gate in gates { gate.open() }
        guard case .opened(let container, _, _) = try open("App.tar") else {
            Issue.record("not opened: \(inbox.messages)")
            return
        }
        #expect(container.description.medium == "tar archive")
        let isSilent = !inbox.messages.contains { message in
            guard case .opening(_, let opening) = message else { return false }
            return opening === first
        }
        #expect(isSilent, "\(inbox.messages)")
    }
}
