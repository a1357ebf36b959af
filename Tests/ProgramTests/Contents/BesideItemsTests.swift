import TestSupport
import Testing

/// Bytes of an archive that belong to none of its items, and that unpacking does not read.
@Suite("Bytes beside the items of an archive", .onManyThreads)
struct BesideItemsTests {
    /// Makes an archive with one file, `a.txt`, by Python's modules, and puts the text `tide` where it belongs to no item.
    private static let archives: [(name: String, script: String)] = [
        ("behind.tar", "tar(); append(b'tide')"),
        ("padded.tar", "tar(); append(bytes(20000) + b'tide')"),
        ("front.zip", "archive(b''); data = b'tide' + read(); write(data)"),
        ("behind.zip", "archive(b''); append(b'tide')"),
        ("comment.zip", "archive(b'tide')"),
        ("record.zip", "zipfile.ZIP64_LIMIT = 10; archive(b''); write(read().replace(b'PK\\6\\7', b'tidePK\\6\\7'))"),
        ("behind.tar.gz", "tar(); write(gzip.compress(read() + b'tide'))"),
        ("block.tar", "tar(); change(600, b'tide')"),
        ("block.tar.gz", "tar(); change(600, b'tide'); write(gzip.compress(read()))"),
        ("name.tar", "tar(); change(20, b'tide')"), ("link.tar", "tar(); change(160, b'tide')"),
        ("header.tar", "tar(); change(505, b'tide')"),
        ("gnu.tar", "tar(format=tarfile.GNU_FORMAT); change(400, b'tide')"),
        ("comment.tar", "tar(records={'comment': 'tide'})"), ("unknown.tar", "tar(records={'EXAMPLE.note': 'tide'})"),
        ("global.tar", "tar(pax_headers={'comment': 'tide'})"),
        ("number.tar", "tar(records={'mtime': 'tide'})"),
        ("label.tar", "tar(); label('tide')"),
    ]

    private static let maker = """
        import gzip, io, sys, tarfile, zipfile
        path, folders = sys.argv[1], sys.argv[2:]
        name = folders[0] + '/a.txt' if folders else 'a.txt'
        def read(): return open(path, 'rb').read()
        def write(data): open(path, 'wb').write(data)
        def append(data): write(read() + data)
        def change(place, text):
            # In the first header or behind the contents behind it, with the header's sum as it has to be.
            data = bytearray(read())
            data[place:place + len(text)] = text
            data[148:156] = b'%06o\\0 ' % (sum(data[:148]) + 8 * 32 + sum(data[156:512]))
            write(data)
        def label(text):
            info = tarfile.TarInfo(text)
            info.type = b'V'
            write(info.tobuf(tarfile.GNU_FORMAT) + read())
        def tar(records={}, format=tarfile.PAX_FORMAT, **options):
            with tarfile.open(path, 'w', format=format, **options) as archive:
                info = tarfile.TarInfo(name)
                info.size, info.pax_headers = 4, records
                archive.addfile(info, io.BytesIO(b'item'))
                for folder in folders:
                    info = tarfile.TarInfo(folder)
                    info.type, info.mode = tarfile.DIRTYPE, 0o755
                    archive.addfile(info)
        def archive(comment):
            with zipfile.ZipFile(path, 'w') as archive:
                archive.writestr(name, b'item')
                for folder in folders: archive.writestr(folder + '/', b'')
                archive.comment = comment
        """

    @Test("grep searches them", arguments: archives)
    func grep(name: String, script: String) throws {
        let directory = TemporaryDirectory()
        let path = directory(name)
        try python("\(Self.maker)\n\(script)", path)
        let found = try run("grep", "tide", path)
        #expect(found.status == 0 && found.lines.count == 1, "\(found.text)\(found.errors)")
        #expect(found.lines.first?.hasPrefix("\(path):") == true)
        // They belong to no item that a filter could choose.
        #expect(try run("grep", "--filter", "a.txt", "tide", path).status == 1)
        let item = try run("grep", "item", path)
        #expect(item.status == 0 && item.lines == ["\(path)/a.txt:1: item"], "\(item.text)\(item.errors)")
    }

    @Test("diff compares them", arguments: archives)
    func diff(name: String, script: String) throws {
        let directory = TemporaryDirectory()
        let (one, other) = (directory(name), directory("other-" + name))
        try python("\(Self.maker)\n\(script)", one)
        try python("\(Self.maker)\n\(script.replacing("tide", with: "ebbs"))", other)
        #expect(try run("diff", one, one).status == 0)
        let found = try run("diff", one, other)
        #expect(found.status == 1 && !found.lines.isEmpty, "\(found.text)\(found.errors)")
    }

    @Test("audit examines them in the archive of a container, and says where they are", arguments: archives)
    func audit(name: String, script: String) throws {
        // That place is too short for a secret.
        guard name != "header.tar" else { return }
        let directory = TemporaryDirectory()
        let path = directory(name)
        let folders = ["Documents", "Library", "tmp"]
        try Python.run("\(Self.maker)\n\(script)", [path] + folders)
        let clean = try run("audit", path)
        #expect(clean.status == 0, "\(clean.text)\(clean.errors)")
        let secret = "AKIA" + "TIDETIDETIDETIDE"
        try Python.run("\(Self.maker)\n\(script.replacing("tide", with: secret))", [path] + folders)
        let found = try run("audit", "--fail-on", "note", path)
        #expect(found.status == 1, "\(found.text)\(found.errors)")
        #expect(found.text.contains("in bytes of the archive that belong to no item"), "\(found.text)")
        #expect(!found.text.contains(secret))
    }

    @Test("audit tells a secret at the end of an item once, without the bytes of the archive behind it")
    func ends() throws {
        let directory = TemporaryDirectory()
        // An unsigned token that was made for this test.
        let token = ["eyJhbGciOiJub25lIn0", "eyJzdWIiOiJ0aWRlLWV4YW1wbGUifQ", "c2lnbmF0dXJlLW9mLWEtdGVzdA"]
        try directory.makeDirectory("App/Documents")
        try directory.makeDirectory("App/Library")
        try Python.run(
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], 'w') as archive:
                for name in ('a.txt', 'b.txt'): archive.writestr(name, b'x ' + sys.argv[2].encode())
            """, [directory("App/Documents/a.zip"), token.joined(separator: ".")])
        let found = try run("audit", directory("App"))
        #expect(found.lines.count { $0.contains("JSON Web Token, ") } == 1, "\(found.text)\(found.errors)")
    }

    @Test("an archive without such bytes is searched as before")
    func none() throws {
        let directory = TemporaryDirectory()
        for (name, script) in [("a.tar", "tar()"), ("a.zip", "archive(b'')")] {
            try python("\(Self.maker)\n\(script)", directory(name))
            let found = try run("grep", "tide", directory(name))
            #expect(found.status == 1 && found.text.isEmpty && found.errors.isEmpty, "\(found.text)\(found.errors)")
        }
        try python("\(Self.maker)\nwrite(gzip.compress(b'tide'))", directory("a.gz"))
        let found = try run("grep", "tide", directory("a.gz"))
        #expect(found.status == 0 && found.lines.count == 1 && found.errors.isEmpty, "\(found.text)\(found.errors)")
    }
}
