import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Reports
import Screen
import Search
import System
import TestSupport
import Testing

@testable import Browser
@testable import Session

@Suite("Memory between sessions", .onManyThreads)
struct MemoryTests {
    let fixture: SessionFixture

    init() throws { fixture = try SessionFixture() }

    private func begin(
        remembers: Bool = true, introduces: Bool? = nil, exitsOnSuspend: Bool = false
    ) throws -> Session {
        let session = try Session(
            state: BrowserState(lifecycle: .init(exitsOnSuspend: exitsOnSuspend)), pool: WorkerPool(threads: 2),
            keptIn: fixture.state, remembers: remembers, introduces: introduces, in: fixture.environment)
        _ = session.state.update(.input(.resize(Size(columns: 120, rows: 30))))
        session.beginBrowsing(with: .container(fixture.container, at: ContainerStart(directory: .root)))
        session.beginPostponed()
        return session
    }

    private func wait(for session: Session, until condition: (BrowserState) -> Bool) throws {
        while !condition(session.state) {
            var descriptor = pollfd(fd: session.workers.mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&descriptor, 1, 60_000) == 1, "\(session.state.render().text)")
            for message in session.workers.mailbox.drain() { session.receiveMessage(message, on: nil) }
        }
    }

    private func press(_ session: Session, _ keys: KeySequence...) {
        for key in keys.flatMap(\.keys) { session.performEffects(session.state.update(.input(.key(key))), on: nil) }
    }

    private func leaveInDocuments(_ session: Session) throws {
        press(session, "g d")
        try wait(for: session) { $0.panes.listing?.path == "Documents" && $0.panes.listing?.stage == .complete }
        press(session, "j", "m a", "R", ".")
        try wait(for: session) { $0.panes.listing?.isArranging == false && $0.panes.listing?.stage == .complete }
        _ = session.finish()
    }

    @Test("the next session begins where the last one ended, with its order and its marks")
    func restores() throws {
        try leaveInDocuments(begin())
        let session = try begin()
        try wait(for: session) { $0.panes.listing?.path == "Documents" && $0.panes.listing?.stage == .complete }
        #expect(session.state.panes.listing?.currentName == Array("b.txt".utf8))
        #expect(session.state.panes.order.isReversed && session.state.panes.filter.showsHidden)
        #expect(session.state.bookmarks.marks == ["a": "Documents"])
        #expect(fixture.exists("Documents/a.txt"))
        _ = session.finish()
    }

    @Test("only the first session of all explains the badges, and none where nothing is remembered")
    func firstRun() throws {
        func introduces(_ session: Session) throws -> Bool {
            try wait(for: session) { $0.panes.listing?.stage == .complete }
            return session.state.render().text.contains("R read  W write  D delete  B backup")
        }
        let forgetful = try begin(remembers: false)
        #expect(try !introduces(forgetful))
        _ = forgetful.finish()
        // The demonstration is not remembered, but may be the first container of all.
        let demonstration = try begin(remembers: false, introduces: true)
        #expect(try introduces(demonstration))
        _ = demonstration.finish()
        let first = try begin()
        #expect(try introduces(first))
        _ = first.finish()
        let second = try begin()
        #expect(try !introduces(second))
        _ = second.finish()
        let later = try begin(remembers: false, introduces: true)
        #expect(try !introduces(later))
        _ = later.finish()
    }

    @Test("sharing mode begins where it was, and the borders between panes are where they were put")
    func sharing() throws {
        let other = fixture.directory("elsewhere")
        try fixture.directory.makeDirectory("elsewhere")
        let first = try begin()
        try wait(for: first) { $0.panes.listing?.stage == .complete }
        press(first, "S")
        try wait(for: first) { $0.panes.computer?.stage == .complete }
        press(first, "Tab", "g /")
        first.performEffects(first.state.update(.input(.paste(Array(other.utf8)))), on: nil)
        press(first, "Enter")
        try wait(for: first) {
            $0.panes.computer?.location.shown == Array(other.utf8) && $0.panes.computer?.stage == .complete
        }
        let border = first.state.layout.separators[0]
        for (action, column) in [(MouseEvent.Action.press, border), (.drag, border - 4), (.release, border - 4)] {
            let event = MouseEvent(action: action, position: Position(column: column, row: 10))
            first.performEffects(first.state.update(.input(.mouse(event))), on: nil)
        }
        _ = first.finish()
        let second = try begin()
        try wait(for: second) { $0.panes.computer?.stage == .complete && $0.panes.listing?.stage == .complete }
        #expect(second.state.panes.isSharing && second.state.panes.computer?.location.shown == Array(other.utf8))
        #expect(second.state.layout.separators[0] == border - 4)
        _ = second.finish()
        // A directory that is gone is replaced by the one where sharing mode usually begins.
        _ = try runCommand(["rm", "-r", other])
        let third = try begin()
        try wait(for: third) { $0.panes.computer?.stage == .complete }
        #expect(third.state.panes.isSharing && third.state.panes.computer?.failure == nil)
        _ = third.finish()
    }

    @Test("nothing of a session is kept if the program is to end when suspended, or if nothing is to be remembered")
    func keepsNothing() throws {
        try leaveInDocuments(begin(exitsOnSuspend: true))
        let store = ContainerMemoryStore(fixture.state)
        let memory = try #require(try store.memory(of: fixture.container))
        #expect(memory.session == nil && memory.marks == ["a": "Documents"])
        _ = try store.forget { _ in true }
        try leaveInDocuments(begin(remembers: false))
        #expect(try store.memory(of: fixture.container) == nil)
    }

    /// Overwrites everything that is remembered about containers.
    private func damageMemory() throws {
        let damage = "for file in \"$0\"/*.plist; do echo damaged > \"$file\"; done"
        let folder = fixture.directory("state/sandglass/containers")
        #expect(try runCommand(["sh", "-c", damage, folder]).status == 0)
    }

    @Test("tags and marks that cannot be read are reported once")
    func unreadable() throws {
        let store = ContainerMemoryStore(fixture.state)
        let workers = try SessionWorkers(
            short: WorkerPool(threads: 1), remembering: store, in: fixture.environment)
        workers.container = fixture.container
        for _ in 0..<2 {
            try store.update(fixture.container) { $0.marks["a"] = "Documents" }
            try damageMemory()
            workers.readMemory()
            workers.finishRemembering()
        }
        let failures = workers.mailbox.drain().compactMap { message -> String? in
            if case .lasting(.failed(let text)) = message { text } else { nil }
        }
        #expect(failures.count == 1 && failures.first?.contains("cannot be read") == true, "\(failures)")
    }

    @Test("a tag that cannot follow its item is reported at the end of the operation, which has succeeded")
    func lostTag() throws {
        try ContainerMemoryStore(fixture.state).update(fixture.container) { $0.tags["Documents/a.txt"] = "red" }
        try damageMemory()
        let pipeline = fixture.pipeline
        let names = [FileOperation.NewName(item: fixture.item("Documents/a.txt"), name: Array("z.txt".utf8))]
        let preparation = try pipeline.planOperation(.rename(names), for: Requester(.owner))
        guard case .completed(let completion) = pipeline.runOperation(preparation) else {
            Issue.record("the operation did not end")
            return
        }
        #expect(completion.state == .done && fixture.exists("Documents/z.txt"))
        let lines = completion.notices.flatMap(\.lines)
        #expect(lines.count == 1 && lines.first?.hasPrefix("tags and marks of moved items may be lost: ") == true)
        // What was told once is set aside, and does not come up again.
        let back = [FileOperation.NewName(item: fixture.item("Documents/z.txt"), name: Array("a.txt".utf8))]
        guard
            case .completed(let second) = pipeline.runOperation(
                try pipeline.planOperation(.rename(back), for: Requester(.owner)))
        else {
            Issue.record("the operation did not end")
            return
        }
        #expect(second.notices.isEmpty)
    }

    @Test("a place that is gone is not gone to")
    func gone() throws {
        try leaveInDocuments(begin())
        _ = try runCommand(["rm", "-r", fixture.directory("App/Documents")])
        let session = try begin()
        try wait(for: session) { $0.panes.listing?.stage == .complete }
        #expect(session.state.panes.listing?.path == .root)
        _ = session.finish()
    }

    @Test("the recent containers come from the other sessions, and can be forgotten")
    func recent() throws {
        try leaveInDocuments(begin())
        let session = try begin()
        press(session, "g r")
        try wait(for: session) { $0.opening.recent != nil }
        #expect(session.state.opening.recent?.map(\.place) == ["Documents"])
        press(session, "x")
        press(session, "Enter")
        // No: it is still there, and so it is read again.
        #expect(session.state.opening.recent?.count == 1)
        press(session, "Esc")
        press(session, "g r")
        try wait(for: session) { $0.opening.recent?.count == 1 }
        press(session, "x")
        press(session, "y")
        press(session, "Enter")
        try wait(for: session) { $0.opening.recent?.isEmpty == true }
        _ = session.finish()
    }
}
