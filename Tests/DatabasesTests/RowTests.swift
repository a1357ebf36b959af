import Databases
import Jobs
import TestSupport
import Testing

/// Rows, their order and their cells.
struct RowTests {
    private static let odd = """
        run('CREATE TABLE types(a INTEGER PRIMARY KEY, b TEXT, c BLOB, "d ""q" REAL, "ünicode" NUMERIC NOT NULL)')
        values = [None, 0, -1, 2**63 - 1, -2**63, 1.5, float('inf'), -0.0, 1e300, '', 'a', 'ä€😀', 'x' * 200, b'',
            b'\\0\\xff', '12', '1e3', 'null', "quote'", 'line\\n']
        for a in values:
            for c in values: run('INSERT INTO types(b, c, "d ""q", "ünicode") VALUES (?, ?, ?, 7)', [a, c, a])
        run('CREATE TABLE keyed(k TEXT PRIMARY KEY, v) WITHOUT ROWID')
        for k in ['b', 'a', 'ä', '']: run('INSERT INTO keyed VALUES (?, ?)', [k, k * 2])
        run('CREATE VIEW "a view" AS SELECT b, typeof(c) AS kind FROM types WHERE a < 50')
        run('CREATE TABLE hidden(rowid, _rowid_, oid)'); run('INSERT INTO hidden VALUES (3, 2, 1)')
        run('CREATE TABLE computed(a, b AS (a * 2) STORED, c AS (a || b))'); run('INSERT INTO computed VALUES (4)')
        run('CREATE TABLE grown(a)'); run('INSERT INTO grown VALUES (1)')
        run('ALTER TABLE grown ADD COLUMN b DEFAULT 5'); run('CREATE TABLE bare(a)')
        run('DELETE FROM types WHERE a % 7 = 3')
        """

    @Test("all rows are those that Python reads", arguments: ["UTF-8", "UTF-16le", "UTF-16be"], [512, 4_096, 65_536])
    func equality(_ encoding: String, _ pageSize: Int) throws {
        let folder = try DatabaseFolder(
            "run(\"PRAGMA encoding='\(encoding)'\"); run('PRAGMA page_size=\(pageSize)')\n" + Self.odd)
        let rows = try folder.open().allRows()
        #expect(try rows == folder.expectedRows())
        #expect(rows.count > 300)
        // The same from memory, as for a database in a cell of another.
        #expect(try Database(.bytes(readFile(folder.directory("a.db")))).allRows() == rows)
    }

    @Test("tables and columns are described")
    func schema() throws {
        let database = try DatabaseFolder(Self.odd).open()
        let schema = try database.schema()
        #expect(schema.tables.map(\.name) == ["types", "keyed", "a view", "hidden", "computed", "grown", "bare"])
        #expect(schema.tables.map(\.isWithoutRowID) == [false, true, true, false, false, false, false])
        #expect(schema.table("KEYED")?.sql == "CREATE TABLE keyed(k TEXT PRIMARY KEY, v) WITHOUT ROWID")
        let columns = try database.columns(of: "types")
        #expect(columns.map(\.name) == ["a", "b", "c", "d \"q", "ünicode"])
        #expect(columns.map(\.declaredType) == ["INTEGER", "TEXT", "BLOB", "REAL", "NUMERIC"])
        #expect(columns.map(\.primaryKeyIndex) == [1, 0, 0, 0, 0])
        #expect(columns.map(\.isNotNull) == [false, false, false, false, true])
        #expect(try database.columns(of: "computed").map(\.isGenerated) == [false, true, true])
    }

    // To Swift, a mark behind a quotation mark makes both of them one character.
    @Test(
        "quotation marks that a combining mark follows are quoted",
        arguments: [RowCondition.Value.text("'\u{301}c'\u{301}"), .given("'\u{301}c'\u{301}")])
    func combiningMarks(_ value: RowCondition.Value) throws {
        let folder = try DatabaseFolder(
            """
            run('CREATE TABLE "\"\"\u{301}a"("\"\"\u{301}b")')
            run('INSERT INTO "\"\"\u{301}a" VALUES (?)', ["'\u{301}c'\u{301}"])
            """)
        let database = try folder.open()
        #expect(try database.allRows() == folder.expectedRows())
        let condition = RowCondition("\"\u{301}b", .equal, value)
        #expect(try database.rowCount(RowQuery("\"\u{301}a").narrowed(to: [condition.expression])) == 1)
    }

