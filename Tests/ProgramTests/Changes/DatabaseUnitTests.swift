import System
import TestSupport
import Testing

/// A database and its log are one unit in every operation. What is in a database is read by Python's sqlite3, with the
/// log that lies beside it.
@Suite("Databases with their logs", .onManyThreads)
struct DatabaseUnitTests {
    private let sandbox: SharingSandbox

    /// Two databases whose last rows are in their logs alone, as an app that was killed leaves them: `s.sqlite`, with
    /// the directory of a Core Data store, and `host/o.sqlite`, which is another one.
    init() throws { sandbox = try SharingSandbox(copyOf: Self.template.get()) }

    private static let template = SharingSandbox.template(Script.text("database_unit_template"))

    /// Returns the rows of a database as SQLite reads them beside whatever lies there, in a copy.
    private func rows(_ path: String) throws -> [String] {
        try Python.lines(
            """
            import glob, os, shutil, sqlite3, sys, tempfile
            with tempfile.TemporaryDirectory() as place:
                for ending in ['', '-wal', '-journal']:
                    if os.path.exists(sys.argv[1] + ending): shutil.copy(sys.argv[1] + ending, place + '/d' + ending)
                connection = sqlite3.connect(place + '/d')
                print(*connection.execute('pragma integrity_check').fetchone())
                print(*[x for x, in connection.execute('select x from t')], sep='\\n')
            """, sandbox(path))
    }

    private var all: [String] { ["ok", "app early"] + (0..<50).map { "app late \($0)" } }
    private var others: [String] { ["ok", "host early"] + (0..<50).map { "host late \($0)" } }

    private func names(_ path: String, like word: String) throws -> [String] {
        try runCommand(["ls", "-A", sandbox(path)]).lines.filter { $0.contains(word) }.map(String.init).sorted()
    }

    private func run(_ words: String...) throws {
        let result = try sandbox.run(words)
        #expect(result.status == 0, "\(words): \(result.text) \(result.errors)")
    }

    @Test(
        "a copy, an export, a move and a new name take the log along, and undo brings everything back",
        arguments: [
            ["cp", "App/Documents/s.sqlite", "App/Documents/t.sqlite"],
            ["cp", "App/Documents/s.sqlite", "App/Library/"],
            ["export", "App/Documents/s.sqlite", "--to", "host/out"], ["mv", "App/Documents/s.sqlite", "App/Library/"],
            ["mv", "App/Documents/s.sqlite", "App/Documents/t.sqlite"],
            ["rename", "App/Documents/s.sqlite", "--to", "t.sqlite"],
            ["cp", "App/Documents/s.sqlite", "App/Documents/s.sqlite-wal", "App/Library/"],
            ["mv", "App/Documents/s.sqlite-wal", "App/Documents/s.sqlite", "App/Library/"],
        ])
    func along(call: [String]) throws {
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let result = try sandbox.run(call)
        #expect(result.status == 0, "\(result.errors)")
        let (directory, stem) =
            switch call.last {
            case "host/out": ("host/out", "s")
            case "App/Library/": ("App/Library", "s")
            default: ("App/Documents", "t")
            }
        #expect(try rows("\(directory)/\(stem).sqlite") == all)
        #expect(try sandbox.text("\(directory)/.\(stem)_SUPPORT/_EXTERNAL_DATA/1") == "large value")
        #expect(try !sandbox.has("\(directory)/\(stem).sqlite-shm"), "an index is never copied")
        if call[0] == "mv" || call[0] == "rename" {
            #expect(try names("App/Documents", like: "s.sqlite") == [], "nothing stays behind")
            #expect(try !sandbox.has("App/Documents/.s_SUPPORT"))
        } else {
            #expect(try rows("App/Documents/s.sqlite") == all)
        }
        try run("undo", "1")
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
    }

    @Test("a removed database takes its log, its index and its directory along")
    func removed() throws {
        let before = try sandbox.tree("App")
        try run("rm", "App/Documents/s.sqlite")
        #expect(try names("App/Documents", like: "s.sqlite") == [] && !sandbox.has("App/Documents/.s_SUPPORT"))
        #expect(try sandbox.text("App/Documents/notes-journal") == "no journal")
        try run("undo", "1")
        #expect(try sandbox.tree("App") == before)
    }

