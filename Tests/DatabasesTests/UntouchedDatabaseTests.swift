import Databases
import System
import TestSupport
import Testing

/// Reading a database changes nothing, and finds what Python finds in a copy.
struct UntouchedDatabaseTests {
    /// Databases in all states in which an app leaves them.
    static let scripts: [(name: String, script: String, conditions: [DatabaseCondition])] = [
        (
            "without a log",
            "run('CREATE TABLE t(a, b)'); run('INSERT INTO t VALUES (1, ?), (2.5, NULL)', ['x'])", []
        ),
        (
            "with a log that was checkpointed and removed",
            "run('PRAGMA journal_mode=WAL'); run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (1)'); connection.close()",
            [.logMissing]
        ),
        (
            "with everything still in the log",
            """
            run('PRAGMA journal_mode=WAL'); run('PRAGMA wal_autocheckpoint=0')
            run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (1)'); leave()
            """, [.logRead(transactions: 2, frames: 3)]
        ),
        (
            "with a part in the log, after an older use of it",
            """
            run('PRAGMA journal_mode=WAL'); run('CREATE TABLE t(a)')
            for n in range(50): run('INSERT INTO t VALUES (?)', [n])
            run('PRAGMA wal_checkpoint(PASSIVE)'); run('DELETE FROM t WHERE a % 2'); leave()
            """, [.logRead(transactions: 1, frames: 1)]
        ),
        (
            "with an empty log",
            """
            run('PRAGMA journal_mode=WAL'); run('CREATE TABLE t(a)'); run('INSERT INTO t VALUES (1)')
            run('PRAGMA wal_checkpoint(TRUNCATE)'); leave()
            """, []
        ),
    ]

    @Test("reading changes neither bytes nor times", arguments: scripts.indices)
    func untouched(_ index: Int) throws {
        let folder = try DatabaseFolder(Self.scripts[index].script)
        let before = try folder.state()
        let database = try folder.open()
        #expect(database.conditions == Self.scripts[index].conditions)
        let rows = try database.allRows()
        for table in try database.schema().tables where table.kind == .table {
            #expect(try database.scan(table.name) { _ in true }.isEmpty)
        }
        #expect(try folder.state() == before)
        #expect(try rows == folder.expectedRows())
        #expect(!rows.isEmpty)
    }

    @Test(
        "a database on a read-only file system is read with its log",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func readOnly() throws {
        let directory = TemporaryDirectory()
        try PrivateMounts.with("tmpfs", "size=4m", on: directory) { _ in
            let folder = try DatabaseFolder(Self.scripts[2].script, in: directory)
            guard try runCommand(["mount", "-o", "remount,ro", directory.path]).status == 0 else {
                throw CommandError(call: "mount", number: errno)
            }
            #expect(try folder.open().column(RowQuery("t")) == ["i1"])
        }
    }

    /// Writes in another process that stays in a transaction until a file appears.
    private func withTransaction(_ mode: String, _ body: (DatabaseFolder) throws -> Void) throws {
        let folder = DatabaseFolder()
        defer { folder.directory.write("end", "") }
        try folder.run(
            """
            run('PRAGMA journal_mode=\(mode)'); run('CREATE TABLE t(a, b)')
            for n in range(100): run('INSERT INTO t VALUES (?, zeroblob(2000))', [n])
            connection.close()
            if os.fork() == 0:
                connection = sqlite3.connect('a.db', isolation_level=None)
                run = connection.execute
                run('PRAGMA cache_size=2'); run('PRAGMA synchronous=FULL'); run('BEGIN IMMEDIATE'); run('UPDATE t SET a = -1, b = zeroblob(2001)')
                os.close(os.open('ready', os.O_CREAT | os.O_WRONLY))
                end = time.time() + 60
                while not os.path.exists('end') and time.time() < end: time.sleep(0.002)
                os._exit(0)
            while not os.path.exists('ready'): time.sleep(0.002)
            leave()
            """)
        try body(folder)
    }

    @Test("a transaction running in another process is neither seen in the log nor disturbed")
    func runningTransactionWithLog() throws {
        try withTransaction("WAL") { folder in
            let before = try folder.state()
            let database = try folder.open()
            #expect(
                database.conditions.contains {
                    if case .logUnfinished = $0 { true } else { false }
                } || database.conditions == [])
            #expect(try database.column(RowQuery("t")) == (0..<100).map { "i\($0)" })
            #expect(try folder.state() == before)
        }
    }

