import ContainerModel
import FileTree
import Jobs
import TestSupport
import Testing

@testable import Comparison

@Suite("Sides that are damaged, change or vanish")
struct BadSideTests {
    /// Scripts for files that a reader recognizes and cannot read, the reader, and how they are compared.
    static let damages = [
        ("for side in 'ab': write(side + '/p.plist', b'bplist00' + bytes(ord(side)))", "property list", "bytes"),
        ("for side in 'ab': write(side + '/j.json', '{' + side)", "JSON", "text"),
        (
            """
            for side in 'ab':
                write(side + '/s.db', b'SQLite format 3\\0' + struct.pack('>H', 4096) + side.encode() * 5000)
            """, "database", "bytes"
        ),
    ]

    @Test("a damaged file is compared as bytes or text, and a note says why", arguments: damages)
    func damaged(script: String, kind: String, form: String) throws {
        var found: [Difference] = []
        let summary = try Sides(script).compare {
            found.append($0)
            return true
        }
        let difference = try #require(found.first)
        #expect(found.count == 1 && (difference.bytes != nil) == (form == "bytes"), "\(found)")
        let note = difference.note ?? ""
        #expect(note.contains(kind) && note.hasSuffix("; compared as \(form)"), "\(note)")
        #expect(summary.problems.isEmpty)
    }

    @Test("differences are passed on before the end if there are many, and a file that changes meanwhile is told")
    func changing() throws {
        let sides = try Sides(
            """
            databases(['CREATE TABLE t (id INTEGER PRIMARY KEY, v)'], [],
                ['WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120000) INSERT INTO t SELECT i, i FROM n'])
            """)
        let path = sides.directory("b/s.db")
        var count = 0
        let summary = try sides.compare { _ in
            if count == 0 { _ = try? runCommand(["touch", "-d", "2030-01-01", path]) }
            count += 1
            return true
        }
        // Rows that are read after the change may be of another moment, and are left out.
        #expect(
            (1...120_000).contains(count) && summary.differences == count && summary.hasSkippedMoves,
            "\(count) \(summary)")
        #expect(summary.problems.first.map(\.path) == ["s.db"])
        #expect(summary.problems.first.map(\.reason) == ["changed while it was compared"])
    }

    @Test("a side that is not there is an error, and one that vanishes is told")
    func vanished() throws {
        let sides = try Sides("both('x', 'n')")
        let tree = try HostTree.open(Array(sides.directory("a").utf8))
        let side = ComparedSide.item("x", of: tree, in: nil)
        let missing = ComparedSide.item("none", of: tree, in: nil)
        #expect(throws: FileTreeError.self) { try SideComparison.compareSides(side, missing) { _ in true } }
        let whole = ComparedSide.item(.root, of: tree, in: nil)
        let other = ComparedSide.item(.root, of: try HostTree.open(Array(sides.directory("b").utf8)), in: nil)
        _ = try runCommand(["rm", "-r", sides.directory("b")])
        var found: [String] = []
        let summary = try SideComparison.compareSides(whole, other) {
            found.append($0.line)
            return true
        }
        #expect(found == ["removed item x"] || !summary.problems.isEmpty, "\(found)")
    }

    @Test("names with control bytes and names that are not UTF-8 are told as they are")
    func names() throws {
        let sides = try Sides("write(b'b/x\\x1b[2J\\n\\xff', 'n')")
        var found: [Difference] = []
        _ = try sides.compare {
            found.append($0)
            return true
        }
        #expect(found.map(\.path.bytes) == [Array("x\u{1b}[2J\n".utf8) + [0xff]])
    }

    @Test("a comparison can be ended by the receiver, and by a cancellation")
    func ended() throws {
        let sides = try Sides("for n in range(3000): write('b/%d' % n, 'n')")
        var count = 0
        _ = try sides.compare { _ in
            count += 1
            return count < 5
        }
        #expect(count == 5)
        let cancellation = Cancellation()
        cancellation.cancel()
        let tree = try HostTree.open(Array(sides.directory("b").utf8))
        let summary = try SideComparison.compareSides(
            .item(.root, of: tree, in: nil), .item(.root, of: tree, in: nil), cancellation: cancellation
        ) { _ in true }
        #expect(summary.differences == 0)
    }
}
