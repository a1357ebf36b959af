import System
import TestSupport
import Testing

/// Expected times are those that Python's datetime, sqlite3 and plistlib have written, or touch(1).
@Suite("The timeline command", .onManyThreads)
struct TimelineCommandTests {
    private static let template = SharingSandbox.template(
        "import contextlib\nwith open('expected', 'w') as out, contextlib.redirect_stdout(out):\n"
            + Script.text("timeline_make").split(separator: "\n", omittingEmptySubsequences: false)
            .map { "    \($0)" }.joined(separator: "\n"))

    private let sandbox: SharingSandbox

    init() throws { sandbox = try SharingSandbox(copyOf: Self.template.get()) }

    /// Prints the entries of `timeline --json`, as the script that makes the files does, and without titles of lines.
    private static let reading = """
        import json, sys
        for entry in map(json.loads, sys.stdin):
            title = '' if entry['kind'] == 'log' else entry['title']
            print(entry['time'], entry['kind'], entry['clock'], title, str(entry['certain']).lower(),
                entry.get('path', ''), entry.get('value', ''), sep='\\t')
        """

    /// The zone of lines that name none is UTC, so that their times are known.
    private func timeline(_ arguments: String...) throws -> CommandResult {
        try sandbox.run(["timeline"] + arguments, environment: ["TZ=UTC"])
    }

    private func entries(_ arguments: String...) throws -> [Substring] {
        let result = try sandbox.run(["timeline", "--json"] + arguments, environment: ["TZ=UTC"])
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        return try python(Self.reading, input: result.stdout).split(separator: "\n")
    }

    @Test("the times in databases, property lists, JSON and logs are those that were written, and no others")
    func contents() throws {
        let expected = try sandbox.text("expected").split(separator: "\n")
        let found = try entries("--kind", "row,value,log", "App")
        #expect(found.sorted() == expected.sorted())
        let times = found.map { $0.prefix { $0 != "\t" } }
        // The newest first; a fraction sorts behind its second without the letter at the end.
        let keys = times.map { $0.dropLast() }
        #expect(keys == keys.sorted(by: >))
    }

    @Test("each address leads to its value")
    func addresses() throws {
        let all = try entries("--kind", "row,value", "App")
        for entry in all where !entry.contains("events/") || entry.contains("events/7/") {
            let fields = entry.split(separator: "\t", omittingEmptySubsequences: false)
            let shown = try sandbox.run("show", "App/\(fields[5]):\(fields[6])")
            #expect(shown.status == 0, "\(entry): \(shown.errors)")
        }
    }

    @Test("a long line is reported as a whole, and shown in part with an ellipsis")
    func longLines() throws {
        let lines = [300, 301, 3_000, 70_000].map { count in
            let start = "2024-03-01T12:00:00Z "
            return start + String(repeating: "x", count: count - start.count)
        }
        try sandbox.script(
            "import sys; open(sys.argv[1] + 'App/Documents/long.log', 'w').write(sys.argv[2])",
            lines.joined(separator: "\n") + "\n")
        let options = ["timeline", "--kind", "log", "--filter", "long.log", "App"]
        let json = try sandbox.run(options + ["--json"])
        let script = "import json, sys\nfor line in sys.stdin: print(json.loads(line)['text'])"
        let texts = try python(script, input: json.stdout).split(separator: "\n").map(String.init)
        let reported = lines.prefix(3) + [String(lines[3].prefix(65_536)) + "…"]
        #expect(texts.sorted() == reported.sorted())
        let shown = try sandbox.run(options).lines.map { $0.split(separator: " ").last ?? "" }
        #expect(shown.map(\.count).sorted() == [279, 280, 280, 280], "\(shown)")
        #expect(shown.filter { $0.hasSuffix("…") }.count == 3)
    }

