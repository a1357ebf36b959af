import TestSupport
import Testing

@Suite("Several changes of one file, and what they have to say", .onManyThreads)
struct SetTogetherTests {
    private static let template = SharingSandbox.template(
        """
        import json, sqlite3
        value = {'l': [1, 2, 3, 4], 'd': {'a': [True, False], 'b': 'x'}, 'mixed': [1, 'x'], 'none': [],
            'texts': ['1'], 'groups': [{'k': 1}]}
        write('host/a.json', json.dumps(value).encode())
        for name, form in ('binary', plistlib.FMT_BINARY), ('xml', plistlib.FMT_XML):
            write('host/' + name + '.plist', plistlib.dumps(value, fmt=form))
        write('host/twice.json', b'{"k":1,"k":2,"in":{"k":3,"k":4},"l":[1,1]}')
        write('host/twice.plist', b'<plist version="1.0"><dict><key>k</key><integer>1</integer>'
            b'<key>k</key><integer>2</integer></dict></plist>')
        connection = sqlite3.connect('host/a.sqlite')
        connection.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, data TEXT, stars INTEGER)')
        connection.execute('INSERT INTO t VALUES(1, ?, 5)', (json.dumps(value),))
        connection.commit()
        connection.close()
        write('host/data.plist', plistlib.dumps({'data': b'f'}))
        """)

    private let sandbox: SharingSandbox

    init() throws { sandbox = try SharingSandbox(copyOf: Self.template.get()) }

    /// The arguments before and behind the file, a Python statement about the value `v`, and what it prints.
    private static let changes: [(way: [String], addresses: [String], statement: String)] = [
        (["--delete"], ["l/0", "l/1"], "del v['l'][0:2]"), (["--delete"], ["l/2", "l/3"], "del v['l'][2:4]"),
        (["--delete"], ["l/3", "l/0", "d/a/1", "d/b"], "v['l'] = [2, 3]; v['d'] = {'a': [True]}"),
        (["--add"], ["l/0=7", "l/2=8", "l/4=9"], "v['l'] = [7, 1, 2, 8, 3, 4, 9]"),
        (["--add"], ["d/2=x", "d/c=y"], "v['d'].update({'2': 'x', 'c': 'y'})"),
        (["--append"], ["l=5", "d/a=yes", "l=6"], "v['l'] += [5, 6]; v['d']['a'] += [True]"),
        (["--append"], ["mixed=3", "none=3", "texts=3"], "[v[k].append('3') for k in ('mixed', 'none', 'texts')]"),
        (["--append", "--string"], ["l=5"], "v['l'].append('5')"),
        ([], ["l/3=9", "d/b=l", "l/0=8"], "v['l'] = [8, 2, 3, 9]; v['d']['b'] = 'l'"),
    ]

    @Test("addresses are of the file as it was, and items of arrays keep their type", arguments: changes.indices)
    func changed(_ index: Int) throws {
        let row = Self.changes[index]
        for (file, prefix) in [("a.json", ""), ("binary.plist", ""), ("xml.plist", ""), ("a.sqlite", "t/1/data/")] {
            let arguments = ["set"] + row.way + ["host/\(file)"] + row.addresses.map { prefix + $0 }
            let script = """
                import json, plistlib, sqlite3, sys
                def read(path):
                    if path.endswith('json'): return json.load(open(path))
                    if path.endswith('plist'): return plistlib.load(open(path, 'rb'))
                    return json.loads(sqlite3.connect(path).execute('SELECT data FROM t').fetchone()[0])
                v = read(sys.argv[1])
                open(sys.argv[1] + '.expected', 'w').write(repr(exec(sys.argv[2]) or v))
                """
            _ = try Python.run(script, [sandbox("host/\(file)"), row.statement])
            let result = try sandbox.run(arguments)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
            let found = try Python.run(
                script.replacing("open(sys.argv[1] + '.expected', 'w').write(", with: "print("),
                [sandbox("host/\(file)"), "pass"])
            let expected = try sandbox.text("host/\(file).expected")
            #expect(String(decoding: found, as: UTF8.self) == expected + "\n", "\(arguments)")
        }
    }

