import System
import TestSupport
import Testing

/// Cells that are too large to be read with their rows, and values whose contents cannot be decoded as a whole: they
/// are searched, or it is said that they were not.
@Suite("Large cells and values", .onManyThreads)
struct LargeCellTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(
            """
            import json, plistlib, sqlite3, zlib
            write('App/Library/Preferences/a.plist', plistlib.dumps({}))
            """)
    }

    private func python(_ script: String) throws {
        try Python.run(
            """
            import json, lzma, os, plistlib, sqlite3, sys, zlib
            os.chdir(sys.argv[1] + '/App/Library')
            def store(name, *cells, encoding='UTF-8'):
                base = sqlite3.connect(name)
                base.execute('PRAGMA encoding = "%s"' % encoding)
                base.execute('CREATE TABLE t(k INTEGER PRIMARY KEY, number, word TEXT, cell)')
                for cell in cells: base.execute('INSERT INTO t VALUES(NULL, 987654321, ?, ?)', ('neighbour', cell))
                base.commit(); base.close()
            key = 'sk_' + 'live_' + 'a1B2c3D4e5F6g7H8i9J0a1B2'
            \(script)
            """, [sandbox("")])
    }

    @Test(
        "a row with a cell of more than 16 MB is searched as others are",
        arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
    func rows(encoding: String) throws {
        try python("store('large.sqlite', 'ü' * 9_000_000 + 'Needle', encoding='\(encoding)')")
        for text in ["Needle", "neighbour", "987654321"] {
            let found = try sandbox.run("grep", text, "App/Library/large.sqlite")
            #expect(found.status == 0 && !found.text.isEmpty, "\(text): \(found.errors)")
        }
    }

    @Test(
        "what is decoded in small cells is decoded in large ones",
        arguments: [
            "plistlib.dumps({'a': ['ü' * 12_000_000, 'Nädel']}, fmt=plistlib.FMT_BINARY)",
            "json.dumps(['x' * 17_000_000, 'Nädel'])",
        ])
    func decoded(cell: String) throws {
        try python("store('large.sqlite', \(cell))")
        #expect(try sandbox.run("grep", "Nädel", "App/Library/large.sqlite").status == 0)
    }

    @Test(
        "a value that is not decoded as a whole makes a search incomplete, and an audit too",
        arguments: [
            "zlib.compress(b'q' * (17 << 20) + b' token=' + key.encode())",
            "zlib.compress(os.urandom(4_000))[:-2_000]",
            "plistlib.dumps({'a': 'ü' * 100}, fmt=plistlib.FMT_BINARY)[:-40]",
            "lzma.compress(os.urandom(4_000))[:-2_000]",
            "json.dumps([1] * 1_000_001 + ['https:\\\\/\\\\/x'])",
        ])
    func undecoded(value: String) throws {
        try python(
            """
            value = \(value)
            store('cell.sqlite', value)
            plistlib.dump({'a': value}, open('Preferences/value.plist', 'wb'))
            """)
        for file in ["cell.sqlite", "Preferences/value.plist"] {
            let found = try sandbox.run("grep", "zzneedle", "App/Library/\(file)")
            #expect(found.status == 65, "\(file): \(found.status) \(found.errors)")
        }
        #expect(try sandbox.run("audit", "--fail-on", "error", "App").status != 0)
        let packed = try sandbox.run("pack", "--without-secrets", "App", "packed.xcappdata")
        #expect(
            packed.text.contains("cell.sqlite")
                && access(sandbox("packed.xcappdata/AppData/Library/cell.sqlite"), F_OK) != 0)
    }

    @Test(
        "JSON beyond a limit or damaged is searched as bytes, which is no complete search if characters are escaped in it",
        arguments: [
            ("a.json", "'[' + '1,' * 1_000_001 + '\"%s\"]'"), ("a.jsonl", "'{\"a\":1}\\n' * 600_001 + '[\"%s\"]\\n'"),
            ("a.json", "'[' * 600 + '\"%s\"' + ']' * 600"), ("b.json", "'{\"a\": \"%s\", }, {'"),
        ])
    func json(name: String, text: String) throws {
        for (value, status) in [("plain", 1), (#"https:\\/\\/example.org"#, 65)] {
            try python("open('\(name)', 'w').write((\(text)) % '\(value)')")
            let found = try sandbox.run("grep", "zzneedle", "App/Library/\(name)")
            #expect(found.status == status, "\(name) \(value): \(found.errors)")
        }
    }

    @Test("base64 is not looked for in either case, and a search that ignores case says so")
    func base64() throws {
        let found = try sandbox.run("grep", "--encoding", "base64", "-i", "quick needle", "App")
        #expect(found.status == 64 && found.errors.contains("base64"))
    }
}
