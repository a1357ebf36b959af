import Databases
import Formats
import System
import TestSupport
import Testing

@Suite("Changing cells of copies of databases", .onManyThreads)
struct DatabaseEditorTests {
    private static let script = Script.text("cell_edits")

    private static func bytes(_ digits: Substring) -> [UInt8] {
        let digits = digits == "-" ? [] : digits.utf8.compactMap(\.hexadecimalDigit)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func edit(_ line: Substring) throws -> CellEdit {
        let fields = line.split(separator: " ")
        let contents = bytes(fields[4])
        let text = String(decoding: contents, as: UTF8.self)
        let value: CellEdit.Value =
            switch fields[3] {
            case "i": .integer(try #require(Int64(text)))
            case "r": .real(try #require(Double(text)))
            case "t": .text(text)
            case "b": .blob(contents)
            default: .null
            }
        return CellEdit(
            table: String(decoding: bytes(fields[0]), as: UTF8.self), row: try #require(Int64(fields[1])),
            column: String(decoding: bytes(fields[2]), as: UTF8.self), value: value)
    }

    @Test(
        "random cells change alone, as SQLite reads the copies, with and without a log", arguments: ["wal", "delete"])
    func random(_ journal: String) throws {
        let rounds = runsLongTests ? 50 : 1
        for round in 0..<rounds {
            let folder = TemporaryDirectory()
            let seed = RandomSeed.value % 1_000_000 + UInt64(round)
            let count = runsLongTests ? 100 : 40
            let words = [folder.path, journal, "\(seed)", "\(count)"]
            let made = try Python.run(Self.script, ["make"] + words)
            let lines = String(decoding: made, as: UTF8.self).split(separator: "\n")
            #expect(lines.count == count)
            let hasLog = (try? readFile(folder("base.db-wal")))?.isEmpty == false
            #expect(hasLog == (journal == "wal"))
            for (index, line) in lines.enumerated() {
                try folder.write(try readFile(folder("base.db")), to: "\(index).db")
                if hasLog { try folder.write(try readFile(folder("base.db-wal")), to: "\(index).db-wal") }
                let editor = try DatabaseEditor(copyAt: Array(folder("\(index).db").utf8), runsTriggers: false)
                try editor.apply([try Self.edit(line)], movesLog: !hasLog)
                if hasLog { #expect(try readFile(folder("\(index).db")) == readFile(folder("base.db"))) }
            }
            let verdicts = try Python.run(Self.script, ["check"] + words)
            for (index, verdict) in String(decoding: verdicts, as: UTF8.self).split(separator: "\n").enumerated()
            where verdict != "same" {
                Issue.record("SANDGLASS_TEST_SEED=\(seed), \(journal), case \(index): \(verdict); \(lines[index])")
            }
        }
    }

    /// Statements that make a database, a change of a cell, and what is said.
    private static let refused: [(statements: String, edit: CellEdit, said: String)] = [
        (
            "CREATE TABLE t(a NOT NULL); INSERT INTO t VALUES(1)",
            CellEdit(table: "t", row: 1, column: "a", value: .null), "NOT NULL constraint failed"
        ),
        (
            "CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1), (2)",
            CellEdit(table: "t", row: 1, column: "a", value: .integer(2)), "UNIQUE constraint failed"
        ),
        (
            "CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES(1); CREATE TABLE t(a REFERENCES p); "
                + "INSERT INTO t VALUES(1)",
            CellEdit(table: "t", row: 1, column: "a", value: .integer(7)), "that does not exist"
        ),
        (
            "CREATE TABLE t(a CHECK(a > 0)); INSERT INTO t VALUES(1)",
            CellEdit(table: "t", row: 1, column: "a", value: .integer(-1)), "CHECK constraint failed"
        ),
        (
            "CREATE TABLE t(a); INSERT INTO t VALUES(1)", CellEdit(table: "t", row: 2, column: "a", value: .null),
            "no such row"
        ),
        (
            "CREATE TABLE t(a); INSERT INTO t VALUES(1)",
            CellEdit(table: "sqlite_schema", row: 1, column: "sql", value: .text("x")), "may not be modified"
        ),
    ]

    @Test("what a database does not permit is refused", arguments: refused.indices)
    func refuse(_ index: Int) throws {
        let row = Self.refused[index]
        let folder = TemporaryDirectory()
        try Python.run(
            "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
            [folder("a.db"), row.statements])
        let editor = try DatabaseEditor(copyAt: Array(folder("a.db").utf8), runsTriggers: false)
        do throws(DatabaseError) {
            try editor.apply([row.edit], movesLog: true)
            Issue.record("it was changed")
        } catch {
            #expect(error.message.contains(row.said), "\(error.message)")
        }
    }

    @Test("triggers run only if they are let")
    func triggers() throws {
        for runs in [false, true] {
            let folder = TemporaryDirectory()
            try Python.run(
                """
                import sqlite3, sys
                sqlite3.connect(sys.argv[1]).executescript('''CREATE TABLE t(a, n); INSERT INTO t VALUES(1, 0);
                    CREATE TRIGGER u AFTER UPDATE OF a ON t BEGIN UPDATE t SET n = n + 1; END''')
                """, [folder("a.db")])
            do {
                let editor = try DatabaseEditor(copyAt: Array(folder("a.db").utf8), runsTriggers: runs)
                try editor.apply([CellEdit(table: "t", row: 1, column: "a", value: .integer(5))], movesLog: true)
            }
            let found = try Python.run(
                "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT * FROM t').fetchall())",
                [folder("a.db")])
            #expect(String(decoding: found, as: UTF8.self) == "[(5, \(runs ? 1 : 0))]\n")
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? { UInt8(String(UnicodeScalar(self)), radix: 16) }
}
