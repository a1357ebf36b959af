import ContainerModel
import FileTree
import System
import TestSupport
import Testing

/// Zips whose entries do not say, or say wrongly, where they end. Python's zipfile and unzip read all of them.
@Suite("Zips read by the central directory")
struct ZipEntryTests {
    /// Defines `write(path, entries, …)`, by the document of the format (APPNOTE.TXT, 4.3 and 4.4).
    private static let writer = Script.text("zip_entry_writer")

    @Test(
        "contents are those that Python's zipfile and unzip find, wherever sizes and checksums are written",
        arguments: [
            "", "descriptor='marked'", "descriptor='bare'", "in_header='nothing', descriptor='marked'",
            "in_header='nothing', descriptor='bare'", "in_header='sizes alone'", "in_header='nothing'", "flags=0",
            // As `cat other.zip a.zip` leaves it.
            "front=other", "front=other, in_header='sizes alone'",
            "zip64=True, in_header='sizes alone'",
        ])
    func read(options: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            let lines = try Python.lines(
                Self.writer + """

                    write(sys.argv[1], entries\(options.isEmpty ? "" : ", " + options))
                    with zipfile.ZipFile(sys.argv[1]) as archive:
                        assert archive.testzip() is None
                        for name in archive.namelist(): print(name, zlib.crc32(archive.read(name)), len(archive.read(name)))
                    """, path)
            let tree = try openArchive(path)
            #expect(tree.problems.isEmpty, "\(tree.problems)")
            for line in lines {
                let parts = line.split(separator: " ").map(String.init)
                let found = try Self.sum(of: try #require(ContainerPath(parts[0])), in: tree, directory)
                #expect(found == "\(parts[1]) \(parts[2])", "\(line)")
            }
            #expect(lines.count == 5)
        }
    }

    @Test(
        "a time of 32 bits is the one, with a sign or without, that the date of MS-DOS is nearer to",
        arguments: [
            -2_100_000_000, -1, 0, 400_000_000, 2_147_483_647, 2_147_483_648, 3_000_000_000, 4_294_000_000,
        ], ["UT", "UX"])
    func times(time: Int, field: String) throws {
        try withTemporaryDirectory { directory in
            try Python.run(
                """
                import datetime, struct, sys, zipfile
                time, field = int(sys.argv[2]), sys.argv[3].encode()
                date = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=time)
                parts = max(date.timetuple()[:6], (1980, 1, 1, 0, 0, 0))
                stamp = struct.pack('<i' if time < 0 else '<I', time)
                data = b'\\1' + stamp if field == b'UT' else stamp * 2
                info = zipfile.ZipInfo('a', parts)
                info.extra = field + struct.pack('<H', len(data)) + data
                with zipfile.ZipFile(sys.argv[1], 'w') as archive: archive.writestr(info, 'contents')
                """, [directory("a.zip"), "\(time)", field])
            #expect(try openArchive(directory("a.zip")).status("a").modified == Int64(time))
        }
    }

    private static func sum(of path: ContainerPath, in tree: any FileTree, _ directory: TemporaryDirectory) throws
        -> String
    {
        let size = Int(try tree.status(path).size)
        let file = try tree.openFile(path)
        var bytes = [UInt8](repeating: 0, count: size + 1)
        let count = bytes.withUnsafeMutableBytes { file.read($0, at: 0) }
        directory.write("found", Array(bytes.prefix(count)))
        return try Python.lines(
            "import sys, zlib; data = open(sys.argv[1], 'rb').read(); print(zlib.crc32(data), len(data))",
            directory("found"))[0]
    }

