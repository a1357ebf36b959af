import System
import TestSupport
import Testing

@Suite("Showing what files hold", .onManyThreads)
struct ShowCommandTests {
    private let directory = TemporaryDirectory()

    /// Writes a file with Python and returns its path.
    private func write(_ script: String, to name: String) throws -> String {
        try Python.run(
            "import datetime, json, plistlib, sys\nfile = open(sys.argv[1], 'wb')\n" + script, [directory(name)])
        return directory(name)
    }

    @Test("the preferences of all suites are one table, and a value is reached by suite and key")
    func preferences() throws {
        for (suite, list) in [("org.example.app", "{'volume': 11, 'open': {'a': [1]}}"), ("group", "{'volume': 3}")] {
            try directory.makeDirectory("App/Library/Preferences")
            _ = try write(
                "plistlib.dump(\(list), file, fmt=plistlib.FMT_BINARY)", to: "App/Library/Preferences/\(suite).plist")
        }
        let place = directory("App/Library/Preferences")
        func show(_ options: String...) throws -> String {
            let result = try runCommand([sandglass, "show"] + options)
            #expect(result.status == 0, "\(result.errors)")
            return result.text
        }
        #expect(
            try show("--json", place) == """
                {"key":"open","value":{"a":[1]},"type":"dictionary","suite":"org.example.app"}
                {"key":"volume","value":3,"type":"integer","suite":"group"}
                {"key":"volume","value":11,"type":"integer","suite":"org.example.app"}

                """)
        #expect(
            try show(place + "/").split(separator: "\n").map { $0.prefix(8) } == [
                "key     ", "open    ", "volume  ", "volume  ",
            ])
        #expect(
            try show("--json", "--where", "key=open", "--sort", "-key", place)
                == "{\"key\":\"open\",\"value\":{\"a\":[1]},\"type\":\"dictionary\",\"suite\":\"org.example.app\"}\n")
        #expect(
            try show("--as", "csv", "--where", "suite=group", place) == "key,value,type,suite\nvolume,3,integer,group\n"
        )
        #expect(try show("--json", place + ":org.example.app/open") == "{\n  \"a\" : [\n    1\n  ]\n}\n")
        #expect(try runCommand([sandglass, "show", directory("App")]).status == 66)
    }

    @Test("where a container stores no preferences, that is said, and elsewhere the path is missing")
    func noPreferences() throws {
        let container = try SampleContainer("os.rmdir('Library/Preferences')")
        let place = container.path + "/Library/Preferences"
        let result = try run("show", place)
        #expect(result.status == 0 && result.stdout.isEmpty)
        #expect(result.errors == "sandglass: \(place): no preferences are stored\n")
        #expect(try run("show", directory("Library/Preferences")).status == 66)
        #expect(try run("show", container.path + "/Library/None").status == 66)
    }

    @Test(
        "a table of a Core Data store that belongs to no entity is found by its name",
        arguments: ["ACHANGE", "mine", "ZNOTE"])
    func tables(name: String) throws {
        let store = try databases().store
        let (direct, below) = (
            try run("show", "--json", "\(store):\(name)"), try run("show", "--json", "\(store):tables/\(name)")
        )
        #expect(direct.status == 0 && direct.text == below.text, "\(direct.errors)")
        #expect(
            try run("show", "\(store):\(name.lowercased() == name ? name.uppercased() : name.lowercased())").status
                == 66)
        #expect(try run("show", "--json", "\(store):Note").text.contains("\"title\""))
    }

    /// A property list with a value of each type, an archive and a list inside.
    private static let list = """
        inner = plistlib.dumps({'$archiver': 'NSKeyedArchiver', '$version': 100000, '$objects': ['$null', {'name': plistlib.UID(2)},
            'Ishmael'], '$top': {'root': plistlib.UID(1)}}, fmt=plistlib.FMT_BINARY)
        value = {'name': 'Grüße 日本', 'n': -3, 'big': 2**63, 'pi': 3.5, 'yes': True, 'data': bytes(range(256)), 'a/b~c': 'slash',
            'when': datetime.datetime(2026, 3, 1, 12, 0, 0), 'list': [[], {}, list(range(500))], 'inner': inner,
            'reference': plistlib.UID(7), 'escape': 'x\\t\\ny'}
        """

    @Test("a property list is the same as XML, as JSON and as its own bytes", arguments: ["FMT_BINARY", "FMT_XML"])
    func propertyList(format: String) throws {
        let path = try write(
            Self.list + "\nif 'XML' in '\(format)': del value['reference']\n"
                + "plistlib.dump(value, file, fmt=plistlib.\(format))", to: "list")
        let judge = Script.text("show_command_property_list")
        for form in ["raw", "xml", "json"] {
            let result = try runCommand([sandglass, "show", "--as", form, path])
            #expect(result.status == 0, "\(result.errors)")
            try directory.write(result.stdout, to: "shown")
            #expect(
                try Python.lines(judge, path, form, directory("shown")) == ["True"],
                "\(form): \(result.text.prefix(3_000))")
        }
    }

    @Test("names behind a colon lead to a value, to any depth, also where a name has a colon or a slash")
    func values() throws {
        let path = try write(Self.list + "\nplistlib.dump(value, file, fmt=plistlib.FMT_BINARY)", to: "a:b.plist")
        func show(_ steps: String, _ form: String) throws -> String {
            let result = try runCommand([sandglass, "show", "--as", form, "\(path):\(steps)"])
            #expect(result.status == 0, "\(steps): \(result.errors)")
            return result.text
        }
        #expect(try show("inner/root/name", "raw") == "Ishmael")
        #expect(try show("inner/root/name", "json") == "\"Ishmael\"\n")
        #expect(try show("inner", "tree") == "▾ root  dictionary, 1 item\n    name  \"Ishmael\"  string\n")
        #expect(try show("a~1b~0c", "raw") == "slash")
        #expect(try show("list/2/499", "json") == "499\n")
        #expect(try show("list/2", "tree").split(separator: "\n").count == 501)
        #expect(try show("data", "hex").hasPrefix("0000  00 01 02 03"))
    }

    @Test(
        "the rows of a database are the same as JSON lines and as CSV, and no file is changed",
        arguments: [true, false])
    func database(hasLog: Bool) throws {
        let path = try write(
            """
            import sqlite3
            file.close()
            connection = sqlite3.connect(sys.argv[1])
            if \(hasLog ? "True" : "False"): connection.execute('PRAGMA journal_mode=WAL')
            connection.execute('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, size REAL, data BLOB)')
            for number in range(2500):
                name = [None, 'Grüße', '', 'a,"b"', 'long ' * 200][number % 5]
                connection.execute('INSERT INTO things VALUES (?,?,?,?)', (number * 3, name, number / 4, bytes([number % 256]) * (number % 700)))
            connection.commit()
            import os; os._exit(0)
            """, to: "things.sqlite")
        #expect((access(path + "-wal", F_OK) == 0) == hasLog)
        let look = "cd \"$0\" && sha256sum things* && stat -c '%n %Y %Z %s' things*"
        let before = try runCommand(["sh", "-c", look, directory.path]).text
        let judge = Script.text("show_command_database")
        for form in ["json", "csv"] {
            let result = try runCommand([sandglass, "show", "--as", form, path + ":things"])
            #expect(result.status == 0, "\(result.errors)")
            try directory.write(result.stdout, to: "shown")
            #expect(try Python.lines(judge, path, form, directory("shown")) == ["True"], "\(form)")
        }
        let tables = try runCommand([sandglass, "show", path]).lines
        #expect(
            tables == [
                "table   rows  kind", "things  2500  table", "structure  columns", "schema  1 SQL statement",
            ], "\(tables)")
        let structure = try runCommand([sandglass, "show", "--as", "csv", path + ":structure"]).lines
        for row in [
            "table,name,kind,type,statement", "things,id,column,INTEGER PRIMARY KEY,", "things,size,column,REAL,",
        ] {
            #expect(structure.contains { $0.hasPrefix(row) }, "\(structure)")
        }
        let rows = try runCommand([sandglass, "show", "--limit", "3", path + ":things"]).lines
        #expect(rows.count == 4 && rows[0].hasPrefix("id") && rows[3].hasPrefix(" 6"), "\(rows)")
        #expect(try runCommand([sandglass, "show", "--json", path + ":things/12/name"]).text.hasPrefix("\"long long"))
        #expect(try runCommand(["sh", "-c", look, directory.path]).text == before)
    }

    /// A database with values of each type in one column, and a Core Data store.
    private func databases() throws -> (plain: String, store: String) {
        try DatabaseScript.run(Script.text("show_command_databases") + CoreDataScript.withModel, in: directory)
        return (directory("plain.sqlite"), directory("a.db"))
    }

    @Test(
        "the time of a transaction in the history of a store is a date, whatever its column is declared as",
        arguments: ["TIMESTAMP", "FLOAT", ""])
    func history(declaredType: String) throws {
        try DatabaseScript.run(
            CoreDataScript.withModel + """

                run('DROP TABLE ATRANSACTION')
                run('CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTIMESTAMP \(declaredType), ZCOUNT FLOAT)')
                for row in [(1, 16002, 570799862.5, 570799862.5), (2, 16002, 0, 2), (3, 16002, None, None)]:
                    run('INSERT INTO ATRANSACTION VALUES (?, ?, ?, ?)', row)
                """, in: directory)
        let store = directory("a.db")
        // 2001-01-01 is 978,307,200 seconds after 1970.
        let dates = try Python.lines(
            "import datetime\nfor t in (570799862, 0): print((datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=t)).isoformat())"
        )
        func show(_ options: String...) throws -> [String] {
            let result = try runCommand(["env", "TZ=UTC", sandglass, "show", "--json"] + options)
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.map(String.init)
        }
        let rows = try show(store + ":tables/ATRANSACTION")
        #expect(rows.count == 3)
        #expect(
            rows[0].contains("\"ZTIMESTAMP\":\"\(dates[0])") && rows[0].contains("\"ZCOUNT\":570799862.5"), "\(rows)")
        #expect(rows[1].contains("\"ZTIMESTAMP\":\"\(dates[1])") && rows[2].contains("\"ZTIMESTAMP\":null"), "\(rows)")
        let chosen = try show(
            store, "--table", "ATRANSACTION", "--where", "ZTIMESTAMP>=2019-01-01", "--sort", "-ZTIMESTAMP")
        #expect(chosen == [rows[0]])
        let found = try runCommand(["env", "TZ=UTC", sandglass, "grep", "2019-02-02", directory.path, "--kind", "data"])
        let ways = found.lines.map { $0.prefix { $0 != " " } }.filter { $0.contains("ATRANSACTION") }
        #expect(ways == ["\(directory.path)/a.db:tables/ATRANSACTION/1/ZTIMESTAMP:"], "\(found.text)")
    }

    /// Conditions and the clause of SQL that they stand for.
    static let conditions: [(options: [String], table: String, clause: String)] = [
        (["the size=5"], "things", "\"the size\" = 5"), (["THE SIZE >= 50"], "things", "\"the size\" >= 50"),
        (["the size<50"], "things", "\"the size\" < 50"),
        (["the size>-2", "name!=x"], "things", "\"the size\" > -2 AND name IS NOT 'x'"),
        (["the size!=5"], "things", "\"the size\" IS NOT 5"), (["the size="], "things", "\"the size\" IS NULL"),
        (["name~ü"], "things", "name = 'Grüße'"), (["name~'"], "things", "name = 'it''s'"),
        (["name~GR"], "things", "name = 'Grüße'"), (["name=it's"], "things", "name = 'it''s'"),
        (["name=a\"b"], "things", "name = 'a\"b'"), (["name="], "things", "name IS NULL OR name = ''"),
        (["name!="], "things", "name <> ''"), (["name=' OR 1=1 --"], "things", "0"),
        (["name<b"], "things", "name < 'b'"),
        // A blob is one of the bytes of a text.
        (["note=5"], "things", "note = 5 OR note = '5' OR note = x'35'"),
        (["note==5"], "things", "note = 5 OR note = '5' OR note = x'35'"),
        (["note <> 5"], "things", "note IS NOT 5 AND note IS NOT '5' AND note IS NOT x'35'"),
        (["note>4x"], "things", "note IN ('5', x'35')"), (["note<4x"], "things", "note = ''"),
        // A text that is a number is compared as one, and any other text with texts only.
        (["note<6"], "things", "typeof(note) IN ('integer', 'real') OR note = '5'"),
        (["note>=10"], "things", "0"), (["name>5"], "things", "0"),
        (["the size>=.5e1"], "things", "\"the size\" >= 5"), (["the size<5.1E1"], "things", "\"the size\" < 51"),
        (["name=x"], "few", "name = 'x'"),
    ]

    @Test("rows are chosen by conditions as SQLite would choose them", arguments: conditions.indices)
    func choosing(_ index: Int) throws {
        let (options, table, clause) = Self.conditions[index]
        let path = try databases().plain
        let judge = """
            import json, sqlite3, sys
            rows = sqlite3.connect(sys.argv[1]).execute('SELECT * FROM %s WHERE %s' % (sys.argv[2], sys.argv[3])).fetchall()
            shown = [list(json.loads(line).values()) for line in open(sys.argv[4])]
            print(shown == [['NQ==' if isinstance(v, bytes) else v for v in row] for row in rows], shown, rows)
            """
        let result = try runCommand(
            [sandglass, "show", path, "--table", table, "--json"] + options.flatMap { ["--where", $0] })
        #expect(result.status == 0, "\(result.errors)")
        try directory.write(result.stdout, to: "shown")
        let verdict = try Python.run(judge, [path, table, clause, directory("shown")])
        #expect(
            String(decoding: verdict, as: UTF8.self).hasPrefix("True"), "\(String(decoding: verdict, as: UTF8.self))")
    }

    @Test(
        "rows are sorted by a column and limited, of a table and of a store",
        arguments: [
            ("plain.sqlite", ["--table", "things", "--sort", "-the size", "--limit", "2"], "500,50"),
            ("plain.sqlite", ["--table", "things", "--sort", "name", "--where", "the size>0"], "500,5,50,7"),
            ("a.db", ["--table", "Note", "--sort", "-title"], "3,2,1"),
            ("a.db", ["--table", "Note", "--where", "creationDate=2019-02-02"], "1"),
            ("a.db", ["--table", "Note", "--where", "creationDate<2019-02-02T11:31:02Z"], "2,3"),
            ("a.db", ["--table", "Note", "--where", "creationDate<=2019-02-02T11:31:02Z"], "1,2,3"),
            ("a.db", ["--table", "Note", "--where", "creationDate>2019-02-02 11:31"], ""),
            ("a.db", ["--table", "Note", "--where", "creationDate=2019-02-02T11:31:02.5Z"], "1"),
            ("a.db", ["--table", "Note", "--where", "creationDate<=2019-02-02T11:31:02.0Z"], "2,3"),
            ("a.db", ["--table", "Note", "--where", "creationDate<2019-02-02T11:31:02.5Z"], "2,3"),
            ("a.db", ["--table", "Note", "--where", "creationDate>=2019-02-02T11:31:02.499999Z"], "1"),
            ("a.db", ["--table", "Note", "--where", "isPinned=true"], "1"),
            ("a.db", ["--table", "Note", "--where", "folder=Folder 7", "--where", "isPinned=no"], "2"),
            ("a.db", ["--table", "Note", "--where", "folder="], "3"),
            ("a.db", ["--table", "Animal", "--where", "Z_ENT=Dog"], "2"),
            ("a.db:Folder/7/notes", ["--sort", "-Z_PK"], "2,1"),
            ("a.db", ["--table", "ZTAG", "--where", "ZNAME~LU"], "6"),
            ("a.db", ["--where", "entity~o", "--sort", "-objects"], "Note,Dog,Folder"),
        ])
    func sorting(file: String, options: [String], first: String) throws {
        _ = try databases()
        let result = try runCommand(["env", "TZ=UTC", sandglass, "show", directory(file), "--as", "csv"] + options)
        #expect(result.status == 0, "\(result.errors)")
        let column = file.hasPrefix("plain") ? 1 : 0
        let fields = result.lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[column] }
        #expect(fields.joined(separator: ",") == first, "\(result.text)")
    }

    @Test(
        "the error for an invalid table, column or value names the possible ones",
        arguments: [
            ("a.db", ["--table", "Notes"], 66, "there is no table “Notes”; did you mean “Note”?"),
            (
                "a.db", ["--table", "Note", "--where", "titel=x"], 65,
                "there is no column “titel”; did you mean “title”?"
            ),
            ("a.db", ["--table", "Note", "--sort", "nope"], 65, "there is no column “nope”; there are “Z_PK”, "),
            ("a.db", ["--table", "Note", "--where", "creationDate=soon"], 65, "is a date, written as"),
            ("a.db", ["--table", "Note", "--where", "creationDate~2"], 65, "~ compares text"),
            ("a.db", ["--table", "Note", "--where", "isPinned=maybe"], 65, "is true or false"),
            ("a.db", ["--table", "Note", "--where", "folder=first"], 65, "is compared with a key"),
            ("a.db", ["--table", "Note", "--where", "title"], 64, "--where needs a condition"),
            ("a.db", ["--table", "Note", "--where", "=x"], 64, "--where needs a condition"),
            ("a.db", ["--table", "Note", "--as", "raw"], 64, "need rows"),
            ("a.db:Note/1", ["--sort", "title"], 65, "need a table, and a tree is not one"),
            ("a.db:Note/1", ["--table", "Note"], 65, "it has no tables"),
            ("plain.sqlite", ["--table", "thing"], 66, "did you mean “things”?"),
        ] as [(String, [String], Int32, String)])
    func wrongChoices(file: String, options: [String], status: Int32, says: String) throws {
        _ = try databases()
        let result = try runCommand([sandglass, "show", directory(file)] + options)
        #expect(result.status == status && result.errors.contains(says), "\(result.status) \(result.errors)")
        #expect(result.stdout.isEmpty)
    }

    @Test("contents reach the terminal without control characters, raw ones as they are")
    func sanitized() throws {
        let path = try write("file.write(b'one\\x1b[31m\\ttwo\\xc2\\x9b\\n')", to: "text")
        let shown = try runCommand([sandglass, "show", path])
        #expect(!shown.stdout.contains { $0 < 0x20 && $0 != 0x0a || $0 == 0x7f } && shown.text.contains("␛"))
        #expect(try runCommand([sandglass, "show", "--as", "raw", path]).stdout == readFile(path))
    }

    @Test("a file of an archive is shown like any other")
    func archive() throws {
        _ = try write(
            "import zipfile; z = zipfile.ZipFile(sys.argv[1], 'w'); "
                + "z.writestr('AppDataInfo.plist', plistlib.dumps({'CFBundleIdentifier': 'a.b'})); "
                + "z.writestr('AppData/Documents/a.json', '{\"a\": [1, 2]}'); z.writestr('AppData/tmp/x', ''); z.close()",
            to: "App.xcappdata.zip")
        let result = try runCommand([
            sandglass, "show", "--json", directory("App.xcappdata.zip") + "/Documents/a.json:a/1",
        ])
        #expect(result.text == "2\n", "\(result.errors)")
    }

    @Test(
        "the rows before a damaged page are shown, and the end is an error",
        arguments: [
            [], ["--as", "table"], ["--as", "csv"], ["--as", "json"], ["--where", "a>=0"], ["--limit", "2000"],
        ])
    func damagedRows(options: [String]) throws {
        let path = try write(Script.text("show_command_damaged_rows"), to: "a.db")
        let result = try runCommand([sandglass, "show", path + ":t"] + options)
        #expect(result.status == 65 && result.errors.contains("malformed"), "\(result.status) \(result.errors)")
        #expect(result.text.contains("text 900text") && !result.text.contains("text 2900text"))
        let isJSON = options == ["--as", "json"]
        #expect(result.text.contains("malformed") == isJSON)
        // The rest is read in blocks of a thousand rows at most.
        if options.isEmpty { #expect(result.lines.count > 1_200, "\(result.lines.count)") }
    }

    @Test(
        "contents that cannot be shown are named with the reason",
        arguments: [
            ([""], 66, "sandglass: an empty path: no such file or directory\n"),
            (["none"], 66, "none: no such file or directory"), (["none:x"], 66, "none:x: no such file or directory"),
            (["."], 66, "it is a directory"), (["pipe"], 66, "it is not a regular file"),
            (["list:nope"], 66, "there is no such value"),
            (["list:name/x"], 66, "there is no such value"),
            (["--as", "xml", "text"], 65, "text is not a property list; available: text, hex, raw"),
            (["--as", "json", "text"], 65, "text is not a tree"), (["--as", "tree", "text"], 65, "text is not a tree"),
            (["--as", "raw", "list:list"], 65, "has no bytes"), (["--as", "json", "bad.plist"], 65, "damaged"),
            (["--as", "nope", "text"], 64, "nope"), ([], 64, "path"),
        ] as [([String], Int32, String)])
    func failures(arguments: [String], status: Int32, says: String) throws {
        _ = try write(Self.list + "\nplistlib.dump(value, file, fmt=plistlib.FMT_BINARY)", to: "list")
        _ = try write("file.write(b'text')", to: "text")
        _ = try write("file.write(b'bplist00broken')", to: "bad.plist")
        _ = try runCommand(["mkfifo", directory("pipe")])
        let result = try runCommand(
            ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", directory.path, sandglass, "show"] + arguments)
        #expect(result.status == status && result.errors.contains(says), "\(result.status) \(result.errors)")
    }
}
