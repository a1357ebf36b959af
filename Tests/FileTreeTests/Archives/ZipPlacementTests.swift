import ContainerModel
import FileTree
import System
import TestSupport
import Testing

/// Zips that begin with something else, or are larger than their numbers can say. Python's zipfile or unzip read all of them.
@Suite("Zips that are not where they say")
struct ZipPlacementTests {
    /// Defines `write(path, front, …)`, which writes two files behind some bytes.
    private static let writer = Script.text("zip_placement_writer")

    @Test(
        "a zip behind something else is recognized by its end, and read as Python's zipfile does",
        arguments: [
            // Programs and scripts that extract themselves, with offsets from the beginning of the zip or of the file.
            "b'MZ' + bytes(5000)", "b'MZ' + bytes(5000), counts_front=True", "b'#!/bin/sh\\nexec unzip $0\\n'",
            "b'\\x7fELF' + bytes(90000)", "b'#!/bin/sh\\n', counts_front=True, comment=b'a comment'",
            // Longer than the end that is searched.
            "bytes(200000), zip64=True, counts_front=True",
            // The marks of a zip that was split, or could have been.
            "b'PK\\7\\x08', counts_front=True", "b'PK00', counts_front=True",
            "b'PK00', counts_front=True, comment=b'a comment'",
        ])
    func front(options: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.bin")
            let expected = try Python.lines(
                Self.writer + """
                    write(sys.argv[1], \(options))
                    with zipfile.ZipFile(sys.argv[1]) as archive:
                        for name in archive.namelist(): print(name, archive.read(name).decode())
                    """, path)
            let tree = try openArchive(path)
            #expect(tree.problems.isEmpty, "\(tree.problems)")
            #expect(["a.txt \(tree.text("a.txt"))", "d/b.txt \(tree.text("d/b.txt"))"] == expected)
            #expect(tree.lines() == ["a.txt file 5", "d directory", "d/b.txt file 6"])
        }
    }

    @Test(
        "where the record at the end gives another number of entries, those of the directory are listed, and something is missing",
        arguments: [false, true], [0, 1, 3, 258, 2])
    func count(isLong: Bool, count: Int) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            try Python.run(
                Self.writer + """
                    write(sys.argv[1], b'', zip64=\(isLong ? "True" : "False"))
                    data = bytearray(open(sys.argv[1], 'rb').read())
                    mark, place, form = (b'PK\\6\\6', 32, '<Q') if \(isLong ? 1 : 0) else (b'PK\\5\\6', 10, '<H')
                    struct.pack_into(form, data, data.rindex(mark) + place, \(count))
                    open(sys.argv[1], 'wb').write(data)
                    """, [path])
            let tree = try openArchive(path)
            #expect(tree.lines() == ["a.txt file 5", "d directory", "d/b.txt file 6"])
            let isRight = count == 2
            #expect((tree.loss == nil) == isRight && tree.problems.isEmpty == isRight, "\(tree.problems)")
            #expect(isRight || tree.problems[0].contains("another number of entries"), "\(tree.problems)")
        }
    }

    @Test("a ZIP64 zip behind something that its offsets do not count is read as by unzip")
    func frontOfZip64() throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.bin")
            // Python's zipfile refuses it.
            try Python.run(Self.writer + "write(sys.argv[1], b'MZ' + bytes(5000), zip64=True)", [path])
            let expected = try runCommand(["unzip", "-p", path]).text
            let tree = try openArchive(path)
            #expect(expected == "firstsecond" && tree.text("a.txt") + tree.text("d/b.txt") == expected)
            #expect(tree.problems.isEmpty, "\(tree.problems)")
        }
    }

    @Test(
        "a file that only has the marks of a zip at its end is not taken for one",
        arguments: [
            "b'MZ' + bytes(100)", "b'MZ' + bytes(100) + b'PK\\5\\6' + bytes(18)",
            "b'MZ' + bytes(100) + b'PK\\5\\6' + bytes(8) + b'\\x2e' + bytes(9)",
            "b'MZ' + b'PK\\1\\2' + bytes(42) + b'PK\\5\\6' + bytes(8) + b'\\x2e' + bytes(7) + b'\\1\\0'",
        ])
    func noZip(contents: String) throws {
        try withTemporaryDirectory { directory in
            try Python.run("import sys\nopen(sys.argv[1], 'wb').write(\(contents))", [directory("a")])
            let file = Descriptor(owning: open(directory("a"), O_RDONLY | O_CLOEXEC))
            #expect(TreeFormats.format(of: file) == nil)
        }
    }

    @Test("the last file of a split archive says that the other ones are missing")
    func split() throws {
        try withTemporaryDirectory { directory in
            try Python.run(
                "import os, sys\nopen(sys.argv[1] + '/a', 'wb').write(os.urandom(200_000))", [directory.path])
            directory.write("b", "second")
            let made = try runCommand(["sh", "-c", "cd \"$0\" && zip -q -s 64k s.zip a b", directory.path])
            #expect(made.status == 0, "\(made.errors)")
            // The entry `a` begins in another file.
            let tree = try openArchive(directory("s.zip"))
            #expect(tree.loss?.contains("the last one of several files") == true, "\(tree.problems)")
        }
    }

    /// Defines `write(path, contents)`, which writes an archive as macOS's Finder does: with numbers modulo 2^32.
    private static let finder = Script.text("zip_placement_finder")

    @Test(
        "entries behind more than 4 GiB without ZIP64 fields are those that unzip finds",
        arguments: ["(1 << 32) + 100", "(1 << 33) + 7", "(1 << 32) - 1", "1 << 32"])
    func largeArchive(size: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            let lines = try Python.lines(
                Self.finder + """
                    write(sys.argv[1], [text(b'd/before', b'before'), hole(b'd/hole', \(size)), text(b'd/after', b'after'),
                        hole(b'e', 5000), text(b'f', b'the last')])
                    print(\(size))
                    """, path)
            let tree = try openArchive(path)
            #expect(
                tree.lines() == [
                    "d directory", "d/after file 5", "d/before file 6", "d/hole file \(lines[0])", "e file 5000",
                    "f file 8",
                ])
            // unzip tells its warnings apart from contents.
            let expected = try ["d/before", "d/after", "f"].map { try runCommand(["unzip", "-p", path, $0]).text }
            #expect(expected == ["before", "after", "the last"])
            #expect([tree.text("d/before"), tree.text("d/after"), tree.text("f")] == expected)
            let folder = try tree.root.subdirectory(Array("d".utf8)[...])
            #expect(try folder.head(of: Array("hole".utf8)[...], length: 2) == [0, 0])
            #expect(tree.loss == nil)
            let remarks = tree.problems.filter { $0.contains("recorded modulo 4 GiB") }
            #expect(remarks.count == (size.hasSuffix("- 1") ? 0 : 1), "\(tree.problems)")
        }
    }

    /// Compresses a part of 16 MiB so many times, and three more bytes; writes that between two files, and prints its size.
    private static let compressed = Script.text("zip_placement_compressed")

    @Test(
        "the size of compressed contents of more than 4 GiB without ZIP64 fields is found, within limits",
        arguments: [
            // Contents that are larger when they are compressed than recorded, and others.
            "part, count = bytes(1 << 24), 256",
            "part, count = random.Random(1).randbytes(230_000) + bytes((1 << 24) - 230_000), 300",
        ].prefix(runsLongTests ? 2 : 1))
    func largeContents(contents: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory("a.zip")
            let sizes = try Python.lines(Self.finder + "import random\n" + contents + "\n" + Self.compressed, path)
            var limits = ArchiveLimits()
            limits.ratio = 2_000
            let tree = try openArchive(path, limits: limits)
            #expect(tree.lines() == ["a file 5", "large file \(sizes[0])", "z file 4"])
            #expect(tree.problems.count == 1 && tree.loss == nil, "\(tree.problems)")
            // Within narrower limits, no more is unpacked than that to find the size, and the file is refused.
            limits.ratio = 2
            let strict = try openArchive(path, limits: limits)
            #expect(strict.text("large").contains("more than 2 times the archive's size"), "\(strict.text("large"))")
            #expect(strict.text("z") == "last")
        }
    }
}
