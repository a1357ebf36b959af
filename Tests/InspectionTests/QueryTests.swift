import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Reports
import Search
import Synchronization
import TestSupport
import Testing

/// The results of each query on a container on disk.
@Suite("Queries")
struct QueryTests {
    private let directory = TemporaryDirectory()
    private let place: QueryContext

    init() throws {
        for name in ["Documents/a/b", "Documents/c", "Library/Caches", "tmp"] { try directory.makeDirectory(name) }
        try directory.write(Array(repeating: 1, count: 300), to: "Documents/c/note.txt")
        try directory.write(Array(repeating: 1, count: 20), to: "Library/Caches/cached")
        for (name, target) in [
            ("in", "c/note.txt"), ("out", "../../.."), ("device", "/private/var/x"), ("nothing", "d"),
            ("circle", "circle"),
        ] { try directory.link("Documents/" + name, to: target) }
        let container = try ContainerStore.locate(Array(directory.path.utf8)).0
        let roots = RootTable()
        roots.adopt(container.tree, as: container.root)
        place = QueryContext(
            container, roots: roots, cancellation: Cancellation(), counters: WorkerPool(threads: 1))
    }

    /// Returns the answers of a query that is complete when it returns.
    private func answers<Asked: Query>(to query: Asked) throws(QueryFailure) -> [Asked.Answer] {
        let found = Answers<Asked.Answer>()
        try query.run(in: place) { answer in found.all.withLock { $0.append(answer) } }
        return found.all.withLock { $0 }
    }

    private final class Answers<Answer: Sendable>: Sendable {
        let all = Mutex<[Answer]>([])
    }

    private func address(_ path: ContainerPath) -> ItemAddress { ItemAddress(place.container.root, path) }

    private func entries(_ path: ContainerPath) throws -> EntryList {
        let handle = try place.container.tree.directory(at: path)
        return try #require(try handle.entries(path: path, cancellation: place.cancellation))
    }

    @Test(
        "a path leads to a directory, or to an entry of its parent",
        arguments: [
            ("Documents/c", ContainerStart(directory: "Documents/c")),
            ("Documents/c/note.txt", ContainerStart(directory: "Documents/c", entry: Array("note.txt".utf8))),
            ("Documents/in", ContainerStart(directory: "Documents", entry: Array("in".utf8))),
        ] as [(ContainerPath, ContainerStart)])
    func locate(path: ContainerPath, start: ContainerStart) throws {
        #expect(try answers(to: LocateQuery(path)) == [start])
    }

    @Test("a missing path is reported by its name")
    func missing() {
        let failure = #expect(throws: QueryFailure.self) { try answers(to: LocateQuery("Documents/x")) }
        #expect(failure?.message.hasPrefix("Documents/x: ") == true)
    }

