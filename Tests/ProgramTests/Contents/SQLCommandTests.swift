import TestSupport
import Testing

/// `sandglass sql`: the forms of rows, the views of entities, values in cells, and statuses.
@Suite("The command sql", .onManyThreads)
struct SQLCommandTests {
    private let directory = TemporaryDirectory()

    /// Runs the command in the directory.
    private func sql(_ words: String..., input: String = "") throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass, "sql"]
                + words, input: Array(input.utf8))
    }

    /// Runs `show` in the directory.
    private func show(_ words: String...) throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "XDG_STATE_HOME=\(directory("state"))", sandglass, "show"] + words)
    }

    private func make(_ script: String) throws { try DatabaseScript.run(script, in: directory) }

    /// A table with a value of each type, in `a.db`.
    private static let plain = """
        import json, plistlib
        run('CREATE TABLE t(id INTEGER PRIMARY KEY, a, b)')
        run("INSERT INTO t VALUES (1, 'x,y', 2.5), (2, NULL, x'00ff'), (3, '', 'two\\nlines')")
        run('CREATE TABLE v(cell)')
        run('INSERT INTO v VALUES (?)', [plistlib.dumps({'list': [1, {'name': 'tide'}], 'on': True,
            'when': __import__('datetime').datetime(2024, 3, 1, 12)}, fmt=plistlib.FMT_BINARY)])
        run('INSERT INTO v VALUES (?)', [json.dumps({'list': [2, {'name': 'ebb', 'real': 1.5}]})])
        run("INSERT INTO v VALUES ('no JSON'), (NULL), (7)")
        connection.close()
        """

    @Test("rows are printed as lines, CSV and JSON")
    func forms() throws {
        try make(Self.plain)
        let query = "SELECT a, b FROM t ORDER BY id"
        let text = try sql("a.db", query)
        #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
        #expect(text.lines.first?.split(separator: " ") == ["a", "b"] && text.lines.count == 4)
        #expect(try sql("a.db", query, "--csv").text == "a,b\n\"x,y\",2.5\n,AP8=\n\"\",\"two\nlines\"\n")
        let json = try sql("a.db", query, "--json")
        #expect(json.lines == [#"{"a":"x,y","b":2.5}"#, #"{"a":null,"b":"AP8="}"#, #"{"a":"","b":"two\nlines"}"#])
        #expect(try sql("a.db", "--as", "json", input: query).text == json.text)
        #expect(try sql("a.db", "SELECT 1 AS a, 2 AS a", "--json").text == "{\"a\":1,\"a~#2\":2}\n")
        #expect(try sql("a.db", query, "--limit", "1", "--json").lines.count == 1)
        #expect(try sql("a.db", "SELECT 1 WHERE 0", "--json").text.isEmpty)
        #expect(try sql("a.db", "SELECT 1 AS one WHERE 0", "--csv").text == "one\n")
    }

    @Test("value() reads property lists and JSON in cells, and is NULL for anything else")
    func values() throws {
        try make(Self.plain)
        let result = try sql(
            "a.db", "--csv",
            "SELECT value(cell, 'list/1/name'), value(cell, 'on'), value(cell, 'when'), value(cell, 'list') FROM v")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines.dropFirst() == [
                "tide,1,2024-03-01T12:00:00Z,\"[1,{\"\"name\"\":\"\"tide\"\"}]\"",
                "ebb,,,\"[2,{\"\"name\"\":\"\"ebb\"\",\"\"real\"\":1.5}]\"", ",,,", ",,,", ",,,",
            ])
        #expect(try sql("a.db", "SELECT value(cell, 1) FROM v").status == 64)
    }

    @Test("value() reads cells as show does, exactly or with the status 65")
    func decodedValues() throws {
        try make(
            """
            import bz2, gzip, json, lzma, os, plistlib
            run('CREATE TABLE v(id INTEGER PRIMARY KEY, cell)')
            text = json.dumps({'a': 5}).encode()
            for cell in [bz2.compress(text), lzma.compress(text), gzip.compress(plistlib.dumps({'a': 5})), '{ a = 5; }']:
                run('INSERT INTO v(cell) VALUES (?)', [cell])
            run('CREATE TABLE n(cell)')
            run('INSERT INTO n VALUES (?)', ['{"u": 18446744073709551615, "w": 123456789012345678901234567890,'
                ' "f": 0.10000000000000001, "p": 3.14159265358979323846, "e": 1e400, "s": 1e-400}'])
            run('CREATE TABLE bad(id INTEGER PRIMARY KEY, cell)')
            long = gzip.compress(json.dumps({'a': os.urandom(4000).hex()}).encode())
            for cell in [long[:-1000], '{"a": ' + '[' * 600 + ']' * 600 + '}', '{"a": [0' + ',0' * 1000000 + ']}',
                plistlib.dumps({'a': 5})[:-20], json.dumps({'a': '\\ud83d'})]:
                run('INSERT INTO bad(cell) VALUES (?)', [cell])
            connection.close()
            """)
        #expect(try sql("a.db", "SELECT value(cell, 'a') FROM v", "--csv").lines.dropFirst() == ["5", "5", "5", "5"])
        let numbers = try sql(
            "a.db", "--csv",
            """
            SELECT value(cell, 'u'), value(cell, 'w'), typeof(value(cell, 'f')), value(cell, 'p'), value(cell, 'e'),
                value(cell, 's') FROM n
            """)
        #expect(
            numbers.lines.last
                == "18446744073709551615,123456789012345678901234567890,real,3.14159265358979323846,1e400,1e-400")
        for id in 1...5 {
            let result = try sql("a.db", "SELECT value(cell, 'a') FROM bad WHERE id=\(id)")
            #expect(result.status == 65 && result.errors.contains("value(): "), "\(id): \(result.errors)")
        }
    }

    @Test("entities are views with the names of attributes, dates as texts, and pairs of keys for relationships")
    func entities() throws {
        try make(CoreDataScript.withModel + "\nconnection.close()")
        func rows(_ query: String) throws -> [String] {
            let result = try sql("a.db", query, "--csv")
            #expect(result.status == 0, "\(query): \(result.errors)")
            return result.lines.dropFirst().map(String.init)
        }
        #expect(
            try rows("SELECT Z_PK, isPinned, title, creationDate FROM Note ORDER BY Z_PK") == [
                "1,1,First,2019-02-02T11:31:02.5Z", "2,0,Second,2001-01-01T00:00:00Z", "3,0,Third,2001-01-01T00:00:00Z",
            ])
        let day = "SELECT title FROM entity.Note WHERE creationDate >= '2019-02-02' AND creationDate < '2019-02-03'"
        #expect(try rows(day) == ["First"])
        #expect(try rows("SELECT title FROM Note WHERE creationDate > '2019-02-02T11:31:02Z'") == ["First"])
        #expect(
            try rows("SELECT entity.Note.title, Folder.name FROM entity.Note JOIN Folder ON folder = Folder.Z_PK") == [
                "First,Logs", "Second,Logs",
            ])
        #expect(
            try rows("SELECT t.name FROM \"Note.tags\" p JOIN Tag t ON t.Z_PK = p.tags WHERE p.Z_PK = 1 ORDER BY 1")
                == ["blue", "red"])
        #expect(try rows("SELECT Z_PK, notes FROM \"Folder.notes\" ORDER BY notes") == ["7,1", "7,2"])
        #expect(try rows("SELECT Z_PK, Z_ENT, name FROM Animal ORDER BY 1") == ["1,Animal,Ada", "2,Dog,Bo"])
        #expect(try rows("SELECT * FROM Dog") == ["2,Bo,Setter"])
        #expect(try rows("SELECT count(*) FROM ZNOTE") == ["3"])
    }

    @Test("a table keeps its name beside an entity's, which is then in the schema entity alone")
    func takenName() throws {
        try make(
            CoreDataScript.withModel
                + "\nrun('CREATE TABLE tag(mine)'); run('INSERT INTO tag VALUES (9)'); connection.close()")
        #expect(try sql("a.db", "SELECT * FROM Tag", "--json").text == "{\"mine\":9}\n")
        #expect(try sql("a.db", "SELECT name FROM entity.Tag ORDER BY 1", "--json").lines.first == #"{"name":"blue"}"#)
    }

    @Test("a mistake in the query ends with 64, points at its place, and is reported in JSON as well")
    func mistakes() throws {
        try make(Self.plain)
        let result = try sql("a.db", "SELECT id,\n  nope FROM t")
        #expect(result.status == 64 && result.text.isEmpty)
        #expect(result.errors == "    nope FROM t\n    ^\nsandglass: no such column: nope (line 2, column 3)\n")
        let entity = try sql("a.db", "SELECT * FROM nope")
        #expect(entity.errors.hasSuffix("sandglass: no such table: nope (line 1, column 15)\n"))
        let refused = [
            "DROP TABLE t", "SELECT load_extension('x')", "PRAGMA user_version = 2", "ATTACH 'a.db' AS b", "",
            "SELECT a FROM t WHERE id=?",
        ]
        for query in refused {
            #expect(try sql("a.db", query).status == 64, "\(query)")
        }
        let json = try sql("a.db", "DELETE FROM t", "--json")
        #expect(json.status == 64 && json.text.hasPrefix("{\"error\":") && json.text.contains("\"status\":64"))
        #expect(try sql("a.db", "SELECT abs(-9223372036854775808)").errors == "sandglass: integer overflow\n")
        #expect(try sql("a.db", "SELECT 1", "--attach", "main=a.db").status == 64)
        #expect(try sql("a.db", "SELECT 1", "--attach", "b").status == 64)
    }

    @Test("what cannot be read in full, and what reaches a limit, ends with 65, with the rows before")
    func incomplete() throws {
        try make(Self.plain)
        try make(
            """
            import os
            open('text.txt', 'w').write('a text')
            open('random.db', 'wb').write(os.urandom(8192))
            other = sqlite3.connect('damaged.db')
            other.execute('CREATE TABLE t(a INTEGER PRIMARY KEY, b)')
            other.executemany('INSERT INTO t(b) VALUES (?)', [('x' * 200,)] * 2000)
            other.commit(); other.close()
            with open('damaged.db', 'r+b') as file: file.seek(4096 * 40); file.write(b'\\xff' * 4096)
            texts = sqlite3.connect('texts.db')
            texts.execute("CREATE TABLE t(a)")
            texts.execute("INSERT INTO t VALUES (CAST(x'61ff62' AS TEXT)), (CAST(x'610062' AS TEXT))")
            texts.commit(); texts.close()
            """)
        #expect(try sql("none.db", "SELECT 1").status == 66)
        for name in ["text.txt", "random.db"] { #expect(try sql(name, "SELECT 1").status == 65, "\(name)") }
        #expect(try sql("random.db", "SELECT 1").errors.contains("encrypted"))
        let damaged = try sql("damaged.db", "SELECT a FROM t", "--csv")
        #expect(damaged.status == 65 && damaged.lines.count > 100 && damaged.errors.contains("malformed"))
        let texts = try sql("texts.db", "SELECT a FROM t", "--json")
        #expect(
            texts.status == 65 && texts.lines.prefix(2) == ["{\"a\":\"a\u{fffd}b\"}", #"{"a":"a\u0000b"}"#],
            "\(texts.text)")
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"
        let counted = try sql("a.db", "--timeout", "0.3", "\(endless) count(*) FROM n")
        #expect(counted.status == 65 && counted.errors.contains("longer than 0.3 seconds"), "\(counted.errors)")
        let second = try sql("a.db", "--timeout", "1", "\(endless) count(*) FROM n").errors
        #expect(second.contains("longer than 1 second") && !second.contains("seconds"), "\(second)")
        let listed = try sql("a.db", "--timeout", "0.5", "--csv", "\(endless) x FROM n")
        #expect(listed.status == 65 && listed.lines.starts(with: ["x", "1", "2", "3"]))
        #expect(try sql("a.db", "--limit", "5", "--csv", "\(endless) x FROM n").lines.count == 6)
    }

    @Test("another database is attached by a name, and read with its log")
    func attached() throws {
        try make(Self.plain)
        try make(
            """
            other = sqlite3.connect('b.db', isolation_level=None)
            other.execute('PRAGMA journal_mode = WAL')
            other.execute('CREATE TABLE u(c)'); other.execute('INSERT INTO u VALUES (2)')
            leave()
            """)
        let result = try sql("a.db", "--attach", "o=b.db", "SELECT id, c FROM t JOIN o.u ON id = c", "--csv")
        #expect(result.status == 0 && result.lines == ["id,c", "2,2"], "\(result.errors)")
        #expect(try sql("a.db", "--attach", "o=none.db", "SELECT 1").status == 66)
    }

    @Test("--explain says how rows are found, and that reading a large table in full is slow")
    func explained() throws {
        try make(
            """
            run('CREATE TABLE big(id INTEGER PRIMARY KEY, a, b)'); run('CREATE INDEX by_a ON big(a)')
            run('WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000) '
                'INSERT INTO big SELECT x, x % 100, x FROM n')
            connection.close()
            """)
        let scan = try sql("a.db", "--explain", "SELECT * FROM big x WHERE b = 3 ORDER BY b + 1")
        #expect(
            scan.lines == [
                "read all 20,000 rows of big as x", "sort the rows found",
                "Slow: all 20,000 rows of big as x are read, since no index fits the conditions",
            ], "\(scan.text)\(scan.errors)")
        #expect(
            try sql("a.db", "--explain", "SELECT * FROM big WHERE a = 3").lines == [
                "find rows of big by the index by_a (a=?)"
            ])
        #expect(
            try sql("a.db", "--explain", "SELECT * FROM big WHERE id = 3").lines == [
                "find rows of big by the row ID (rowid=?)"
            ])
        let json = try sql("a.db", "--explain", "--json", "SELECT * FROM big")
        #expect(
            json.text
                == "{\"level\":0,\"step\":\"read all 20,000 rows of big\",\"sqlite\":\"SCAN big\",\"rows\":20000}\n")
    }

    @Test("a foreign key leads to the row that it names, as a relationship does")
    func foreignKeys() throws {
        try make(
            """
            run('CREATE TABLE port(code TEXT PRIMARY KEY, city TEXT)')
            run("INSERT INTO port VALUES ('HAM', 'Hamburg'), ('BRE', 'Bremen')")
            run('CREATE TABLE ship(id INTEGER PRIMARY KEY, port TEXT REFERENCES port, also REFERENCES port(city))')
            run("INSERT INTO ship VALUES (1, 'BRE', 'Hamburg'), (2, NULL, 'nowhere')")
            connection.close()
            """)
        #expect(try show("--as", "json", "a.db:ship/1/port/city").text == "\"Bremen\"\n")
        #expect(try show("--as", "json", "a.db:ship/1/also/code").text == "\"HAM\"\n")
        #expect(try show("--as", "raw", "a.db:ship/1/port").text == "BRE")
        #expect(try show("--as", "text", "a.db:ship/1/port").text.contains("BRE"))
        #expect(try show("--as", "json", "a.db:ship/2/also").text == "\"nowhere\"\n")
        #expect(try show("--as", "json", "a.db:ship/1").text.contains("\"port\" : \"BRE\""))
    }

    @Test("a row leads to the rows whose foreign keys name it, which are not its own values")
    func references() throws {
        try make(
            """
            run('CREATE TABLE harbour(id INTEGER PRIMARY KEY, city TEXT UNIQUE)')
            run('CREATE TABLE boat(id INTEGER PRIMARY KEY, name, harbour INTEGER REFERENCES harbour, '
                'home TEXT REFERENCES "Harbour"(city))')
            run('CREATE TABLE berth(id INTEGER PRIMARY KEY, a, b, UNIQUE(a, b))')
            run('CREATE TABLE stay(id INTEGER PRIMARY KEY, x, y, FOREIGN KEY(x, y) REFERENCES berth(a, b))')
            run("INSERT INTO harbour VALUES (1, 'Kiel'), (2, 'Ulsan')")
            run("INSERT INTO boat VALUES (1, 'Tern', 2, 'Kiel'), (2, 'Skua', 2, NULL), (3, 'Gull', 1, 'Ulsan')")
            run("INSERT INTO berth VALUES (1, 1, 'a'), (2, 1, 'b')")
            run("INSERT INTO stay VALUES (7, 1, 'b'), (8, 1, 'a'), (9, 1, 'b')")
            connection.close()
            """)
        func rows(_ address: String) throws -> [String] {
            let shown = try show("--as", "csv", address)
            #expect(shown.status == 0, "\(shown.errors)")
            return shown.text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
        }
        // As sqlite3 selects them.
        #expect(try rows("a.db:harbour/2/boat.harbour") == ["1,Tern,2,Kiel", "2,Skua,2,"])
        #expect(try rows("a.db:harbour/2/boat.home") == ["3,Gull,1,Ulsan"])
        #expect(try rows("a.db:harbour/1/boat.harbour/3/harbour/boat.home") == ["1,Tern,2,Kiel"])
        #expect(try rows("a.db:berth/2/stay.x+y") == ["7,1,b", "9,1,b"])
        #expect(try show("a.db:harbour/2").text.contains("boat.harbour"))
        #expect(try !show("--as", "json", "a.db:harbour/2").text.contains("boat"))
        #expect(try show("a.db:harbour/2/boat.none").status == 66)
    }
}
