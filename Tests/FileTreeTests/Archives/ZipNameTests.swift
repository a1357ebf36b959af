import ContainerModel
import FileTree
import System
import TestSupport
import Testing

/// Names of zip entries that are more than their bytes in the directory. What they mean is asked of unzip.
@Suite("Names in zips")
struct ZipNameTests {
    /// Defines `write(path, entries)`, by the document of the format (APPNOTE.TXT, 4.3 and 4.4), and `listed(path)`, the names
    /// that `unzip -l` prints.
    static let writer = Script.text("zip_name_writer")

    /// Writes a zip with Python.
    /// - Returns: The lines that the script prints.
    private static func write(_ path: String, _ script: String) throws -> [String] {
        try Python.lines(writer + script, path)
    }

    private static func names(_ path: String) throws -> (names: [String], problems: [String], loss: String?) {
        let tree = try openArchive(path)
        let names = try tree.root.entries(path: .root)?.names ?? []
        return (names.map { String(decoding: $0, as: UTF8.self) }, tree.problems, tree.loss)
    }

    @Test(
        "a Unicode Path field counts if it has the checksum of the name, as for unzip",
        arguments: [
            "entry(b'File ?', extra=field(b'File ?', 'File ö'.encode()))",
            // Behind another field.
            "entry(b'File ?', extra=struct.pack('<2HI', 0x9999, 4, 1) + field(b'File ?', '旅'.encode()))",
            "entry(b'bad', extra=field(b'bad', b'wrong', sum=1))",
            "entry(b'bad', extra=field(b'bad', b'newer', version=2))",
            "entry(b'bad', extra=struct.pack('<2H', 0x7075, 3) + b'abc')",
            "entry(b'bad', extra=field(b'bad', b'longer')[:-3])",
            // The name itself is UTF-8, whatever system it is from.
            "entry('é'.encode(), host=0, extra=field('é'.encode(), b''))",
            "entry('é'.encode(), host=0, flags=0x800, extra=field('é'.encode(), b'other'))",
        ])
    func unicodePath(entry: String) throws {
        try withTemporaryDirectory { directory in
            let expected = try Self.write(
                directory("a.zip"),
                "write(sys.argv[1], [\(entry)])\nfor name in listed(sys.argv[1]): print(name.decode())")
            let found = try Self.names(directory("a.zip"))
            #expect(found.names == expected && expected.count == 1)
            #expect(found.problems.isEmpty && found.loss == nil, "\(found.problems)")
        }
    }

    @Test("files that differ in their Unicode Path fields alone are two files")
    func twoPaths() throws {
        try withTemporaryDirectory { directory in
            _ = try Self.write(
                directory("a.zip"),
                """
                write(sys.argv[1], [
                    entry(b'd/Photo ?', extra=field(b'd/Photo ?', 'd/Photo ä'.encode()), data=b'first'),
                    entry(b'd/Photo ?', extra=field(b'd/Photo ?', 'd/Photo ö'.encode()), data=b'second')])
                """)
            let tree = try openArchive(directory("a.zip"))
            #expect(tree.lines() == ["d directory", "d/Photo ä file 5", "d/Photo ö file 6"])
            #expect(tree.text("d/Photo ä") == "first" && tree.text("d/Photo ö") == "second")
            #expect(tree.problems.isEmpty)
        }
    }

    /// The number and the version of the system that an entry was made on, and the mode.
    static let systems = [
        (0, 20, 0), (0, 25, 0), (0, 25, 0o100644), (0, 26, 0o100644), (0, 40, 0), (0, 40, 0o100644), (0, 45, 0o100644),
        (3, 20, 0), (6, 20, 0), (7, 20, 0), (10, 20, 0), (11, 20, 0), (11, 50, 0), (14, 20, 0), (19, 20, 0),
    ]

    @Test(
        "names are in code page 437 if unzip converts them, by the system that the entry was made on",
        arguments: systems)
    func codePage(system: Int, version: Int, mode: Int) throws {
        try withTemporaryDirectory { directory in
            // Without support for encodings, unzip makes one byte of each character; otherwise, UTF-8.
            let expected = try Self.write(
                directory("a.zip"),
                """
                write(sys.argv[1], [entry(b'caf\\x82', host=\(system), version=\(version), attributes=\(mode) << 16)])
                print(b'\\x82' in listed(sys.argv[1])[0])
                """)
            let tree = try openArchive(directory("a.zip"))
            let name = try tree.root.entries(path: .root)?.names
            #expect(name == [expected == ["True"] ? Array("caf".utf8) + [0x82] : Array("café".utf8)])
        }
    }

    @Test("each character of code page 437 is the one that Python's codec has")
    func characters() throws {
        try withTemporaryDirectory { directory in
            let expected = try Self.write(
                directory("a.zip"),
                """
                names = [bytes(range(first, first + 32)) for first in range(0x80, 0x100, 32)]
                write(sys.argv[1], [entry(name, host=0) for name in names])
                for name in names: print(name.decode('cp437'))
                """)
            #expect(try Self.names(directory("a.zip")).names.sorted() == expected.sorted() && expected.count == 4)
        }
    }

    @Test("a name with the flag for UTF-8 is not converted, and neither is one without characters beyond ASCII")
    func native() throws {
        try withTemporaryDirectory { directory in
            _ = try Self.write(
                directory("a.zip"),
                "write(sys.argv[1], [entry('é'.encode(), host=0, flags=0x800), entry(b'plain', host=0)])")
            #expect(try Self.names(directory("a.zip")).names.sorted() == ["plain", "é"])
        }
    }

    /// Entries, and a part of the problem that is reported; nil if there is none.
    static let backslashes: [(entries: String, says: String?)] = [
        (
            "entry(b'App\\\\Documents\\\\', host=0, data=b''), entry(b'App\\\\Documents\\\\a.txt', host=0)",
            "with backslashes in the name, which are read as slashes: App/Documents/, and 1 more"
        ),
        // unzip decides by each name.
        (
            "entry(b'd/a', host=0), entry(b'e\\\\b', host=0), entry(b'd/c\\\\d', host=0)",
            "which are read as slashes: e/b"
        ),
        (
            "entry(b'App\\\\a', host=3), entry(b'App\\\\b', host=3)",
            "which are not separators, since the archive was not made on FAT: App\\a, and 1 more"
        ),
        ("entry(b'd/a', host=3), entry(b'e\\\\b', host=3)", nil),
    ]

    @Test("backslashes are separators where unzip takes them for some, and that is reported", arguments: backslashes)
    func separators(entries: String, says: String?) throws {
        try withTemporaryDirectory { directory in
            let expected = try Self.write(
                directory("a.zip"),
                """
                write(sys.argv[1], [\(entries)])
                out = sys.argv[1] + '.out'
                subprocess.run(['unzip', '-qo', sys.argv[1], '-d', out], stderr=subprocess.DEVNULL)
                print(*sorted(os.path.relpath(os.path.join(top, name), out)
                    for top, directories, names in os.walk(out) for name in directories + names), sep='\\n')
                """)
            let tree = try openArchive(directory("a.zip"))
            #expect(tree.lines().compactMap { $0.split(separator: " ").first.map(String.init) }.sorted() == expected)
            if let says {
                #expect(tree.problems.count == 1 && tree.problems[0].contains(says), "\(tree.problems)")
            } else {
                #expect(tree.problems.isEmpty, "\(tree.problems)")
            }
            // Nothing is missing.
            #expect(tree.loss == nil)
        }
    }
}
