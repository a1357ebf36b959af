import TestSupport
import Testing

/// Names and targets of links that are bytes, in archives and backups. Python's zipfile, plistlib and sqlite3 read
/// them.
@Suite("Packed names that are not UTF-8", .onManyThreads)
struct RawNameTests {
    /// Links and attributes that a property list can hold, and some that it cannot.
    private static let contents = """
        os.symlink('missing', 'Documents/link')
        os.symlink(b'missing\\xff', 'Documents/raw link')
        open('Documents/plain', 'w').close()
        os.setxattr('Documents/plain', b'user.kept', b'0')
        os.setxattr('Documents/plain', b'user.x\\xfe', b'1')
        os.setxattr('Documents/plain', b'user.x\\xff', b'2')
        """

    @Test("a backup has neither links to nor attributes of such a name, and each that is left out is named")
    func backup() throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--backup", container.path, folder("B"))
        #expect(packed.status == 74)
        let named = packed.errors.split(separator: "\n")
        #expect(named.count == 3, "\(packed.errors)")
        #expect(named.count { $0.contains("Documents/raw link: the target of a link in a backup has to be") } == 1)
        #expect(named.count { $0.contains("Documents/plain: its attribute x") } == 2, "\(packed.errors)")
        let recorded = try Python.lines(
            """
            import plistlib, sqlite3, sys
            rows = sqlite3.connect(sys.argv[1] + '/Manifest.db').execute(
                "SELECT relativePath, file FROM Files WHERE relativePath LIKE '%link' OR relativePath LIKE '%plain' ORDER BY 1")
            for path, record in rows:
                objects = plistlib.loads(record)['$objects']
                target, list = (objects[1].get(name) for name in ('Target', 'ExtendedAttributes'))
                print(path, target and objects[target.data], list and plistlib.loads(objects[list.data]))
            """, folder("B"))
        #expect(recorded == ["Documents/link missing None", "Documents/plain None {'kept': b'0'}"])
    }

    @Test("a zip archive has such names as they are, not marked as UTF-8, and a warning names them")
    func archive() throws {
        let container = try SampleContainer(
            """
            \(Self.contents)
            os.mkdir(b'Documents/d\\xfe')
            for name in [b'n\\xff', b'd\\xfe/in', 'caf\\u00e9'.encode()]: open(b'Documents/' + name, 'w').close()
            os.setxattr(b'Documents/n\\xff', b'user.x', b'1')
            """)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.zip"))
        #expect(packed.status == 0, "\(packed.errors)")
        let warnings = packed.errors.split(separator: "\n")
        #expect(warnings.count == 2, "\(packed.errors)")
        #expect(warnings.allSatisfy { $0.contains("warning: Documents/") && $0.contains("is not UTF-8") })
        let found = try Python.lines(Script.text("raw_name_archive"), folder("P.zip"))
        #expect(
            Set(found) == [
                #"True b'Documents/caf\xc3\xa9'"#, #"False b'Documents/d\xfe/'"#, #"False b'Documents/d\xfe/in'"#,
                #"False b'Documents/n\xff'"#, #"False b'__MACOSX/Documents/._n\xff'"#, "[True, True, True]",
            ], "\(found)")
        // This program reads the same bytes again.
        let same = try run("diff", folder("P.zip"), container.path)
        #expect(same.status == 0 && same.text.isEmpty, "\(same.text)\(same.errors)")
    }
}
