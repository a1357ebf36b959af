import System
import TestSupport
import Testing

@Suite("Databases in time points", .onManyThreads)
struct KeptDatabaseTests {
    /// Writes transactions of two rows each until a file appears, and checkpoints now and then.
    private static let writer = Script.text("kept_database_writer")

    @Test(
        "a database is kept together with its log at one moment, while it is written",
        arguments: ["wal", "delete", "persist"])
    func written(mode: String) throws {
        let sandbox = try SharingSandbox()
        let process = try Python.start(Self.writer, [sandbox(""), mode])
        defer {
            try? sandbox.write("end", "")
            _ = waitpid(process, nil, 0)
        }
        try waitUntil("the first transaction") { try sandbox.has("begun") }
        for round in 0..<6 {
            let kept = try sandbox.run("keep", "App", "--name", "r\(round)")
            #expect(kept.status == 0, "\(kept.errors)")
            let exported = try sandbox.run("export", "@r\(round)/Library", "--to", "host/out/\(round)", "--new-name")
            #expect(exported.status == 0, "\(exported.errors)")
            try sandbox.script(
                """
                import sqlite3, sys
                connection = sqlite3.connect(sys.argv[1] + 'host/out/' + sys.argv[2] + '/data.sqlite')
                assert connection.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
                one, two = (connection.execute('SELECT max(id), count(*) FROM ' + t).fetchone() for t in ('one', 'two'))
                assert one == two and one[1] > 0, (one, two)
                """, "\(round)")
        }
    }

    @Test("a file that is only named like the index of a log is kept and restored")
    func falseIndex() throws {
        let sandbox = try SharingSandbox()
        try sandbox.script(
            """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1] + 'App/Documents/d.sqlite') as connection:
                connection.execute('CREATE TABLE t (a)')
            """)
        try sandbox.write("App/Documents/d.sqlite-shm", "my diary")
        try sandbox.keep("before")
        try sandbox.write("App/Documents/d.sqlite-shm", "scribbled over")
        #expect(try sandbox.run("restore", "before", "--to", "App").status == 0)
        #expect(try sandbox.text("App/Documents/d.sqlite-shm") == "my diary")
    }

    @Test("keeping changes no byte and no time of a database, and rows that are only in its log are kept")
    func untouched() throws {
        let sandbox = try SharingSandbox()
        try sandbox.script(Script.text("kept_database_untouched"))
        let before = try sandbox.tree("App")
        try sandbox.keep("one")
        #expect(try sandbox.tree("App") == before)
        let rows = try sandbox.run("show", "--as", "csv", "@one/Library/store.sqlite:t")
        #expect(rows.text.contains("only in the log"), "\(rows.errors)")
    }
}
