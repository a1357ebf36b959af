import TestSupport
import Testing

/// Values in files that can be read only in part: each command says why, and never that there is no such value.
@Suite("Values that cannot be read", .onManyThreads)
struct UnreadableValueTests {
    private let directory = TemporaryDirectory()

    /// Makes the files. `damaged.db` has a table, of whose pages one is malformed.
    private func make() throws {
        try Python.run(
            """
            \(DamagedTableTests.whole)
            import io, plistlib, tarfile
            at = whole.index(b'row 150 ') // 1024 * 1024
            open('damaged.db', 'wb').write(whole[:at] + bytes(1024) + whole[at + 1024:])
            made = sqlite3.connect('odd.db')
            made.execute('CREATE VIRTUAL TABLE words USING fts5(body, content=\\'\\')')
            made.execute('CREATE VIEW wrong AS SELECT absent FROM missing')
            made.execute('CREATE TABLE numbers(id INTEGER PRIMARY KEY, r REAL)')
            made.executemany('INSERT INTO numbers(r) VALUES (?)', [(0.1 + 0.2,), (1e16,), (1e-05,), (float('inf'),)])
            made.commit()
            made.close()
            values = plistlib.dumps({'key': 'harbor', 'list': ['näher'] * 9}, fmt=plistlib.FMT_BINARY)
            open('cut.plist', 'wb').write(values[:-20])
            with tarfile.open('links.tar.gz', 'w:gz') as archive:
                archive.addfile(tarfile.TarInfo('file'), io.BytesIO())
                link = tarfile.TarInfo('link')
                link.type, link.linkname = tarfile.SYMTYPE, 'file'
                archive.addfile(link)
            for name in ('Documents', 'Library/Preferences', 'tmp'): os.makedirs('App/' + name)
            open('App/Library/Preferences/whole.plist', 'wb').write(plistlib.dumps({'a': 'harbor'}))
            open('App/Library/Preferences/cut.plist', 'wb').write(values[:-20])
            """, [directory.path])
    }

    private func run(_ words: String...) throws -> CommandResult { try run(words) }

    private func run(_ words: [String]) throws -> CommandResult {
        try runCommand(
            ["env", "-C", directory.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(directory("state"))", sandglass] + words)
    }

    @Test(
        "the reason is told with status 65",
        arguments: [
            ("damaged.db:t/150", "malformed"), ("odd.db:words", "keeps no content"),
            ("odd.db:wrong", "no such table"), ("cut.plist:key", "damaged"),
            ("links.tar.gz:link", "symbolic link"),
        ])
    func reasons(path: String, reason: String) throws {
        try make()
        for command in [["show", path], ["show", "--json", path], ["grep", "harbor", path]] {
            let result = try run(command)
            #expect(result.status == 65 && result.errors.contains(reason), "\(command): \(result.errors)")
            #expect(!result.errors.contains("no such value"), "\(command): \(result.errors)")
        }
        #expect(try run("show", "damaged.db:t/1").text.contains("row 0 "))
        #expect(try run("show", "damaged.db:t/999").status == 66)
    }

    @Test("a search of a binary property list that is damaged is incomplete")
    func incompleteSearch() throws {
        try make()
        let result = try run("grep", "nowhere", "cut.plist")
        #expect(result.status == 65 && result.errors.contains("damaged"), "\(result.status) \(result.errors)")
        #expect(try run("grep", "harbor", "cut.plist").text.contains("harbor"))
    }

    @Test("preferences without a damaged suite are incomplete in every form", arguments: ["json", "csv", "table"])
    func preferences(form: String) throws {
        try make()
        let result = try run("show", "--as", form, "App/Library/Preferences")
        #expect(result.text.contains("harbor"), "\(result.text)")
        #expect(result.status == 65 && result.errors.contains("cut.plist"), "\(result.status) \(result.errors)")
    }

    @Test(
        "a floating-point number is found as it is shown",
        arguments: ["0.30000000000000004", "1e+16", "1e-05", "inf"])
    func numbers(text: String) throws {
        try make()
        #expect(try run("show", "odd.db:numbers").text.contains(" \(text)"))
        let chosen = try run("show", "--json", "odd.db", "--table", "numbers", "--where", "r=\(text)")
        #expect(chosen.status == 0 && chosen.lines.count == 1, "\(chosen.text)\(chosen.errors)")
        let found = try run("grep", "-w", text, "odd.db")
        #expect(found.lines.count == 1 && found.text.hasSuffix(": \(text)\n"), "\(found.text)\(found.errors)")
        #expect(try run("grep", "1.0e+16", "odd.db").status == 1)
    }
}
