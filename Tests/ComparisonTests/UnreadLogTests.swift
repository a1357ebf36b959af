import ContainerModel
import TestSupport
import Testing

@testable import Comparison

/// The rows in a log that cannot be read are neither the same nor gone.
@Suite("Databases whose log or journal cannot be read", .onManyThreads)
struct UnreadLogTests {
    /// Python that makes something at `path` that is no readable file.
    static let obstacles = ["os.mkdir(path)", "os.symlink('elsewhere', path)"]
    static let suffixes = [
        ("-wal", "The write-ahead log cannot be read ("), ("-journal", "The rollback journal cannot be read ("),
    ]

    /// Both sides with the same database.
    private static func sides(_ script: String) throws -> Sides {
        try Sides(
            """
            database('s.db', 'CREATE TABLE t (id INTEGER PRIMARY KEY, b)', 'INSERT INTO t VALUES (1, 0)')
            for side in 'ab': shutil.copy2('s.db', side + '/s.db')
            \(script)
            """)
    }

    @Test("are not the same, and the side is told", arguments: obstacles, suffixes)
    func oneSide(obstacle: String, suffix: (String, String)) throws {
        let sides = try Self.sides("path = 'b/s.db\(suffix.0)'; \(obstacle)")
        for path in [ContainerPath.root, "s.db"] {
            let problems = try sides.problems(of: path)
            #expect(problems.count == 1 && problems.first?.isBefore == false, "\(problems)")
            #expect(problems.first?.reason.hasPrefix("not compared in full: \(suffix.1)") == true, "\(problems)")
            #expect(problems.first?.path == (path.isRoot ? "s.db" : .root))
        }
    }

    @Test("are not the same either if that is so on both sides, which is told once", arguments: obstacles, suffixes)
    func bothSides(obstacle: String, suffix: (String, String)) throws {
        let sides = try Self.sides(
            """
            for side in 'ab':
                path = side + '/s.db\(suffix.0)'
                \(obstacle)
            """)
        for path in [ContainerPath.root, "s.db"] {
            let problems = try sides.problems(of: path)
            #expect(problems.count == 1 && problems.first?.isBefore == nil, "\(problems)")
        }
    }

    @Test("logs that can be read and are damaged in the same way are the same")
    func damaged() throws {
        #expect(try Self.sides("for side in 'ab': write(side + '/s.db-wal', b'damaged' * 9)").differences() == [])
    }

    /// Two archives with a database and its log, of which the second one's cannot be read.
    private static func archives(_ change: String) throws -> Sides {
        try Sides(
            """
            connection = database('s.db', 'PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0',
                'CREATE TABLE t (id INTEGER PRIMARY KEY, b)', 'PRAGMA wal_checkpoint(TRUNCATE)',
                'INSERT INTO t VALUES (2, 7)', close=False)
            def changed(data, local, central, mask):
                # Fields of the headers of the log (APPNOTE 4.3.7 and 4.3.12).
                data, name = bytearray(data), b's.db-wal'
                for mark, field, start in ((b'PK\\3\\4', local, 30), (b'PK\\1\\2', central, 46)):
                    at = data.find(mark)
                    while at >= 0:
                        if data[at + start:at + start + len(name)] == name: data[at + field] ^= mask
                        at = data.find(mark, at + 1)
                return data
            one = zipped({name: open(name, 'rb').read() for name in ('s.db', 's.db-wal')})
            write('a/f.zip', one); write('b/f.zip', \(change))
            """)
    }

    @Test(
        "that are items of an archive are not compared in full, beside the rows that are missing there",
        arguments: ["changed(one, 14, 16, 1)", "changed(one, 6, 8, 1)"])
    func archived(change: String) throws {
        let found = try Self.archives(change).differences()
        #expect(found.first?.hasPrefix("removed row f.zip:s.db/t/2") == true, "\(found)")
        let problem = "problem f.zip: s.db was not compared in full: The write-ahead log cannot be read ("
        #expect(found.contains { $0.hasPrefix(problem) }, "\(found)")
    }

    @Test("are not watched until it can be read, so that no row is told as removed", arguments: obstacles)
    func watched(obstacle: String) throws {
        let watched = try WatchedDirectory(
            """
            database('PRAGMA journal_mode=WAL', 'PRAGMA wal_autocheckpoint=0', 'CREATE TABLE t (id INTEGER PRIMARY KEY, b)',
                'INSERT INTO t VALUES (2, 7)')
            sys.stdout.flush(); os._exit(0)
            """)
        let told = try watched.changes("path = 'd/s.db-wal'; os.rename(path, 'kept'); \(obstacle)")
        #expect(told.contains { $0.hasPrefix("problem s.db could not read the -wal file beside") }, "\(told)")
        #expect(!told.contains { $0.contains("s.db:t") }, "\(told)")
        let change = "path = 'd/s.db-wal'; os.rmdir(path) if os.path.isdir(path) else os.unlink(path); "
        #expect(try !watched.changes(change + "os.rename('kept', path)").contains { $0.contains("s.db:t") })
    }
}