    @Test("births and changes of items are those of the file system")
    func items() throws {
        _ = try runCommand(["touch", "-d", "2024-02-29T12:34:56.789Z", sandbox("App/Documents/b.txt")])
        let found = try entries("--kind", "file", "App/Documents/b.txt")
        #expect(
            found.contains("2024-02-29T12:34:56.789Z\tfile\tfile\tmodified\ttrue\tDocuments/b.txt\t"), "\(found)")
        let born = try runCommand(["stat", "-c", "%W", sandbox("App/Documents/b.txt")]).text.dropLast()
        #expect(found.count == (born == "0" || born == "-" ? 1 : 2))
    }

    @Test("cookies have a birth and an end; a session has none")
    func cookies() throws {
        try sandbox.write("App/Library/Cookies.binarycookies", bytes: try Python.cookieFile())
        let expected = [
            // 4000000000.5, 700000001, 700000000, 600000000 and 500000000 seconds since 2001.
            "2127-10-04T07:06:40.5Z\tcookie\texpiry\texpires\ttrue\tLibrary/Cookies.binarycookies\t0/expires",
            "2023-03-08T20:26:41Z\tcookie\tapp\tcreated\ttrue\tLibrary/Cookies.binarycookies\t1/created",
            "2023-03-08T20:26:40Z\tcookie\tapp\tcreated\ttrue\tLibrary/Cookies.binarycookies\t0/created",
            "2020-01-06T10:40:00Z\tcookie\texpiry\texpires\ttrue\tLibrary/Cookies.binarycookies\t2/expires",
            "2016-11-05T00:53:20Z\tcookie\tapp\tcreated\ttrue\tLibrary/Cookies.binarycookies\t2/created",
        ]
        #expect(try entries("--kind", "cookie", "App").map(String.init) == expected)
    }

    @Test("dates of Core Data are told by entity and attribute, and those of requests by their rows, with the log")
    func stores() throws {
        for (script, name) in [(CoreDataScript.withModel, "Store"), (URLCacheScript.cache + "\nleave()", "Cache")] {
            let directory = TemporaryDirectory()
            try DatabaseScript.run(script, in: directory)
            for end in ["", "-wal", "-shm"] where access(directory("a.db\(end)"), F_OK) == 0 {
                _ = try runCommand(["cp", directory("a.db\(end)"), sandbox("App/tmp/\(name).db\(end)")])
            }
        }
        let found = try entries("--kind", "row,request", "App/tmp").filter { $0.contains("tmp/") }
        #expect(
            found.map(String.init).sorted() == [
                "2001-01-01T00:00:00Z\trow\tapp\tcreationDate\ttrue\ttmp/Store.db\tNote/2/creationDate",
                "2001-01-01T00:00:00Z\trow\tapp\tcreationDate\ttrue\ttmp/Store.db\tNote/3/creationDate",
                "2019-02-02T11:31:02.5Z\trow\tapp\tcreationDate\ttrue\ttmp/Store.db\tNote/1/creationDate",
                "2019-02-02T11:31:02Z\trequest\tapp\trequest\ttrue\ttmp/Cache.db\t1/time",
                "2019-02-02T11:31:02Z\trequest\tapp\trequest\ttrue\ttmp/Cache.db\t2/time",
                "2019-02-02T11:31:02Z\trequest\tapp\trequest\ttrue\ttmp/Cache.db\t3/time",
            ])
    }

    @Test("operations and time points of the container are among them, unless a filter selects items")
    func history() throws {
        #expect(try sandbox.run("keep", "--name", "before", "App").status == 0)
        #expect(try sandbox.run("mkdir", "App/Documents/new").status == 0)
        let found = try entries("--kind", "operation,keep", "App")
        #expect(found.count == 2, "\(found)")
        #expect(found.contains { $0.contains("\toperation\tsandglass\t") })
        #expect(found.contains { $0.contains("\tkeep\tsandglass\tkept\ttrue\t") })
        #expect(try entries("--kind", "operation,keep", "--filter", "kind:file", "App").isEmpty)
    }

    @Test("of a path in a container, only the operations are listed that concern it or what is below it")
    func concerned() throws {
        for path in ["App/Documents/new", "App/Documents/newer", "App/tmp/other"] {
            #expect(try sandbox.run("mkdir", path).status == 0)
        }
        for (path, count) in [("App/Documents/new", 1), ("App/Documents", 2), ("App/tmp", 1), ("App", 3)] {
            #expect(try entries("--kind", "operation", path).count == count, "\(path)")
        }
        let lines = try timeline("--kind", "operation", "App").lines
        #expect(lines.first?.contains("  tmp/other, number 3") == true, "the newest first, with its name: \(lines)")
    }

    @Test("--since, --until and --limit choose times, and both ends belong to them")
    func ranges() throws {
        let all = try entries("--kind", "value", "App").map { $0.prefix { $0 != "\t" } }
        for (since, until) in [("2026-04-06", "2026-04-07"), ("2026-04-06T12:00:00Z", "2026-04-09T12:00:00Z")] {
            let found = try entries("--kind", "value", "--since", since, "--until", until, "App")
            let last = until.count == 10 ? until + "T~" : until
            #expect(found.map { $0.prefix { $0 != "\t" } } == all.filter { $0 >= since && $0 <= last }, "\(since)")
        }
        let first = try entries("--kind", "value", "--limit", "3", "App")
        #expect(first.map { $0.prefix { $0 != "\t" } } == Array(all.prefix(3)))
        #expect(try entries("--until", "100y", "--kind", "value,row,log", "App").isEmpty)
    }

    @Test(
        "what cannot be understood is a mistake",
        arguments: [
            ["--since", "soon"], ["--until", "2026-02-30"], ["--kind", "rows"], ["--json", "--csv"],
            ["--since", "2026-02-02", "--until", "2026-02-01"], ["--limit", "-1"],
        ])
    func mistakes(arguments: [String]) throws {
        #expect(try sandbox.run(["timeline"] + arguments + ["App"]).status == 64)
    }

    @Test("lines for people mark what is not certain; CSV has the same entries as JSON")
    func forms() throws {
        let lines = try timeline("--kind", "value,log", "--limit", "100", "App").lines
        #expect(
            lines.contains(
                "2026-04-05 12:00:00 ~ value      app        lastOpened"
                    + "  App/Library/Preferences/org.example.app.plist:lastOpened"), "\(lines)")
        #expect(
            lines.contains(
                "2026-04-14 12:00:00 ~ log        app        App/Library/Caches/app.log:4: 2026-04-14 12:00:00 local"))
        let csv = try timeline("--csv", "--kind", "row,value,log", "App")
        #expect(csv.text.hasSuffix("\n") && !csv.text.contains("\n\n"))
        let reading = """
            import csv, io, sys
            for entry in csv.DictReader(io.StringIO(sys.stdin.read())):
                title = '' if entry['kind'] == 'log' else entry['title']
                print(entry['time'], entry['kind'], entry['clock'], title, entry['certain'], entry['path'],
                    entry['value'], sep='\\t')
            """
        #expect(
            try python(reading, input: csv.stdout).split(separator: "\n") == entries("--kind", "row,value,log", "App"))
    }

    @Test("what cannot be read in full is named, the rest is listed, and the status is 65")
    func damaged() throws {
        let bytes = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0x7f, count: 5_000)
        try sandbox.write("App/tmp/x.db", bytes: bytes)
        let result = try timeline("--kind", "row", "App")
        #expect(result.status == 65 && result.errors.contains("App/tmp/x.db"), "\(result.errors)")
        #expect(result.text.contains("plain.sqlite:events/1/created_at"))
    }

    @Test("a directory outside of containers and a single file are read in the same way")
    func outside() throws {
        _ = try runCommand(["cp", sandbox("App/Documents/state.json"), sandbox("host/state.json")])
        let found = try entries("--kind", "value", "host")
        #expect(found.count == 3 && found.allSatisfy { $0.contains("\thost/state.json\t") }, "\(found)")
        #expect(try entries("--kind", "value", "host/state.json") == found)
    }

    @Test("JSON, property lists and logs are read in all forms and encodings, and dates up to the year 9999")
    func encodings() throws {
        let expected = try python(
            """
            import datetime, json, os, sqlite3, sys
            os.chdir(sys.argv[1] + '/App/tmp')
            def time(number): return '2026-05-01T12:00:%02dZ' % number
            def put(name, text, encoding='utf-8'): open(name, 'wb').write(text.encode(encoding))
            def expect(time, kind, title, certain, name, value=''):
                print(time, kind, 'app', title, str(certain).lower(), 'tmp/' + name, value, sep='\\t')
            for name, encoding in [('mark.json', 'utf-8-sig'), ('wide.json', 'utf-16'), ('bare.json', 'utf-16-le')]:
                put(name, json.dumps({'at': time(1)}), encoding)
                expect(time(1), 'value', 'at', True, name, 'at')
            lines = time(2) + ' é\\n' + time(3) + ' b'
            for name, encoding in [('mark.log', 'utf-8-sig'), ('wide.log', 'utf-16'), ('wider.log', 'utf-32')]:
                put(name, lines, encoding)
            put('old.log', lines.replace('\\n', '\\r'))
            put('torn.log', time(2) + ' a\\n' + '\\0' * 20 + '\\n' + time(3) + ' b')
            for name in ['mark.log', 'wide.log', 'wider.log', 'old.log', 'torn.log']:
                expect(time(2), 'log', '', True, name); expect(time(3), 'log', '', True, name)
            put('a.strings', '"at" = "%s";' % time(4)); expect(time(4), 'value', 'at', True, 'a.strings', 'at')
            put('old.plist', '{ at = "%s"; }' % time(5)); expect(time(5), 'value', 'at', True, 'old.plist', 'at')
            seconds = int(datetime.datetime(2026, 5, 1, 12, 0, 6, tzinfo=datetime.timezone.utc).timestamp())
            put('lines.jsonl', json.dumps({'m': 1, 'time': seconds}) + '\\n\\n'
                + json.dumps({'t': time(7), 'x': {'created_at': time(8)}}))
            expect(time(6), 'value', 'time', False, 'lines.jsonl', '0/time')
            expect(time(7), 'log', '', True, 'lines.jsonl')
            expect(time(8), 'value', 'created_at', True, 'lines.jsonl', '1/x/created_at')
            connection = sqlite3.connect('future.db')
            connection.execute('create table t(id integer primary key, created_at integer)')
            for number, year in [(1, 2100), (2, 2286), (3, 9999)]:
                end = datetime.datetime(year, 12, 31, 23, 59, 59, tzinfo=datetime.timezone.utc)
                connection.execute('insert into t values (?, ?)', [number, int(end.timestamp())])
                expect(end.strftime('%Y-%m-%dT%H:%M:%SZ'), 'row', 'created_at', False, 'future.db',
                    't/%d/created_at' % number)
            connection.commit(); connection.close()
            """, sandbox(""))
        let found = try entries("--kind", "row,value,log", "App/tmp")
        #expect(found.sorted() == expected.split(separator: "\n").sorted())
        for name in ["wide.log", "wider.log", "old.log"] {
            let lines = try timeline("--kind", "log", "App/tmp/\(name)").lines
            #expect(lines.last?.hasSuffix("\(name):1: 2026-05-01T12:00:02Z é") == true, "\(lines)")
        }
    }

    @Test(
        "JSON that is not decoded is named, and the status is 65",
        arguments: [("[", "]", 600), (#"{"at": "2026-05-01T12:00:00Z", "#, "", 1), ("0,", "", 1_200_000)])
    func undecoded(start: String, end: String, count: Int) throws {
        let text = String(repeating: start, count: count) + "0" + String(repeating: end, count: count)
        try sandbox.write("App/tmp/x.json", "[" + text + "]")
        let result = try timeline("--kind", "value", "App/tmp")
        #expect(result.status == 65 && result.errors.contains("App/tmp/x.json: "), "\(result.errors)")
    }

    /// The number of rows with two times each.
    private static let count = runsLongTests ? 1_000_000 : 40_000

    @Test("all times of many rows are listed in their order, in at most 128 MiB of memory")
    func many() throws {
        let output = try python(
            """
            import os, resource, sqlite3, subprocess, sys
            os.chdir(sys.argv[2])
            connection = sqlite3.connect('App/tmp/many.db')
            connection.execute('create table t(id integer primary key, created_at integer, updated text)')
            connection.execute(\"\"\"with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
                insert into t select i, 1000000000 + (i * 7919) % 700000000, datetime(1000000000 + i, 'unixepoch') from n
                \"\"\", [int(sys.argv[3])])
            connection.commit(); connection.close()
            process = subprocess.Popen([sys.argv[1], 'timeline', '--kind', 'row', 'App/tmp'], stdout=subprocess.PIPE,
                env=dict(os.environ, TZ='UTC'))
            lines, last, isSorted = 0, b'9', True
            for line in process.stdout:
                isSorted = isSorted and line[:19] <= last
                last = line[:19]
                lines += 1
            print(lines, int(isSorted), process.wait(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """, sandglass, sandbox(""), "\(Self.count)")
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 4)
        #expect(numbers[0] == 2 * Self.count && numbers[1] == 1 && numbers[2] == 0, "\(output)")
        #expect(numbers[3] < 128 << 10, "\(numbers[3]) KiB")
    }
}