    @Test(
        "whatever replaces a database sets its log aside, and no log is left beside a database that it was not written for",
        arguments: [
            ["import", "host/o.sqlite", "--to", "App/Documents/s.sqlite", "--on-conflict", "replace"],
            ["cp", "--on-conflict", "replace", "App/Library/plain.sqlite", "App/Documents/s.sqlite"],
            ["mv", "--on-conflict", "replace", "App/Library/o.sqlite", "App/Documents/s.sqlite"],
        ])
    func replaced(call: [String]) throws {
        try sandbox.script(
            """
            import os, shutil, sqlite3, sys
            os.chdir(sys.argv[1])
            for ending in ['', '-wal']: shutil.copy('host/o.sqlite' + ending, 'App/Library/o.sqlite' + ending)
            connection = sqlite3.connect('App/Library/plain.sqlite'); connection.execute('create table t(x)')
            connection.execute("insert into t values ('plain')"); connection.commit(); connection.close()
            """)
        let before = try sandbox.tree("App")
        let result = try sandbox.run(call)
        #expect(result.status == 0, "\(result.errors)")
        let isPlain = call.contains("App/Library/plain.sqlite")
        #expect(try rows("App/Documents/s.sqlite") == (isPlain ? ["ok", "plain"] : others))
        #expect(try names("App/Documents", like: "s.sqlite") == ["s.sqlite"] + (isPlain ? [] : ["s.sqlite-wal"]))
        try run("undo", "1")
        #expect(try sandbox.tree("App") == before)
        #expect(try rows("App/Documents/s.sqlite") == all)
    }

    @Test("a log that was left behind does not become that of a new database")
    func leftBehind() throws {
        try sandbox.script("import os, sys; os.unlink(sys.argv[1] + 'App/Documents/s.sqlite')")
        try sandbox.script(
            """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1] + 'host/s.sqlite'); connection.execute('create table t(x)')
            connection.execute("insert into t values ('plain')"); connection.commit(); connection.close()
            """)
        try run("import", "host/s.sqlite", "--to", "App/Documents/")
        #expect(try rows("App/Documents/s.sqlite") == ["ok", "plain"])
    }

