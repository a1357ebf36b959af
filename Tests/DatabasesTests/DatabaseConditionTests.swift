import Databases
import System
import TestSupport
import Testing

/// The problems of a database are reported.
struct DatabaseConditionTests {
    private static let logged = """
        run('PRAGMA journal_mode=WAL'); run('CREATE TABLE t(a)')
        run('PRAGMA wal_checkpoint(TRUNCATE)')
        for n in range(5): run('INSERT INTO t VALUES (?)', [n])
        leave()
        """

    private func change(_ folder: DatabaseFolder, _ name: String, _ body: (inout [UInt8]) -> Void) throws {
        var bytes = try readFile(folder.directory(name))
        body(&bytes)
        folder.directory.write(name, bytes)
    }

    @Test("a log without a valid header is reported and not read")
    func unreadableLog() throws {
        let folder = try DatabaseFolder(Self.logged)
        try change(folder, "a.db-wal") { $0[9] ^= 1 }
        let database = try folder.open()
        #expect(database.conditions == [.logUnreadable])
        #expect(try database.column(RowQuery("t")) == [])
    }

    @Test("a log damaged in the middle is read up to there")
    func damagedLog() throws {
        let folder = try DatabaseFolder(Self.logged)
        // In the page of the third frame.
        try change(folder, "a.db-wal") { $0[32 + 2 * 4_120 + 100] ^= 1 }
        let database = try folder.open()
        #expect(database.conditions == [.logRead(transactions: 2, frames: 2), .logDamaged(after: 2, of: 5)])
        #expect(try database.column(RowQuery("t")) == ["i0", "i1"])
    }

