import Databases
import System
import TestSupport
import Testing

/// Any bytes are read or refused, in bounded time and memory.
struct DatabaseFuzzTests {
    private static let script = """
        run('PRAGMA page_size=512'); run('PRAGMA auto_vacuum=1'); run('PRAGMA journal_mode=WAL')
        run('CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c AS (a || b))')
        for n in range(60): run('INSERT INTO t VALUES (?, ?)', [n, 'text %d' % n * 5])
        run('CREATE TABLE k(a PRIMARY KEY, b) WITHOUT ROWID')
        for n in range(30): run('INSERT INTO k VALUES (?, ?)', [n, b'blob' * n * 8])
        run('CREATE INDEX i ON t(b)'); run('CREATE VIEW v AS SELECT b, count(*) FROM t GROUP BY b')
        run('PRAGMA wal_checkpoint(TRUNCATE)'); run('DELETE FROM t WHERE a % 3 = 0'); leave()
        """

    @Test("randomly mutated rollback journals are read or refused", arguments: 1...UInt64(runsLongTests ? 100 : 1))
    func journals(_ seed: UInt64) throws {
        let folder = try DatabaseFolder(
            """
            run('PRAGMA page_size=512'); run('CREATE TABLE t(a, b)')
            for n in range(60): run('INSERT INTO t VALUES (?, ?)', [n, 'text %d' % n * 5])
            run('PRAGMA cache_size=2'); run('PRAGMA synchronous=FULL'); run('BEGIN'); run('UPDATE t SET a = -1, b = b || b'); leave()
            """)
        let journal = try readFile(folder.directory("a.db-journal"))
        var generator = SeededGenerator(seed: seed)
        for round in 0..<(runsLongTests ? 5_000 : 100) {
            var bytes = journal
            if round % 2 == 0 {
                // In the header, which names sizes and counts.
                bytes[Int.random(in: 8..<28, using: &generator)] = .random(in: .min ... .max, using: &generator)
            } else {
                bytes = generator.mutate(journal)
            }
            folder.directory.write("a.db-journal", bytes)
            Self.exercise(try folder.source())
        }
    }

    private static func exercise(_ source: DatabaseSource) {
        var limits = DatabaseLimits.standard
        limits.seconds = 1
        guard let database = try? Database(source, limits: limits), let schema = try? database.schema() else { return }
        for table in schema.tables.prefix(5) {
            _ = try? database.rowCount(RowQuery(table.name))
            let page = try? database.rows(RowQuery(table.name), count: 100)
            _ = try? database.rows(RowQuery(table.name), from: 20, count: 5)
            let sorted = RowQuery(table.name, sorted: page?.columns.last.map { .init(by: $0, descending: true) })
            _ = try? database.rows(sorted, count: 5)
            scan(table.name, of: database, columns: page?.columns.count ?? 0)
            guard let key = page?.rows.last?.key, let column = page?.columns.last else { continue }
            _ = try? database.cell(column, of: table.name, row: key)
        }
    }

    private static func scan(_ table: String, of database: Database, columns: Int) {
        var count = 0
        _ = try? database.scan(table) { row in
            for column in 0..<columns { row.withBytes(column) { _ in } }
            count += 1
            return count < 10_000
        }
    }

    @Test("randomly mutated databases and logs are read or refused", arguments: 1...UInt64(runsLongTests ? 200 : 2))
    func mutations(_ seed: UInt64) throws {
        try inOwnProcess("\(seed)") {
            let folder = try DatabaseFolder(Self.script)
            let (main, log) = (try readFile(folder.directory("a.db")), try readFile(folder.directory("a.db-wal")))
            var generator = SeededGenerator(seed: seed)
            for round in 0..<(runsLongTests ? 5_000 : 150) {
                let start = MonotonicClock.now()
                if round % 3 == 0 {
                    folder.directory.write("a.db", main)
                    folder.directory.write("a.db-wal", generator.mutate(log))
                    Self.exercise(try folder.source())
                } else if round % 3 == 1 {
                    folder.directory.write("a.db", generator.mutate(main))
                    folder.directory.write("a.db-wal", log)
                    Self.exercise(try folder.source())
                } else {
                    var bytes = main
                    // Mostly in the headers of pages, where the structure is.
                    for _ in 0..<Int.random(in: 1...4, using: &generator) {
                        let page = Int.random(in: 0..<(bytes.count / 512), using: &generator)
                        let place = page * 512 + Int.random(in: 0..<24, using: &generator)
                        bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                    }
                    Self.exercise(.bytes(bytes))
                }
                #expect(MonotonicClock.now() - start < 60_000_000_000)
            }
            #expect(RunningProcess.memory(.peak) < 1 << 20)
        }
    }
}
