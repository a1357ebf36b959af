import TestSupport
import Testing

/// Bytes of an archive that belong to none of its items, and that unpacking does not read.
@Suite("Bytes beside the items of an archive", .onManyThreads)
struct BesideItemsTests {
    /// Makes an archive with one item, `a.txt`, by Python's modules, and puts the text `tide` where it belongs to no item.
    private static let archives: [(name: String, script: String)] = [
        ("behind.tar", "tar(b''); append(b'tide')"),
        ("padded.tar", "tar(b''); append(bytes(20000) + b'tide')"),
        ("front.zip", "archive(b''); data = b'tide' + read(); write(data)"),
        ("behind.zip", "archive(b''); append(b'tide')"),
        ("comment.zip", "archive(b'tide')"),
        ("behind.tar.gz", "tar(b''); write(gzip.compress(read() + b'tide'))"),
    ]

    private static let maker = """
        import gzip, io, sys, tarfile, zipfile
        path = sys.argv[1]
        def read(): return open(path, 'rb').read()
        def write(data): open(path, 'wb').write(data)
        def append(data): write(read() + data)
        def tar(_):
            with tarfile.open(path, 'w') as archive:
                info = tarfile.TarInfo('a.txt')
                info.size = 4
                archive.addfile(info, io.BytesIO(b'item'))
        def archive(comment):
            with zipfile.ZipFile(path, 'w') as archive:
                archive.writestr('a.txt', b'item')
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

    @Test("an archive without such bytes is searched as before")
    func none() throws {
        let directory = TemporaryDirectory()
        for (name, script) in [("a.tar", "tar(b'')"), ("a.zip", "archive(b'')")] {
            try python("\(Self.maker)\n\(script)", directory(name))
            let found = try run("grep", "tide", directory(name))
            #expect(found.status == 1 && found.text.isEmpty && found.errors.isEmpty, "\(found.text)\(found.errors)")
        }
        try python("\(Self.maker)\nwrite(gzip.compress(b'tide'))", directory("a.gz"))
        let found = try run("grep", "tide", directory("a.gz"))
        #expect(found.status == 0 && found.lines.count == 1 && found.errors.isEmpty, "\(found.text)\(found.errors)")
    }
}