    /// 20,000 rows with gaps between the row IDs, on pages of 512 bytes, so that the tree is deep; a part in the log.
    private static let many = """
        run('PRAGMA page_size=512'); run('PRAGMA journal_mode=WAL'); run('BEGIN')
        run('CREATE TABLE t(a INTEGER PRIMARY KEY, b, c TEXT COLLATE NOCASE)')
        for n in range(20000): run('INSERT INTO t VALUES (?, ?, ?)', [n * 3 - 9000, (n * 7919) % 1000, chr(65 + n % 26)])
        run('CREATE INDEX i ON t(b)')
        run('COMMIT'); run('PRAGMA wal_checkpoint(TRUNCATE)'); run('DELETE FROM t WHERE a BETWEEN 300 AND 900')
        leave()
        """

    private static let manyIDs = (0..<20_000).map { $0 * 3 - 9_000 }.filter { !(300...900).contains($0) }

    @Test("pages anywhere in a table are found by position")
    func positions() throws {
        let database = try DatabaseFolder(Self.many).open()
        let expected = Self.manyIDs
        #expect(try database.rowCount(RowQuery("t")) == expected.count)
        for index in [0, 1, 3_000, 3_099, 3_100, 3_101, 10_000, expected.count - 5, expected.count, expected.count + 9]
        {
            let wanted = expected[min(index, expected.count)..<min(index + 50, expected.count)].map { "i\($0)" }
            #expect(try database.column(RowQuery("t"), from: index, count: 50) == wanted, "from \(index)")
        }
        #expect(try database.column(RowQuery("t"), from: .max, count: .max) == [])
        #expect(try database.column(RowQuery("t", where: "1"), from: .max, count: .max) == [])
    }

    @Test(
        "sorted and filtered pages match SQLite's",
        arguments: [
            ("b", false, nil), ("b", true, nil), ("c", false, nil), ("c", true, "b < 100"), ("a", true, nil),
            (nil, false, "b % 10 = 3 -- every tenth"), (nil, false, "c = 'k' AND a > 0"),
        ] as [(String?, Bool, String?)], [100_000, 500])
    func orders(_ order: (column: String?, isDescending: Bool, filter: String?), _ remembered: Int) throws {
        let folder = try DatabaseFolder(Self.many)
        var limits = DatabaseLimits.standard
        limits.orderedRows = remembered
        let direction = order.isDescending ? "DESC" : "ASC"
        let terms = [order.column, "a"].compactMap { $0.map { "\($0) \(direction)" } }.joined(separator: ", ")
        let expected = try Python.lines(
            """
            import sqlite3, sys
            for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print('i%d' % row)
            """, folder.directory("a.db"),
            "SELECT a FROM t WHERE (\(order.filter ?? "1")\n) ORDER BY \(terms)")
        // Python has taken the log into the database.
        let database = try folder.open(limits: limits)
        let query = RowQuery(
            "t", where: order.filter,
            sorted: order.column.map { .init(by: $0, descending: order.isDescending) })
        #expect(try database.rowCount(query) == expected.count)
        for index in [0, 10, 700, 1_000, expected.count / 2, expected.count - 7, expected.count] {
            let wanted = Array(expected[min(index, expected.count)..<min(index + 40, expected.count)])
            #expect(try database.column(query, from: index, count: 40) == wanted, "from \(index)")
        }
    }

    @Test("texts are sorted as names are: numbers by value, letters ignoring case", arguments: [true, false])
    func naturalOrder(isDescending: Bool) throws {
        let database = try DatabaseFolder(
            """
            run('CREATE TABLE t(a INTEGER PRIMARY KEY, name)')
            names = ['Note 10', 'note 2', 'Note 1', 'Note 02', None, 7, 'note', 'b', b'A', 'Note 1' + '0' * 400, 'Ä', '']
            for name in names: run('INSERT INTO t(name) VALUES (?)', [name])
            run('CREATE INDEX i ON t(name)')
            run('CREATE VIEW v AS SELECT * FROM t WHERE a IN (1, 2, 3)')
            run('CREATE TABLE keyed(a, name PRIMARY KEY) WITHOUT ROWID')
            for name in ['x10', 'X9', 'x1']: run('INSERT INTO keyed VALUES (?, ?)', [len(name), name])
            """
        ).open()
        func sorted(_ table: String) throws -> [String] {
            try database.column(RowQuery(table, sorted: .init(by: "name", descending: isDescending)))
        }
        let order = [5, 6, 12, 8, 7, 3, 2, 4, 1, 10, 11, 9].map { "i\($0)" }
        #expect(try sorted("t") == (isDescending ? order.reversed() : order))
        #expect(try sorted("v") == (isDescending ? ["i1", "i2", "i3"] : ["i3", "i2", "i1"]))
        let keyed = try database.rows(RowQuery("keyed", sorted: .init(by: "name", descending: isDescending)), count: 9)
        let names = keyed.rows.map { $0.cells.last?.shown ?? "" }
        let expected = ["x1", "X9", "x10"].map { "t" + $0.utf8.map { String($0, radix: 16) }.joined() }
        #expect(names == (isDescending ? expected.reversed() : expected))
    }

