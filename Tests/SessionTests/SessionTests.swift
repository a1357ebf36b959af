import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Queries
import Screen
import System
import TestSupport
import Testing
import Transactions

@testable import Browser
@testable import Session

/// A session without a terminal: keys go to its state directly, and the test decides when messages of workers are
/// received.
@Suite("A session", .onManyThreads)
struct SessionTests {
    private let fixture: SessionFixture
    private let session: Session

    init() throws {
        fixture = try SessionFixture()
        session = try Self.session(fixture)
    }

    private static func session(_ fixture: SessionFixture) throws -> Session {
        let session = try Session(
            state: BrowserState(), pool: WorkerPool(threads: 2), keptIn: fixture.state, in: fixture.environment)
        _ = session.state.update(.input(.resize(Size(columns: 120, rows: 30))))
        return session
    }

    private func begin(_ session: Session? = nil, at start: ContainerStart = ContainerStart(directory: .root)) {
        (session ?? self.session).beginBrowsing(with: .container(fixture.container, at: start))
    }

    /// Receives messages of workers until the condition holds.
    private func wait(
        for what: String,
        in session: Session? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        until condition: (Session) -> Bool
    ) throws {
        let session = session ?? self.session
        while !condition(session) {
            var descriptor = pollfd(fd: session.workers.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            let exists = poll(&descriptor, 1, 60_000) == 1
            try #require(
                exists, "timed out waiting for \(what):\n\(session.state.render().text)", sourceLocation: sourceLocation
            )
            for message in session.workers.mailbox.drain() { session.receiveMessage(message, on: nil) }
        }
    }

    private func press(_ keys: KeySequence...) {
        for key in keys.flatMap(\.keys) { session.performEffects(session.state.update(.input(.key(key))), on: nil) }
    }

    private func type(_ text: String) {
        for scalar in text.unicodeScalars {
            session.performEffects(session.state.update(.input(.key(.character(scalar)))), on: nil)
        }
    }

    private func shows(_ text: String) -> (Session) -> Bool { { $0.state.render().text.contains(text) } }

