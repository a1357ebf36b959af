import Audit
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Queries
import Synchronization
import TestSupport
import Testing

@testable import Browser
@testable import Session

@Suite("The audit of a session", .onManyThreads)
struct AuditWorkTests {
    /// In parts, so that no scanner takes the test for a leak.
    private static let password = "corr3ct-" + "horse-" + "battery"

    private let fixture: SessionFixture
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        fixture = try SessionFixture()
        workers = try fixture.workers()
        inbox = Inbox(workers.mailbox)
    }

    /// A browser that shows the container, and its request for an audit.
    private func asked() throws -> (BrowserState, any PendingQuery) {
        var state = BrowserState()
        _ = state.open(fixture.container.description, at: ContainerStart(directory: .root))
        let effects = AuditPanel.show(in: &state)
        guard case .ask(let request)? = effects.first, effects.count == 1 else {
            throw CommandError(call: "ask for an audit", number: 0)
        }
        return (state, request)
    }

    /// Delivers answers until the audit has ended.
    private func deliverAll(to state: inout BrowserState) throws {
        var count = 0
        while state.findings.audit.isRunning {
            var replies: [QueryReply] = []
            try inbox.wait(for: "an answer") { messages in
                replies = messages.compactMap { message in
                    if case .event(.answered(let reply), _) = message { reply } else { nil }
                }
                return replies.count > count
            }
            _ = replies[count].deliver(&state)
            count += 1
        }
    }

    @Test("a secret that was planted in a directory is found with its address, and its value is masked")
    func planted() throws {
        let text = "{\"login\":{\"password\":\"\(Self.password)\"}}"
        try fixture.directory.write(text, to: "App/Documents/account.json")
        var (state, request) = try asked()
        workers.ask(request)
        try deliverAll(to: &state)
        let audit = state.findings.audit
        let found = try #require(audit.findings.first { $0.rule.identifier == "secret.password" })
        #expect(
            found.path == "Documents/account.json" && found.address == ["login", "password"].map { Array($0.utf8) })
        #expect(found.severity == .error && found.badges != nil && found.evidence?.revealed == nil)
        #expect(!"\(audit.findings)".contains(Self.password))
        let errors = audit.findings.count { $0.severity == .error }
        #expect(!audit.isRunning && audit.summary?.hasPrefix("\(errors) error") == true, "\(audit.summary ?? "")")
    }

    @Test("a directory without secrets has no errors")
    func clean() throws {
        var (state, request) = try asked()
        workers.ask(request)
        try deliverAll(to: &state)
        #expect(!state.findings.audit.findings.contains { $0.severity == .error })
        #expect(state.findings.audit.sentences?.first?.hasPrefix("0 errors") == true)
    }

    @Test("an audit that was stopped before it began has no answer")
    func stopped() throws {
        let (_, request) = try asked()
        let query = try #require(request.query as? AuditQuery)
        let cancellation = Cancellation()
        cancellation.cancel()
        let context = QueryContext(
            fixture.container, roots: OpenRoots(fixture.container).table, cancellation: cancellation,
            counters: WorkerPool(threads: 1))
        try query.run(in: context) { _ in Issue.record("an answer to a stopped audit") }
    }

    @Test("the containers of the app's groups are audited as well")
    func groups() throws {
        let folder = TemporaryDirectory()
        try DeviceCopy.make(in: folder)
        try folder.write("password = \(Self.password)\n", to: "\(DeviceCopy.sharedGroup)/Library/setup.ini")
        let path = Array(folder(DeviceCopy.notes).utf8)
        guard case .container(let container, _) = try ContainerStore.open(path) else {
            throw CommandError(call: "open the container", number: 0)
        }
        let context = QueryContext(
            container, roots: OpenRoots(container).table, cancellation: Cancellation(),
            counters: WorkerPool(threads: 1))
        let last = Mutex<AuditQuery.Answer?>(nil)
        try AuditQuery(now: 0).run(in: context) { answer in last.withLock { $0 = answer } }
        let answer = try #require(last.withLock { $0 })
        #expect(answer.isComplete && answer.containers.map(\.kind) == [.data, .bundle, .appGroup])
        let found = try #require(answer.result.findings.first { $0.rule.identifier == "secret.password" })
        #expect(found.container == 2 && found.path == "Library/setup.ini")
    }
}
