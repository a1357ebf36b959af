import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Queries
import Synchronization
import TestSupport
import Testing

@testable import Previews

@Suite("Saving the viewer's contents")
struct SaveQueryTests {
    private let directory = TemporaryDirectory()

    init() throws {
        try directory.makeDirectory("App/Documents")
        try directory.makeDirectory("App/Library")
        try directory.write("{\"a\": \"text\", \"b\": [1, 2]}", to: "App/Documents/a.json")
        try Python.run(
            """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)')
            connection.execute("INSERT INTO t VALUES (1, x'00ff10')")
            connection.commit()
            """, [directory("App/Documents/a.db")])
    }

    private func save(
        _ path: String, steps: [String] = [], to destination: String, replacing: Bool = false
    ) throws -> SaveQuery.Answer? {
        let container = try ContainerStore.locate(Array(directory("App").utf8)).0
        let roots = RootTable()
        roots.adopt(container.tree, as: container.root)
        let place = QueryContext(
            container, roots: roots, cancellation: Cancellation(), counters: WorkerPool(threads: 1))
        let item = ItemAddress(container.description.root, try #require(ContainerPath(bytes: Array(path.utf8))))
        let found = Mutex<SaveQuery.Answer?>(nil)
        let subject = ViewQuery.Subject(item, steps: steps.map { Array($0.utf8) })
        try SaveQuery(subject, to: Array(directory(destination).utf8), replaces: replacing).run(in: place) { answer in
            found.withLock { $0 = answer }
        }
        return found.withLock { $0 }
    }

    @Test(
        "a file and a value are saved as their bytes, rows as CSV, other values as JSON",
        arguments: [
            ("Documents/a.json", [], "{\"a\": \"text\", \"b\": [1, 2]}"), ("Documents/a.json", ["a"], "text"),
            ("Documents/a.json", ["b"], "[\n  1,\n  2\n]\n"),
            ("Documents/a.db", ["t"], "id,data\r\n1,AP8Q\r\n"), ("Documents/a.db", ["t", "1", "data"], "\0\u{10}"),
        ] as [(String, [String], String)])
    func contents(path: String, steps: [String], expected: String) throws {
        let answer = try save(path, steps: steps, to: "saved")
        guard case .saved(let size, _)? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        let bytes = try readFile(directory("saved"))
        #expect(bytes.count == size)
        #expect(bytes.filter { $0 != 0xff } == Array(expected.utf8))
    }

    @Test("a file is replaced only when that was asked for")
    func replacing() throws {
        try directory.write("mine", to: "saved")
        #expect(try save("Documents/a.json", to: "saved") == .exists)
        #expect(try readFile(directory("saved")) == Array("mine".utf8))
        #expect(try save("Documents/a.json", to: "saved", replacing: true) != .exists)
        #expect(try readFile(directory("saved")).first == 0x7b)
    }

    @Test("nothing is saved into a container, a missing directory or over a directory")
    func refused() throws {
        for destination in ["App/Documents/b.json", "none/b.json", "App", "x/"] {
            for replacing in [false, true] {
                let answer = try save("Documents/a.json", to: destination, replacing: replacing)
                guard case .failed? = answer else {
                    // Without permission to replace, a directory is only known to exist.
                    #expect(answer == .exists && !replacing && destination == "App", "\(destination)")
                    continue
                }
            }
        }
        #expect(try runCommand(["ls", directory("App/Documents")]).lines == ["a.db", "a.json"])
    }
}