    @Test("a transaction running in another process is undone by its journal, for the reader only")
    func runningTransactionWithJournal() throws {
        try withTransaction("DELETE") { folder in
            let before = try folder.state()
            let database = try folder.open()
            #expect(
                database.conditions.contains {
                    if case .journalRead(let pages) = $0 { pages > 10 } else { false }
                })
            #expect(try database.rowCount(RowQuery("t")) == 100)
            #expect(try database.column(RowQuery("t")) == (0..<100).map { "i\($0)" })
            #expect(try database.column(RowQuery("t", where: "length(b) = 2000")).count == 100)
            #expect(try folder.state() == before)
        }
    }

    @Test(
        "a transaction that a crash interrupted is undone as SQLite does in a copy",
        arguments: [
            "run('UPDATE t SET a = -1, b = zeroblob(3001)')", "run('DELETE FROM t WHERE a % 3'); run('DROP TABLE u')",
            "for n in range(300): run('INSERT INTO t VALUES (?, zeroblob(3000))', [n])",
            "run('CREATE INDEX i ON t(b)'); run('SAVEPOINT s'); run('UPDATE t SET b = a'); run('ROLLBACK TO s')",
        ], [512, 4_096])
    func interrupted(_ statements: String, _ pageSize: Int) throws {
        let folder = try DatabaseFolder(
            """
            run('PRAGMA page_size=\(pageSize)'); run('CREATE TABLE t(a, b)'); run('CREATE TABLE u(a)')
            for n in range(200): run('INSERT INTO t VALUES (?, randomblob(100))', [n])
            for n in range(500): run('INSERT INTO u VALUES (?)', [n])
            run('PRAGMA cache_size=2'); run('PRAGMA synchronous=FULL'); run('BEGIN')
            \(statements)
            leave()
            """)
        let before = try folder.state()
        #expect(before.contains { $0.hasPrefix("a.db-journal") })
        let database = try folder.open()
        #expect(
            database.conditions.contains {
                if case .journalRead = $0 { true } else { false }
            })
        let rows = try database.allRows()
        #expect(try database.rowCount(RowQuery("u")) == 500)
        #expect(try folder.state() == before)
        #expect(try rows == folder.expectedRows())
    }

    @Test("the first transaction of a database that a crash interrupted leaves nothing")
    func firstTransaction() throws {
        let folder = try DatabaseFolder(
            "run('PRAGMA cache_size=2'); run('PRAGMA synchronous=FULL'); run('BEGIN'); run('CREATE TABLE t(a)')\n"
                + "for n in range(500): run('INSERT INTO t VALUES (randomblob(900))')\nleave()")
        let database = try folder.open()
        #expect(try database.schema().tables == [])
        #expect(database.conditions == [.journalRead(pages: 0), .empty])
    }

    @Test("a change after the database was opened is noticed")
    func change() throws {
        let folder = try DatabaseFolder("run('CREATE TABLE t(a)')")
        let database = try folder.open()
        #expect(!database.hasChanged)
        try folder.run("run('INSERT INTO t VALUES (randomblob(9000))')")
        #expect(database.hasChanged)
    }

    @Test("a database that shrinks, grows or is overwritten while it is open is read or refused", arguments: 0..<4)
    func changesUnderneath(_ change: Int) throws {
        let folder = try DatabaseFolder(
            """
            run('PRAGMA journal_mode=WAL'); run('PRAGMA wal_autocheckpoint=0'); run('CREATE TABLE t(a, b)')
            for n in range(200): run('INSERT INTO t VALUES (?, randomblob(1000))', [n])
            run('PRAGMA wal_checkpoint(TRUNCATE)'); run('UPDATE t SET b = zeroblob(900) WHERE a % 2'); leave()
            """)
        let database = try folder.open()
        #expect(try database.column(RowQuery("t"), count: 3) == ["i0", "i1", "i2"])
        switch change {
        case 0: #expect(truncate(folder.directory("a.db"), 9_000) == 0)
        case 1: #expect(truncate(folder.directory("a.db-wal"), 0) == 0)
        case 2: folder.directory.write("a.db", Array(repeating: 0x55, count: 300_000))
        default: try folder.run("run('PRAGMA wal_checkpoint(TRUNCATE)'); run('DELETE FROM t'); run('VACUUM')")
        }
        #expect(database.hasChanged)
        for index in [0, 100, 190] { _ = try? database.rows(RowQuery("t"), from: index, count: 10) }
        _ = try? database.rowCount(RowQuery("t", where: "a > 5"))
        _ = try? database.scan("t") { _ in true }
    }

    @Test("a database whose rows are deleted while it is open has changed, and is not malformed")
    func deletedRows() throws {
        let folder = try DatabaseFolder(
            """
            run('CREATE TABLE t(a, b)')
            for n in range(4000): run('INSERT INTO t VALUES (?, randomblob(3000))', [n])
            """)
        let database = try folder.open()
        let query = RowQuery("t", sorted: RowQuery.Sorting(by: "a"))
        #expect(try database.rows(query, from: 3_000, count: 10).rows.count == 10)
        try folder.run("run('DELETE FROM t WHERE a % 2')")
        let error = #expect(throws: DatabaseError.self) { try database.rows(query, from: 2_000, count: 500) }
        #expect(
            error?.code == .inputOutput && error?.message.contains("changed") == true, "\(String(describing: error))")
    }

    @Test(
        "the database of the downloaded container stays as it is",
        .enabled(if: weightTracker != nil, "there is no sample WeightTracker.xcappdata"))
    func downloadedContainer() throws {
        let path = try #require(weightTracker)
        let folder = try #require(path.lastIndex(of: "/").map { String(path[..<$0]) })
        let names = { try runCommand(["ls", "-la", "--time-style=full-iso", folder]).stdout }
        let (before, bytes) = (try names(), try readFile(path))
        let database = try Database(.files(main: #require(DatabaseFolder.descriptor(path))))
        #expect(try database.rowCount(RowQuery("ZWEIGHTENTRY")) == 2)
        #expect(try names() == before)
        #expect(try readFile(path) == bytes)
    }
}

/// The Core Data store of a real app.
let weightTracker = sharedSample(
    "WeightTracker.xcappdata/AppData/Library/Application Support/WeightTracker.sqlite")
