import ContainerModel
import FileSharing
import TestSupport
import Testing
import Transactions

@Suite("Renaming", .onManyThreads)
struct RenamingTests {
    @Test("every name is written on one line and read back unchanged")
    func escapes() throws {
        var generator = SeededGenerator(seed: 5)
        var names: [[UInt8]] = [
            Array("plain.txt".utf8), Array("a b".utf8), Array("new\nline".utf8), Array("tab\t".utf8), [0xff, 0xfe],
            Array("back\\slash".utf8), Array("\\n".utf8), Array("旅行.txt".utf8), Array("\u{1b}[2J".utf8),
            Array("\u{2028}\u{202e}x".utf8), [0x0d], [0xc3], Array("e\u{301}".utf8),
            // One name for each bidirectional control (Unicode Standard Annex #9, section 2).
            Array("\u{61c}x".utf8), Array("\u{200e}x".utf8), Array("\u{200f}x".utf8), Array("\u{2066}x".utf8),
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 1...40, using: &generator)
            names.append(
                (0..<count).map { _ in UInt8.random(in: 1...255, using: &generator) }.filter { $0 != 0x2f } + [0x61])
        }
        names = Array(Set(names))
        let text = BulkRename.text(of: names)
        #expect(text.utf8.count { $0 == 0x0a } == names.count)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.properties.isBidiControl })
        let directories = names.map { _ in [UInt8]() }
        #expect(try BulkRename.names(in: Array(text.utf8), for: names, directories: directories) == names)
    }

    static let mistakes: [(text: String, line: Int)] = [
        ("a\n", 0), ("a\nb\nc\n", 0), ("\nb\n", 1), ("a\na\n", 2), ("a/b\nc\n", 1), ("a\n..\n", 2), (".\nb\n", 1),
        ("a\\q\nb\n", 1), ("a\nb\\x1\n", 2), ("a\\x00\nb\n", 1), ("a\\x2Fb\nc\n", 1),
        (String(repeating: "x", count: 256) + "\nb\n", 1), ("a\r\nb\n", 1), ("a\nb\r\n", 2), ("a\nb\r", 2),
        ("a\tx\nb\n", 1), ("a\nb\u{1b}[2J\n", 2), ("\u{feff}a\nb\n", 1), ("a\r\r\nb\r\n", 1), ("a\nb\u{85}\n", 2),
        ("a\u{202e}txt\nb\n", 1),
    ]

    @Test("an invalid list is refused with the number of its line", arguments: mistakes)
    func refusedList(text: String, line: Int) {
        let error = #expect(throws: BulkRename.Mistake.self) {
            try BulkRename.names(in: Array(text.utf8), for: [[0x61], [0x62]], directories: [[], []])
        }
        #expect(error?.line == line)
    }

    @Test("empty lines at the end, which some editors add, are ignored", arguments: ["a\nb", "a\nb\n", "a\nb\n\n\n"])
    func emptyLines(text: String) throws {
        let names = try BulkRename.names(in: Array(text.utf8), for: [[0x78], [0x79]], directories: [[], []])
        #expect(names == [[0x61], [0x62]])
    }

    @Test(
        "a list with Windows line ends is accepted",
        arguments: ["a\r\nb\r\n", "a\r\nb", "a\r\nb\r\n\r\n"])
    func windowsLines(text: String) throws {
        let names = try BulkRename.names(in: Array(text.utf8), for: [[0x78], [0x79]], directories: [[], []])
        #expect(names == [[0x61], [0x62]])
    }

    @Test("an escaped control character is kept in the name", arguments: ["\n", "\r\n"])
    func meantControls(end: String) throws {
        let text = ["a\\x0D", "b\\t"].map { $0 + end }.joined()
        let names = try BulkRename.names(in: Array(text.utf8), for: [[0x78], [0x79]], directories: [[], []])
        #expect(names == [[0x61, 0x0d], [0x62, 0x09]])
    }

    @Test("the same name is accepted in two directories")
    func directories() throws {
        let names = try BulkRename.names(in: Array("a\na".utf8), for: [[0x61], [0x62]], directories: [[1], [2]])
        #expect(names == [[0x61], [0x61]])
    }

    /// Old and new names: single renames, chains, exchanges and circles.
    static let renames: [[(String, String)]] = [
        [("x", "new")], [("x", "z"), ("z", "x")], [("x", "y2"), ("y", "x"), ("z", "y")],
        [("x", "y"), ("y", "z"), ("z", "x")], [("x", "y"), ("y", "x"), ("z", "w"), ("u", "z")],
    ]

    @Test("names are exchanged and passed on without an intermediate collision", arguments: renames.indices)
    func order(index: Int) throws {
        let fixture = try Fixture()
        let renames = Self.renames[index]
        var state: [String: String] = [:]
        for name in ["x", "y", "z", "u"] {
            state["tmp/\(name)"] = name
            if name != "x" { try fixture.write("tmp/\(name)") }
        }
        var expected = state
        for (old, _) in renames { expected["tmp/\(old)"] = nil }
        for (old, new) in renames { expected["tmp/\(new)"] = old }
        let transfers = renames.map { Transfer(fixture.item("tmp/\($0)"), to: fixture.item("tmp/\($1)")) }
        for change in fixture.rules().rename(transfers).changes {
            let words = change.told(in: fixture).split(separator: " ").map(String.init)
            #expect(words[0] == "move")
            #expect(state[words[3]] == nil, "\(change.told(in: fixture))")
            state[words[3]] = state.removeValue(forKey: words[1])
        }
        #expect(state == expected)
    }
}
