import Comparison
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Previews
import Queries
import Screen
import Search
import System
import TestSupport
import Testing

@testable import Browser
@testable import Session

@Suite("Comparing with another side", .onManyThreads)
struct ComparingTests {
    private let fixture: SessionFixture
    private let workers: SessionWorkers
    private let inbox: Inbox<SessionWorkers.Message>

    init() throws {
        fixture = try SessionFixture()
        let directory = fixture.directory
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory("Before/\(name)") }
        try directory.write("a.txt", to: "Before/Documents/a.txt")
        try directory.write("{\"theme\": \"dark\"}", to: "Before/Documents/settings.json")
        try directory.write("{\"theme\": \"light\"}", to: "App/Documents/settings.json")
        try directory.write("gone", to: "Before/Documents/gone.txt")
        try directory.makeDirectory("Plain")
        workers = try fixture.workers()
        inbox = Inbox(workers.mailbox)
    }

    private func subject(_ path: ContainerPath) -> ComparedSubject {
        ComparedSubject(fixture.item(path), isDirectory: true, on: .container)
    }

    /// Opens a path, and returns the item in it and whether it is in a container.
    private func open(_ path: String) throws -> (item: ItemAddress, isContainer: Bool) {
        workers.openAside(Array(path.utf8), for: .comparing(subject("Documents")))
        return try inbox.first("the other side") { message in
            guard case .aside(let item, let container, _, _, _) = message else { return nil }
            if let container { workers.add(container) }
            return (item, container != nil)
        }
    }

    private func compare(_ path: ContainerPath, with other: ItemAddress, closed: [ContainerPath] = []) {
        workers.read(
            DirectoryRequest(
                ticket: Ticket(1), directory: fixture.item(path), reach: .differing(from: other, closed: closed),
                order: EntryOrder(), filter: ListingFilter(), rows: 10))
    }

    private func snapshot() throws -> DirectorySnapshot {
        try inbox.first("what differs") { message in
            guard case .event(.directory(.read(let snapshot)), _) = message, snapshot.stage == .complete else {
                return nil
            }
            return snapshot
        }
    }

    private func failure() throws -> FileTreeError {
        try inbox.first("a failure") { message in
            if case .event(.directory(.failed(_, _, let error)), _) = message { error } else { nil }
        }
    }

    /// The names, each with what has become of it.
    private func rows(_ snapshot: DirectorySnapshot) -> [String] {
        snapshot.order.map { entry in
            let change = snapshot.changes[Int(entry)]
            return
                "\(String(decoding: snapshot.entries.name(Int(entry)), as: UTF8.self)) \(change.change) \(change.summary)"
        }
    }

    @Test("the items that differ are listed with what has become of them")
    func list() throws {
        let other = try open(fixture.directory("Before"))
        #expect(other.isContainer && other.item.path.isRoot)
        compare(.root, with: other.item)
        let snapshot = try snapshot()
        #expect(
            rows(snapshot) == [
                "Documents/b.txt added ", "Documents/c.txt added ", "Documents/gone.txt removed ",
                "Documents/settings.json changed theme: dark → light",
            ])
        #expect(snapshot.problem == nil)
        #expect(Set(snapshot.facts.keys).count == 3, "what only the other side has has no facts here")
    }

    @Test("what differs is listed while the comparison goes on, and what was moved at its end")
    func growing() throws {
        let other = try open(fixture.directory("Before/Documents"))
        // A file is compared for so long that rows are due before what follows it.
        try fixture.directory.write("moved", to: "Before/Documents/old-place.txt")
        try fixture.directory.write("moved", to: "App/Documents/zzz.txt")
        for side in ["Before", "App"] {
            let values = (0..<100_000).map { "\"\($0)\"" }.joined(separator: ", ")
            try fixture.directory.write("[\(values), \"\(side)\"]", to: "\(side)/Documents/long.json")
        }
        compare("Documents", with: other.item)
        let early = try inbox.first("the first rows") { message -> DirectorySnapshot? in
            guard case .event(.directory(.read(let snapshot)), _) = message, snapshot.stage == .reading else {
                return nil
            }
            return snapshot
        }
        #expect(early.changes.count == early.entries.count && early.entries.count > 0)
        let whole = try snapshot()
        #expect(whole.entries.count > early.entries.count)
        #expect(rows(whole).contains("zzz.txt moved was old-place.txt"))
        #expect(!rows(whole).contains { $0.hasPrefix("old-place.txt") })
    }

    @Test("closed directories are left out")
    func closed() throws {
        let other = try open(fixture.directory("Before"))
        compare(.root, with: other.item, closed: ["Documents"])
        #expect(try rows(snapshot()) == [])
    }

    @Test("a directory of this computer can be the other side")
    func plain() throws {
        try fixture.directory.write("b.txt", to: "Plain/b.txt")
        let other = try open(fixture.directory("Plain"))
        #expect(!other.isContainer && other.item.hostPath == Array(fixture.directory("Plain").utf8))
        compare("Documents", with: other.item)
        #expect(try rows(snapshot()) == ["a.txt added ", "c.txt added ", "settings.json added "])
    }

    @Test("the failure names the other side if the directory is missing there")
    func missing() throws {
        let other = try open(fixture.directory("Before"))
        compare("Documents", with: ItemAddress(other.item.root, "Documents/none"))
        let error = try failure()
        #expect(error.operation == "compare with \(fixture.directory("Before"))/Documents/none")
        #expect(error.reason == "there is no such directory" && error.isCausedByAbsence)
        let ending = try inbox.first("the end of the task") { message -> TaskState? in
            guard case .event(.task(let task), _) = message, task.stage != .running else { return nil }
            return task.stage
        }
        #expect(ending == .done, "what only this side has is no failure")
    }

    @Test("the failure says that the other side has vanished")
    func vanished() throws {
        let other = try open(fixture.directory("Plain"))
        #expect(rmdir(fixture.directory("Plain")) == 0)
        compare("Documents", with: other.item)
        #expect(try failure().reason == "there is no such directory")
    }

    /// Opens a path that cannot be opened, and returns what is said.
    private func sentence(about path: String) throws -> String {
        workers.openAside(Array(path.utf8), for: .comparing(subject("Documents")))
        return try inbox.first("a sentence") { message in
            if case .event(.failed(let sentence), _) = message { sentence } else { nil }
        }
    }

    @Test("a path that leads nowhere is a sentence with the path")
    func nowhere() throws {
        let sentence = try sentence(about: fixture.directory("none"))
        #expect(sentence.contains(fixture.directory("none")), "\(sentence)")
    }

    @Test("an encrypted backup whose passphrase is not known is a sentence that says how to open it")
    func locked() throws {
        let backup = try SampleBackup(encrypted: true, "add(APP, 'Documents/a.txt', b'a')")
        let sentence = try sentence(about: backup.path + "/AppDomain-org.example.app")
        #expect(sentence.hasSuffix("is encrypted; open it first, which asks for its passphrase"), "\(sentence)")
    }

    @Test("two files are compared by meaning, with both sides in a line")
    func files() throws {
        let other = try open(fixture.directory("Before"))
        let query = ViewQuery(
            ViewQuery.Subject(
                fixture.item("Documents/settings.json"),
                comparedWith: ItemAddress(other.item.root, "Documents/settings.json")),
            PageRequest(PreviewViewport(columns: 80)))
        workers.ask(
            QueryRequest(query: query, scope: .container) { answer, state in
                state.say(
                    answer.page.lines.map { $0.line.spans.map(\.text.description).joined() }.joined(separator: "\n"))
                return []
            })
        let reply = try inbox.first("a page") { message in
            if case .event(.answered(let reply), _) = message { reply } else { nil }
        }
        var state = BrowserState()
        _ = reply.deliver(&state)
        let text = try #require(state.panels.message?.text)
        let row = text.split(separator: "\n").first { $0.contains("theme") } ?? ""
        #expect(row.contains("~ ") && row.contains("dark") && row.contains("light"), "\(text)")
    }
}
