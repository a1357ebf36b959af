import System
import TestSupport
import Testing

@Suite("Changing cells from the command line", .onManyThreads)
struct SetCellTests {
    private static let path = "App/Documents/a.sqlite"

    private static let template = SharingSandbox.template(
        """
        import shutil, sqlite3
        def make(path, statements, journal='delete'):
            connection = sqlite3.connect('made', isolation_level=None)
            connection.execute('PRAGMA journal_mode = ' + journal)
            connection.executescript(statements)
            for end in ['', '-wal']:
                if os.path.exists('made' + end): shutil.copy('made' + end, path + end)
            connection.close()
            for end in ['', '-wal', '-shm']:
                if os.path.exists('made' + end): os.remove('made' + end)
        notes = '''CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, stars INTEGER, ratio REAL, data BLOB, empty);
            INSERT INTO note(title, stars, ratio) VALUES('one', 1, 0.5), ('two', 2, 1.5);'''
        make('\(path)', notes + '''CREATE TRIGGER stamp AFTER UPDATE OF stars ON note
            BEGIN UPDATE note SET ratio = 9.0; END;''')
        make('App/Documents/log.sqlite', notes, 'wal')
        make('App/Documents/text.sqlite', notes + '''CREATE VIRTUAL TABLE words USING fts5(title, content='note');''')
        make('host/a.sqlite', notes)
        connection = sqlite3.connect('App/Documents/own.sqlite')
        connection.create_collation('OWN', lambda a, b: (a > b) - (a < b))
        connection.executescript("CREATE TABLE t(a COLLATE OWN); CREATE INDEX i ON t(a); INSERT INTO t VALUES('x')")
        connection.close()
        list = plistlib.dumps({'deep': {'theme': 'light'}}, fmt=plistlib.FMT_BINARY)
        connection = sqlite3.connect('\(path)')
        connection.execute('UPDATE note SET data = ? WHERE id = 2', (list,))
        connection.commit()
        connection.close()
        """)

    private let sandbox: SharingSandbox

    init() throws { sandbox = try SharingSandbox(copyOf: Self.template.get()) }

    /// Returns the rows of the notes as SQLite reads them.
    private func rows(of path: String = path) throws -> String {
        let script = """
            import shutil, sqlite3, os, sys, tempfile
            place = tempfile.mkdtemp()
            for end in ['', '-wal']:
                if os.path.exists(sys.argv[1] + end): shutil.copy(sys.argv[1] + end, place + '/a' + end)
            connection = sqlite3.connect(place + '/a')
            assert connection.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
            print(connection.execute('SELECT title, stars, ratio, empty FROM note').fetchall())
            """
        return String(decoding: try Python.run(script, [sandbox(path)]), as: UTF8.self).replacing("\n", with: "")
    }

