import TestSupport
import Testing

@Suite("Changing values from the command line", .onManyThreads)
struct SetTests {
    private static let path = "App/Library/Preferences/org.example.app.plist"

    private static let template = SharingSandbox.template(
        """
        import datetime, json
        list = {'theme': 'light', 'count': 3, 'ratio': 0.5, 'on': True, 'when': datetime.datetime(2020, 1, 2, 3, 4, 5),
            'data': b'abc', 'uid': plistlib.UID(7), 'items': ['a', 'b'], 'a/b': 'slash', 'same': 'light',
            'inner': plistlib.dumps({'deep': [1, 2]}), 'text': json.dumps({'k': [1, 'x']})}
        write('\(path)', plistlib.dumps(list, fmt=plistlib.FMT_BINARY, sort_keys=False), 0o600)
        os.setxattr('\(path)', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'x')
        write('App/Documents/xml.plist', plistlib.dumps(list | {'uid': 0}))
        write('App/Documents/config.json', 
            b'{\\n  "server" : {"port": 80, "host":"a"},\\n  "on": true,\\n  "no": null\\n}\\n')
        write('App/Documents/log.jsonl', b'{"a":1}\\n{"a":2}\\n')
        write('App/Documents/Inbox/mail.plist', plistlib.dumps(list, fmt=plistlib.FMT_BINARY))
        write('host/config.json', b'{"port":80}')
        write('App/Documents/damaged.json', b'{"a": ')
        write('App/Documents/damaged.plist', b'bplist00zzz')
        def archive(root, *objects):
            return plistlib.dumps({'$version': 100000, '$archiver': 'NSKeyedArchiver', '$top': {'root': root},
                '$objects': ['$null', *objects]}, fmt=plistlib.FMT_BINARY)
        UID = plistlib.UID
        write('App/Documents/archive.plist', archive(UID(1),
            {'NS.keys': [UID(2), UID(3)], 'NS.objects': [UID(4), UID(4)], '$class': UID(5)}, 'one', 'two', 'shared',
            {'$classname': 'NSDictionary', '$classes': ['NSDictionary', 'NSObject']}))
        """)

    private let sandbox: SharingSandbox

    init() throws { sandbox = try SharingSandbox(copyOf: Self.template.get()) }

    /// Returns what Python reads from a property list at a path.
    private func value(_ expression: String, of path: String = path) throws -> String {
        let script = """
            import plistlib, json, sys
            v = plistlib.load(open(sys.argv[1], 'rb'))
            print(repr(\(expression)))
            """
        return String(decoding: try Python.run(script, [sandbox(path)]), as: UTF8.self).replacing("\n", with: "")
    }

