import Databases
import TestSupport
import Testing

/// Queries that a person writes, compared with Python's sqlite3.
struct QueryTests {
    /// Tables with values of all types, and a log.
    private static let tables = """
        connection.execute('PRAGMA journal_mode = WAL')
        run('CREATE TABLE folder(id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES folder)')
        run('CREATE TABLE note(id INTEGER PRIMARY KEY, folder INTEGER REFERENCES folder, title TEXT, body, size REAL, '
            'made)')
        run('CREATE TABLE tag(note INTEGER, word TEXT, PRIMARY KEY (note, word)) WITHOUT ROWID')
        run('CREATE VIEW titles AS SELECT note.id, title, name FROM note LEFT JOIN folder ON folder = folder.id')
        run('CREATE INDEX of_folder ON note(folder)')
        for i in range(5): run('INSERT INTO folder VALUES (?, ?, ?)', (i, 'f%d' % i, i - 1 if i else None))
        values = [None, 0, -7, 2.5, 'a', 'n1', 'Äö', b'\\x00\\xff', 'x\\x00y', 9e99, 10 ** 18]
        for i in range(60):
            run('INSERT INTO note VALUES (?, ?, ?, ?, ?, ?)',
                (i, i % 7 if i % 5 else None, 'n%d' % (i % 9), values[i % 11], i / 4, values[(i * 3) % 11]))
            if i % 2: run('INSERT INTO tag VALUES (?, ?)', (i, 'w%d' % (i % 4)))
        leave()
        """

    private func rows(_ query: String, of database: Database) throws -> [String] {
        try DatabaseQuery(Array(query.utf8), of: database).rows(from: 0, count: 100_000).map { row in
            row.map(\.shown).joined(separator: " ")
        }
    }

    @Test("500 generated queries have the rows that Python's sqlite3 reads from a copy, and nothing is touched")
    func generated() throws {
        let folder = try DatabaseFolder(Self.tables)
        let lines = try folder.generatedQueries(seed: 55, count: 500)
        #expect(lines.count == 500)
        let before = try folder.state()
        let database = try folder.open()
        var total = 0
        for line in lines {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            let expected = parts[1].split(separator: "|").map(String.init)
            let found = try rows(String(parts[0]), of: database).sorted()
            #expect(found == expected, "\(parts[0])")
            total += found.count
        }
        #expect(total > 5_000)
        #expect(try folder.state() == before)
    }

    @Test("rows are read again from any position, and in parts as at once")
    func positions() throws {
        let database = try DatabaseFolder(Self.tables).open()
        let query = try DatabaseQuery(Array("SELECT id FROM note ORDER BY size DESC".utf8), of: database)
        #expect(query.columns == ["id"])
        let all = try query.rows(from: 0, count: 100)
        #expect(all.count == 60 && all.first == [.integer(59)])
        #expect(try query.rows(from: 0, count: 0).isEmpty)
        #expect(try query.rows(from: 50, count: 20) == Array(all[50...]))
        #expect(try query.rows(from: 7, count: 3) == Array(all[7..<10]))
        #expect(try query.rows(from: 60, count: 3).isEmpty)
    }

    @Test("databases are attached by names, with their logs, and nothing of them is touched")
    func attached() throws {
        let folder = try DatabaseFolder(Self.tables)
        let other = try DatabaseFolder(
            """
            connection.execute('PRAGMA journal_mode = WAL')
            run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (3)'); leave()
            """)
        let before = try folder.state() + other.state()
        var additions = DatabaseQuery.Additions()
        additions.attachments = [.init("o\"ther", try other.open()), .init("b", try other.open())]
        let query = try DatabaseQuery(
            Array("SELECT n.id, o.a FROM note n JOIN \"o\"\"ther\".t o ON n.id = o.a JOIN b.t USING (a)".utf8),
            of: try folder.open(), with: additions)
        #expect(try query.rows(from: 0, count: 10) == [[.integer(3), .integer(3)]])
        #expect(try folder.state() + other.state() == before)
    }

    /// What a query may not do, with a part of the reason.
    private static let refusals: [(query: String, reason: String)] = [
        ("INSERT INTO note(id) VALUES (99)", "may only read, and not insert rows"),
        ("UPDATE note SET id = 1", "update rows"), ("DELETE FROM note", "delete rows"),
        ("CREATE TABLE x(a)", "may only read"), ("CREATE TEMP TABLE x(a)", "may only read"),
        ("CREATE VIEW x AS SELECT 1", "may only read"), ("DROP TABLE note", "may only read"),
        ("ALTER TABLE note ADD COLUMN z", "may only read"), ("REINDEX", "may only read"), ("ANALYZE", "may only read"),
        ("VACUUM", "may only read"), ("VACUUM INTO '/tmp/sandglass-never'", "may only read"),
        ("BEGIN", "transactions"), ("COMMIT", "transactions"), ("SAVEPOINT s", "savepoints"),
        ("ATTACH '/etc/passwd' AS x", "--attach"), ("DETACH main", "--attach"),
        ("PRAGMA user_version = 3", "may be read, and not set"),
        ("PRAGMA journal_mode = DELETE", "PRAGMA journal_mode"),
        ("PRAGMA writable_schema = 1", "PRAGMA writable_schema"), ("PRAGMA query_only = 0", "PRAGMA query_only"),
        ("PRAGMA wal_checkpoint", "PRAGMA wal_checkpoint"), ("PRAGMA temp_store_directory = '/'", "PRAGMA temp_store"),
        ("SELECT load_extension('/tmp/x')", "load_extension is not permitted"),
        ("SELECT writefile('/tmp/x', 'y')", "no such function"),
        ("SELECT randomblob(1000000000)", "randomblob is not permitted"),
        ("SELECT printf('%.*c', 2000000000, 'x')", "printf is not permitted"),
        ("SELECT * FROM pragma_database_list", "may only read"),
        ("SELECT 1; SELECT 2", "only one statement"), ("", "no statement"), (" -- nothing\n;", "no statement"),
        ("SELECT\0 1", "NUL"),
    ]

