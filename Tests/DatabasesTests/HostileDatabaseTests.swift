import Databases
import System
import TestSupport
import Testing

/// Of a database's schema, only expressions that merely compute are run.
///
/// Memory is measured in a separate process: other tests allocate at the same time.
struct HostileDatabaseTests {
    @Test("functions with effects are refused in filters")
    func filters() throws {
        let database = try DatabaseFolder("run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (1)')").open()
        let expressions = [
            "load_extension('/tmp/x')", "writefile('/tmp/x', 'x')", "readfile('/etc/passwd')", "fts3_tokenizer('x')",
            "randomblob(1000000000)", "printf('%.*c', 2000000000, a)", "zeroblob(1000000000)", "sqlite_log(1, 'x')",
            "a IN (SELECT name FROM pragma_database_list)", "a IN (SELECT sql FROM sqlite_stmt)",
            "a IN (SELECT name FROM dbstat)", "a IN (SELECT value FROM generate_series(1, 10))",
        ]
        for expression in expressions {
            let error = #expect(throws: DatabaseError.self, "\(expression)") {
                try database.rows(RowQuery("t", where: expression), count: 1)
            }
            #expect([.refused, .invalidExpression].contains(error?.code), "\(expression): \(error?.message ?? "")")
        }
        #expect(try database.column(RowQuery("t", where: "json_extract('{\"k\": 1}', '$.k') = a")) == ["i1"])
        #expect(try database.column(RowQuery("t", where: "a IN (SELECT value FROM json_each('[1]'))")) == ["i1"])
    }

    @Test("views that call anything but pure functions are listed and refused; others have limits")
    func views() throws {
        try inOwnProcess {
            let folder = try DatabaseFolder(
                """
                run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (1)')
                run("CREATE VIEW v1 AS SELECT load_extension('/tmp/x') FROM t")
                run('CREATE VIEW v2 AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n')
                run('CREATE VIEW v3 AS WITH RECURSIVE n(x) AS (SELECT zeroblob(9000000) UNION ALL SELECT x FROM n) SELECT x FROM n')
                run('CREATE VIEW v4 AS SELECT * FROM v4')
                run('CREATE VIEW v5 AS SELECT randomblob(1000000) FROM t')
                run("CREATE VIEW v6 AS SELECT printf('%.*c', 2000000000, 'x') FROM t")
                run("CREATE VIEW v7 AS SELECT group_concat(hex(printf('%.*c', 7000000, 'x'))) FROM t, t AS u, sqlite_schema")
                """)
            var limits = DatabaseLimits.standard
            limits.seconds = 0.3
            let database = try folder.open(limits: limits)
            #expect(try database.schema().tables.count == 8)
            for view in 1...7 {
                let start = MonotonicClock.now()
                _ = try? database.rows(RowQuery("v\(view)"), count: 10)
                #expect(MonotonicClock.now() - start < 60_000_000_000, "v\(view)")
            }
            for view in ["v1", "v4", "v5", "v6"] {
                #expect(throws: DatabaseError.self, "\(view)") { try database.rows(RowQuery(view), count: 1) }
            }
            #expect(RunningProcess.memory(.peak) < 600 << 10)
            #expect(try database.column(RowQuery("t")) == ["i1"])
        }
    }

    @Test("a generated column, default or index that calls anything but pure functions is not evaluated")
    func generatedColumns() throws {
        // The functions must exist and seem deterministic when the schema is made.
        let database = try DatabaseFolder(
            """
            for name in ('evil', 'load_extension'):
                connection.create_function(name, -1, lambda *a: 1, deterministic=True)
            run("CREATE TABLE t(a, b AS (evil(a)), c DEFAULT (evil(1)), d AS (a + 1), CHECK (evil(a)))")
            run("INSERT INTO t(a) VALUES (1)")
            run("CREATE INDEX i ON t(evil(a))")
            run("CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT load_extension('x'); END")
            """
        ).open()
        let page = try database.rows(RowQuery("t"), count: 10)
        #expect(page.columns == ["a", "b", "c", "d"])
        #expect(page.rows.first?.cells == [.integer(1), .unread, .integer(1), .integer(2)])
        #expect(try database.schema().triggers.map(\.name) == ["r"])
    }

    @Test("virtual tables are listed and not opened; the tables of a search index are ordinary ones")
    func virtualTables() throws {
        let database = try DatabaseFolder(
            """
            run("CREATE VIRTUAL TABLE f USING fts5(body)"); run("INSERT INTO f VALUES ('secret words')")
            run("CREATE VIEW v AS SELECT * FROM f")
            """
        ).open()
        let schema = try database.schema()
        #expect(schema.table("f")?.kind == .virtual)
        #expect(throws: DatabaseError.self) { try database.rows(RowQuery("f"), count: 1) }
        #expect(throws: DatabaseError.self) { try database.rows(RowQuery("v"), count: 1) }
        #expect(try database.rows(RowQuery("f_content"), count: 1).rows.first?.cells.count == 2)
    }

    @Test("a cell of hundreds of megabytes is never loaded as a whole")
    func giantCell() throws {
        try inOwnProcess {
            let database = try DatabaseFolder(
                """
                run('PRAGMA synchronous=OFF'); run('PRAGMA journal_mode=OFF'); run('CREATE TABLE t(a, b)')
                run('INSERT INTO t VALUES (zeroblob(300000000), 1)'); run('INSERT INTO t VALUES (2, 3)')
                """
            ).open()
            let before = RunningProcess.memory(.peak)
            let page = try database.rows(RowQuery("t"), count: 10)
            guard case .blob(let giant) = page.rows[0].cells[0] else {
                Issue.record("the type differs")
                return
            }
            #expect(giant.count == 300_000_000 && giant.bytes.count == 256)
            #expect(page.rows[1].cells == [.integer(2), .integer(3)])
            guard
                case .blob(let end) = try database.cell("a", of: "t", row: .rowID(1), range: 299_999_990..<300_000_100)
            else {
                Issue.record("the type differs")
                return
            }
            #expect(end.bytes.count == 10)
            #expect(RunningProcess.memory(.peak) - before < 100 << 10)
        }
    }
}
