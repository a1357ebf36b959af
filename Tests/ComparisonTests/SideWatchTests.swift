import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs
import System
import TestSupport
import Testing

@testable import Comparison

@Suite("Watching a directory")
struct SideWatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let begin: String
        let change: String
        let told: [String]

        var testDescription: String { name }
    }

    /// An AppleDouble file with an attribute of one byte (RFC 1740; xnu's vfs_xattr.c), up to that.
    private static let double = """
        bytes.fromhex('00051607 00020000 4d6163204f5320582020202020202020 0002 00000009 00000032 00000057 \
        00000002 00000089 00000000' + '00' * 34 + '41545452 00000000 00000089 00000088 00000001' + '00' * 12 \
        + '00000001 00000088 00000001 0000 02 6b00 000000')
        """

    static let changes = [
        Case(
            name: "a text", begin: "write('a.txt', 'one\\ntwo\\n')", change: "write('a.txt', 'one\\n2\\n')",
            told: [#"changed value a.txt "two" "2""#]),
        Case(
            name: "a property list that is replaced",
            begin: "write('p.plist', plistlib.dumps({'theme': 'light'}))",
            change: """
                write('p.tmp', plistlib.dumps({'theme': 'dark', 'n': 1}, fmt=plistlib.FMT_BINARY))
                os.rename('d/p.tmp', 'd/p.plist')
                """,
            told: [#"added value p.plist:n 1"#, #"changed value p.plist:theme "light" "dark""#]),
        Case(
            name: "a text of the same size whose time is set back",
            begin: "write('a.txt', 'one\\ntwo\\n'); os.utime('d/a.txt', (1000000000, 1000000000))",
            change: "write('a.txt', 'one\\nsix\\n'); os.utime('d/a.txt', (1000000000, 1000000000))",
            told: [#"changed value a.txt "two" "six""#]),
        Case(
            name: "a file named like the journal of a database, which is none",
            begin: "database('CREATE TABLE t (a)'); write('s.db-journal', 'none')",
            change: "write('s.db-journal', 'nine')",
            told: [#"changed value s.db-journal "none" "nine""#]),
        Case(
            name: "a file with two names",
            begin: "write('a.txt', 'one\\ntwo\\n'); os.mkdir('d/b'); os.link('d/a.txt', 'd/b/c')",
            change: "write('a.txt', 'one\\n2\\n')",
            told: [#"changed value a.txt "two" "2""#, #"changed value b/c "two" "2""#]),
        Case(name: "a new file", begin: "", change: "write('new', 'x')", told: ["added item new"]),
        Case(
            name: "a file that is removed", begin: "write('a', 'x')", change: "os.unlink('d/a')",
            told: ["removed item a"]),
        Case(
            name: "a file that is moved", begin: "os.mkdir('d/b'); write('a', 'x')",
            change: "os.rename('d/a', 'd/b/c')", told: [#"moved item b/c "a""#]),
        Case(
            name: "a mode", begin: "write('a', 'x'); os.chmod('d/a', 0o644)", change: "os.chmod('d/a', 0o600)",
            told: [#"changed mode a "0644" "0600""#]),
        Case(
            name: "the target of a link", begin: "os.symlink('a', 'd/l')",
            change: "os.symlink('b', 'd/m'); os.rename('d/m', 'd/l')", told: [#"changed target l "a" "b""#]),
        Case(
            name: "files in new directories", begin: "",
            change: "os.makedirs('d/x/y'); write('x/y/z', 'z')",
            told: ["added item x", "added item x/y", "added item x/y/z"]),
        Case(
            name: "a directory that is removed", begin: "os.makedirs('d/x/y'); write('x/y/z', 'z')",
            change: "shutil.rmtree('d/x')", told: ["removed item x", "removed item x/y", "removed item x/y/z"]),
        Case(
            name: "a different kind of item", begin: "write('a', 'x')", change: "os.unlink('d/a'); os.mkdir('d/a')",
            told: [#"changed kind a "file" "directory""#]),
        Case(
            name: "a row in a log",
            begin: "database('PRAGMA journal_mode = WAL', 'CREATE TABLE t (id INTEGER PRIMARY KEY, v)')",
            change: "database(\"INSERT INTO t VALUES (1, 'new')\"); os._exit(0)",
            told: [#"added row s.db:t/1 {"id":1,"v":"new"}"#]),
        Case(
            name: "rows of a database with a journal",
            begin: "database('CREATE TABLE t (id INTEGER PRIMARY KEY, v)', 'INSERT INTO t VALUES (1, 1), (2, 2)')",
            change: "database('UPDATE t SET v = 3 WHERE id = 1', 'DELETE FROM t WHERE id = 2')",
            told: ["changed value s.db:t/1/v 1 3", #"removed row s.db:t/2 {"id":2,"v":2}"#]),
        Case(
            name: "a table", begin: "database('CREATE TABLE t (a)')", change: "database('CREATE TABLE u (b)')",
            told: [#"added table s.db:u {"columns":["b"],"rows":0}"#]),
        Case(
            name: "many new files", begin: "os.mkdir('d/many')",
            change: "for index in range(3000): write('many/%d' % index, str(index))",
            told: ["added item many count 3000"]),
        Case(
            name: "an attribute in an AppleDouble file", begin: "write('x', ''); write('._x', \(double) + b'1')",
            change: "write('._x', \(double) + b'2')", told: [#"changed value ._x {"size":137} {"size":137}"#]),
        Case(
            name: "a database that is damaged", begin: "database('CREATE TABLE t (a)')",
            change: "write('s.db', b'SQLite format 3\\0' + bytes(100))", told: []),
    ]

    @Test("a directory whose path is not followed is watched wherever it is moved")
    func moved() throws {
        let watched = try WatchedDirectory("")
        try Python.run(
            "import os, sys; os.chdir(sys.argv[1]); os.rename('d', 'e'); open('e/new', 'w').close()",
            [watched.directory.path])
        var lines: [String] = []
        let step = watched.watch.next(until: MonotonicClock.now() + 60_000_000_000) { report in
            if case .change(let told) = report { lines.append(told.difference.watchedLine) }
            return true
        }
        #expect(step == .looked && lines == ["added item new"] && watched.watch.absenceTime == nil, "\(lines)")
    }

    @Test("what has changed is told, once", arguments: changes)
    func told(one: Case) throws {
        let watched = try WatchedDirectory(one.begin)
        var told = try watched.changes(one.change)
        // Many changes of a directory are told together once it rests, which may be after those made later.
        for _ in 0..<20 where told.isEmpty { told += try watched.changes("") }
        if one.told.isEmpty {
            #expect(!told.isEmpty && !told.contains { $0.hasPrefix("problem") }, "\(told)")
        } else {
            #expect(told == one.told)
        }
        // Everything is known now.
        #expect(try watched.changes("") == [])
    }

    static let noise = [
        Case(name: "a touched file", begin: "write('a', 'x')", change: "os.utime('d/a')", told: []),
        Case(name: "the same contents", begin: "write('a', 'x')", change: "write('a', 'x')", told: []),
        Case(
            name: "another form of a property list", begin: "write('p', plistlib.dumps({'a': 1}))",
            change: "write('p', plistlib.dumps({'a': 1}, fmt=plistlib.FMT_BINARY))", told: []),
        Case(
            name: "VACUUM",
            begin: """
                database('CREATE TABLE t (a)', "INSERT INTO t VALUES ('x'), ('y')", "DELETE FROM t WHERE a = 'x'")
                """,
            change: "database('VACUUM')", told: []),
        Case(
            name: "a checkpoint",
            begin: """
                database('PRAGMA journal_mode = WAL', 'CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)')
                sys.stdout.flush(); os._exit(0)
                """,
            change: "database('PRAGMA wal_checkpoint(TRUNCATE)')", told: []),
        Case(
            name: "a transaction that is taken back",
            begin: "database('CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)')",
            change: "database('BEGIN', 'INSERT INTO t VALUES (2)', 'ROLLBACK')", told: []),
        Case(
            name: "a file that is there for a moment", begin: "", change: "write('a', 'x'); os.unlink('d/a')", told: []),
    ]

    @Test("what says the same is not told", arguments: noise)
    func untold(one: Case) throws {
        #expect(try WatchedDirectory(one.begin).changes(one.change) == [])
    }

    @Test("of a single file, only it and its log are watched")
    func single() throws {
        let watched = try WatchedDirectory("write('a', 'x\\n'); write('end', '')", path: "a")
        try Python.run("import sys; open(sys.argv[1] + '/d/b', 'w').write('b')", [watched.directory.path])
        try Python.run("import sys; open(sys.argv[1] + '/d/a', 'w').write('y\\n')", [watched.directory.path])
        #expect(try watched.first() == #"changed value / "x" "y""#)
    }

    @Test("a directory with the state directory in it is refused, and nothing is left")
    func state() throws {
        let directory = TemporaryDirectory()
        #expect(throws: WatchError.self) {
            try SideWatch(
                .root, of: try HostTree.open(Array(directory.path.utf8)), in: nil,
                state: StateDirectory(path: directory("state")))
        }
        #expect(try runCommand(["ls", directory("state/watches")]).text.isEmpty)
    }

    @Test("everything is compared again when the system has lost events")
    func overflow() throws {
        let watched = try WatchedDirectory("write('a', 'x\\n'); write('b', 'x\\n')")
        watched.loseEvents()
        let told = try watched.changes("write('a', 'y\\n')")
        #expect(
            told.contains(#"changed value a "x" "y""#) && told.contains { $0.hasPrefix("changed item /") }, "\(told)")
    }

    @Test("the temporary time point is removed at the end, and one that was left is removed by the next")
    func store() throws {
        let watched = try WatchedDirectory("write('a', 'x')")
        #expect(try watched.storedFiles().count == 1)
        let left = watched.directory("state/watches/1-left/known")
        _ = try runCommand(["mkdir", "-p", left])
        let other = try SideWatch(
            .root, of: try HostTree.open(Array(watched.directory("d").utf8)), in: nil,
            state: StateDirectory(path: watched.directory("state")))
        #expect(try runCommand(["ls", watched.directory("state/watches")]).lines.count == 2)
        other.close()
        #expect(try runCommand(["ls", watched.directory("state/watches")]).lines.count == 1)
    }
}
