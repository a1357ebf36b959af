import FileTree
import System
import TestSupport
import Testing

@testable import Copying

@Suite("Databases that change while they are kept", .onManyThreads)
struct DatabaseMomentTests {
    private let directory = TemporaryDirectory()

    /// Runs a script with an open database `db` in the directory, of which the connection stays open until the end.
    private func script(_ mode: String, _ script: String) throws {
        try Python.run(
            """
            import os, sqlite3, sys
            os.chdir(sys.argv[1])
            db = sqlite3.connect('db', isolation_level=None)
            db.execute('PRAGMA journal_mode = ' + sys.argv[2])
            db.execute('PRAGMA wal_autocheckpoint = 0')
            db.execute('CREATE TABLE IF NOT EXISTS t (text)')
            \(script)
            os._exit(0)
            """, [directory.path, mode])
    }

    private func moment() throws -> DatabaseMoment {
        let root = try RootedDirectory(hostPath: Array(directory.path.utf8))
        return DatabaseMoment(Array("db".utf8), in: root.descriptor)
    }

    @Test(
        "a database that is left alone is at one moment, once its last change is a while ago",
        arguments: ["wal", "delete"])
    func quiet(mode: String) throws {
        try script(mode, "db.execute(\"INSERT INTO t VALUES ('one')\")")
        let fresh = try moment()
        try waitUntilSettled(for: 0.03, below: directory.path)
        let before = try moment()
        #expect(before.isCertain(until: try moment()))
        #expect(fresh == before)
    }

    @Test(
        "a commit into the database, a checkpoint and a new log are seen",
        arguments: [
            ("delete", "db.execute(\"INSERT INTO t VALUES ('two')\")"),
            (
                "delete",
                "db.execute('BEGIN IMMEDIATE'); db.execute(\"INSERT INTO t VALUES ('two')\"); "
                    + "db.execute('PRAGMA cache_size = 1'); db.execute(\"INSERT INTO t VALUES (hex(zeroblob(90000)))\")"
            ),
            ("wal", "db.execute('PRAGMA wal_checkpoint(FULL)')"),
            ("wal", "db.execute('PRAGMA wal_checkpoint(TRUNCATE)'); db.execute(\"INSERT INTO t VALUES ('two')\")"),
        ])
    func changed(mode: String, change: String) throws {
        try script(mode, "db.execute(\"INSERT INTO t VALUES ('one')\")")
        try waitUntilSettled(for: 0.03, below: directory.path)
        let before = try moment()
        try script(mode, change)
        #expect(try !before.isCertain(until: moment()))
    }

    @Test("what is added to the log is no matter")
    func added() throws {
        // Who opens a database that nobody has open brings its log's index up to date, which is taken for a checkpoint.
        let process = try Python.start(Script.text("database_moment_added"), [directory.path])
        defer {
            try? directory.write("", to: "end")
            _ = waitpid(process, nil, 0)
        }
        try waitUntil("the table") { access(directory("one"), F_OK) == 0 }
        try waitUntilSettled(for: 0.03, below: directory.path)
        let before = try moment()
        try directory.write("", to: "go")
        try waitUntil("the row") { access(directory("two"), F_OK) == 0 }
        #expect(before.isCertain(until: try moment()))
    }
}
