import TestSupport
import Testing

@testable import Comparison

/// Databases that cannot be decoded, beside which other files lie.
@Suite("Logs of databases that cannot be decoded")
struct UndecodedDatabaseTests {
    @Test(
        "where the databases are the same, their logs are compared as files",
        arguments: ["main[100] = 0x77", "main[18] = main[19] = 9"])
    func logs(damage: String) throws {
        let sides = try Sides(
            """
            connection = database('s.db', 'PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0',
                'CREATE TABLE t (id INTEGER PRIMARY KEY, b)', 'INSERT INTO t VALUES (1, 0)',
                'PRAGMA wal_checkpoint(TRUNCATE)', close=False)
            main = bytearray(open('s.db', 'rb').read())
            \(damage)
            for side, number in (('a', 5), ('b', 6)):
                connection.execute(f'UPDATE t SET b = {number} WHERE id = 1')
                write(side + '/s.db', bytes(main))
                write(side + '/s.db-wal', open('s.db-wal', 'rb').read())
            """)
        let found = try sides.differences()
        #expect(found.count == 1 && found.first?.hasPrefix("changed value s.db ") == true, "\(found)")
    }

    @Test("in an archive in a file, a log is told with the rows of its database")
    func archived() throws {
        let sides = try Sides(
            """
            connection = database('s.db', 'PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0',
                'CREATE TABLE t (id INTEGER PRIMARY KEY, b)', 'INSERT INTO t VALUES (1, 0)',
                'PRAGMA wal_checkpoint(TRUNCATE)', close=False)
            for side, number in (('a', 5), ('b', 6)):
                connection.execute(f'UPDATE t SET b = {number} WHERE id = 1')
                write(side + '/f.zip', zipped({name: open(name, 'rb').read() for name in ('s.db', 's.db-wal')}))
            """)
        #expect(try sides.differences() == ["changed value f.zip:s.db/t/1/b 5 6"])
    }
}
