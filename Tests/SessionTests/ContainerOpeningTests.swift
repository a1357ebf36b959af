import ContainerModel
import ContainerStore
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Browser
@testable import Session

@Suite("Opening another container")
struct ContainerOpeningTests {
    private let directory = TemporaryDirectory()
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        workers = try SessionWorkers(short: WorkerPool(threads: 1))
        inbox = Inbox(workers.mailbox)
    }

    private func open(_ name: String) throws -> SessionWorkers.Message {
        workers.open(try #require(HostPath(Array(directory(name).utf8))))
        return try inbox.first("an answer") { $0 }
    }

    @Test("a path in a container comes as its handle, with where in it to begin")
    func single() throws {
        for name in ["Documents/sub", "Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        guard case .opened(let container, let start) = try open("App/Documents/sub") else {
            Issue.record("not opened: \(inbox.messages)")
            return
        }
        #expect(container.description.hostPath.bytes == Array(directory("App").utf8))
        #expect(start == ContainerStart(directory: "Documents/sub"))
        #expect(try container.tree.status("Documents").kind == .directory)
    }

    @Test("a directory of several containers comes as a choice of them")
    func several() throws {
        let folder = "Containers/Data/Application"
        let numbers = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"]
        for number in numbers {
            for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(folder)/\(number)/\(name)") }
        }
        guard case .event(.containersFound(let candidates), _) = try open(folder) else {
            Issue.record("not found: \(inbox.messages)")
            return
        }
        #expect(candidates.map(\.hostPath.bytes) == numbers.map { Array(directory("\(folder)/\($0)").utf8) })
    }

    @Test("a path that leads to none comes as a sentence that names it")
    func none() throws {
        guard case .event(.failed(let sentence), _) = try open("missing") else {
            Issue.record("no failure: \(inbox.messages)")
            return
        }
        #expect(sentence == "\(directory("missing")) does not exist")
    }
}
