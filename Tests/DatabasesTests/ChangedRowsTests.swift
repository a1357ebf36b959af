import Formats
import System
import TestSupport
import Testing

@testable import Databases

@Suite("Which rows changed pages concern")
struct ChangedRowsTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let statement: String
        /// The tables whose rows may have changed; nil if everything has to be compared.
        var tables: Set<String>?
        /// The most rows of the table `t` that may be looked at.
        var maximum: Int64 = 400

        var testDescription: String { statement }
    }

    static let changes = [
        Change(statement: "INSERT INTO t VALUES (100000, 'new')", tables: ["t"]),
        Change(statement: "UPDATE t SET v = 'other' WHERE id = 9000", tables: ["t"]),
        Change(statement: "UPDATE t SET v = 'other' WHERE id IN (3, 17000)", tables: ["t"], maximum: 800),
        Change(statement: "DELETE FROM t WHERE id = 12345", tables: ["t"]),
        Change(statement: "DELETE FROM t WHERE id > 19990", tables: ["t"]),
        Change(statement: "DELETE FROM t", tables: ["t"], maximum: .max),
        Change(statement: "INSERT INTO t VALUES (200000, zeroblob(100000))", tables: ["t"]),
        Change(statement: "UPDATE b SET v = zeroblob(50000) WHERE id = 2", tables: ["b"]),
        Change(statement: "DELETE FROM b WHERE id = 2", tables: ["b"]),
        // Only the last overflow page of the value differs.
        Change(
            statement: "UPDATE b SET v = CAST(substr(v, 1, 51000) || zeroblob(200) AS BLOB) WHERE id = 2", tables: ["b"]
        ),
        Change(statement: "INSERT INTO k VALUES ('key', 1)", tables: ["k"]),
        Change(statement: "INSERT INTO w VALUES ('key', 1)", tables: ["w"]),
        Change(statement: "UPDATE s SET v = 'x' WHERE id = 1", tables: ["s"]),
        Change(statement: "INSERT INTO s (v) VALUES ('x')", tables: ["s", "sqlite_sequence"]),
        Change(statement: "CREATE TABLE added (a)"),
        Change(statement: "CREATE INDEX added ON t (v)"),
    ]

    private static let script = """
        connection.execute('PRAGMA journal_mode = %s')
        connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, v)')
        connection.execute('CREATE TABLE b (id INTEGER PRIMARY KEY, v)')
        connection.execute('CREATE TABLE k (k TEXT PRIMARY KEY, v)')
        connection.execute('CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID')
        connection.execute('CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT, v)')
        connection.execute('BEGIN')
        connection.executemany('INSERT INTO t VALUES (?, ?)', ((i, 'value %%d ' %% i * 5) for i in range(1, 20001)))
        connection.executemany('INSERT INTO b VALUES (?, ?)', ((i, bytes(range(256)) * 200) for i in range(1, 6)))
        connection.executemany('INSERT INTO s (v) VALUES (?)', (('s',) for i in range(10)))
        connection.execute('COMMIT')
        """

    /// The copies of a database before and after a change, and what the change came to.
    private struct Copies {
        let folder: DatabaseFolder
        let changes: DatabaseImage.Changes

        init(_ folder: DatabaseFolder, _ statements: [String]) throws {
            self.folder = folder
            let known = try Self.file(folder.directory("known.db"))
            let source = try folder.source()
            let first = try DatabaseImage({ source }).refresh(known, since: nil, nil)
            try #require(first.pages == nil)
            _ = try runCommand(["cp", folder.directory("known.db"), folder.directory("next.db")])
            try folder.run(
                statements.map { "connection.execute(\"\"\"\($0)\"\"\")" }.joined(separator: "\n") + "\nleave()")
            let now = try folder.source()
            changes = try DatabaseImage({ now }).refresh(
                try Self.file(folder.directory("next.db")), since: known, first.moment)
        }

        private static func file(_ path: String) throws -> Descriptor {
            let opened = System.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard opened >= 0 else { throw CommandError(call: "open", number: errno) }
            return Descriptor(owning: opened)
        }

        /// The row IDs of each table that differ, as SQLite finds them.
        func expected() throws -> [String: [Int64]] {
            let script = """
                import sqlite3, sys
                connection = sqlite3.connect(sys.argv[1]); connection.execute('ATTACH ? AS old', (sys.argv[2],))
                for table in ('t', 'b', 'k', 's', 'sqlite_sequence'):
                    new, old = ('SELECT rowid, * FROM %s.%s' % (side, table) for side in ('main', 'old'))
                    rows = connection.execute('SELECT * FROM (%s EXCEPT %s) UNION SELECT * FROM (%s EXCEPT %s)'
                        % (new, old, old, new)).fetchall()
                    for rowid in sorted({row[0] for row in rows}): print(table, rowid)
                """
            var rows: [String: [Int64]] = [:]
            for line in try Python.lines(script, folder.directory("next.db"), folder.directory("known.db")) {
                let words = line.split(separator: " ")
                rows[String(words[0]), default: []].append(try #require(Int64(words[1])))
            }
            return rows
        }
    }

    @Test("each row that differs is among those found, and few others are", arguments: changes, ["wal", "delete"])
    func rows(change: Change, mode: String) throws {
        let folder = try DatabaseFolder(Self.script.replacing("%s", with: mode).replacing("%%", with: "%"))
        let copies = try Copies(folder, [change.statement])
        let pages = try #require(copies.changes.pages)
        #expect(!pages.isEmpty && copies.changes.outcome == .read)
        let (before, after) = (try folder.open("known.db"), try folder.open("next.db"))
        let found = ChangedRows.find(pages, from: before, to: after)
        #expect(found.map { Set($0.tables.keys.map(\.string)) } == change.tables)
        guard let found else { return }
        let expected = try copies.expected()
        for (table, ids) in expected {
            switch try #require(found.tables[ExactString(table)]) {
            case .all: break
            case .ranges(let ranges):
                for id in ids { #expect(ranges.contains { $0.contains(id) }, "\(table) \(id)") }
            }
        }
        guard case .ranges(let ranges)? = found.tables[ExactString("t")] else { return }
        let covered = ranges.reduce(Int64(0)) { sum, range in
            sum
                + Int64(
                    (1...20_000).clamped(to: Int(clamping: range.lowerBound)...Int(clamping: range.upperBound)).count)
        }
        #expect(covered <= change.maximum, "\(ranges)")
    }

    @Test("the copy has what SQLite reads from the database with its log", arguments: ["wal", "delete"])
    func copies(mode: String) throws {
        let folder = try DatabaseFolder(Self.script.replacing("%s", with: mode).replacing("%%", with: "%"))
        let before = try folder.state()
        let copies = try Copies(folder, ["DELETE FROM t WHERE id % 3 = 0", "UPDATE b SET v = 'x'", "VACUUM"])
        #expect(try folder.expectedRows("next.db") == folder.expectedRows())
        #expect(try folder.expectedRows("known.db") != folder.expectedRows())
        #expect(before.isEmpty == false && copies.changes.pages != nil)
    }

    @Test("a log that goes on tells the pages without the database being read")
    func log() throws {
        let folder = try DatabaseFolder(
            Self.script.replacing("%s", with: "wal").replacing("%%", with: "%") + "\nleave()")
        let copies = try Copies(folder, ["UPDATE t SET v = 'other' WHERE id = 9000"])
        #expect(copies.changes.pages?.count == 1)
        #expect(try copies.expected() == ["t": [9_000]])
    }
}