    // Such a page is overwritten in its frame, and the checksums behind it are corrected with the commit (wal.c).
    @Test("a transaction that wrote a page twice is no damage while it is not committed, and is read once it is")
    func spilledTwice() throws {
        func folder(_ end: String) throws -> DatabaseFolder {
            try DatabaseFolder(
                """
                run('PRAGMA journal_mode=WAL'); run('CREATE TABLE t(a, b)'); run('PRAGMA wal_checkpoint(TRUNCATE)')
                run("INSERT INTO t VALUES (1, 'x')"); run('PRAGMA cache_size=2'); run('BEGIN')
                for n in range(60): run('INSERT INTO t VALUES (2, randomblob(2000))')
                for n in range(3): run('UPDATE t SET b = randomblob(2001) WHERE a = 2')
                \(end)
                leave()
                """)
        }
        let open = try folder("")
        let database = try open.open()
        #expect(try database.column(RowQuery("t")) == ["i1"])
        #expect(database.conditions.first == .logRead(transactions: 1, frames: 1))
        #expect(
            database.conditions.dropFirst().allSatisfy {
                if case .logUnfinished = $0 { true } else { false }
            } && database.conditions.count == 2, "\(database.conditions)")
        let committed = try folder("run('COMMIT')")
        #expect(try committed.open().column(RowQuery("t")).count == 61)
        // The same frames, one of which ends a transaction, are damage.
        try change(committed, "a.db-wal") { $0[32 + 4_120 + 100] ^= 1 }
        #expect(
            try committed.open().conditions.contains {
                if case .logDamaged(after: 1, of: _) = $0 { true } else { false }
            })
    }

    @Test("a log of another database is reported and not read")
    func foreignLog() throws {
        let folder = try DatabaseFolder(Self.logged)
        let other = try DatabaseFolder("run('PRAGMA page_size=1024'); " + Self.logged)
        folder.directory.write("a.db-wal", try readFile(other.directory("a.db-wal")))
        #expect(try folder.open().conditions == [.logForeign(pageSize: 1_024)])
    }

    @Test("a log from before a checkpoint is reported, and so is one that the database does not use")
    func olderLog() throws {
        // What makes a database grow changes its first page.
        let grow = "run('INSERT INTO t VALUES (randomblob(9000))'); "
        let folder = try DatabaseFolder(Self.logged.replacing("leave()", with: grow + "leave()"))
        let log = try readFile(folder.directory("a.db-wal"))
        try folder.run(grow + "run('PRAGMA wal_checkpoint(TRUNCATE)'); " + grow)
        folder.directory.write("a.db-wal", log)
        #expect(try folder.open().conditions.contains(.logOlder))
        let other = try DatabaseFolder("run('CREATE TABLE t(a)')")
        other.directory.write("a.db-wal", Array("no log".utf8))
        #expect(try other.open().conditions == [.logUnreadable])
        other.directory.write("a.db-wal", [])
        #expect(try other.open().conditions == [])
    }

    @Test("a log beside a database whose header says that it has none is read, as SQLite reads it")
    func legacyHeader() throws {
        let folder = try DatabaseFolder(
            """
            run('PRAGMA journal_mode=WAL'); run('CREATE TABLE t(a)'); run("INSERT INTO t VALUES ('base')")
            run('PRAGMA wal_checkpoint(TRUNCATE)'); run("INSERT INTO t VALUES ('later'), ('last')")
            leave()
            """)
        try change(folder, "a.db") { ($0[18], $0[19]) = (1, 1) }
        let database = try folder.open()
        let texts = ["base", "later", "last"].map { "t" + $0.utf8.map { String($0, radix: 16) }.joined() }
        #expect(try database.column(RowQuery("t")) == texts)
        #expect(database.conditions == [.logRead(transactions: 1, frames: 1), .logUnused])
        let rows = try Python.run(
            """
            import shutil, sqlite3, sys, tempfile
            with tempfile.TemporaryDirectory() as copy:
                for end in ['', '-wal']: shutil.copy(sys.argv[1] + end, copy + '/d' + end)
                print([r[0] for r in sqlite3.connect(copy + '/d').execute('select a from t')])
            """, [folder.directory("a.db")])
        #expect(String(decoding: rows, as: UTF8.self) == "['base', 'later', 'last']\n")
    }

    @Test("a log that is cut off anywhere is never silent about a transaction that it lost")
    func cutLog() throws {
        let folder = try DatabaseFolder(Self.logged)
        let log = try readFile(folder.directory("a.db-wal"))
        let whole = try folder.open()
        let rows = try whole.column(RowQuery("t"))
        for size in Array(stride(from: 33, to: log.count, by: 61)) + [log.count - 1] {
            folder.directory.write("a.db-wal", Array(log.prefix(size)))
            let database = try folder.open()
            let found = (try? database.column(RowQuery("t"))) ?? []
            let isTold = database.conditions.contains {
                switch $0 {
                case .logCut, .logUnfinished, .logDamaged, .logUnreadable: true
                default: false
                }
            }
            // At the end of a transaction nothing tells that there was another.
            #expect(found == rows || isTold || (size - 32) % (24 + 4_096) == 0, "\(size)")
        }
    }

    @Test("an unknown collation is named as the cause")
    func collation() throws {
        let folder = try DatabaseFolder(
            """
            connection.create_collation('MYCOLL', lambda a, b: (a > b) - (a < b))
            run('CREATE TABLE y(k TEXT COLLATE MYCOLL PRIMARY KEY, v) WITHOUT ROWID'); run("INSERT INTO y VALUES ('k', 1)")
            """)
        let database = try folder.open()
        let error = #expect(throws: DatabaseError.self) { try database.column(RowQuery("y")) }
        #expect(error?.message.contains("collation MYCOLL") == true, "\(error?.message ?? "")")
    }

    @Test("the log that a database was left with always fits", arguments: 0..<12)
    func ownLog(seed: Int) throws {
        let folder = try DatabaseFolder(
            """
            import random
            random.seed(\(seed))
            run('PRAGMA page_size=%d' % random.choice([512, 4096, 65536])); run('PRAGMA journal_mode=WAL')
            run('PRAGMA wal_autocheckpoint=%d' % random.choice([0, 3, 1000])); run('CREATE TABLE t(a)')
            for n in range(random.randrange(60)):
                run(random.choice([
                    'INSERT INTO t VALUES (randomblob(700))', 'DELETE FROM t WHERE rowid % 5 = 0', 'PRAGMA user_version=7',
                    'PRAGMA wal_checkpoint(%s)' % random.choice(['PASSIVE', 'RESTART', 'TRUNCATE']),
                    'CREATE TABLE IF NOT EXISTS t%d(a)' % n, 'VACUUM', 'PRAGMA journal_mode=%s' % random.choice(['DELETE', 'WAL']),
                ]))
            leave()
            """)
        let conditions = try folder.open().conditions
        #expect(!conditions.contains(.logOlder) && !conditions.contains(.logUnused), "\(conditions)")
        let problems = conditions.filter(\.isProblem)
        #expect(problems.isEmpty)
    }

    @Test("a log beyond the limit is reported and not read")
    func largeLog() throws {
        let folder = try DatabaseFolder(Self.logged)
        var limits = DatabaseLimits.standard
        limits.logBytes = 1_000
        #expect(try folder.open(limits: limits).conditions == [.logTooLarge(bytes: 20_632)])
    }

    @Test("the rest of a truncated database is read")
    func truncated() throws {
        let folder = try DatabaseFolder(
            """
            run('CREATE TABLE first(a)'); run('INSERT INTO first VALUES (7)')
            run('CREATE TABLE second(a)')
            for n in range(200): run('INSERT INTO second VALUES (randomblob(1000))')
            """)
        let whole = try #require(try folder.open().header?.pageCount)
        try change(folder, "a.db") { $0.removeLast($0.count - 4 * 4_096) }
        let before = try folder.state()
        let database = try folder.open()
        #expect(database.conditions == [.truncated(pages: 4, of: whole)])
        #expect(try database.column(RowQuery("first")) == ["i7"])
        #expect(throws: DatabaseError.self) { try database.rows(RowQuery("second"), from: 150, count: 10) }
        #expect(try folder.state() == before)
    }

    @Test("a file that is not a database is refused with a reason")
    func otherFiles() throws {
        var generator = SeededGenerator(seed: 1)
        let random = (0..<8_192).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let folder = try DatabaseFolder("run('CREATE TABLE t(a)')")
        let database = try readFile(folder.directory("a.db"))
        let cases: [([UInt8], DatabaseError.Code)] = [
            (Array("Dear diary".utf8), .notADatabase),
            (Array(repeating: 0x20, count: 9_000), .notADatabase),
            (random, .encrypted),
            (Array(database[..<16]) + Array(repeating: 0, count: 4_080), .malformed),
            (Array(database[..<50]), .malformed),
            (Array(database[..<300]), .malformed),
        ]
        for (bytes, code) in cases {
            let error = #expect(throws: DatabaseError.self) { try Database(.bytes(bytes)) }
            #expect(error?.code == code, "\(bytes.count) bytes")
        }
    }

    @Test("an empty file is an empty database")
    func empty() throws {
        let database = try Database(.bytes([]))
        #expect(database.conditions == [.empty])
        #expect(try database.schema().tables == [])
        #expect(database.header == nil)
    }

    @Test("the header says how the app set up its database")
    func header() throws {
        let folder = try DatabaseFolder(
            """
            run('PRAGMA page_size=8192'); run("PRAGMA encoding='UTF-16be'"); run('PRAGMA user_version=-42')
            run('PRAGMA application_id=1234'); run('CREATE TABLE t(a)')
            """)
        let header = try #require(try folder.open().header)
        #expect(header.pageSize == 8_192)
        #expect(header.encoding == .utf16BigEndian)
        #expect(header.userVersion == -42)
        #expect(header.applicationID == 1_234)
        #expect(!header.usesLog)
        #expect(header.pageCount == 2)
    }
}