    @Test("a value changes, attributes and everything else stay, and undo brings the bytes back")
    func whole() throws {
        let before = try sandbox.tree("App")
        let bytes = try readFile(sandbox(Self.path))
        let result = try sandbox.run(["set", Self.path + ":theme", "dark"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("theme: \"light\" → \"dark\""), "\(result.errors)")
        #expect(try value("(v['theme'], v['same'], list(v))").hasPrefix("('dark', 'light', ['theme', 'count',"))
        let file = try #require(try sandbox.tree("App").first { $0.contains("org.example.app.plist") })
        #expect(file.contains("0o100600") && file.contains("com_apple_backup_excludeItem"), "\(file)")
        #expect(try sandbox.run(["journal"]).text.contains("set value"))
        #expect(try sandbox.run(["undo", "--container", "App"]).status == 0)
        #expect(try readFile(sandbox(Self.path)) == bytes)
        #expect(try sandbox.tree("App") == before)
    }

    /// Arguments, a Python expression, and its value afterwards.
    private static let changes: [(arguments: [String], expression: String, value: String)] = [
        (["\(path):count", "4"], "v['count']", "4"), (["\(path):ratio", "1"], "v['ratio']", "1.0"),
        (["\(path):on", "no"], "v['on']", "False"), (["\(path):data", "0x0001"], "v['data']", #"b'\x00\x01'"#),
        (["\(path):data", "0X0a"], "v['data']", #"b'\n'"#), (["\(path):ratio", "0e9"], "v['ratio']", "0.0"),
        (["\(path):count", "18446744073709551615"], "v['count']", "18446744073709551615"),
        (["\(path):when", "2024-03-01"], "v['when'].isoformat()", "'2024-03-01T00:00:00'"),
        (["\(path):a~1b", "x"], "v['a/b']", "'x'"), (["--int", "\(path):theme", "7"], "v['theme']", "7"),
        (["--", "\(path):count", "-5"], "v['count']", "-5"),
        ([path, "count=-5", "theme=a=b"], "(v['count'], v['theme'])", "(-5, 'a=b')"),
        (["--add", "\(path):new", "x"], "(v['new'], list(v)[-1])", "('x', 'new')"),
        (["--add", "\(path):items/0", "x"], "v['items']", "['x', 'a', 'b']"),
        (["--append", "\(path):items", "x"], "v['items']", "['a', 'b', 'x']"),
        (["--delete", "\(path):items/1"], "v['items']", "['a']"),
        (["--delete", path, "theme", "on"], "[k for k in v][:2]", "['count', 'ratio']"),
        (["--json-value", "\(path):items", #"{"k": [1, 2.5, true]}"#], "v['items']", "{'k': [1, 2.5, True]}"),
        (["\(path):inner/deep/1", "9"], "plistlib.loads(v['inner'])", "{'deep': [1, 9]}"),
        (["\(path):text/k/1", "y"], "json.loads(v['text'])", "{'k': [1, 'y']}"),
        (["App/Library/Preferences:org.example.app/theme", "dark"], "v['theme']", "'dark'"),
        // A negative number is no option, wherever it stands.
        (["\(path):count", "-5"], "v['count']", "-5"), (["\(path):ratio", "-.5", "--real"], "v['ratio']", "-0.5"),
        (["\(path):when", "2024-03-01T21:00:00+09:00"], "v['when'].isoformat()", "'2024-03-01T12:00:00'"),
        (["\(path):when", "2024-03-01T05:30:00-0630"], "v['when'].isoformat()", "'2024-03-01T12:00:00'"),
        (["--json-value", "\(path):ratio", "3"], "repr(v['ratio'])", "'3.0'"),
    ]

    @Test("values of each type are changed, added and removed", arguments: changes.indices)
    func changed(_ index: Int) throws {
        let row = Self.changes[index]
        let bytes = try readFile(sandbox(Self.path))
        let result = try sandbox.run(["set"] + row.arguments)
        #expect(result.status == 0, "\(row.arguments): \(result.errors)")
        #expect(try value(row.expression) == row.value, "\(row.arguments)")
        #expect(try value("v['uid']") == "UID(7)")
        #expect(try sandbox.run(["undo", "--container", "App"]).status == 0)
        #expect(try readFile(sandbox(Self.path)) == bytes)
    }

    /// Arguments, and what is said of the type; nothing where it stays.
    private static let typeChanges: [(arguments: [String], said: String)] = [
        (["--real", "\(path):count", "7"], "count: 3 → 7.0 (was an integer, is a real)"),
        (["--json-value", "\(path):count", "2.5"], "count: 3 → 2.5 (was an integer, is a real)"),
        (["--json-value", "\(path):count", "[1]"], "(was an integer, is an array)"),
        (["--string", "\(path):data", "x"], "(was data, is a string)"),
        (["App/Documents/config.json:server/port", "1.5"], "port: 80 → 1.5 (was an integer, is a real)"),
        (["--bool", "App/Documents/config.json:server/host", "yes"], "(was a string, is a boolean)"),
        (["\(path):count", "4"], ""), (["\(path):ratio", "2"], ""), (["--json-value", "\(path):ratio", "2"], ""),
        (["App/Documents/config.json:server/port", "81"], ""),
        (["--int", "App/Documents/config.json:no", "1"], ""),
    ]

    @Test("a type that changes is named in the plan and in the answer", arguments: typeChanges.indices)
    func types(_ index: Int) throws {
        let row = Self.typeChanges[index]
        let plan = try sandbox.run(["set", "--dry-run"] + row.arguments)
        let answer = try sandbox.run(["set"] + row.arguments)
        #expect(plan.status == 0 && answer.status == 0, "\(answer.errors)")
        for text in [plan.text, answer.errors] {
            #expect(row.said.isEmpty ? !text.contains("(was ") : text.contains(row.said), "\(text)")
        }
    }

    @Test("an address with nothing behind the colon is the value that a file is as a whole")
    func root() throws {
        try sandbox.write("host/list.json", "[1, 2]")
        #expect(try sandbox.run("set", "--append", "host/list.json:", "3").status == 0)
        #expect(try sandbox.text("host/list.json") == "[1, 2, 3]")
        #expect(try sandbox.run("set", "host/list.json:", "--append", "-4").status == 0)
        #expect(try sandbox.text("host/list.json") == "[1, 2, 3, -4]")
        let refused = try sandbox.run("set", "--append", "host/list.json", "3")
        #expect(refused.status == 64 && refused.errors.contains("host/list.json: 3"), "\(refused.errors)")
    }

    @Test(
        "the warning about preferences is given once, whichever command changes them, and each time for a running app",
        arguments: [["set", "set"], ["set", "edit"], ["edit", "set"], ["edit", "edit"]])
    func warnedOnce(_ commands: [String]) throws {
        var count = 0
        func warns(_ command: String, _ options: String...) throws -> Bool {
            count += 1
            let words = command == "set" ? ["set", "\(Self.path):count", "\(count)"] : ["edit", Self.path]
            // The list is opened as XML, with each value on a line behind its key.
            let result = try sandbox.run(
                words + options, environment: ["EDITOR=sed -i '/<key>count</{n;s/[0-9][0-9]*/4\(count)/}'"])
            #expect(result.status == 0, "\(command): \(result.errors)")
            return result.errors.contains("warning: Preferences are not to be handled directly")
        }
        #expect(try warns(commands[0]))
        #expect(try !warns(commands[1]))
        for command in commands { #expect(try warns(command, "--running")) }
        #expect(try !warns(commands[0]))
    }

    @Test("the layout of JSON stays, in a container and outside")
    func layout() throws {
        let path = "App/Documents/config.json"
        #expect(try sandbox.run(["set", path, "server/port=8080", "on=false"]).status == 0)
        #expect(
            try sandbox.text(path)
                == "{\n  \"server\" : {\"port\": 8080, \"host\":\"a\"},\n  \"on\": false,\n  \"no\": null\n}\n")
        #expect(try sandbox.run(["set", "--add", "--int", path + ":server/new", "1"]).status == 0)
        #expect(try sandbox.text(path).contains("\"host\":\"a\", \"new\":1}"))
        #expect(try sandbox.run(["set", "App/Documents/log.jsonl:1/a", "3"]).status == 0)
        #expect(try sandbox.text("App/Documents/log.jsonl") == "{\"a\":1}\n{\"a\":3}\n")
        let result = try sandbox.run(["set", "host/config.json:port", "81"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("host/config.json") == "{\"port\":81}")
        #expect(try sandbox.run("undo", result.undoNumber).status == 0)
        #expect(try sandbox.text("host/config.json") == "{\"port\":80}")
    }

    @Test("an object that is used in two places of an archive changes in one of them")
    func shared() throws {
        let path = "App/Documents/archive.plist"
        #expect(try sandbox.run(["set", path + ":root/one", "changed"]).status == 0)
        #expect(
            try value("[v['$objects'][i] for i in [u.data for u in v['$objects'][1]['NS.objects']]]", of: path)
                == "['changed', 'shared']")
    }

    @Test("a file in Inbox is moved out with the change")
    func inbox() throws {
        #expect(try sandbox.run(["set", "App/Documents/Inbox/mail.plist:theme", "dark"]).status == 0)
        #expect(try !sandbox.has("App/Documents/Inbox/mail.plist"))
        #expect(try value("v['theme']", of: "App/Documents/mail.plist") == "'dark'")
    }

    /// Arguments, the exit status, and what is said.
    private static let mistakes: [(arguments: [String], status: Int32, said: String)] = [
        (["\(path):count", "many"], 64, "is not an integer"), (["\(path):on", "7"], 64, "true or false"),
        (["\(path):when", "soon"], 64, "is not a date"), (["\(path):data", "%"], 64, "base64"),
        (["\(path):when", "24-03-01"], 64, "is not a date"),
        (["\(path):when", "2016-12-31T23:59:60Z"], 64, "is not a date"), (["\(path):data", "0x0"], 64, "base64"),
        (["\(path):ratio", "1e400"], 64, "is as large"), (["\(path):ratio", "1e-400"], 64, "as close to zero"),
        (["\(path):count", "18446744073709551616"], 64, "at most 64 bits"),
        (["--", "App/Documents/xml.plist:count", "-9223372036854775809"], 64, "at most 64 bits"),
        (["--json-value", "\(path):items", #"[{"a":1,"a":2}]"#], 64, "a key twice"),
        (["--json-value", "\(path):items", "[1e400]"], 64, "is as large"),
        (["--json-value", "\(path):items", "[18446744073709551616]"], 64, "at most 64 bits"),
        (["--json-value", "\(path):items", "[\(String(repeating: "9", count: 50))]"], 64, "at most 64 bits"),
        (["\(path):items", "x"], 64, "is a collection"), (["\(path):none", "x"], 66, "there is no such value"),
        (["\(path):items/2", "x"], 66, "there is no such value"),
        (["\(path):items/00", "x"], 66, "there is no such value"),
        (["--add", "\(path):theme", "x"], 73, "there is a value already"),
        (["--add", "\(path):items/9", "x"], 66, "only 2 items"),
        (["--append", "\(path):theme", "x"], 64, "is no array"),
        (["--json-value", "\(path):theme", "{"], 64, "is not a JSON text"),
        (["\(path):theme"], 64, "a value is missing"),
        ([path], 64, "name a value"), ([path, "theme"], 64, "is not ADDRESS=VALUE"),
        (["--null", "App/Documents/xml.plist:theme"], 64, "has no null"),
        (["--date", "App/Documents/config.json:on", "2024-03-01"], 64, "JSON has no dates"),
        (["App/Documents/config.json:no", "x"], 64, "has no type yet"),
        (["App/Documents/config.json:server/port", "1e"], 64, "is not a number"),
        (["App/Documents/damaged.json:a", "1"], 65, ""), (["App/Documents/damaged.plist:a", "1"], 65, ""),
        (["App/Documents/a.txt:a", "1"], 65, "neither a property list nor JSON"),
        (["App/Documents/none.plist:a", "1"], 66, "no such file"), (["--read-only", "\(path):theme", "x"], 77, ""),
        (["App/Documents/archive.plist:root", "x"], 64, "is a collection or an object"),
    ]

    @Test("mistakes change nothing, and are named", arguments: mistakes.indices)
    func refused(_ index: Int) throws {
        let row = Self.mistakes[index]
        let before = try sandbox.tree("App")
        let result = try sandbox.run(["set"] + row.arguments)
        #expect(result.status == row.status && result.errors.contains(row.said), "\(row.arguments): \(result.errors)")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("of several changes none is made if one cannot be, and a dry run prints them")
    func together() throws {
        let before = try sandbox.tree("App")
        #expect(try sandbox.run(["set", Self.path, "theme=dark", "none=x"]).status == 66)
        let result = try sandbox.run(["set", "--dry-run", Self.path, "theme=dark", "count=4"])
        #expect(result.status == 0 && result.lines.count == 2, "\(result.text)")
        #expect(result.text.contains("theme: \"light\" → \"dark\"") && result.text.contains("count: 3 → 4"))
        #expect(try sandbox.tree("App") == before)
    }
}