    @Test(
        "contents that have another checksum everywhere, another size, or end too soon are an error",
        arguments: [
            "data[central + 16] ^= 1", "data[central + 24] ^= 1", "data[40] ^= 0xff", "data[20000] ^= 1",
        ])
    func damaged(patch: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            try Python.run(
                Self.writer + """

                    write(sys.argv[1], [('c.bin', noise, 8)], in_header='nothing')
                    data = bytearray(open(sys.argv[1], 'rb').read())
                    central = data.index(b'PK\\1\\2')
                    \(patch)
                    open(sys.argv[1], 'wb').write(data)
                    """, [path])
            let tree = try openArchive(path)
            do {
                _ = try tree.openFile("c.bin")
                Issue.record("it was read")
            } catch let error as FileTreeError {
                #expect(error.reason.hasPrefix("it is damaged: "), "\(error.reason)")
            }
        }
    }

    @Test(
        "of two names of an entry, the directory's is shown, as by unzip, and the other one is damage",
        arguments: [
            "local = data.index(b'a.txt'); data[local] = ord('b')",
            "local = data.index(b'd/short'); data[local + 1] = ord('_')",
            "central = data.rindex(b'c.bin'); data[central:central + 5] = b'e/bin'",
        ], ["", ", front=other", ", zip64=True"])
    func otherName(patch: String, options: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            let names = try Python.lines(
                Self.writer + """

                    write(sys.argv[1], entries\(options))
                    data = bytearray(open(sys.argv[1], 'rb').read())
                    \(patch)
                    open(sys.argv[1], 'wb').write(data)
                    print(*sorted(zipfile.ZipFile(sys.argv[1]).namelist()), sep='\\n')
                    """, [path])
            let tree = try openArchive(path)
            #expect(
                tree.lines().filter { !$0.hasSuffix(" directory") }.compactMap {
                    $0.split(separator: " ").first.map(String.init)
                } == names)
            #expect(
                tree.problems.count == 1 && tree.problems[0].contains("with a different name in the local header")
                    && tree.problems[0].contains(" (there "),
                "\(tree.problems)")
            #expect(tree.loss != nil)
        }
    }

    /// What is changed in the local header of `a.txt`, which is at the beginning, or in its data descriptor, with the
    /// options of the zip and what is remarked. The zip says the same as before in its directory.
    private static let contradictions: [(patch: String, options: String, remark: String)] = [
        ("data[14] ^= 1", "flags=0", "checksum"), ("data[22] ^= 1", "flags=0", "size"),
        ("data[18] ^= 1", "flags=0", "size"), ("data[8] = 0", "flags=0", "compression method"),
        ("data[22] ^= 1", "in_header='sizes alone'", "size"),
        ("data[marked + 4] ^= 1", "in_header='nothing', descriptor='marked'", "checksum"),
        ("data[marked + 8] ^= 1", "in_header='nothing', descriptor='marked'", "size"),
        ("data[marked + 12] ^= 1", "in_header='nothing', descriptor='marked'", "size"),
    ]

    @Test(
        "where header and directory contradict each other, the directory counts, as in Python's zipfile, and that is damage",
        arguments: contradictions)
    func contradictory(patch: String, options: String, remark: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            let expected = try Python.lines(
                Self.writer + """

                    write(sys.argv[1], [('a.txt', text, 8), ('b.txt', b'b', 0)], \(options))
                    data = bytearray(open(sys.argv[1], 'rb').read())
                    marked = data.find(b'PK\\7\\10')
                    \(patch)
                    open(sys.argv[1], 'wb').write(data)
                    with zipfile.ZipFile(sys.argv[1]) as archive:
                        print(zlib.crc32(archive.read('a.txt')), len(archive.read('a.txt')))
                    """, path)
            let tree = try openArchive(path)
            #expect(
                tree.problems == [
                    "the archive: with a different \(remark) in the local header; "
                        + "\(remark == "compression method" ? "that" : "the " + remark) in the archive's directory counts: a.txt"
                ])
            #expect(tree.loss != nil)
            #expect([try Self.sum(of: "a.txt", in: tree, directory)] == expected)
        }
    }

    /// Writes `a.txt` and `b.txt`, whose record in the directory is at `data[second]`, and returns the path.
    private static func writeTwo(_ path: String, patching patch: String) throws -> String {
        try Python.run(
            writer + """

                write(sys.argv[1], [('a.txt', b'a', 0), ('b.txt', b'b', 0)])
                data = bytearray(open(sys.argv[1], 'rb').read())
                second = data.rindex(b'PK\\1\\2')
                \(patch)
                open(sys.argv[1], 'wb').write(data)
                """, [path])
        return path
    }

    @Test("an entry without a name in the directory is left out, and that is said")
    func withoutName() throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(
                try Self.writeTwo(
                    directory("a.zip"),
                    patching: "data[second + 28] = 0; del data[second + 46:second + 51]; data[-10] -= 5"))
            #expect(tree.lines() == ["a.txt file 1"], "\(tree.lines()) \(tree.problems)")
            #expect(tree.loss != nil && !tree.problems.isEmpty)
        }
    }

    @Test("a header that the directory names twice is reported, as Python does when it extracts")
    func sharedHeader() throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(
                try Self.writeTwo(directory("a.zip"), patching: "data[second + 42:second + 46] = bytes(4)"))
            #expect(tree.problems.contains { $0.contains("that other entries") }, "\(tree.problems)")
            #expect(tree.loss != nil)
        }
    }

    @Test(
        "an offset beyond the end of the archive, up to the maximum number, is damage",
        arguments: [
            "2**63 - 1", "2**63 - 30", "2**32", "len(data) - 1", "2**63", "2**64 - 1", "2**64 - 30",
        ])
    func offset(value: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            try Python.run(
                Self.writer + """

                    write(sys.argv[1], [('a.txt', b'a', 0), ('b.txt', b'b', 0)], zip64=True)
                    data = bytearray(open(sys.argv[1], 'rb').read())
                    second = data.rindex(b'PK\\1\\2')
                    data[second + 55:second + 63] = struct.pack('<Q', \(value))
                    open(sys.argv[1], 'wb').write(data)
                    """, [path])
            let tree = try openArchive(path)
            #expect(tree.text("a.txt") == "a")
            #expect(tree.loss != nil, "\(tree.problems)")
            #expect((try? tree.openFile("b.txt")) == nil)
        }
    }

    @Test("absolute names are taken without the slash, as unzip and tar do", arguments: ["a.zip", "a.tar", "a.tar.gz"])
    func absolute(_ name: String) throws {
        try withTemporaryDirectory { directory in
            var items: [ArchiveItem] = [.file("/private/var/a"), .file("//b"), .file("../up")]
            // Python's tarfile writes no name for it.
            if name == "a.zip" { items.append(.file("/")) }
            let tree = try openArchive(try directory.archive(name, items))
            #expect(
                tree.lines() == ["b file 1", "private directory", "private/var directory", "private/var/a file 1"],
                "\(tree.lines())")
            #expect(tree.text("private/var/a") == "x")
            #expect(tree.problems.first?.contains("leads out of the archive: ../up") == true, "\(tree.problems)")
            #expect(tree.problems.count == (name == "a.zip" ? 2 : 1), "\(tree.problems)")
        }
    }
}