    /// Arguments, and what is said of the contradiction.
    private static let contradictions: [(arguments: [String], said: String)] = [
        (["host/a.json", "l/0=5", "l/0=6"], "two changes of l/0"),
        (["--delete", "host/a.json", "d/b", "d/b"], "two changes of d/b"),
        (["--delete", "host/a.json", "d/a/1", "d"], "d/a/1 is in d, which is removed as well"),
        (["--json-value", "host/xml.plist", "d={}", "d/b=1"], "d/b is in d, which is replaced as well"),
        (["--delete", "host/a.sqlite", "t/1/data/d", "t/1/data/d/a/1"], "t/1/data/d/a/1 is in t/1/data/d"),
        (["--append", "host/a.json", "l=5", "l=x"], "is not a number"),
        (["--append", "host/binary.plist:l", "x"], "is not an integer"),
        (["--append", "host/a.json:groups", "x"], "is a collection"),
    ]

    @Test("changes that contradict each other are refused, and both are named", arguments: contradictions.indices)
    func refused(_ index: Int) throws {
        let row = Self.contradictions[index]
        let before = try sandbox.tree("host")
        let result = try sandbox.run(["set"] + row.arguments)
        #expect(result.status == 64 && result.errors.contains(row.said), "\(row.arguments): \(result.errors)")
        #expect(try sandbox.tree("host") == before)
    }

    /// The file, the addresses, and what is said of the second value; nil if nothing is.
    private static let repetitions: [(file: String, values: [String], said: String?)] = [
        ("twice.json", ["k=5"], "k occurs more than once: k~#2 is the second"),
        ("twice.plist", ["k=5"], "k occurs more than once: k~#2 is the second"),
        ("twice.json", ["in/k=5"], "in/k occurs more than once: in/k~#2 is the second"),
        ("twice.json", ["k~#2=5"], nil), ("twice.json", ["k=5", "k~#2=6"], nil), ("twice.json", ["l/0=5"], nil),
    ]

    @Test("that a key occurs twice is said, unless the second one is named", arguments: repetitions.indices)
    func repeated(_ index: Int) throws {
        let row = Self.repetitions[index]
        let result = try sandbox.run(["set", "host/\(row.file)"] + row.values)
        #expect(result.status == 0, "\(result.errors)")
        if let said = row.said {
            #expect(result.errors.contains(said), "\(result.errors)")
        } else {
            #expect(!result.errors.contains("more than once"), "\(result.errors)")
        }
    }

    @Test("a dry run gives the old and the new values as JSON")
    func report() throws {
        let result = try sandbox.run(["set", "-n", "--json", "host/a.json", "l/0=5", "d/b=y"])
        #expect(result.status == 0, "\(result.errors)")
        let script = """
            import json, sys
            print([[v[k] for k in ('address', 'old', 'new')] for v in json.load(sys.stdin)['values']])
            """
        let values = try Python.run(script, [], input: Array(result.text.utf8))
        let expected = #"[['l/0', '1', '5'], ['d/b', '"x"', '"y"']]"# + "\n"
        #expect(String(decoding: values, as: UTF8.self) == expected)
    }

    @Test("base64 is what Python decodes with validate=True")
    func base64() throws {
        let texts = [
            "", "Zg==", "Zm8=", "Zm9v", "zzz", "Zg", "Zg=", "Zg===", "Z===", "=", "====", "AA=A", "Zg==Zg==",
            "Zm 9", "Zm9v\n", "Zm-_", "Zh==",
        ]
        let script = """
            import base64, sys
            for text in sys.argv[1:]:
                try: print(base64.b64decode(text, validate=True).hex())
                except ValueError: print('refused')
            """
        let expected = String(decoding: try Python.run(script, texts), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (text, wanted) in zip(texts, expected) {
            let result = try sandbox.run(["set", "--data", "host/data.plist:data", text])
            #expect(result.status == (wanted == "refused" ? 64 : 0), "\(text): \(result.errors)")
            guard wanted != "refused" else { continue }
            let read = "import plistlib, sys; print(plistlib.load(open(sys.argv[1], 'rb'))['data'].hex())"
            let found = try Python.run(read, [sandbox("host/data.plist")])
            #expect(String(decoding: found, as: UTF8.self) == wanted + "\n", "\(text)")
        }
    }
}