    @Test("rows that an index lacks are found, sorted and counted, in tables with and without row IDs")
    func incompleteIndexes() throws {
        let database = try DatabaseFolder(
            """
            run('CREATE TABLE t(id INTEGER PRIMARY KEY, a)'); run('CREATE INDEX i ON t(a)')
            run('CREATE TABLE keyed(k PRIMARY KEY, a) WITHOUT ROWID'); run('CREATE INDEX j ON keyed(a, k)')
            for n in (1, 2): run('INSERT INTO t VALUES (?, ?)', [n, n * 10])
            for n in (1, 2): run('INSERT INTO keyed VALUES (?, ?)', [n, -n])
            kept = connection.execute("SELECT * FROM sqlite_schema WHERE name IN ('i', 'j')").fetchall()
            run('PRAGMA writable_schema=1'); run("DELETE FROM sqlite_schema WHERE name IN ('i', 'j')")
            connection.close()
            connection = sqlite3.connect('a.db', isolation_level=None)
            run = connection.execute
            run('INSERT INTO t VALUES (3, 30)'); run('INSERT INTO keyed VALUES (3, -3)')
            run('PRAGMA writable_schema=1')
            for row in kept: run('INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)', list(row))
            connection.close()
            """
        ).open()
        let found = RowQuery("t", where: "a = 30")
        #expect(try database.column(found) == ["i3"] && database.rowCount(found) == 1)
        #expect(try database.column(RowQuery("t", sorted: .init(by: "a"))) == ["i1", "i2", "i3"])
        let keyed = RowQuery("keyed", where: "a = -3")
        #expect(try database.column(keyed) == ["i3"] && database.rowCount(keyed) == 1)
        #expect(try database.rowCount(RowQuery("keyed")) == 3)
        #expect(try database.column(RowQuery("keyed")) == ["i1", "i2", "i3"])
        #expect(try database.column(RowQuery("keyed", sorted: .init(by: "a"))) == ["i3", "i2", "i1"])
        for (position, value) in [-1, -2, -3].enumerated() {
            #expect(try database.cell("a", of: "keyed", row: .position(position)) == .integer(Int64(value)))
        }
        var count = 0
        _ = try database.scan("keyed") { _ in
            count += 1
            return true
        }
        #expect(count == 3)
        #expect(try database.key(ofRowWith: ["3"], in: "keyed") == .position(2))
        let rows = try DatabaseQuery(Array("PRAGMA integrity_check".utf8), of: database).rows(from: 0, count: 9)
        #expect(rows.count > 1)
    }

    @Test("a page in the middle of a very large table is only sorted by an index, which is checked")
    func largeSorting() throws {
        var limits = DatabaseLimits.standard
        limits.orderedRows = 1_000
        let database = try DatabaseFolder(
            """
            run('PRAGMA synchronous=OFF'); run('BEGIN'); run('CREATE TABLE t(a INTEGER PRIMARY KEY, b, c)')
            connection.executemany('INSERT INTO t VALUES (?, ?, ?)', ((n, -n, -n) for n in range(450000)))
            run('CREATE INDEX i ON t(b)'); run('COMMIT')
            """
        ).open(limits: limits)
        let indexed = RowQuery("t", sorted: .init(by: "b"))
        #expect(try database.column(indexed, from: 224_000, count: 2) == ["i225999", "i225998"])
        #expect(try database.column(indexed, from: 449_998, count: 5) == ["i1", "i0"])
        let other = RowQuery("t", sorted: .init(by: "c", descending: true))
        #expect(try database.column(other, from: 449_998, count: 5) == ["i449998", "i449999"])
        let error = #expect(throws: DatabaseError.self) { try database.rows(other, from: 224_000, count: 2) }
        #expect(error?.code == .tooLarge)
    }