    @Test("a skipped or renamed database takes its log along")
    func kept() throws {
        try run("import", "host/o.sqlite", "--to", "App/Documents/s.sqlite", "--on-conflict", "keep-both")
        #expect(try rows("App/Documents/s 2.sqlite") == others)
        #expect(try rows("App/Documents/s.sqlite") == all)
        let before = try sandbox.tree("App")
        _ = try sandbox.run("import", "host/o.sqlite", "--to", "App/Documents/s.sqlite", "--on-conflict", "skip")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("many items at once, and a whole directory, take the logs along")
    func many() throws {
        try run("export", "App/Documents/s.sqlite", "App/Documents/a.txt", "App/Documents/b.txt", "--to", "host/out")
        #expect(try rows("host/out/s.sqlite") == all)
        try run("rm", "--contents", "App/Documents")
        #expect(try names("App/Documents", like: "s.sqlite") == [])
    }

    @Test("a restored database has its own log, and no other")
    func restored() throws {
        try run("keep", "App", "--name", "before")
        try sandbox.script(
            """
            import os, sqlite3, sys
            path = sys.argv[1] + 'App/Documents/s.sqlite'
            connection = sqlite3.connect(path); connection.execute("insert into t values ('later')"); connection.commit()
            connection.close()
            """)
        #expect(try rows("App/Documents/s.sqlite") == all + ["later"])
        try run("restore", "before", "Documents/s.sqlite", "--to", "App")
        #expect(try rows("App/Documents/s.sqlite") == all)
        // The other way round: what is restored has no log, and the container has one.
        try sandbox.script("import os, sys; os.unlink(sys.argv[1] + 'App/Documents/s.sqlite-wal')")
        try run("keep", "App", "--name", "without")
        try run("restore", "before", "--to", "App")
        #expect(try rows("App/Documents/s.sqlite") == all)
        try run("restore", "without", "Documents/s.sqlite", "--to", "App")
        #expect(try rows("App/Documents/s.sqlite") == ["ok", "app early"])
    }

    @Test("an exclusion concerns the log, too")
    func excluded() throws {
        try run("exclude", "App/Documents/s.sqlite")
        let list = try python(
            "import os, sys; print(sorted(n for n in os.listdir(sys.argv[1]) if os.listxattr(sys.argv[1] + '/' + n)))",
            sandbox("App/Documents"))
        #expect(list == "['.s_SUPPORT', 's.sqlite', 's.sqlite-wal']\n")
        try run("include", "App/Documents/s.sqlite")
        let none = try python(
            "import os, sys; print([n for n in os.listdir(sys.argv[1]) if os.listxattr(sys.argv[1] + '/' + n)])",
            sandbox("App/Documents"))
        #expect(none == "[]\n")
    }

    /// Makes a second database of the same name, `App/Library/s.sqlite`, with or without a log.
    private func makeAnother(withLog: Bool) throws {
        try sandbox.script(
            """
            import os, shutil, sqlite3, sys
            os.chdir(sys.argv[1])
            shutil.copy('host/o.sqlite', 'App/Library/s.sqlite')
            if \(withLog ? "True" : "False"): shutil.copy('host/o.sqlite-wal', 'App/Library/s.sqlite-wal')
            os.mkdir('App/Documents/r')
            """)
    }

    @Test(
        "two databases of the same name in one operation keep their own logs, whatever is decided about the names",
        arguments: ["replace", "keep-both", "skip"], [true, false])
    func sameName(conflicts: String, secondHasLog: Bool) throws {
        try makeAnother(withLog: secondHasLog)
        let before = try sandbox.tree("App")
        let second = secondHasLog ? others : ["ok", "host early"]
        let result = try sandbox.run(
            "cp", "--on-conflict", conflicts, "App/Documents/s.sqlite", "App/Library/s.sqlite", "App/Documents/r/")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try rows("App/Documents/r/s.sqlite") == (conflicts == "replace" ? second : all))
        if conflicts == "keep-both" { #expect(try rows("App/Documents/r/s 2.sqlite") == second) }
        let copied = try names("App/Documents/r", like: "s")
        #expect(copied.contains("s 2.sqlite") == (conflicts == "keep-both"), "\(copied)")
        try run("undo", "1")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("a database does not take the directory of another store along, and another extension keeps its own")
    func support() throws {
        try sandbox.script(
            """
            import shutil, sys
            shutil.copy(sys.argv[1] + 'host/o.sqlite', sys.argv[1] + 'App/Documents/s.db')
            """)
        try run("rm", "App/Documents/s.db")
        #expect(try sandbox.has("App/Documents/.s_SUPPORT/_EXTERNAL_DATA/1"))
        try run("rename", "App/Documents/s.sqlite", "--to", "s.store")
        #expect(try sandbox.has("App/Documents/.s_SUPPORT/_EXTERNAL_DATA/1"))
        #expect(try rows("App/Documents/s.store") == all)
    }

    @Test("all files of a database, named one by one, are moved as one")
    func glob() throws {
        let parts = try names("App/Documents", like: "s.sqlite").map { "App/Documents/\($0)" }
        let result = try sandbox.run(["mv"] + parts + ["App/Library/"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try rows("App/Library/s.sqlite") == all)
        #expect(try names("App/Documents", like: "s.sqlite") == [])
    }

    @Test("a delivered database has its log")
    func delivered() throws {
        try run("deliver", "host/o.sqlite", "--to", "App", "--from", "mail")
        #expect(try rows("App/Documents/Inbox/o.sqlite") == others)
    }

    @Test("whoever restores a log restores its database")
    func logAlone() throws {
        try run("keep", "App", "--name", "k")
        try sandbox.script(
            """
            import os, shutil, sys
            os.chdir(sys.argv[1])
            for ending in ['', '-wal']: shutil.copy('host/o.sqlite' + ending, 'App/Documents/s.sqlite' + ending)
            """)
        try run("restore", "k", "Documents/s.sqlite-wal", "--to", "App")
        #expect(try rows("App/Documents/s.sqlite") == all)
    }

    @Test("a file that only has the name of an index stays")
    func diary() throws {
        try sandbox.write("App/Documents/notes-shm", "my diary")
        try sandbox.script(
            "import shutil, sys; shutil.copy(sys.argv[1] + 'host/o.sqlite', sys.argv[1] + 'App/Documents/notes')")
        try run("mv", "App/Documents/notes", "App/Library/")
        #expect(try sandbox.text("App/Documents/notes-shm") == "my diary")
    }

    @Test(
        "a log without its database, and a database without its log, are taken apart only with --alone",
        arguments: [
            ["cp", "App/Documents/s.sqlite-wal", "App/Library/"], ["mv", "App/Documents/s.sqlite-wal", "App/Library/"],
            ["rename", "App/Documents/s.sqlite-wal", "--to", "other"], ["rm", "App/Documents/s.sqlite-wal"],
            ["export", "App/Documents/s.sqlite-wal", "--to", "host/out"], ["exclude", "App/Documents/s.sqlite-wal"],
        ])
    func apart(call: [String]) throws {
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let refused = try sandbox.run(call)
        #expect(refused.status == 77 && refused.errors.contains("s.sqlite-wal is the log of the database s.sqlite"))
        #expect(refused.errors.contains("--alone"))
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
        let done = try sandbox.run(call + ["--alone"])
        #expect(done.status == 0 && done.errors.contains("each is incomplete without the other"), "\(done.errors)")
        #expect(try sandbox.tree("App") + sandbox.tree("host") != before)
        try run("undo", "1")
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
        guard call[0] != "rename" else { return }
        let database = call.map { $0.replacing("-wal", with: "") }
        #expect(try sandbox.run(database + ["--alone"]).errors.contains("each is incomplete without the other"))
        #expect(try names("App/Documents", like: "s.sqlite-wal") == ["s.sqlite-wal"], "the log stays")
        #expect(try !sandbox.has("App/Library/s.sqlite-wal") && !sandbox.has("host/out/s.sqlite-wal"))
        #expect(try sandbox.has("App/Documents/.s_SUPPORT/_EXTERNAL_DATA/1"))
    }

    @Test("what has no database may be taken alone")
    func orphan() throws {
        try sandbox.script("import os, sys; os.unlink(sys.argv[1] + 'App/Documents/s.sqlite')")
        try run("rm", "App/Documents/s.sqlite-wal")
        #expect(try names("App/Documents", like: "s.sqlite") == ["s.sqlite-shm"])
    }

    @Test("another name is one that is free for all files of the database")
    func freeName() throws {
        for name in ["s 2.sqlite-wal", "s 3.sqlite-journal"] { try sandbox.write("App/Documents/\(name)", "another's") }
        try run("import", "host/o.sqlite", "--to", "App/Documents/s.sqlite", "--on-conflict", "keep-both")
        #expect(try rows("App/Documents/s 4.sqlite") == others)
        for name in ["s.sqlite", "s 2.sqlite-journal"] { try sandbox.write("App/Library/\(name)", "another's") }
        try run(
            "cp", "--on-conflict", "keep-both", "App/Documents/s.sqlite-wal", "App/Documents/s.sqlite", "App/Library/")
        #expect(try rows("App/Library/s 3.sqlite") == all)
        #expect(try sandbox.text("App/Documents/s 2.sqlite-wal") == "another's")
        try sandbox.write("App/Documents/Inbox/o.sqlite-wal", "another's")
        try run("deliver", "host/o.sqlite", "--to", "App", "--from", "mail")
        #expect(try rows("App/Documents/Inbox/o-1.sqlite") == others)
        #expect(try sandbox.text("App/Documents/Inbox/o.sqlite-wal") == "another's")
    }

    @Test(
        "a log that was not written for its database is told of",
        arguments: [
            ("size", "belongs to another database"), ("header", "is damaged"), ("frame", "is damaged after"),
            ("older", "is older than the database"), ("unused", "uses no write-ahead log"), ("own", ""),
        ])
    func misfit(how: String, words: String) throws {
        try sandbox.script(Script.text("database_unit_misfit"), how)
        let result = try sandbox.run("cp", "App/Documents/m.sqlite", "App/Library/")
        #expect(result.status == 0)
        #expect(words.isEmpty ? !result.errors.contains("warning") : result.errors.contains(words), "\(result.errors)")
    }

    @Test(
        "a restored database is whole, and so is the one that an app has open, if only the log or only the file had changed"
    )
    func restoredWhileOpen() throws {
        for checkpoint in ["passive", ""] {
            try sandbox.script(
                Script.text("database_unit_restored_while_open"), sandglass, checkpoint,
                sandbox.variables.map { "\($0.key)=\($0.value)" }.joined(separator: "\u{0}")
            )
            let kept = ["ok"] + (0..<9).map { "kept \($0)" }
            #expect(try rows("App/Documents/open\(checkpoint).sqlite") == kept)
            #expect(
                try rows("data/Trash/files/open\(checkpoint).sqlite")
                    == kept + (checkpoint.isEmpty ? ["later", "last"] : ["last"]))
        }
    }
}
