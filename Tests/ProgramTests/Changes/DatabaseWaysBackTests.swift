import System
import TestSupport
import Testing

/// An app uses a database that was put in place, so that its rows are in a new log alone, before that is taken back.
@Suite("Databases on the way back", .onManyThreads)
struct DatabaseWaysBackTests {
    private static let functions = """
        import os, shutil, sqlite3, sys, tempfile
        def connect(path):
            connection = sqlite3.connect(path)
            connection.execute('pragma journal_mode=wal'); connection.execute('create table if not exists t(x)')
            return connection
        """

    private static let template = SharingSandbox.template(
        functions + """

            for path, word in [('App/Documents/s.sqlite', 'kept'), ('host/s.sqlite', 'host')]:
                connection = connect(path); connection.execute('insert into t values (?)', (word,))
                connection.commit(); connection.close()
            write('host/z', b'another item')
            """)

    private let sandbox: SharingSandbox

    /// A container with 20 rows in a database, of which a time point has another state.
    init() throws {
        sandbox = try SharingSandbox(copyOf: Self.template.get())
        #expect(try sandbox.run("keep", "App", "--name", "k").status == 0)
        try script(
            "c = connect(sys.argv[1]); [c.execute('insert into t values (?)', ('user %d' % n,)) for n in range(20)]; "
                + "c.commit(); c.close()", "App/Documents/s.sqlite")
    }

    private func script(_ script: String, _ path: String) throws {
        try Python.run(Self.functions + "\n" + script, [sandbox(path)])
    }

    /// Adds a row as an app does that is killed then: it is in the log alone.
    private func use(_ path: String) throws {
        try script(
            "c = connect(sys.argv[1]); c.execute('insert into t values (?)', ('by the app',)); c.commit(); os._exit(0)",
            path)
    }

    /// Returns the rows of a database as SQLite reads them with the log beside it, in a copy.
    private func rows(_ path: String) throws -> [String] {
        try Python.lines(
            Self.functions + """

                with tempfile.TemporaryDirectory() as place:
                    for ending in ['', '-wal']:
                        if os.path.exists(sys.argv[1] + ending): shutil.copy(sys.argv[1] + ending, place + '/d' + ending)
                    connection = sqlite3.connect(place + '/d')
                    print(*connection.execute('pragma integrity_check').fetchone())
                    print(*[x for x, in connection.execute('select x from t order by rowid')], sep='\\n')
                """, sandbox(path))
    }

    private let user = ["ok", "kept"] + (0..<20).map { "user \($0)" }

    /// Checks that all rows are somewhere: in a database with the log that lies beside it.
    private func requireAll(_ wanted: [String], _ comment: String) throws {
        let found = try Python.lines(
            Self.functions + Script.text("database_ways_back_require_all"), sandbox(""))
        for row in wanted { #expect(found.contains(row), "\(row): \(comment) \(found)") }
    }

    private func names(_ directory: String) throws -> [String] {
        try runCommand(["ls", "-A", sandbox(directory)]).lines.filter { $0.contains("sqlite") }.map(String.init)
    }

    static let replacing = [
        ["restore", "k", "--to", "App"],
        ["import", "host/s.sqlite", "host/z", "--to", "App/Documents/", "--on-conflict", "replace"],
    ]

    @Test("an undo that would discard a log written since asks, and takes the log along", arguments: replacing)
    func undone(call: [String]) throws {
        #expect(try sandbox.run(call).status == 0)
        try use("App/Documents/s.sqlite")
        let refused = try sandbox.run("undo", "1")
        #expect(
            refused.status == 77 && refused.errors.contains("s.sqlite-wal has been written since"), "\(refused.errors)")
        #expect(try rows("App/Documents/s.sqlite").last == "by the app")
        #expect(try sandbox.run("undo", "1", "--trash-changed").status == 0)
        #expect(try rows("App/Documents/s.sqlite") == user)
        #expect(try names("App/Documents") == ["s.sqlite"])
        try requireAll(user.dropFirst() + ["by the app"], "\(call)")
        // The redo brings the database back together with its log.
        let redone = try sandbox.run("redo", "1")
        #expect(redone.status == 0, "\(redone.errors)")
        #expect(try rows("App/Documents/s.sqlite").last == "by the app")
        try requireAll(user.dropFirst() + ["by the app"], "\(call)")
    }

    @Test(
        "an undo of a copy takes the log of the copy along",
        arguments: [
            ["cp", "App/Documents/s.sqlite", "App/Library/"], ["import", "host/s.sqlite", "--to", "App/Library/"],
        ])
    func copied(call: [String]) throws {
        #expect(try sandbox.run(call).status == 0)
        try use("App/Library/s.sqlite")
        #expect(try sandbox.run("undo", "1").status == 77)
        #expect(try sandbox.run("undo", "1", "--trash-changed").status == 0)
        #expect(try names("App/Library") == [])
        try requireAll(user.dropFirst() + ["by the app"], "\(call)")
    }

    @Test(
        "a database that is moved back takes the log along that was written for it since",
        arguments: [
            ["mv", "App/Documents/s.sqlite", "App/Library/t.sqlite"],
            ["rename", "App/Documents/s.sqlite", "--to", "t.sqlite"],
        ])
    func movedBack(call: [String]) throws {
        #expect(try sandbox.run(call).status == 0)
        let directory = call[0] == "mv" ? "App/Library" : "App/Documents"
        try use("\(directory)/t.sqlite")
        let result = try sandbox.run("undo", "1")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try rows("App/Documents/s.sqlite") == user + ["by the app"])
        #expect(try !sandbox.has("\(directory)/t.sqlite-wal"))
    }

    @Test("a database does not come back beside the log of another one")
    func inTheWay() throws {
        #expect(try sandbox.run("rm", "App/Documents/s.sqlite").status == 0)
        try use("App/Documents/s.sqlite")
        unlink(sandbox("App/Documents/s.sqlite"))
        let result = try sandbox.run("undo", "1")
        #expect(result.status != 0 && result.errors.contains("the log of another database"), "\(result.errors)")
        #expect(try !sandbox.has("App/Documents/s.sqlite"))
    }

    @Test("a recovery takes the log along that was written for what it takes back", arguments: replacing, 1...8)
    func recovered(call: [String], number: Int) throws {
        let call = call[0] == "import" ? call + ["--on-error", "roll-back"] : call
        let killed = try sandbox.run(
            call,
            tracing: [
                "-o", "/dev/null", "-e", "trace=renameat2", "-e", "inject=renameat2:signal=SIGKILL:when=\(number)",
            ])
        guard killed.status != 0, try sandbox.has("App/Documents/s.sqlite") else { return }
        try use("App/Documents/s.sqlite")
        let recovered = try sandbox.run("journal")
        #expect(recovered.status == 0)
        let found = try rows("App/Documents/s.sqlite")
        #expect(found.first == "ok", "\(number): \(found) \(recovered.errors)")
        try requireAll(user.dropFirst() + ["by the app"], "\(call) \(number) \(recovered.errors)")
    }
}
