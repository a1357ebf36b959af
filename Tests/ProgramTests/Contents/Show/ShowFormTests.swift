import System
import TestSupport
import Testing

@Suite("Forms that show writes, and those that it cannot", .onManyThreads)
struct ShowFormTests {
    private let directory = TemporaryDirectory()

    /// Writes a file with Python and returns its path.
    private func write(_ script: String, to name: String) throws -> String {
        try Python.run("import os, plistlib, sqlite3, sys\npath = sys.argv[1]\n" + script, [directory(name)])
        return directory(name)
    }

    @Test("all rows of a large table are written in every form", arguments: [[], ["--as", "table"], ["--as", "csv"]])
    func largeTable(options: [String]) throws {
        let path = try write(
            """
            connection = sqlite3.connect(path)
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)')
            connection.executemany('INSERT INTO t VALUES (?, ?)', ((n, 'name %d' % n) for n in range(25000)))
            connection.commit()
            """, to: "a.db")
        let result = try runCommand([sandglass, "show", path + ":t"] + options)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.count == 25_001)
        #expect(result.lines.last?.contains("name 24999") == true)
    }

    @Test("what a table has no room for ends with an ellipsis, and CSV and JSON have all of it")
    func longCells() throws {
        let path = try write(
            """
            connection = sqlite3.connect(path)
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, b, "%s")' % ('h' * 300))
            connection.execute('INSERT INTO t VALUES (1, ?, ?)', ('b' * 41, 'é' * 200))
            connection.execute('INSERT INTO t VALUES (2, ?, ?)', ('b' * 40, 'a' + 'é' * 200))
            connection.execute('INSERT INTO t VALUES (3, ?, ?)', ('b', 'c' * 5000))
            connection.execute('INSERT INTO t VALUES (4, ?, ?)', ('b', 'd' * 256))
            connection.execute('CREATE VIEW v AS SELECT b, "%s" AS h FROM t' % ('h' * 300))
            connection.commit()
            """, to: "a.db")
        let titles = ["id", "b", String(repeating: "h", count: 39) + "…"]
        func text(_ letter: String, _ count: Int) -> String { String(repeating: letter, count: count) }
        let cells = [
            ["1", text("b", 39) + "…", text("é", 127) + "…"], ["2", text("b", 40), "a" + text("é", 127) + "…"],
            ["3", "b", text("c", 255) + "…"], ["4", "b", text("d", 256)],
        ]
        for words in [["show", path + ":t"], ["sql", path, "SELECT * FROM t"]] {
            let table = try runCommand(["env", "LC_ALL=C.UTF-8", sandglass] + words)
            #expect(table.status == 0 && table.errors.isEmpty)
            #expect(table.lines.map { $0.split(separator: " ").map(String.init) } == [titles] + cells, "\(words)")
            let csv = try runCommand(["env", "LC_ALL=C.UTF-8", sandglass] + words + ["--as", "csv"])
            #expect(csv.lines.dropFirst().map { $0.split(separator: ",").last?.count } == [200, 201, 5_000, 256])
        }
        for form in ["csv", "json"] {
            let row = try runCommand([sandglass, "show", path, "--table", "v", "--where", "h~ccc", "--as", form])
            #expect(row.text.contains(text("c", 5_000)), "\(form)")
        }
    }

    @Test(
        "a form that a file does not have is refused with the forms that it has, whatever else there is to say",
        arguments: [
            ("latin1.txt", "tree", "text is not a tree; available: text, hex, raw"),
            ("latin1.txt", "csv", "text is not a table; available: text, hex, raw"),
            ("list.plist", "table", "a tree is not a table; available: tree, json, xml, text, hex, raw"),
            ("bad.plist", "xml", "a damaged property list: "),
        ])
    func unavailable(name: String, form: String, says: String) throws {
        _ = try write("open(path, 'wb').write(b'Gr\\xfc\\xdfe aus M\\xfcnchen\\n' * 20)", to: "latin1.txt")
        _ = try write("plistlib.dump({'a': 1}, open(path, 'wb'))", to: "list.plist")
        _ = try write("open(path, 'wb').write(b'bplist00broken')", to: "bad.plist")
        let result = try runCommand([sandglass, "show", "--as", form, directory(name)])
        #expect(
            result.status == 65 && result.errors.contains("cannot be shown as \(form): \(says)"), "\(result.errors)")
    }

    @Test(
        "XML is refused for a character that it cannot represent, with the way to the value or key",
        arguments: [
            ("{'outer': [{'bell': 'a\\x07b'}]}", "the value of outer/0/bell contains U+0007"),
            ("{'outer': {'k\\x1b': 1}}", "contains U+001B"), ("['\\ufffe']", "the value of 0 contains U+FFFE"),
        ])
    func unwritable(list: String, says: String) throws {
        let path = try write("plistlib.dump(\(list), open(path, 'wb'), fmt=plistlib.FMT_BINARY)", to: "a.plist")
        let result = try runCommand([sandglass, "show", "--as", "xml", path])
        #expect(result.status == 65 && result.errors.contains(says), "\(result.errors)")
        #expect(result.stdout.isEmpty)
        #expect(try runCommand([sandglass, "show", "--as", "json", path]).status == 0)
    }

    @Test("a property list that is nested too deep is refused for that reason alone")
    func deep() throws {
        let path = try write(
            "open(path, 'wb').write(b'<plist>' + b'<array>' * 10000 + b'</array>' * 10000 + b'</plist>')",
            to: "deep.plist")
        let result = try runCommand([sandglass, "show", path])
        let errors = result.errors.split(separator: "\n")
        #expect(errors.count == 1 && errors.first?.contains("nested more than 512 deep") == true, "\(result.errors)")
    }

    @Test("an empty file is reported on standard error")
    func empty() throws {
        let path = try write("open(path, 'wb')", to: "empty")
        let result = try runCommand([sandglass, "show", path])
        #expect(result.status == 0 && result.stdout.isEmpty && result.errors.contains("the file is empty"))
    }

    @Test("the file that names the manifest of a LevelDB database is shown as text")
    func current() throws {
        let path = try write("open(path, 'wb').write(b'MANIFEST-000004\\n')", to: "CURRENT")
        #expect(try runCommand([sandglass, "show", path]).text == "MANIFEST-000004\n")
    }

    @Test("a truncated database says so at each table, and invents no missing values")
    func truncated() throws {
        let path = try write(
            """
            connection = sqlite3.connect(path)
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, s TEXT)')
            rows = ((n, n * 7, 'y' * 300 if n % 10 else 'z' * 9000) for n in range(1, 400))
            connection.executemany('INSERT INTO t VALUES (?, ?, ?)', rows)
            connection.commit()
            connection.close()
            os.truncate(path, os.path.getsize(path) * 2 // 3)
            """, to: "a.db")
        let table = try runCommand([sandglass, "show", path + ":t"])
        #expect(table.errors.contains("The file is truncated: it has") && table.text.contains("y"))
        let rows = try runCommand([sandglass, "show", "--json", path + ":t"])
        #expect(rows.status == 65 && rows.errors.contains("a page is missing: the file is truncated"))
        let judge = """
            import json, sys
            rows = [json.loads(line) for line in open(sys.argv[1]) if line.startswith('{"id"')]
            right = lambda row: row['n'] == 7 * row['id'] and \\
                row['s'] in ['y' * 300, 'z' * 9000, 'cannot be read: damaged']
            print(len(rows) > 100, all(right(row) for row in rows))
            """
        try directory.write(rows.stdout, to: "rows")
        #expect(try Python.lines(judge, directory("rows")) == ["True True"])
    }

    @Test("the tables of a Core Data store are reached by the same path when it is damaged")
    func damagedStore() throws {
        let path = try write(Script.text("show_form_damaged_store"), to: "Store.sqlite")
        #expect(try runCommand([sandglass, "show", path]).errors.contains("cannot be read by entity"))
        let result = try runCommand([sandglass, "show", "--json", path + ":tables/ZNOTE"])
        #expect(result.text == "{\"Z_PK\":1,\"ZTITLE\":\"Ishmael\"}\n", "\(result.errors)")
    }

    @Test("references in archived objects are separate objects in JSON")
    func references() throws {
        let path = try write(
            """
            U = plistlib.UID
            objects = ['$null', {'$class': U(3), 'friend': U(2)}, {'$class': U(3), 'friend': U(1), 'other': U(99)},
                {'$classname': 'Sailor', '$classes': ['Sailor', 'NSObject']}]
            plistlib.dump({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$objects': objects,
                '$top': {'root': U(1)}}, open(path, 'wb'), fmt=plistlib.FMT_BINARY)
            """, to: "a.plist")
        let result = try runCommand([sandglass, "show", "--json", path])
        try directory.write(result.stdout, to: "shown")
        #expect(
            try Python.lines("import json, sys; print(json.load(open(sys.argv[1])))", directory("shown"))
                == ["{'root': {'friend': {'friend': {'$ref': 'root'}, 'other': {'$missing': 99}}}}"])
    }

    @Test(
        "as many rows of a view without end are written as wanted, without counting them", arguments: ["table", "csv"])
    func endlessView(form: String) throws {
        let path = try write(
            """
            connection = sqlite3.connect(path)
            connection.execute('CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) '
                'SELECT n FROM c')
            connection.commit()
            """, to: "a.db")
        // Counting the rows would be given up after ten seconds. Six of processor time end the program.
        let limited = ["sh", "-c", #"ulimit -t 6; exec "$@""#, "sh"]
        let result = try runCommand(limited + [sandglass, "show", "--as", form, "--limit", "3", path + ":v"])
        #expect(result.status == 0 && result.lines.count == 4, "\(result.errors)")
    }

    @Test("what follows the rows of a table is written after the last one")
    func entriesAfterRows() throws {
        let path = try write(
            """
            connection = sqlite3.connect(path)
            for table in range(3): connection.execute('CREATE TABLE t%d (a)' % table)
            connection.commit()
            """, to: "a.db")
        let all = try runCommand([sandglass, "show", path])
        #expect(all.status == 0 && all.lines.count == 6 && all.lines.last?.hasPrefix("schema") == true, "\(all.lines)")
        let limited = try runCommand([sandglass, "show", "--limit", "3", path])
        #expect(limited.lines == Array(all.lines.prefix(4)))
    }

    @Test("the bytes of a text that is not UTF-8 are written as they are stored")
    func invalidText() throws {
        let path = try write(
            """
            connection = sqlite3.connect(path)
            connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)')
            connection.execute("INSERT INTO t VALUES (1, CAST(X'4772fcdf65ff' AS TEXT)), (2, 'plain')")
            connection.commit()
            """, to: "a.db")
        let raw = try runCommand([sandglass, "show", "--as", "raw", path + ":t/1/name"])
        #expect(raw.status == 0 && raw.stdout == [0x47, 0x72, 0xfc, 0xdf, 0x65, 0xff], "\(raw.stdout)")
        #expect(try runCommand([sandglass, "show", "--as", "raw", path + ":t/2/name"]).text == "plain")
    }
}