    @Test("a program that only opened a database with a log since does not prevent undo")
    func openedSince() throws {
        let path = "App/Documents/log.sqlite"
        let before = try rows(of: path)
        #expect(try sandbox.run("set", "\(path):note/1/stars", "5").status == 0)
        let read = "import os, sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT stars FROM note')); "
        #expect(try Python.result(of: read + "sys.stdout.flush(); os._exit(0)", [sandbox(path)]).text.contains("(5,)"))
        let undone = try sandbox.run("undo", "1")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try rows(of: path) == before)
    }

    @Test("a cell changes alone, and undo brings the bytes back, in a container and outside")
    func changed() throws {
        for path in [Self.path, "host/a.sqlite"] {
            let bytes = try readFile(sandbox(path))
            let result = try sandbox.run(["set", path + ":note/1/title", "changed"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("note/1/title: \"one\" → \"changed\""), "\(result.errors)")
            #expect(try rows(of: path) == "[('changed', 1, 0.5, None), ('two', 2, 1.5, None)]")
            #expect(try sandbox.run("undo", result.undoNumber).status == 0)
            #expect(try readFile(sandbox(path)) == bytes)
        }
    }

    @Test("of a database with a log, the log alone changes")
    func log() throws {
        let path = "App/Documents/log.sqlite"
        let (bytes, log) = (try readFile(sandbox(path)), try readFile(sandbox(path + "-wal")))
        #expect(!log.isEmpty)
        let result = try sandbox.run(["set", path, "note/1/stars=5", "note/2/stars=6"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try rows(of: path) == "[('one', 5, 0.5, None), ('two', 6, 1.5, None)]")
        #expect(try readFile(sandbox(path)) == bytes)
        #expect(try readFile(sandbox(path + "-wal")).starts(with: log))
        #expect(try sandbox.run(["undo", "--container", "App"]).status == 0)
        #expect(try readFile(sandbox(path + "-wal")) == log)
    }

    @Test("triggers are named, and run only with --triggers")
    func triggers() throws {
        let result = try sandbox.run(["set", Self.path + ":note/1/stars", "5"])
        #expect(result.status == 0 && result.errors.contains("the trigger “stamp” will not run"), "\(result.errors)")
        #expect(try rows() == "[('one', 5, 0.5, None), ('two', 2, 1.5, None)]")
        #expect(try sandbox.run(["set", "--triggers", Self.path + ":note/1/stars", "6"]).status == 0)
        #expect(try rows() == "[('one', 6, 9.0, None), ('two', 2, 9.0, None)]")
    }

    @Test("a value in a property list in a cell changes")
    func inside() throws {
        let result = try sandbox.run(["set", Self.path + ":note/2/data/deep/theme", "dark"])
        #expect(result.status == 0, "\(result.errors)")
        let shown = try sandbox.run(["show", Self.path + ":note/2/data/deep/theme"])
        #expect(shown.text.contains("dark"), "\(shown.text)\(shown.errors)")
    }

    /// Arguments, the exit status, and what is said.
    private static let mistakes: [(arguments: [String], status: Int32, said: String)] = [
        (["\(path):note/1/stars", "many"], 64, "is not an integer"),
        (["\(path):note/*/stars", "many"], 64, "is not an integer"),
        (["\(path):note/1/ratio", "1e400"], 64, "is as large"),
        (["\(path):note/1/ratio", "1e-400"], 64, "as close to zero"),
        (["\(path):note/*/stars", "1", "--where", "stars>9"], 66, "no such row"),
        (["\(path):note/*/stars", "1", "--where", "none=9"], 65, "none"),
        (["\(path):note/1/stars", "1", "--where", "stars=1"], 65, "--where is for all rows"),
        (["\(path):note/*/data/deep/theme", "x"], 65, "as a whole"),
        (["\(path)", "note/*/stars=1", "note/2/stars=3"], 65, "two changes of one cell"),
        (["\(path):note/9/stars", "1"], 66, "no such value"),
        (["\(path):none/1/stars", "1"], 66, "no such value"), (["\(path):note/1/none", "1"], 66, "no such value"),
        (["\(path):note/1/empty", "1"], 64, "is NULL"), (["\(path):note", "1"], 65, "TABLE/ROW/COLUMN"),
        (["--delete", "\(path):note/1/stars"], 65, "rows are not added"),
        (["--date", "\(path):note/1/stars", "2024-03-01"], 64, ""),
        (["App/Documents/text.sqlite:note/1/title", "x"], 65, "the index “words”"),
        (["App/Documents/own.sqlite:t/rowid=1/a", "y"], 77, "no such collation sequence"),
    ]

    @Test("mistakes change nothing, and are named", arguments: mistakes.indices)
    func refused(_ index: Int) throws {
        let row = Self.mistakes[index]
        let before = try sandbox.tree("App")
        let result = try sandbox.run(["set"] + row.arguments)
        #expect(result.status == row.status && result.errors.contains(row.said), "\(row.arguments): \(result.errors)")
        #expect(try sandbox.tree("App") == before)
    }

    /// Options, a column and its new value; what is stored, and what is said.
    private static let stored: [(type: String, column: String, value: String, stored: String, said: String)] = [
        ("--string", "stars", "12", "('one', 12, 0.5, None)", "stores 12 instead of \"12\""),
        ("--string", "ratio", "12", "('one', 1, 12.0, None)", "stores 12.0 instead of \"12\""),
        ("--string", "stars", "x", "('one', 'x', 0.5, None)", "note/1/stars: 1 → \"x\""),
        ("--int", "title", "7", "('7', 1, 0.5, None)", "stores \"7\" instead of 7"),
        ("--real", "stars", "2.0", "('one', 2, 0.5, None)", "note/1/stars: 1 → 2.0"),
        ("--int", "ratio", "9007199254740993", "('one', 1, 9007199254740992.0, None)", "instead of 9007199254740993"),
        ("--string", "empty", "12", "('one', 1, 0.5, '12')", "NULL → \"12\""),
    ]

    @Test("what a column makes of a value is said", arguments: stored.indices)
    func affinity(_ index: Int) throws {
        let row = Self.stored[index]
        let result = try sandbox.run(["set", row.type, Self.path + ":note/1/" + row.column, row.value])
        #expect(result.status == 0 && result.errors.contains(row.said), "\(result.errors)")
        #expect(!row.said.contains("→") || !result.errors.contains("instead of"), "\(result.errors)")
        #expect(try rows() == "[\(row.stored), ('two', 2, 1.5, None)]")
    }

    @Test("an asterisk stands for all rows, or for those of conditions")
    func allRows() throws {
        let bytes = try readFile(sandbox(Self.path))
        let all = try sandbox.run(["set", Self.path + ":note/*/ratio", "7.5", "--json"])
        #expect(all.status == 0, "\(all.errors)")
        #expect(try rows() == "[('one', 1, 7.5, None), ('two', 2, 7.5, None)]")
        let some = try sandbox.run(["set", Self.path, "note/*/title=more", "--where", "stars>1", "--where", "ratio<8"])
        #expect(some.status == 0, "\(some.errors)")
        #expect(try rows() == "[('one', 1, 7.5, None), ('more', 2, 7.5, None)]")
        for _ in 0..<2 { #expect(try sandbox.run(["undo", "--container", "App"]).status == 0) }
        #expect(try readFile(sandbox(Self.path)) == bytes)
    }

    @Test("more than a thousand rows at once are refused without --all")
    func manyRows() throws {
        let path = "App/Documents/many.sqlite"
        try sandbox.script(
            """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1] + sys.argv[2])
            connection.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER)')
            connection.execute('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) '
                'INSERT INTO t SELECT i, i % 7 FROM n')
            connection.commit()
            connection.close()
            """, path)
        func sum() throws -> String {
            try python(
                "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
                    + "print(*c.execute('SELECT sum(a), (SELECT * FROM pragma_integrity_check) FROM t').fetchone())",
                sandbox(path))
        }
        let before = try readFile(sandbox(path))
        let refused = try sandbox.run(["set", path + ":t/*/a", "9"])
        #expect(refused.status == 77 && refused.errors.contains("1,000,000 rows would be changed"), "\(refused.errors)")
        #expect(try readFile(sandbox(path)) == before)
        let some = try sandbox.run(["set", path + ":t/*/a", "100", "--where", "id<=1000"])
        #expect(some.status == 0, "\(some.errors)")
        let text = try sum()
        let rest = (1_001...1_000_000).reduce(0) { $0 + $1 % 7 }
        #expect(text == "\(rest + 100_000) ok\n")
        let all = try sandbox.run(["set", "--all", path + ":t/*/a", "9"])
        #expect(all.status == 0, "\(all.errors)")
        #expect(try sum() == "9000000 ok\n")
        for _ in 0..<2 { #expect(try sandbox.run(["undo", "--container", "App"]).status == 0) }
        #expect(try readFile(sandbox(path)) == before)
    }

    /// Options and changes, and what refuses them without `--all`; nil for those that need no `--all`.
    private static let manyWays: [(arguments: [String], refusal: String?)] = [
        (["t/*/a=9", "u/*/a=9"], "1,200 rows would be changed"),
        (["t/*/a=9", "t/*/b=9"], nil),
        (["t/*/a=9", "u/1/a=9"], nil),
        (["--triggers", "once/1/a=9"], "triggers would change 1200 rows"),
        (["--triggers", "parent/*/a=9"], "triggers would change 1400 rows"),
        (["once/1/a=9"], nil),
        (["--triggers", "t/*/a=9"], nil),
        (["w/*/a=9", "u/*/a=9", "--where", "id<=500"], nil),
        (["w/*/a=9", "u/*/a=9", "--where", "id<=501"], "1,002 rows would be changed"),
    ]

    @Test("no way changes more than a thousand rows at once without --all", arguments: manyWays.indices)
    func manyRowsBesides(_ index: Int) throws {
        let row = Self.manyWays[index]
        let path = "App/Documents/ways.sqlite"
        try sandbox.script(
            """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1] + sys.argv[2])
            for name, count in [('t', 600), ('u', 600), ('w', 1200), ('once', 1), ('parent', 700), ('child', 1400)]:
                connection.execute(f'CREATE TABLE {name}(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)')
                connection.executemany(f'INSERT INTO {name} VALUES (?, 1, 1)', [(i,) for i in range(1, count + 1)])
            connection.execute('CREATE TRIGGER wide AFTER UPDATE OF a ON once BEGIN UPDATE w SET a = 2; END')
            connection.execute('CREATE TRIGGER each AFTER UPDATE OF a ON parent '
                'BEGIN UPDATE child SET a = 2 WHERE id IN (old.id, old.id + 700); END')
            connection.commit()
            connection.close()
            """, path)
        let before = try readFile(sandbox(path))
        let plain = try sandbox.run(["set", path] + row.arguments)
        if let refusal = row.refusal {
            #expect(plain.status == 77 && plain.errors.contains(refusal), "\(row.arguments): \(plain.errors)")
            #expect(try readFile(sandbox(path)) == before)
            let all = try sandbox.run(["set", "--all", path] + row.arguments)
            #expect(all.status == 0, "\(row.arguments): \(all.errors)")
        } else {
            #expect(plain.status == 0, "\(row.arguments): \(plain.errors)")
        }
        #expect(try readFile(sandbox(path)) != before)
        #expect(try sandbox.run(["undo", "--container", "App"]).status == 0)
        #expect(try readFile(sandbox(path)) == before)
    }

    @Test(
        "a database that another process has locked or open for writing is left alone; one open for reading is changed",
        arguments: [
            ("App/Documents/a.sqlite", "rw", "BEGIN IMMEDIATE", "has the database open for writing"),
            ("App/Documents/a.sqlite", "rw", "SELECT title FROM note", "has the database open for writing"),
            ("App/Documents/a.sqlite", "ro", "BEGIN; SELECT title FROM note", "has locked the database"),
            ("App/Documents/log.sqlite", "ro", "SELECT title FROM note", "has locked the database"),
            ("App/Documents/a.sqlite", "ro", "SELECT title FROM note", nil),
        ] as [(String, String, String, String?)])
    func used(path: String, mode: String, statements: String, refusal: String?) throws {
        let script = """
            import os, sqlite3, sys, time
            path, mode, statements = sys.argv[1:]
            connection = sqlite3.connect(f'file:{path}?mode={mode}', isolation_level=None, uri=True)
            for statement in statements.split(';'): connection.execute(statement).fetchall()
            open(path + '.ready', 'w').close()
            while not os.path.exists(path + '.changed'): time.sleep(0.01)
            assert connection.execute('SELECT title FROM note').fetchall() == [('one',), ('two',)]
            assert connection.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
            """
        let process = try Python.start(script, [sandbox(path), mode, statements])
        var status: Int32 = -1
        defer {
            if status == -1 {
                kill(process, SIGKILL)
                waitpid(process, nil, 0)
            }
        }
        try waitUntil("the database is open") { try sandbox.has(path + ".ready") }
        let before = try readFile(sandbox(path))
        let result = try sandbox.run(["set", path + ":note/1/title", "x"])
        if let refusal {
            #expect(result.status == 75 && result.errors.contains(refusal), "\(result.errors)")
            #expect(try readFile(sandbox(path)) == before)
        } else {
            #expect(result.status == 0, "\(result.errors)")
            #expect(try rows(of: path).hasPrefix("[('x', 1, "))
        }
        // The process still reads the files that it has open, as they were.
        try sandbox.write(path + ".changed", "")
        #expect(waitpid(process, &status, 0) == process && status == 0)
    }

    @Test("a database that the browser shows can be changed, and is closed with the viewer")
    func shown() throws {
        // A database that was replaced while it was open has another ending there.
        let search = "find /proc/[0-9]*/fd -lname \"$0*\" 2> /dev/null"
        func isOpen() throws -> Bool { try !runCommand(["sh", "-c", search, sandbox(Self.path)]).lines.isEmpty }
        let terminal = try sandbox.terminal(["App"])
        try terminal.waitFor("Documents/")
        try terminal.go(to: Self.path.replacing("App/", with: ""))
        try terminal.send("l")
        try terminal.waitFor("next column")
        try terminal.send("l")
        try terminal.waitFor("Table note")
        #expect(try isOpen())
        let result = try sandbox.run(["set", Self.path + ":note/1/title", "seen"])
        #expect(result.status == 0, "\(result.errors)")
        try terminal.send("\u{c}")
        try terminal.waitFor("seen")
        try terminal.send("q")
        try terminal.waitFor(": commands")
        try waitUntil("the browser closes the database") { try !isOpen() }
        #expect(try terminal.quit() == .exited(0))
    }
}

extension CommandResult {
    /// The number by which what the command told can be undone.
    var undoNumber: String {
        errors.firstMatch(of: /`sandglass undo (\d+)` reverts it/).map { String($0.1) } ?? ""
    }
}