    @Test("long cells are previewed, and read in ranges or as a whole")
    func longCells() throws {
        let database = try DatabaseFolder(
            """
            run('CREATE TABLE t(a, b, c)')
            run('INSERT INTO t VALUES (1, ?, ?)', ['ab' * 40000, bytes(range(256)) * 1000])
            run('INSERT INTO t VALUES (2, ?, ?)', ['short', b'\\1'])
            run('CREATE TABLE keyed(k PRIMARY KEY, v) WITHOUT ROWID')
            run('INSERT INTO keyed VALUES (1, ?), (2, 3)', ['x' * 300000])
            """
        ).open()
        let page = try database.rows(RowQuery("t"), count: 10)
        #expect(page.rows.map(\.cells.first) == [.integer(1), .integer(2)])
        guard case .text(let text) = page.rows[0].cells[1], case .blob(let blob) = page.rows[0].cells[2] else {
            Issue.record("the types differ")
            return
        }
        #expect(text.count == 80_000 && text.bytes == Array(String(repeating: "ab", count: 128).utf8))
        #expect(blob.count == 256_000 && blob.bytes == Array(0...255) && !blob.isWhole)
        let key = try #require(page.rows[0].key)
        guard case .blob(let part) = try database.cell("c", of: "t", row: key, range: 1_000..<1_010),
            case .blob(let whole) = try database.cell("c", of: "t", row: key)
        else {
            Issue.record("the types differ")
            return
        }
        #expect(part.bytes == Array(232...241) && part.offset == 1_000 && part.count == 256_000)
        #expect(whole.isWhole)
        #expect(try database.rows(RowQuery("keyed"), count: 9).rows.count == 2)
        guard case .text(let keyed) = try database.cell("v", of: "keyed", row: .position(0), range: 9..<11) else {
            Issue.record("the type differs")
            return
        }
        #expect(keyed.bytes == Array("xx".utf8) && keyed.count == 300_000)
        #expect(throws: DatabaseError.self) { try database.cell("c", of: "t", row: .rowID(99)) }
        #expect(throws: DatabaseError.self) { try database.cell("z", of: "t", row: key) }
    }

    @Test("long texts of a UTF-16 database are previewed in UTF-8")
    func longUTF16() throws {
        let database = try DatabaseFolder(
            "run(\"PRAGMA encoding='UTF-16le'\"); run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (?)', ['ä' * 90000])"
        ).open()
        guard case .text(let text) = try database.rows(RowQuery("t"), count: 1).rows[0].cells[0] else {
            Issue.record("the type differs")
            return
        }
        #expect(text.bytes == Array(String(repeating: "ä", count: 128).utf8) && text.count == 180_000)
    }

    @Test("an expression that is not valid is reported")
    func invalidFilter() throws {
        let database = try DatabaseFolder("run('CREATE TABLE t(a)')").open()
        for filter in ["a ==", "b = 1", "1) ; SELECT (1", "nothing(a)", ""] {
            let error = #expect(throws: DatabaseError.self, "\(filter)") {
                try database.rows(RowQuery("t", where: filter), count: 1)
            }
            #expect([.invalidExpression, .refused].contains(error?.code), "\(filter)")
        }
    }

    @Test("a request that was cancelled, or takes too long, stops")
    func cancellation() throws {
        let folder = try DatabaseFolder(Self.many)
        let database = try folder.open()
        let cancellation = Cancellation()
        cancellation.cancel()
        let slow = "a IN (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n)"
        let error = #expect(throws: DatabaseError.self) {
            try database.rows(RowQuery("t", where: slow), count: 1, cancellation)
        }
        #expect(error?.code == .cancelled)
        var limits = DatabaseLimits.standard
        limits.seconds = 0.05
        let hurried = try folder.open(limits: limits)
        let late = #expect(throws: DatabaseError.self) { try hurried.rowCount(RowQuery("t", where: slow)) }
        #expect(late?.code == .timedOut)
        #expect(try database.column(RowQuery("t"), count: 1) == ["i-9000"])
    }
}