    @Test("a link is followed if it stays inside, and otherwise the reason is reported")
    func follow() throws {
        let start = ContainerStart(directory: "Documents/c", entry: Array("note.txt".utf8))
        #expect(try answers(to: FollowQuery("Documents/in")) == [start])
        for (name, word) in [("out", "out of"), ("device", "absolute"), ("nothing", "broken"), ("circle", "cycle")] {
            let failure = #expect(throws: QueryFailure.self) {
                try answers(to: FollowQuery(try #require(ContainerPath(bytes: Array("Documents/\(name)".utf8)))))
            }
            #expect(failure?.message.contains(word) == true, "\(name): \(failure?.message ?? "")")
        }
    }

    @Test("a path of this computer is resolved, following links")
    func hostPath() throws {
        let written = Array((directory.path + "/Documents/../Documents/in").utf8)
        let found = try #require(try answers(to: HostPathQuery(written)).first)
        #expect(found.path.bytes.suffix(20).elementsEqual("Documents/c/note.txt".utf8))
        #expect(found.start.entry == Array("note.txt".utf8))
        #expect(throws: QueryFailure.self) { try answers(to: HostPathQuery(written + [0x78])) }
    }

    private func completion(
        _ place: PathCompletionQuery.Place, _ beginning: String, directories: Bool = false
    ) throws -> PathCompletionQuery.Answer {
        let query = PathCompletionQuery(place, beginning: Array(beginning.utf8), wantsDirectories: directories)
        return try #require(try answers(to: query).first)
    }

    private func names(_ answer: PathCompletionQuery.Answer) -> [String] {
        answer.names.map { String(decoding: $0.bytes, as: UTF8.self) + ($0.isDirectory ? "/" : "") }
    }

    @Test("a path in the container is continued by the names in its directories, in natural order")
    func containerCompletion() throws {
        for name in ["Documents/n10", "Documents/n9", "Documents/.n", "Library/n1"] {
            try directory.write([], to: name)
        }
        #expect(names(try completion(.container(["Documents"]), "n")) == ["n9", "n10", "nothing"])
        #expect(names(try completion(.container(["Documents", "Library"]), "n1")) == ["n1", "n10"])
        #expect(names(try completion(.container(["Documents"]), ".")) == [".n"])
        #expect(names(try completion(.container(["Documents"]), "", directories: true)).contains("a/"))
        #expect(!names(try completion(.container(["Documents"]), "", directories: true)).contains("n9"))
        let none = try completion(.container(["nowhere"]), "a")
        #expect(none.count == 0 && none.problem?.contains("nowhere") == true && none.common == Array("a".utf8))
        #expect(try completion(.container(["Documents", "nowhere"]), "n").problem == nil)
    }

    @Test("a path of this computer is continued, also before a container is open, and through links to directories")
    func hostCompletion() throws {
        try directory.link("Documents/link", to: "c")
        let lead = Array((directory.path + "/Documents/").utf8)
        #expect(names(try completion(.computer(lead), "li")) == ["link/"])
        #expect(try completion(.computer(Array("/none/".utf8)), "a").problem == "/none/: no such directory")
        let found = Answers<PathCompletionQuery.Answer>()
        PathCompletionQuery(.computer(lead), beginning: Array("li".utf8))
            .runWithoutContainer(place.cancellation) { answer in found.all.withLock { $0.append(answer) } }
        let all = found.all.withLock { $0 }
        #expect(all.map { names($0) } == [["link/"]])
    }

    @Test(
        "what all names begin with ends with a whole character",
        arguments: [
            (["aé1", "aé2"], "a", "aé"), (["aé", "aè"], "", "a"), (["日本", "日本語"], "", "日本"), (["日", "本"], "", ""),
            (["abc"], "a", "abc"), ([], "a", "a"),
        ] as [([String], String, String)])
    func commonBeginnings(names: [String], beginning: String, common: String) {
        let answer = PathCompletionQuery.Answer(
            names.map { PathCompletionQuery.Answer.Name(Array($0.utf8), isDirectory: false) },
            beginningWith: Array(beginning.utf8))
        #expect(String(decoding: answer.common, as: UTF8.self) == common)
    }

    @Test("sharing mode starts at the first directory that is not in the container")
    func sharingStart() throws {
        try directory.link("outside", to: "/usr")
        let root = directory.path
        for (directories, start) in [
            (["/usr", root], "usr"), ([root, "/usr"], "usr"), (["\(root)/Documents/c", "\(root)/no", "/usr"], "usr"),
            (["\(root)/outside", "/"], "usr"), ([root], ""),
        ] as [([String], ContainerPath)] {
            let found = try #require(try answers(to: SharingStartQuery(atFirstOf: directories)).first)
            #expect(found.path == start && found.start.directory == start, "\(directories)")
        }
        #expect(SharingStartQuery().directories.map { String(decoding: $0, as: UTF8.self) } == [".", "~", "/"])
    }

    @Test("the tree has the subdirectories of each existing directory")
    func tree() throws {
        let found = try #require(try answers(to: TreeQuery(["Documents", "Documents/a/b", "nowhere"])).first)
        #expect(found.levels["Documents"]?.children.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "c"])
        #expect(found.levels["Documents"]?.children.map(\.hasSubdirectories) == [true, false])
        #expect(found.levels["Documents/a/b"]?.children.isEmpty == true && found.levels["nowhere"] == nil)
        #expect(found.standard.contains { $0.path == "Documents" })
    }

    @Test("entries are described, and those that have vanished are named")
    func describe() throws {
        let list = EntryList([(Array("note.txt".utf8), .file), (Array("gone".utf8), .file)])
        let found = try #require(try answers(to: DescribeQuery([0, 1], of: list, in: address("Documents/c"))).first)
        #expect(found.facts[0]?.status.size == 300 && found.missing == [1] && found.failure == nil)
        let none = try #require(try answers(to: DescribeQuery([0], of: list, in: address("Documents/x"))).first)
        #expect(none.failure?.code == .notFound && none.facts.isEmpty)
    }

    @Test("a directory is sorted by size, which is looked up for that, and measured")
    func arrange() throws {
        try directory.write([1], to: "Documents/c/small")
        let entries = try entries("Documents/c")
        let order = EntryOrder(key: .size)
        let query = ArrangeQuery(
            address("Documents/c"), entries, by: order, filter: ListingFilter(), rules: nil, metadata: nil, totals: nil)
        let found = try #require(try answers(to: query).last).arrangement
        #expect(found.order.map { String(decoding: entries.name(Int($0)), as: UTF8.self) } == ["note.txt", "small"])
        #expect(found.metadata != nil)
        #expect(try answers(to: MeasureQuery(entries, in: address("Documents/c"))).first?.totalSize == 301)
    }

    @Test("a directory that cannot be opened cannot be sorted by size, and the reason is reported")
    func arrangeMissing() throws {
        let query = ArrangeQuery(
            address("Documents/x"), try entries("Documents/c"), by: EntryOrder(key: .size), filter: ListingFilter(),
            rules: nil, metadata: nil, totals: nil)
        let failure = #expect(throws: QueryFailure.self) { try answers(to: query) }
        #expect(failure?.message == "Documents/x: no such file or directory")
    }

    @Test("reports about the container contain its sums and items")
    func reports() throws {
        let backup = try #require(try answers(to: BackupSetQuery()).first)
        #expect(backup.first?.contains("300 bytes") == true, "\(backup)")
        #expect(backup.contains { $0.hasSuffix("Documents/c/note.txt") })
        let purge = try #require(try answers(to: PurgeQuery(on: .lowStorage)).first)
        #expect(purge.lines.contains { $0.hasSuffix("Library/Caches/cached") })
        #expect(purge.items == ["Library/Caches"])
        let advice = try #require(try answers(to: AdviceQuery(about: "Documents/c/note.txt")).first)
        #expect(!advice.lines.isEmpty)
        #expect(try answers(to: BackupSizesQuery(below: .root)).first?.total == 300)
        let totals = try answers(to: BackupTotalsQuery(below: [.root, "Documents/c", "Documents/a", "Library"])).first
        #expect(totals?.bytes == [.root: 300, "Documents/c": 300, "Documents/a": 0, "Library": 0])
        // Empty directories are in the backup; the contents of Library/Caches are not.
        #expect(totals?.included == [.root, "Documents/c", "Documents/a", "Library"])
        let caches = try answers(to: BackupTotalsQuery(below: ["Library/Caches"])).first
        #expect(caches?.bytes == ["Library/Caches": 0] && caches?.included.isEmpty == true)
        #expect(try answers(to: BackupSizesQuery(below: "Library")).first?.entries[Array("Caches".utf8)] == nil)
        #expect(try answers(to: BackupSizesQuery(below: "Documents")).first?.entries[Array("a".utf8)] == 0)
    }

    @Test("advice about the container itself, or about a place that is not there, does not call its place right")
    func adviceWithoutItem() throws {
        let root = try #require(try answers(to: AdviceQuery(about: .root)).first)
        #expect(root.lines.contains { $0.contains("the container itself.") }, "\(root.lines)")
        #expect(!root.lines.contains { $0.contains("in the right place") })
        let absent = try #require(try answers(to: AdviceQuery(about: "Documents/Inbox")).first)
        #expect(absent.lines.first?.hasPrefix("Documents/Inbox: no such item") == true, "\(absent.lines)")
        #expect(absent.lines.last?.hasPrefix("Inbox: ") == true && absent.move == nil)
    }

    @Test("a reason stands once, above the items it is true of")
    func reasons() throws {
        for name in ["x", "y", "z"] { try directory.write([1], to: "Library/Caches/\(name)") }
        let backup = try #require(try answers(to: BackupSetQuery()).first)
        let purge = try #require(try answers(to: PurgeQuery(on: .lowStorage)).first).lines
        for (lines, heading) in [(backup, "Left out: "), (purge, "When disk space is low")] {
            let headings = lines.indices.filter { lines[$0].hasPrefix(heading) }
            #expect(!headings.isEmpty && Set(headings.map { lines[$0] }).count == headings.count, "\(lines)")
            let place = try #require(headings.first { lines[$0].contains("Caches") })
            let items = lines[(place + 1)...].prefix { !$0.isEmpty }
            #expect(["x", "y", "z"].allSatisfy { name in items.contains { $0.hasSuffix("Library/Caches/\(name)") } })
            #expect(lines[place - 1].isEmpty)
        }
    }

    @Test("the advice on an item has the command that follows it, short enough for a panel")
    func command() throws {
        try directory.write([1], to: "Library/Application Support/a.json")
        for (path, command) in [
            ("Documents/c/note.txt", nil),
            ("Library/Application Support/a.json", "sandglass mv 'Library/Application Support/a.json' "),
        ] {
            let item = try #require(ContainerPath(path))
            let lines = try #require(try answers(to: AdviceQuery(about: item)).first).lines
            #expect(lines.contains { $0.hasPrefix("    \(command ?? "sandglass")") } == (command != nil), "\(lines)")
            #expect(!lines.contains { $0.contains(directory.path) })
        }
    }

    @Test("advice that is too long for a panel says how many items there are")
    func longAdvice() throws {
        for number in 0..<300 { try directory.write([1], to: "Documents/many/\(number).part") }
        let advice = try #require(try answers(to: AdviceQuery(about: "Documents/many")).first)
        #expect(advice.lines.last?.contains("there are 300 items; `sandglass advise` prints them all") == true)
    }

    @Test("a walk that finds nothing ends when it is cancelled")
    func cancelledWalk() throws {
        let cancellation = Cancellation()
        var survey = PlacementSurvey(below: .root, of: place.container, cancellation: cancellation)
        cancellation.cancel()
        #expect(survey.next() == nil)
        #expect(survey.totals.items == 0)
        var plan = PurgePlan(of: place.container, on: .appRunning, cancellation: cancellation)
        #expect(plan.next() == nil)
    }

    @Test("a cancelled query gives no answer")
    func cancelled() throws {
        let query = ArrangeQuery(
            address("Documents/c"), try entries("Documents/c"), by: EntryOrder(), filter: ListingFilter(), rules: nil,
            metadata: nil,
            totals: nil)
        place.cancellation.cancel()
        #expect(try answers(to: query).isEmpty)
        #expect(try answers(to: TreeQuery([.root])).isEmpty)
        #expect(try answers(to: BackupSetQuery()).isEmpty)
        #expect(try answers(to: PurgeQuery(on: .idle)).isEmpty)
        #expect(try answers(to: AdviceQuery(about: "Documents")).isEmpty)
        #expect(try answers(to: BackupSizesQuery(below: .root)).isEmpty)
        #expect(try answers(to: BackupTotalsQuery(below: [.root])).isEmpty)
    }
}