    @Test("of two themes that were asked for, the later one stays, whichever is read first")
    func themes() throws {
        let gate = Semaphore()
        session.themeReader = { name, _ in
            if name == "slow" { gate.wait() }
            return .theme(.read(Theme(name: name, styles: [:])))
        }
        session.performEffects([.adjust(.theme("slow")), .adjust(.theme("fast"))], on: nil)
        try wait(for: "the fast one") { $0.state.screen.theme.name == "fast" }
        gate.signal()
        var descriptor = pollfd(fd: session.workers.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&descriptor, 1, 60_000) == 1)
        for message in session.workers.mailbox.drain() { session.receiveMessage(message, on: nil) }
        #expect(session.state.screen.theme.name == "fast")
    }

    // MARK: - From the launch to the first listing

    @Test("a session begins in the directory that the command line names")
    func beginning() throws {
        begin(at: ContainerStart(directory: "Documents", entry: Array("b.txt".utf8)))
        #expect(!session.state.hasFirstPicture)
        try wait(for: "the listing") { $0.state.hasFirstPicture && $0.state.panes.listing?.stage == .complete }
        #expect(session.state.panes.listing?.path == "Documents")
        #expect(session.state.panes.listing?.currentName.map { String(decoding: $0, as: UTF8.self) } == "b.txt")
    }

    @Test("a session begins before the path on the command line has been read, and continues when it has")
    func opening() throws {
        let gates = (0..<4).map { _ in session.workers.openers.hold() }
        session.beginOpening(Array(fixture.directory("App/Documents").utf8), as: nil)
        #expect(shows("Opening")(session) && shows("Documents")(session) && !session.state.hasFirstPicture)
        for gate in gates { gate.open() }
        try wait(for: "the listing") { $0.state.hasFirstPicture }
        #expect(session.state.panes.listing?.path == "Documents" && session.launchFailure == nil)
    }

    @Test("^C while the path is read ends the session, and a container opened later is not shown")
    func openingCancelled() throws {
        let gates = (0..<4).map { _ in session.workers.openers.hold() }
        session.beginOpening(Array(fixture.directory("App").utf8), as: nil)
        let opening = try #require(session.workers.opening)
        press("^c")
        guard case .cancelled? = session.launchFailure else {
            Issue.record("it goes on")
            return
        }
        #expect(opening.isCancelled)
        for gate in gates { gate.open() }
        session.receiveMessage(
            .opening(.opened(fixture.container, at: ContainerStart(directory: .root), .fresh), by: opening), on: nil)
        #expect(session.workers.container == nil && session.state.container == nil)
    }

    @Test("a path without a container ends the session with the reason")
    func openingFailed() throws {
        session.beginOpening(Array(fixture.directory("none.zip").utf8), as: nil)
        try wait(for: "the end") { $0.launchFailure != nil }
        guard case .failed(let error)? = session.launchFailure else {
            Issue.record("no reason")
            return
        }
        #expect(error.message == "no such file or directory")
    }

    @Test("^C while another container is read keeps the open one")
    func otherCancelled() throws {
        begin()
        try wait(for: "the listing") { $0.state.hasFirstPicture }
        let gates = (0..<4).map { _ in session.workers.openers.hold() }
        session.state.showOpening(try #require(HostPath(Array(fixture.directory("App/Documents").utf8))))
        session.performEffects(
            [.opening(.container(try #require(HostPath(Array(fixture.directory("App/Documents").utf8)))))], on: nil)
        let opening = try #require(session.workers.opening)
        press("^c")
        #expect(opening.isCancelled && session.workers.opening == nil && session.launchFailure == nil)
        for gate in gates { gate.open() }
        session.receiveMessage(
            .opening(.opened(fixture.container, at: ContainerStart(directory: "tmp"), .fresh), by: opening), on: nil)
        #expect(session.state.panes.listing?.path == .root)
        #expect(shows("cancelled; nothing was opened")(session))
    }

    @Test("a session offers a choice of several containers")
    func several() throws {
        let candidates = try ["one", "two"].map { name in
            try fixture.directory.makeDirectory("Several/\(name)/Documents")
            return ContainerCandidate(
                hostPath: try #require(HostPath(Array(fixture.directory("Several/\(name)").utf8))), title: name,
                details: ["data container"])
        }
        session.beginBrowsing(with: .several(candidates))
        #expect(session.workers.container == nil)
        #expect(shows("one")(session) && shows("two")(session))
    }

    @Test("a session does not watch directories before the first frame, which that would delay")
    func postponed() throws {
        begin()
        try wait(for: "the listing and the places") { !$0.state.panes.watched.isEmpty }
        // Once all threads are held, the work submitted before is done.
        let gates = (0..<2).map { _ in session.workers.walks.hold() }
        for gate in gates { gate.open() }
        let isWatching = session.workers.mailbox.drain().contains { message in
            if case .event(.directory(.changed), _) = message { true } else { false }
        }
        #expect(!isWatching)
    }

    @Test("the themes are listed, and other work for which the first frame does not wait is done, once that is drawn")
    func later() throws {
        let isDone = Semaphore()
        session.themeNames = { ["dark", "own"] }
        session.deferredJobs.append { isDone.signal() }
        begin()
        try wait(for: "the listing and the places") { !$0.state.panes.watched.isEmpty }
        #expect(session.state.options.themeNames == [])
        session.beginPostponed()
        try wait(for: "the themes") { $0.state.options.themeNames == ["dark", "own"] }
        isDone.wait()
    }

    @Test("the sizes of directories that are neither open nor unfolded follow what another process changes")
    func sizesFollow() throws {
        let inbox: ContainerPath = "Documents/Inbox"
        try fixture.directory.makeDirectory("App/\(inbox)")
        try fixture.directory.makeDirectory("App/Documents/Charts")
        begin()
        try wait(for: "the watches") { !$0.state.panes.watched.isEmpty }
        session.beginPostponed()
        for (directory, size) in [(inbox, 1_500), ("Documents/Charts", 2_500), (inbox, 0)] as [(ContainerPath, Int)] {
            try wait(for: "the first size") { $0.state.panes.totals(on: .container)[directory]?.isComplete == true }
            let file = fixture.directory("App/\(directory)/file")
            let command = size > 0 ? ["truncate", "-s", "\(size)", file] : ["rm", file]
            #expect(try runCommand(command).status == 0)
            try wait(for: "\(size) bytes in \(directory)") {
                $0.state.panes.totals(on: .container)[directory]?.bytes == UInt64(size)
            }
        }
    }

    // MARK: - Late answers

    @Test("a session ignores answers about a container that is no longer open")
    func lateAnswers() throws {
        begin(at: ContainerStart(directory: "Documents"))
        let inbox = Inbox(session.workers.mailbox)
        let late = try inbox.first("the listing") { message in
            if case .event(.directory(.read(let snapshot)), _) = message, snapshot.path == "Documents" {
                message
            } else {
                nil
            }
        }
        let other = try SessionFixture()
        session.receiveOpening(.opened(other.container, at: ContainerStart(directory: "Documents"), .fresh), on: nil)
        #expect(session.state.container?.hostPath == other.container.description.hostPath)
        session.receiveMessage(late, on: nil)
        #expect(session.state.panes.listing?.order.isEmpty == true, "it would show what is in the other Documents")
        try wait(for: "its own listing") { $0.state.panes.listing?.stage == .complete }
        #expect(session.state.panes.listing?.order.count == 3)
        // Events without a ticket state their container by its epoch.
        let epoch = session.workers.epoch
        session.receiveMessage(.event(.failed("too late"), epoch: epoch - 1), on: nil)
        #expect(!shows("too late")(session))
        session.receiveMessage(.event(.failed("in time"), epoch: epoch), on: nil)
        #expect(shows("in time")(session))
    }

    @Test("a session reports the end of an operation whichever container is open by then")
    func lastingAnswers() throws {
        begin(at: ContainerStart(directory: "Documents"))
        try wait(for: "the listing") { $0.state.panes.listing?.stage == .complete }
        var lock: ContainerLock? = try fixture.lock()
        press("a")
        type("new/")
        press("Enter")
        try wait(for: "its beginning") { $0.state.tasks.busyCount > 0 }
        let other = try SessionFixture()
        session.receiveOpening(.opened(other.container, at: ContainerStart(directory: .root), .fresh), on: nil)
        #expect(session.state.tasks.busyCount > 0 && lock != nil)
        lock = nil
        try wait(for: "its end") { $0.state.tasks.busyCount == 0 }
        #expect(fixture.exists("Documents/new") && !other.exists("Documents/new"))
    }

    // MARK: - Operations

    @Test("a session executes the operation that keys request, shows its result, and undoes it")
    func operation() throws {
        begin(at: ContainerStart(directory: "Documents"))
        try wait(for: "the listing") { $0.state.panes.listing?.stage == .complete }
        press("a")
        type("new/")
        press("Enter")
        try wait(for: "the directory", until: shows("new/"))
        #expect(fixture.exists("Documents/new"))
        press("u")
        try wait(for: "the undo") { _ in !fixture.exists("Documents/new") }
    }

    @Test(
        "a session discards the preparation of an operation that is refused or fails", arguments: [true, false])
    func discarded(isRefused: Bool) throws {
        begin()
        try wait(for: "the listing") { $0.state.panes.listing?.stage == .complete }
        // Apps cannot create anything in the container itself, and in an empty journal there is nothing to undo.
        press(isRefused ? "a" : "u")
        if isRefused {
            type("new/")
            press("Enter")
        }
        try wait(for: "the operation") { !$0.state.tasks.operations.isEmpty }
        let ticket = try #require(session.state.tasks.operations.first).ticket
        let queue = session.workers.operations
        let cancellation = queue.cancellation(of: ticket)
        try wait(for: "its end") { $0.state.tasks[ticket]?.isOver != false }
        #expect(cancellation.isCancelled && queue.cancellation(of: ticket) !== cancellation)
    }

    // MARK: - The end

    @Test("finishing a session cancels the running operation and waits for its end")
    func endWhileBusy() throws {
        begin(at: ContainerStart(directory: "Documents"))
        try wait(for: "the listing") { $0.state.panes.listing?.stage == .complete }
        let lock = try fixture.lock()
        press("a")
        type("new/")
        press("Enter")
        try wait(for: "its beginning") { $0.state.tasks.busyCount > 0 }
        #expect(withExtendedLifetime(lock) { session.finish() }.isEmpty)
        #expect(!fixture.exists("Documents/new"))
    }

    @Test("quitting while an operation is running asks first, and Esc continues the session")
    func quitWhileBusy() throws {
        begin(at: ContainerStart(directory: "Documents"))
        try wait(for: "the listing") { $0.state.panes.listing?.stage == .complete }
        var lock: ContainerLock? = try fixture.lock()
        press("a")
        type("new/")
        press("Enter")
        try wait(for: "its beginning") { $0.state.tasks.busyCount > 0 }
        press("q")
        #expect(session.state.panels.current != nil && lock != nil)
        press("Esc")
        #expect(session.state.panels.current == nil && session.state.tasks.busyCount > 0)
        lock = nil
        try wait(for: "its end") { $0.state.tasks.busyCount == 0 }
        #expect(fixture.exists("Documents/new"))
    }

    @Test("finishing a session reports once where unsaved edits are kept")
    func unsaved() throws {
        begin()
        let (workers, item) = (session.workers, fixture.item("Documents/a.txt"))
        let pipeline = OperationPipeline(
            OpenRoots(fixture.container), editing: workers.editing, in: fixture.environment)
        guard case .editing(let file) = pipeline.runOperation(try pipeline.planOperation(.edit(item))),
            let ticket = file.ticket
        else {
            Issue.record("not made ready")
            return
        }
        let copy = String(decoding: file.hostPath, as: UTF8.self)
        defer { _ = try? runCommand(["rm", "-r", String(copy.dropLast("/a.txt".count))]) }
        workers.editing[ticket]?.keepCopy()
        #expect(session.finish() == ["a.txt was not saved: your text is kept in \(copy)"])
        #expect(try String(decoding: readFile(copy), as: UTF8.self) == "a.txt")
        #expect(session.finish().isEmpty, "it is told once")
    }

    // MARK: - Suspension and the next launch

    private var snapshot: Snapshot {
        Snapshot(frame: Frame(size: Size(columns: 20, rows: 3)), takenAt: Int64(time(nil)), isCovered: true)
    }

    /// Returns the files that are kept for the next launch.
    private func kept() throws -> [String] {
        try files("*/suspended/*")
    }

    private func snapshots() throws -> [String] { try files("*/snapshots/*") }

    /// Returns the files in the state directory whose paths match a pattern.
    private func files(_ pattern: String) throws -> [String] {
        try runCommand(["find", fixture.directory("state"), "-type", "f", "-path", pattern]).lines.map(String.init)
    }

    /// Suspends the session in a directory, and changes the record as if the process had ended since.
    private func suspend(in directory: ContainerPath) throws {
        begin(at: ContainerStart(directory: directory))
        try wait(for: "the listing") { $0.state.panes.listing?.stage == .complete }
        session.keepSnapshot(snapshot)
        let file = try #require(try kept().first)
        var record = try #require(SuspensionRecord(try readFile(file)))
        record.process.startTime -= 1
        try fixture.directory.write(record.bytes, to: String(file.dropFirst(fixture.directory.path.count + 1)))
    }

    @Test("a launch after an end while suspended returns to the last directory, unless a path is named")
    func restoration() throws {
        try suspend(in: "Documents")
        let named = try Self.session(fixture)
        begin(named, at: ContainerStart(directory: "Library"))
        #expect(named.state.panes.listing?.path == "Library")
        // A suspension serves one launch only.
        let second = try Self.session(fixture)
        begin(second)
        #expect(second.state.panes.listing?.path == .root)
        try suspend(in: "Documents")
        let third = try Self.session(fixture)
        begin(third)
        #expect(third.state.panes.listing?.path == "Documents")
    }

    @Test("a launch does not return to a directory that was deleted")
    func restorationOfNothing() throws {
        try suspend(in: "Documents")
        #expect(try runCommand(["rm", "-r", fixture.directory("App/Documents")]).status == 0)
        let next = try Self.session(fixture)
        begin(next)
        #expect(next.state.panes.listing?.path == .root)
    }

    @Test("the record of a suspension is removed when the session resumes or opens another container")
    func retired() throws {
        begin()
        session.keepSnapshot(snapshot)
        #expect(try kept().count == 1)
        session.retireSnapshot()
        try waitUntilNothingIsKept()
        session.keepSnapshot(snapshot)
        #expect(try kept().count == 1)
        session.receiveOpening(
            .opened(try SessionFixture().container, at: ContainerStart(directory: .root), .fresh), on: nil)
        try waitUntilNothingIsKept()
    }

    @Test("a session that ends after it was resumed leaves neither the record nor the snapshots")
    func endedAfterResuming() throws {
        begin()
        session.keepSnapshot(snapshot)
        session.retireSnapshot()
        try waitUntilNothingIsKept()
        // As on iOS, the snapshots stay while the app runs.
        #expect(try !snapshots().isEmpty)
        #expect(session.finish().isEmpty)
        #expect(try kept().isEmpty && snapshots().isEmpty)
    }

    /// Polls until nothing is kept: the removal runs in the background and is not reported.
    private func waitUntilNothingIsKept() throws {
        try waitUntil("what was kept to go") { try kept().isEmpty }
    }

    @Test("a session that ends while suspended keeps the state for the next launch")
    func endedWhileSuspended() throws {
        begin()
        session.keepSnapshot(snapshot)
        #expect(session.finish().isEmpty)
        #expect(try kept().count == 1)
    }

    @Test("a message of a worker comes with the time: what has just been changed is marked so")
    func clock() throws {
        begin(at: ContainerStart(directory: "Documents"))
        try wait(for: "the mark") { $0.state.render().text.contains("✎") }
    }
}
