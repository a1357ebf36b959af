import FileTree
import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

/// A local storage of WebKit.
private enum WebStorageScript {
    static let database = """
        run('CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)')
        def put(key, value): run('INSERT INTO ItemTable VALUES (?, ?)', [key, value])
        put('theme', 'dunkel 日本 😀'.encode('utf-16-le'))
        put("it's/odd", '{"a": [1, 2]}'.encode('utf-16-le'))
        put('odd', b'abc'); put('empty', b'')
        put('long', ('x' * 127 + '😀' * 900).encode('utf-16-le'))
        """
}

@Suite("Databases of the web")
struct WebDatabasePreviewTests {
    private let directory = TemporaryDirectory()

    private func file(_ script: String) throws -> DocumentSource {
        try DatabaseScript.run(script + "\nleave()", in: directory)
        return try DocumentSource(hostPath: Array(directory("a.db").utf8))
    }

    /// The sample cache, with the body of the second request in its file.
    private func cache() throws -> DocumentSource {
        try file(
            URLCacheScript.cache + """

                os.mkdir('fsCachedData')
                body = plistlib.dumps({'items': [{'inner': pack([1])}]}, fmt=plistlib.FMT_BINARY)
                open('fsCachedData/D2B6A8C4-1111-2222-3333-444455556666', 'wb').write(body)
                entry(4, 'https://example.com/d', None, None, 1, 'EEEEEEEE-1111-2222-3333-444455556666')
                """)
    }

