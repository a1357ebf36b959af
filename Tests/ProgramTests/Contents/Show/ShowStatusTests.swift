import TestSupport
import Testing

/// Damaged files of many kinds: what is asked for decides about the status.
@Suite("The exit status of show", .onManyThreads)
struct ShowStatusTests {
    private let directory = TemporaryDirectory()

    /// Makes whole files and damaged ones.
    private func make() throws {
        try Python.run(
            """
            \(DamagedTableTests.whole)
            import gzip, io, plistlib, struct, zipfile, zlib
            def write(name, data): open(name, 'wb').write(data)
            values = plistlib.dumps({'key': 'harbor', 'list': ['a'] * 9}, fmt=plistlib.FMT_BINARY)
            write('whole.plist', values)
            write('cut.plist', values[:-20])
            write('cut.json', b'{"a":[1,2,3')
            write('cut.txt.gz', gzip.compress(bytes(range(97, 122)) * 999)[:-15])
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, 'w') as archive: archive.writestr('a.txt', 'hello ' * 999)
            write('cut.zip', packed.getvalue()[:-80])
            write('header.db', whole[:16] + b'\\xff' * 84 + whole[100:])
            write('cut.db', whole[:len(whole) // 2])
            at = whole.index(b'row 150 ') // 1024 * 1024
            write('page.db', whole[:at] + bytes(1024) + whole[at + 1024:])
            def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            rows = b''.join(b'\\0' + bytes((7 * x * y) % 256 for x in range(120)) for y in range(40))
            start = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 40, 40, 8, 2, 0, 0, 0))
            write('whole.png', start + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
            write('cut.png', (start + chunk(b'IDAT', zlib.compress(rows)))[:300])
            write('deep.plist', b'<plist>' + b'<array>' * 10000 + b'</array>' * 10000 + b'</plist>')
            view = sqlite3.connect('views.db')
            for name in ('a', 'b'): view.execute('CREATE TABLE %s (n)' % name)
            view.execute('CREATE VIEW v AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c')
            view.commit()
            """, [directory.path])
    }

    private func show(_ arguments: String...) throws -> CommandResult { try show(arguments) }

    private func show(_ arguments: [String]) throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass, "show"]
                + arguments)
    }

    @Test(
        "each request has a status for each state of the contents",
        arguments: [
            // What is asked for: stored bytes, decoded contents, a named form. The states: whole, too large, damaged,
            // incomplete, of another form, absent.
            ("whole.plist", 0, 0, 0), ("deep.plist", 0, 0, 65), ("cut.plist", 0, 65, 65), ("cut.db", 0, 65, 65),
            ("text", 0, 0, 65), ("none", 66, 66, 66),
        ] as [(String, Int32, Int32, Int32)])
    func statuses(name: String, stored: Int32, decoded: Int32, named: Int32) throws {
        try make()
        directory.write("text", "harbor\n")
        let requests: [(forms: [String?], status: Int32)] = [
            (["text", "hex", "raw"], stored), ([nil], decoded), (["json"], named),
        ]
        for (forms, status) in requests {
            for form in forms {
                let result = try show((form.map { ["--as", $0] } ?? []) + [name])
                #expect(result.status == status, "\(form ?? "") \(result.status) \(result.errors)")
            }
        }
    }

    @Test(
        "damage is an error where decoded contents were asked for, and the bytes are written all the same",
        arguments: [
            "cut.plist", "cut.json", "cut.txt.gz", "cut.zip", "header.db", "cut.db", "page.db", "cut.png",
        ])
    func damaged(name: String) throws {
        try make()
        let decoded = try show(name)
        #expect(decoded.status == 65 && !decoded.stdout.isEmpty, "\(decoded.status) \(decoded.errors)")
        // The reason is given once.
        let lines = decoded.errors.split(separator: "\n")
        #expect(!lines.isEmpty && Set(lines).count == lines.count, "\(decoded.errors)")
        for form in ["text", "hex", "raw"] {
            let stored = try show("--as", form, name)
            #expect(stored.status == 0, "\(form): \(stored.errors)")
        }
    }

    @Test(
        "whole files, and those that are too large to be decoded, are no error",
        arguments: ["whole.plist", "whole.db", "whole.png", "deep.plist", "views.db"])
    func whole(name: String) throws {
        try make()
        let result = try show(name)
        #expect(result.status == 0 && !result.stdout.isEmpty, "\(result.errors)")
    }

    @Test(
        "a table that does not exist is absent, and what has no tables is of another form",
        arguments: [
            (["whole.db", "--table", "none"], 66, "there is no table “none”; there are “t”"),
            (["whole.db:none"], 66, "there is no such value"), (["none.db", "--table", "t"], 66, "no such file"),
            (["whole.db:t", "--table", "none"], 65, "it has no tables"),
            (["whole.plist", "--table", "none"], 65, "it has no tables"),
            (["header.db", "--table", "t"], 65, "cannot be read"),
        ] as [([String], Int32, String)])
    func tables(arguments: [String], status: Int32, says: String) throws {
        try make()
        let result = try runCommand(["env", "-C", directory.path, sandglass, "show"] + arguments)
        #expect(result.status == status && result.errors.contains(says), "\(result.status) \(result.errors)")
    }

    @Test("a list of tables names the damaged one, and does not count the rows of a view")
    func lists() throws {
        try make()
        let page = try show("page.db")
        #expect(page.text.contains("damaged") && page.errors.contains("the table “t” is damaged"), "\(page.errors)")
        let views = try show("--json", "views.db")
        #expect(views.text.contains("{\"table\":\"v\",\"rows\":null,\"kind\":\"view\"}"), "\(views.text)")
    }
}
