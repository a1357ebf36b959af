import ContainerModel
import TestSupport
import Testing

@testable import Comparison

/// Files that were moved, and databases of which only the log differs.
@Suite("Moved files and logs of databases")
struct MovedItemTests {
    private static let log = """
        connection = database('s.db', 'PRAGMA journal_mode=WAL', 'CREATE TABLE t (id INTEGER PRIMARY KEY, b)',
            'INSERT INTO t VALUES (1, 5)', 'PRAGMA wal_checkpoint(TRUNCATE)', close=False)
        connection.execute('UPDATE t SET b = 6')
        names = ('s.db', 's.db-wal')
        def copy(folder):
            for name in names: write(folder + '/' + name, open(name, 'rb').read())

        """

    @Test("a database that was moved is told with what its log changes")
    func log() throws {
        let sides = try Sides(Self.log + "copy('a/x')\nconnection.execute('UPDATE t SET b = 7')\ncopy('b/y')")
        let found = try sides.differences()
        #expect(found.contains { $0.hasPrefix("removed item x/s.db") }, "\(found)")
        #expect(found.contains { $0.hasPrefix("added item y/s.db") }, "\(found)")
        #expect(!found.contains { $0.hasPrefix("moved") }, "\(found)")
    }

    @Test("two databases that are one file are compared with their logs, where they are the sides")
    func linked() throws {
        let sides = try Sides(
            Self.log + """
                copy('a')
                connection.execute('UPDATE t SET b = 7')
                copy('b')
                os.remove('b/s.db')
                os.link('a/s.db', 'b/s.db')
                """)
        #expect(try sides.differences() == ["changed value s.db:t/1/b 6 7"])
        let alone = try sides.differences(of: "s.db")
        #expect(alone.count == 1 && alone.first?.hasSuffix("t/1/b 6 7") == true, "\(alone)")
    }

    @Test("what else has changed in a file that was moved is told")
    func attributes() throws {
        let sides = try Sides(
            """
            write('a/x/f', 'text of a file'); write('b/y/f', 'text of a file')
            os.chmod('b/y/f', 0o600); os.chmod('a/x/f', 0o644)
            """)
        let found = try sides.differences().filter { $0.contains("y/f") }
        #expect(found == [#"moved item y/f "x/f""#, #"changed mode y/f "0644" "0600""#])
    }
}