    @Test("a URL cache is a table of its requests, the latest first, then its tables and its schema")
    func requests() throws {
        let file = try cache()
        let time = try localTime(1_549_107_062)
        #expect(try file.opened("").title == "URL cache, 4 requests")
        let lines = try file.lines("")
        let size = try readFile(directory("fsCachedData/D2B6A8C4-1111-2222-3333-444455556666")).count
        #expect(
            lines == [
                "\(try dateTitle("time", 1_549_107_062))  status  size     method  url",
                "\(time)  ·       missing  ·       https://example.com/d",
                "\(time)  ·            16  ·       https://example.com/c",
                "\(time)     404      \(size)  POST    https://example.com/" + String(repeating: "b", count: 134),
                "\(time)     200        5  GET     https://example.com/a",
                "tables  3 SQLite tables", "schema  4 SQL statements",
            ], "\(lines)")
        #expect(try file.lines("tables/cfurl_cache_receiver_data").count == 5)
        #expect(try file.lines("schema").count { $0.hasPrefix("CREATE TABLE cfurl_cache_") } == 3)
    }

    @Test("a request has the headers of both sides, and the body opens wherever it is kept")
    func request() throws {
        let file = try cache()
        let lines = try file.lines("1")
        let time = try zonedTime(1_549_107_062)
        #expect(
            lines.prefix(9) == [
                "▾ Request 1  request, 13 items", "    url  \"https://example.com/a\"  string",
                "    time  \(time)  date", "    method  \"GET\"  string", "    status  200  integer",
                "  ▾ request  headers, 2 items", "      Accept  \"*/*\"  string",
                "      Authorization  \"Bearer x\"  string", "  ▾ response  headers, 1 item",
            ], "\(lines)")
        // What is stored besides: columns, and what the archived request and response have.
        for line in [
            "      Content-Type  \"text/plain\"  string", "    hash_value  1  integer", "    partition  \"p\"  string",
            "  ▾ response_object  archived, 6 items", "  ▾ request_object  archived, 4 items",
        ] {
            #expect(lines.contains(line), "\(lines)")
        }
        #expect(lines.last == "    body  <68656c6c6f>  data, 5 bytes: text")
        #expect(try file.lines("1/body") == ["hello"])
        #expect(try file.lines("2/body/items/0/inner/Array/0") == ["  0  1  integer"])
        #expect(
            try file.lines("4").last
                == "    body  missing: fsCachedData/EEEEEEEE-1111-2222-3333-444455556666  reference")
        #expect(throws: (any Error).self) { try file.lines("9") }
    }

    @Test(
        "requests are chosen and sorted like rows of any table",
        arguments: [
            (["status>=400"], nil, ["2"]), (["time=2019-02-02"], "url", ["1", "2", "3", "4"]),
            (["time>2019-02-02"], nil, []), (["method=GET"], nil, ["1"]), (["status!=200"], "-url", ["4", "3", "2"]),
            (["URL~/B", "size>5"], nil, ["2"]), (["method="], nil, ["4", "3"]), ([], "size", ["1", "3", "2", "4"]),
        ] as [([String], String?, [String])])
    func chosen(conditions: [String], order: String?, names: [String]) throws {
        let table = try #require(try cache().opened("").document.table)
        let choice = TableChoice(conditions.compactMap { TableCondition($0) }, sorted: order.map { TableOrder($0) })
        let limits = DocumentLimits.ample
        let rows = try table.choosing(choice, within: limits).source.rows(from: 0, count: 10, within: limits)
        #expect(rows.map(\.name) == names)
    }

    @Test(
        "a time is written to the day, the minute or the second, and is one that exists",
        arguments: [
            ("2024-02-29Z", 1_709_164_800, 86_400), ("2024-02-29T12:30Z", 1_709_209_800, 60),
            ("2024-02-29 12:30:05Z", 1_709_209_805, 1), ("2024-02-29T21:30:05+09:00", 1_709_209_805, 1),
            ("2024-02-29 05:00:05-0730", 1_709_209_805, 1), ("2024-02-29T21:30+09", 1_709_209_800, 60),
            ("2024-02-29T12:30+99:00", nil, 0), ("2024-02-29T12:30+9", nil, 0), ("2024-02-29+09:00", nil, 0),
            ("2023-02-29Z", nil, 0), ("2024-13-01", nil, 0),
            ("2024-02", nil, 0), ("2024-02-01T24:00Z", nil, 0), ("2024-02-01T1Z", nil, 0), ("soon", nil, 0),
            ("", nil, 0),
            ("2024-02-01T", nil, 0), ("-2024-02-01", nil, 0),
            ("0001-01-01Z", -62_135_596_800, 86_400), ("1-01-01Z", -62_135_596_800, 86_400),
            ("0999-12-31T23:59:59Z", -30_610_224_001, 1), ("0000-01-01Z", -62_167_219_200, 86_400),
        ] as [(String, Double?, Double)])
    func times(text: String, seconds: Double?, length: Double) {
        let time = GivenTime(text)
        #expect(time?.seconds.lowerBound == seconds)
        #expect(time.map { $0.seconds.upperBound - $0.seconds.lowerBound } ?? 0 == length)
    }

    @Test("a fraction of a second covers the numbers that begin with its digits")
    func fractions() throws {
        // Python: datetime(2019, 2, 2, 11, 31, 2) - datetime(2001, 1, 1)
        let seconds = try #require(GivenTime("2019-02-02T11:31:02.25Z")).seconds(since: 978_307_200)
        #expect(seconds.contains(570_799_862.25) && seconds.contains(570_799_862.257_5))
        #expect(!seconds.contains(570_799_862.26) && !seconds.contains(570_799_862.249_9))
        let longest = try #require(GivenTime("2019-02-02T11:31:02.123456789Z")).seconds(since: 978_307_200)
        #expect(longest.contains(570_799_862.123_456_789))
        for text in ["2019-02-02T11:31.5Z", "2019-02-02T11:31:02.Z", "2019-02-02T11:31:02.1234567890Z"] {
            #expect(GivenTime(text) == nil)
        }
    }

    @Test("reading a cache changes neither a byte nor a time of it and of the bodies beside it")
    func untouched() throws {
        let file = try cache()
        let before = try DatabaseScript.state(of: directory)
        for steps in ["", "1/body", "2/body", "tables", "schema"] { _ = try file.lines(steps) }
        #expect(try DatabaseScript.state(of: directory) == before)
    }

    @Test("a log that is a link is not read: it may lead to a file of another owner")
    func linkedLog() throws {
        let path = Array(directory("a.db").utf8)
        #expect(try cache().opened("").title == "URL cache, 4 requests")
        #expect(rename(directory("a.db-wal"), directory("log")) == 0)
        #expect(symlink("log", directory("a.db-wal")) == 0)
        let file = try DocumentSource(hostPath: path)
        #expect(try file.opened("").title != "URL cache, 4 requests")
        unlink(directory("a.db-wal"))
        #expect(rename(directory("log"), directory("a.db-wal")) == 0)
        #expect(try DocumentSource(hostPath: path).opened("").title == "URL cache, 4 requests")
        // The file itself was named by the user.
        #expect(symlink("a.db-wal", directory("link")) == 0)
        #expect(throws: Never.self) { try DocumentSource(hostPath: Array(directory("link").utf8)) }
    }

    @Test("a body that cannot be read is not called missing")
    func unreadableBody() throws {
        let file = try cache()
        try directory.giveToNobody()
        #expect(chmod(directory("fsCachedData"), 0) == 0)
        defer { chmod(directory("fsCachedData"), 0o700) }
        let (list, request) = try withoutPrivileges { (try file.lines(""), try file.lines("4")) }
        #expect(list.contains { $0.contains("unreadable") } && !list.contains { $0.contains("missing") }, "\(list)")
        #expect(
            request.last
                == "    body  cannot be read (permission denied on this computer): "
                + "fsCachedData/EEEEEEEE-1111-2222-3333-444455556666  reference")
    }

    @Test("a log that cannot be read is not taken for one that is missing")
    func unreadableLog() throws {
        _ = try cache()
        try directory.giveToNobody()
        #expect(chmod(directory("a.db-wal"), 0) == 0)
        let document = try withoutPrivileges {
            try DocumentSource(hostPath: Array(directory("a.db").utf8)).opened("").document
        }
        let reason =
            "The write-ahead log cannot be read (permission denied on this computer). The latest changes are missing"
        #expect(document.losses == [reason])
        #expect(
            document.remarks.contains(reason) && !document.remarks.contains { $0.contains("there is none beside it") })
    }

    @Test(
        "what the damaged log of a database held is reported as missing, whichever reader reads the database",
        arguments: [
            (URLCacheScript.cache, "URL cache"), (WebStorageScript.database, "WebKit local storage"),
            (IndexedDBScript.database, "WebKit IndexedDB"),
            (
                "run('CREATE TABLE alt_services (partition TEXT, host TEXT, alternateHost TEXT, port INTEGER, "
                    + "alternatePort INTEGER, type INTEGER, creation_time INTEGER, expires_time INTEGER)')",
                "HTTP alternative services"
            ),
        ])
    func damagedLog(script: String, title: String) throws {
        let end = """

            run('PRAGMA journal_mode=WAL')
            run('PRAGMA wal_checkpoint(TRUNCATE)')
            run('PRAGMA user_version=7')
            """
        _ = try file(script + end)
        var log = try readFile(directory("a.db-wal"))
        log.replaceSubrange(0..<4, with: [1, 2, 3, 4])
        try directory.write(log, to: "a.db-wal")
        let document = try DocumentSource(hostPath: Array(directory("a.db").utf8)).opened("").document
        #expect(document.title.hasPrefix(title), "\(document.title)")
        #expect(document.losses.first?.hasPrefix("The write-ahead log is damaged") == true, "\(document.remarks)")
    }

    @Test("the values of a local storage are shown as text, and an item is opened by its key")
    func storage() throws {
        let file = try file(WebStorageScript.database)
        #expect(try file.opened("").title == "WebKit local storage, 5 items")
        let lines = try file.lines("")
        #expect(
            lines.dropLast() == [
                "key       value", "theme     dunkel 日本 😀", "it's/odd  {\"a\": [1, 2]}",
                "odd       data, 3 bytes: text",
                "empty", "long      " + String(repeating: "x", count: 127),
                "tables  1 SQLite table",
            ], "\(lines)")
        #expect(
            try file.lines("theme") == [
                "▾ theme  item, 2 items", "    key  \"theme\"  string", "    value  \"dunkel 日本 😀\"  string",
            ])
        let steps = ["it's/odd", "value", "a"].map { Array($0.utf8) }
        let opened = try DocumentReaders.open(file, at: steps, as: .decoded, within: .ample).preview
        #expect(opened.title == "array, 2 items")
        let long = try file.opened("long/value").document.bytes
        #expect(long == Array((String(repeating: "x", count: 127) + String(repeating: "😀", count: 900)).utf8))
    }

    @Test("the heading of a damaged database says that it is damaged, also where none of its tables can be read")
    func damagedHeading() throws {
        // Three pages: the schema and two tables.
        try DatabaseScript.run("run('CREATE TABLE a (n)'); run('CREATE TABLE b (n)')\nleave()", in: directory)
        let whole = try readFile(directory("a.db"))
        func heading(_ bytes: [UInt8]) -> String {
            let file = DocumentSource(Array("a.db".utf8), bytes: bytes)
            return DocumentReaders.preview(of: file, within: .ample).title
        }
        #expect(heading(whole) == "SQLite database, 2 tables")
        #expect(heading(Array(whole.dropLast(4_096))) == "SQLite database, 2 tables, damaged")
        let malformed = whole[..<16] + [UInt8](repeating: 0xff, count: 84) + whole[100...]
        #expect(heading(Array(malformed)) == "Damaged SQLite database")
    }

    @Test(
        "a database of a known kind says so, and is shown as tables",
        arguments: [
            ("CREATE TABLE ObservedDomains (a)", "WebKit tracking observations, SQLite database, 1 table"),
            (
                "CREATE TABLE IDBDatabaseInfo (a); CREATE TABLE ObjectStoreInfo (b)",
                "WebKit IndexedDB, SQLite database, 2 tables"
            ),
            ("CREATE TABLE mine (a)", "SQLite database, 1 table"),
            (
                "CREATE TABLE mine (a); CREATE TABLE yours (b); CREATE VIEW ours AS SELECT a FROM mine",
                "SQLite database, 2 tables, 1 view"
            ),
        ])
    func kinds(statements: String, title: String) throws {
        #expect(try file("connection.executescript('\(statements)')").opened("").title == title)
    }

    @Test("an IndexedDB database is a table of its object stores, their records a table of keys and values")
    func indexedDatabase() throws {
        let file = try file(IndexedDBScript.database)
        let before = try DatabaseScript.state(of: directory)
        #expect(try file.opened("").title == "WebKit IndexedDB “harbor”, 2 object stores")
        #expect(
            try file.lines("") == [
                "object store  records  key path  keys", "notes               2  id        generated",
                "settings            4  ·         given", "tables  3 SQLite tables", "schema  4 SQL statements",
            ])
        let made = try zonedTime(1_549_107_062)
        let notes = try file.lines("notes")
        #expect(notes.count == 3)
        #expect(notes[0] == "record  key  value")
        let json = #"{"id":7,"title":"Grüße 日本","tags":["a","b","a"],"done":false,"made":"2019-02-02T11:31:02Z"}"#
        #expect(notes[1] == "     1    7  " + json, "\(notes)")
        #expect(notes[2].hasPrefix(#"     3    8  {"id":8,"title":"xxx"#), "\(notes)")
        let several = "[1, \"a\", \(try zonedTime(978_307_200))]"
        let settings = try file.lines("settings").dropFirst().map { line in
            line.split(separator: "  ", omittingEmptySubsequences: true).map { $0.drop { $0 == " " } }
        }
        #expect(
            settings == [
                ["2", "theme", "dark"], ["4", several[...], "·"], ["5", "data, 2 bytes", "data, 2 bytes"],
                ["6", "data, 8 bytes: property list, binary", "data, 5 bytes"],
            ], "\(settings)")
        #expect(
            try file.lines("notes/1") == [
                "▾ Record 1 of notes  record, 3 items", "    record  1  integer", "    key  7  integer",
                "  ▾ value  Object, 5 items", "      id  7  integer", "      title  \"Grüße 日本\"  string",
                "    ▾ tags  Array, 3 items", "        0  \"a\"  string", "        1  \"b\"  string",
                "        2  \"a\"  string", "      done  false  boolean", "      made  \(made)  date",
            ])
        #expect(try file.lines("notes/3/value/title").joined().count == 5_000)
        let undecoded = try file.opened("settings/6")
        #expect(undecoded.remarks == ["the value cannot be decoded: version 255.0 of the format is not known"])
        #expect(throws: (any Error).self) { try file.lines("notes/2") }
        #expect(try file.lines("tables/Records").count == 7)
        #expect(try DatabaseScript.state(of: directory) == before)
    }

    @Test("Alt-Svc records are listed by host; with other columns, the tables are shown")
    func alternativeServices() throws {
        let columns = "partition TEXT, host TEXT, alternateHost TEXT, port INTEGER, alternatePort INTEGER, type INTEGER"
        let services = try file(
            """
            run('CREATE TABLE alt_services (\(columns), creation_time INTEGER, expires_time INTEGER)')
            for host, other in [('b.example', None), ('a.example', 'cdn.example')]:
                run('INSERT INTO alt_services VALUES (?, ?, ?, 443, 8443, 3, 978307200, 1549107062)', ['', host, other])
            """)
        #expect(try services.opened("").title == "HTTP alternative services, 2 services")
        let (made, expires) = (try localTime(978_307_200), try localTime(1_549_107_062))
        #expect(
            try services.lines("") == [
                "host       port  alternative       protocol  \(dateTitle("created", 978_307_200))  "
                    + "\(dateTitle("expires", 978_307_200))  partition",
                "a.example   443  cdn.example:8443         3  \(made)  \(expires)",
                "b.example   443  :8443                    3  \(made)  \(expires)",
                "tables  1 SQLite table", "schema  1 SQL statement",
            ])
        #expect(try services.lines("1").contains("    expires  \(zonedTime(1_549_107_062))  date"))
        unlink(directory("a.db"))
        #expect(try file("run('CREATE TABLE alt_services (host TEXT)')").opened("").title.hasSuffix("1 table"))
    }

    @Test("randomly mutated URL caches and IndexedDB databases are listed or refused", arguments: [false, true])
    func mutated(isCache: Bool) throws {
        _ = try file("run('PRAGMA page_size=1024')\n" + (isCache ? URLCacheScript.cache : IndexedDBScript.database))
        // Without a log, since a file in memory has none beside it.
        try DatabaseScript.run("run('PRAGMA wal_checkpoint(TRUNCATE)')", in: directory)
        let sample = try readFile(directory("a.db"))
        var random = SeededGenerator(seed: 23)
        for _ in 0..<(runsLongTests ? 500_000 : 200) {
            let file = DocumentSource([], bytes: random.mutate(sample))
            let limits = DocumentLimits.ample
            let preview = DocumentReaders.preview(of: file, within: limits)
            let page = preview.content.page(PageRequest(PreviewViewport(columns: 80)), within: limits)
            for steps in page.lines.prefix(3).compactMap(\.steps) {
                guard let step = steps.first, let inner = try? preview.document.step(step, as: .decoded, within: .ample)
                else { continue }
                let page = Preview(inner, within: limits).content.page(
                    PageRequest(PreviewViewport(columns: 80)), within: limits)
                #expect(page.lines.count <= 1_000)
            }
        }
    }
}
