import TestSupport
import Testing

/// Archives and backups of which a part is lost. Python makes them, and counts the items that it can still find.
@Suite("Damaged archives and backups", .onManyThreads)
struct DamagedSourceTests {
    /// An archive with 40 files, and the damage.
    struct Damage: CustomTestStringConvertible, Sendable {
        let name: String
        /// Python that changes `data`, the bytes of the archive; `tar` is the archive before it was compressed.
        let script: String
        /// The message.
        let says: String

        var testDescription: String { "\(name): \(script)" }
    }

    private static let cut = ["", ".gz", ".xz", ".zst"].flatMap { suffix in
        [30, 62, 80].map {
            Damage(name: "a.tar\(suffix)", script: "data = data[:len(data) * \($0) // 100]", says: "cannot be read")
        }
    }
    private static let other = [
        Damage(name: "a.tar", script: "data = data[:middle.offset]", says: "no end-of-archive mark"),
        Damage(
            name: "a.tar", script: "data[middle.offset + 148:middle.offset + 156] = b'0000000 '",
            says: "entry cannot be read"),
        Damage(
            name: "a.tar", script: "data[middle.offset:middle.offset + 512] = b'\\x99' * 512",
            says: "entry cannot be read"),
        // The checksum of the compressed data comes before its size, at the end.
        Damage(name: "a.tar.gz", script: "data[-8] ^= 1", says: "its checksum is wrong"),
    ]

    private static let archive = Script.text("damaged_source_archive")

    @Test("a copy of a damaged tar ends with 65, and names the missing part", arguments: cut + other)
    func copy(_ damage: Damage) throws {
        let folder = TemporaryDirectory()
        try Python.run(Self.archive, [folder(damage.name), damage.script])
        let packed = try run("pack", folder(damage.name), folder("P.xcappdata"))
        #expect(packed.errors.contains(damage.says), "\(packed.errors)")
        #expect(packed.status == 65, "\(packed.errors)")
        // Readable items are there, unless nothing of the archive can be read.
        let names = (try? runCommand(["ls", folder("P.xcappdata/AppData/Documents")]).lines) ?? []
        #expect(names.count <= 40 && (names.count > 5 || packed.text.isEmpty), "\(names.count)")
    }

    /// The commands that read a container, with the exit status for a whole one.
    private static let commands: [(words: [String], status: Int32)] = [
        (["ls", "-R"], 0), (["find", "f"], 0), (["grep", "no such text"], 1), (["usage"], 0), (["info"], 0),
        (["timeline"], 0), (["backup-set"], 0), (["explain"], 0), (["apps"], 0), (["hash", "--containers"], 0),
    ]

    @Test(
        "every command that reads a damaged archive says so, and ends with 65", arguments: ["", "data = data[:-30000]"])
    func commands(_ script: String) throws {
        let folder = TemporaryDirectory()
        try Python.run(Self.archive, [folder("a.tar"), script])
        for (words, status) in Self.commands {
            let result = try runCommand([sandglass] + words + [folder("a.tar")])
            #expect(result.status == (script.isEmpty ? status : 65), "\(words): \(result.errors)")
            #expect(
                result.errors.contains("the rest of the archive cannot be read") != script.isEmpty,
                "\(words): \(result.errors)")
            #expect(words[0] == "grep" || !result.text.isEmpty, "\(words)")
        }
        try folder.makeDirectory("out")
        let exported = try run("export", folder("a.tar/App/Documents"), "--to", folder("out"))
        #expect(exported.status == (script.isEmpty ? 0 : 65), "\(exported.errors)")
        let hashed = try run("hash", folder("a.tar/App/Documents"))
        #expect(hashed.status == (script.isEmpty ? 0 : 65), "\(hashed.errors)")
        let json = try run("info", "--json", folder("a.tar"))
        let status = try python(
            "import json, sys; print(json.load(sys.stdin).get('error', {}).get('status'))", input: json.stdout)
        #expect(status == (script.isEmpty ? "None\n" : "65\n"), "\(json.text)")
    }

    @Test("a path in an archive of which nothing can be read is not called absent")
    func unreadable() throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w') as z:
                for name in ['Documents/a', 'Library/b', 'tmp/c']: z.writestr('App/' + name, name)
            data = open(sys.argv[1], 'rb').read()
            open(sys.argv[1], 'wb').write(data[:len(data) // 2])
            """, [folder("a.zip")])
        for words in [["ls"], ["export", "--to", folder("out")]] {
            let result = try runCommand([sandglass] + words + [folder("a.zip/App/Documents")])
            #expect(result.status == 65 && result.errors.contains("damaged or truncated"), "\(words): \(result.errors)")
        }
    }

    @Test("a damaged member of a zip is named; the copy of the others, and what reads the member, end with 65")
    func member() throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w') as z:
                for name in ['Documents/good', 'Documents/bad', 'Library/b', 'tmp/c']: z.writestr('App/' + name, name * 50)
                place = z.getinfo('App/Documents/bad').header_offset
            data = bytearray(open(sys.argv[1], 'rb').read())
            data[place + 60:place + 64] = b'XXXX'
            open(sys.argv[1], 'wb').write(data)
            """, [folder("a.zip")])
        let packed = try run("pack", folder("a.zip"), folder("P.xcappdata"))
        #expect(packed.status == 65 && packed.errors.contains("Documents/bad"), "\(packed.errors)")
        #expect(try runCommand(["ls", folder("P.xcappdata/AppData/Documents")]).text == "good\n")
        try folder.makeDirectory("out")
        for words in [["export", "--to", folder("out")], ["grep", "nothing"]] {
            let result = try runCommand([sandglass] + words + [folder("a.zip/App/Documents")])
            #expect(result.status == 65 && result.errors.contains("bad"), "\(words): \(result.errors)")
        }
        #expect(try run("show", folder("a.zip/App/Documents/bad")).status == 65)
        #expect(try run("ls", folder("a.zip")).status == 0)
    }
}