    @Test("a query can only read: the rest is refused with the reason", arguments: refusals.indices)
    func refused(index: Int) throws {
        let (query, reason) = Self.refusals[index]
        let folder = try DatabaseFolder(Self.tables)
        let before = try folder.state()
        let database = try folder.open()
        let failure = #expect(throws: SQLFailure.self, "\(query)") { try self.rows(query, of: database) }
        #expect(
            failure?.cause == .query && failure?.reason.contains(reason) == true, "\(query): \(failure?.reason ?? "")")
        #expect(try folder.state() == before)
    }

    @Test(
        "statements that only tell something are run",
        arguments: [
            ("PRAGMA table_info(tag)", 2), ("PRAGMA integrity_check", 1), ("PRAGMA foreign_key_list(note)", 1),
            ("PRAGMA user_version", 1), ("PRAGMA foreign_key_check", 12),
            ("SELECT * FROM pragma_table_info('note')", 6),
            ("EXPLAIN QUERY PLAN SELECT * FROM note", 1), ("EXPLAIN QUERY PLAN SELECT * FROM note WHERE id=?", 1),
            ("VALUES (1), (2)", 2), ("SELECT 1;  -- one\n;", 1),
        ] as [(String, Int)])
    func told(query: String, count: Int) throws {
        let database = try DatabaseFolder(Self.tables).open()
        #expect(try rows(query, of: database).count == count, "\(query)")
    }

    private static let parameter = "the query has a parameter, which is given no value: write the value in its place"

    /// Mistakes, and where they stand: the line and the column.
    private static let mistakes: [(query: String, line: Int, column: Int, reason: String)] = [
        ("SELECT titel FROM note", 1, 8, "no such column: titel"),
        ("SELECT id\nFORM note", 2, 6, "near \"note\": syntax error"),
        ("SELECT 'Äö', x FROM note", 1, 14, "no such column: x"),
        ("SELECT *\n  FROM main.nope", 2, 13, "no such table: main.nope"),
        ("SELECT 1;\n SELECT 2", 2, 2, "only one statement is run, and another one follows"),
        ("SELECT '?' FROM note -- :x\nWHERE id=?", 2, 10, parameter),
        ("SELECT id FROM note WHERE id = ?3", 1, 32, parameter),
        ("SELECT :a", 1, 8, parameter), ("SELECT $a, @b", 1, 8, parameter), ("SELECT @a", 1, 8, parameter),
    ]

    @Test("a mistake has SQLite's words and its place", arguments: mistakes.indices)
    func mistaken(index: Int) throws {
        let (query, line, column, reason) = Self.mistakes[index]
        let database = try DatabaseFolder(Self.tables).open()
        let failure = #expect(throws: SQLFailure.self) { try self.rows(query, of: database) }
        #expect(failure?.reason == reason)
        #expect(
            failure?.place?.line == line && failure?.place?.column == column, "\(query): \(failure?.sentence ?? "")")
    }

    @Test("a query without an end is stopped by its time, and one that takes memory by that")
    func limits() throws {
        let database = try DatabaseFolder(Self.tables).open()
        let endless = [
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n",
            "SELECT count(*) FROM note a, note b, note c, note d, note e, note f, note g",
        ]
        for query in endless {
            let failure = #expect(throws: SQLFailure.self) {
                try DatabaseQuery(Array(query.utf8), of: database, limits: QueryLimits(seconds: 0.2))
                    .rows(from: 0, count: 1)
            }
            #expect(failure?.cause == .limit && failure?.reason == "it takes longer than 0.2 seconds")
        }
        let text = String(repeating: "x", count: 100_000)
        let large = "SELECT group_concat(a.id || '\(text)') FROM note a, note b"
        let failure = #expect(throws: SQLFailure.self) { try self.rows(large, of: database) }
        #expect(failure?.cause == .limit, "\(failure?.reason ?? "")")
    }

    @Test("a damaged database gives the rows before the damage, and is the reason why there are no more")
    func damaged() throws {
        let folder = try DatabaseFolder(
            """
            run('CREATE TABLE t(a INTEGER PRIMARY KEY, b)')
            for i in range(2000): run('INSERT INTO t VALUES (?, ?)', (i, 'x' * 100))
            connection.close()
            with open('a.db', 'r+b') as file:
                file.seek(4096 * 30)
                file.write(b'\\xff' * 4096)
            """)
        let query = try DatabaseQuery(Array("SELECT a FROM t".utf8), of: try folder.open())
        var count = 0
        let failure = #expect(throws: SQLFailure.self) {
            while try !query.rows(from: count, count: 1).isEmpty { count += 1 }
        }
        #expect(failure?.cause == .database && count > 100 && count < 2_000, "\(failure?.reason ?? "") \(count)")
    }
}
