import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import Queries
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Preferences of all suites")
struct PreferenceSuitesTests {
    private let directory = TemporaryDirectory()
    private let tree: RootedDirectory
    private let place: ContainerPath = "Library/Preferences"

    init() throws {
        for name in ["Documents", "Library/Preferences", "Library/Preferences/sub.plist", "tmp"] {
            try directory.makeDirectory(name)
        }
        let lists: [(String, [UInt8])] = [
            (
                "org.example.app",
                PropertyListWriter.binary([
                    "volume": 11, "Theme": "dark", "open": ["a": 1], "when": .date(secondsSince2001: 0),
                ])
            ),
            ("group.example", PropertyListWriter.xml(["theme": "light", "volume": 3.5])),
            ("old", Array("{ zoom = 2; }".utf8)),
            ("damaged", Array("bplist00".utf8)), ("list", PropertyListWriter.xml(["one", "two"])),
        ]
        for (name, bytes) in lists { try directory.write(bytes, to: "Library/Preferences/\(name).plist") }
        try directory.write("x", to: "Library/Preferences/notes.txt")
        try directory.write(PropertyListWriter.binary(["a": 1]), to: "Documents/a.plist")
        tree = try RootedDirectory(hostPath: Array(directory.path.utf8))
    }

    private func preview() throws -> Preview {
        try DocumentItem(place, in: tree).open(at: [], as: .decoded, within: .ample).preview
    }

    @Test("each value is a row, in the order of the keys, and the same keys of several suites are next to each other")
    func rows() throws {
        let preview = try preview()
        #expect(preview.title == "Preferences of 5 suites, 7 values")
        #expect(
            preview.remarks.map { $0.prefix { $0 != ":" } } == ["damaged.plist", "list.plist"], "\(preview.remarks)")
        let table = try #require(preview.document.table)
        var lines: [String] = []
        try table.forEachRow(within: .ample) {
            lines.append(try table.csv($0))
            return true
        }
        #expect(
            lines == [
                "open,\"{\"\"a\"\":1}\",dictionary,org.example.app", "Theme,dark,string,org.example.app",
                "theme,light,string,group.example", "volume,3.5,real,group.example",
                "volume,11,integer,org.example.app",
                "when,2001-01-01T00:00:00Z,date,org.example.app", "zoom,2,string,old",
            ])
        let page = preview.content.page(PageRequest(PreviewViewport(columns: 60)), within: .ample)
        #expect(page.lines.first?.line.text.hasPrefix("open    dictionary, 1 item") == true)
    }

    @Test("a row opens the value, and the name of a suite opens all of it")
    func steps() throws {
        let item = try DocumentItem(place, in: tree)
        func title(_ steps: String...) throws -> String {
            try item.open(at: steps.map { Array($0.utf8) }, as: .decoded, within: .ample).preview.title
        }
        #expect(try title("org.example.app › open") == "dictionary, 1 item")
        #expect(try title("group.example", "volume") == "3.5, real")
        #expect(try title("org.example.app") == "Property list, binary")
        #expect(throws: FileTreeError.self) { try title("org.example.app", "nothing") }
        #expect(throws: FileTreeError.self) { try title("nothing") }
    }

    @Test("no other directory has a preview", arguments: ["Documents", "Library", "Library/Preferences/sub.plist"])
    func elsewhere(_ path: String) throws {
        let path = try #require(ContainerPath(bytes: Array(path.utf8)))
        #expect(throws: FileTreeError.self) { try DocumentItem(path, in: tree) }
    }

    @Test("a pane shows the table, shows it again after a change, and nothing without preferences")
    func pane() throws {
        let container = try ContainerStore.locate(Array(directory.path.utf8)).0
        let roots = RootTable()
        roots.adopt(container.tree, as: container.root)
        let place = QueryContext(
            container, roots: roots, cancellation: Cancellation(), counters: WorkerPool(threads: 1))
        func lines() -> [String] {
            let found = Mutex<[String]>([])
            PreviewQuery(ItemAddress(container.description.root, self.place), fitting: PreviewViewport(columns: 60))
                .run(in: place) { answer in found.withLock { $0 = answer.lines.map(\.text) } }
            return found.withLock { $0 }
        }
        func row(_ index: UInt64) throws -> String? {
            let found = Mutex<String?>(nil)
            let subject = ViewQuery.Subject(ItemAddress(container.description.root, self.place))
            try ViewQuery(subject, PageRequest(PreviewViewport(columns: 60))).run(in: place) { answer in
                found.withLock { $0 = answer.page.lines.first { $0.position == index }?.line.text }
            }
            return found.withLock { $0 }
        }
        #expect(lines().contains { $0.hasPrefix("key     value") } && lines().contains { $0.hasPrefix("zoom") })
        #expect(try row(6)?.hasPrefix("zoom    2") == true)
        try directory.write("{ zoom = 345; }", to: "Library/Preferences/old.plist")
        #expect(try row(6)?.hasPrefix("zoom    345") == true)
        _ = try runCommand(["sh", "-c", "rm \"$1\"/Library/Preferences/*.plist", "sh", directory.path])
        #expect(lines() == [])
    }
}
