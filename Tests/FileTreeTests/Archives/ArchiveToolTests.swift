import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@Suite("Archives written by common tools")
struct ArchiveToolTests {
    private func shell(_ script: String, in directory: TemporaryDirectory) throws {
        let result = try runCommand(["sh", "-c", "cd \"$0\" && " + script, directory.path])
        #expect(result.status == 0, "\(result.errors)")
    }

    private func contents(_ path: ContainerPath, in tree: any FileTree) throws -> [UInt8] {
        try FileContents.read(path, in: tree, limit: 1 << 24)
    }

    // MARK: - Sparse files in tars

    static let sparseFormats = [
        "--format=gnu", "--format=pax --sparse-version=0.0", "--format=pax --sparse-version=0.1",
        "--format=pax --sparse-version=1.0", "--format=gnu -z", "--format=pax --sparse-version=1.0 -z",
    ]

    @Test(
        "a sparse file keeps its bytes and holes, and the entries after it can be read", arguments: sparseFormats)
    func sparse(_ options: String) throws {
        try withTemporaryDirectory { directory in
            // Many parts, so that the map of the old format does not fit the header; the file ends in a hole.
            try Python.run(Script.text("archive_tool_sparse"), [directory.path])
            try shell("tar --sort=name --sparse \(options) -cf a.tar d", in: directory)
            let tree = try openArchive(directory("a.tar"))
            #expect(tree.problems == [])
            #expect(
                tree.lines() == ["d directory", "d/hole file 3000000", "d/sparse file 5000000", "d/z file 5"])
            #expect(tree.text("d/z") == "after")
            for name in ["sparse", "hole"] {
                let path = try #require(ContainerPath("d/\(name)"))
                #expect(try contents(path, in: tree) == readFile(directory("d/\(name)")), "\(name)")
                let file = try tree.openFile(path)
                #expect(try ItemStatus(of: file, path: path).allocated < 1_000_000, "\(name)")
            }
        }
    }

    // MARK: - Attributes in tars

    @Test(
        "attributes are listed once and under their names, whatever form a tar has them in",
        arguments: ["bsdtar", "bsdtar --options xattrheader=LIBARCHIVE", "tar --xattrs"])
    func attributes(_ tool: String) throws {
        try withTemporaryDirectory { directory in
            let expected = try Python.lines(Script.text("archive_tool_attributes"), directory.path)
            try shell("\(tool) --format=pax -cf a.tar d", in: directory)
            let folder = try openArchive(directory("a.tar")).directory(at: "d")
            let item = Array("x".utf8)[...]
            let found = folder.attributeNames(of: item).map { name in
                "\(hexadecimal(name)) \(hexadecimal(folder.attribute(name, of: item) ?? []))"
            }
            #expect(expected.count == 10 && found.sorted() == expected.sorted(), "\(found)")
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // MARK: - Kinds of zips

    /// Scripts that write a zip of `files` with the module `zipfile`; `Stream` cannot seek.
    static let zipWriters: [(title: String, script: String)] = [
        (
            "streamed, deflated",
            "with zipfile.ZipFile(Stream(sys.argv[1]), 'w', zipfile.ZIP_DEFLATED) as archive:\n"
                + "    for name, data in files: archive.writestr(name, data)"
        ),
        (
            "streamed, stored",
            "with zipfile.ZipFile(Stream(sys.argv[1]), 'w', zipfile.ZIP_STORED) as archive:\n"
                + "    for name, data in files: archive.writestr(name, data)"
        ),
        (
            "ZIP64 sizes",
            "with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:\n"
                + "    for name, data in files:\n"
                + "        with archive.open(name, 'w', force_zip64=True) as file: file.write(data)"
        ),
        (
            "ZIP64 sizes, streamed and stored",
            "with zipfile.ZipFile(Stream(sys.argv[1]), 'w') as archive:\n"
                + "    for name, data in files:\n"
                + "        with archive.open(name, 'w', force_zip64=True) as file: file.write(data)"
        ),
        (
            "something before the first entry",
            "open(sys.argv[1], 'wb').write(b'PK\\3\\4' + b'#' * 996)\n"
                + "with zipfile.ZipFile(sys.argv[1], 'a') as archive:\n"
                + "    for name, data in files: archive.writestr(name, data)"
        ),
    ]

    @Test(
        "each entry of a zip is found and read, in any order and whatever its contents",
        arguments: zipWriters.map(\.title))
    func zips(_ title: String) throws {
        let writer = try #require(Self.zipWriters.first { $0.title == title })
        try withTemporaryDirectory { directory in
            try Python.run(
                """
                import sys, zipfile
                class Stream:
                    def __init__(self, path): self.file = open(path, 'wb')
                    def write(self, data): return self.file.write(data)
                    def flush(self): self.file.flush()
                    def close(self): self.file.close()
                files = [('d/empty', b''), ('d/text', b'text'), ('d/large', b'large' * 100_000),
                    # What looks like the header of an entry, and like the sizes after one.
                    ('d/trap', b'PK\\3\\4' + bytes(26) + b'PK\\7\\x08' + bytes(12) + b'PK\\1\\2' * 9), ('z', b'last')]
                \(writer.script)
                """, [directory("a.zip")])
            let tree = try openArchive(directory("a.zip"))
            #expect(tree.problems == [])
            #expect(
                tree.lines() == [
                    "d directory", "d/empty file 0", "d/large file 500000", "d/text file 4", "d/trap file 82",
                    "z file 4",
                ])
            #expect(tree.text("z") == "last")
            #expect(tree.text("d/text") == "text")
            #expect(tree.text("d/empty") == "")
            #expect(tree.text("d/large") == String(repeating: "large", count: 100_000))
            let trap =
                Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 26) + Array("PK\u{7}\u{8}".utf8)
                + [UInt8](repeating: 0, count: 12) + Array(String(repeating: "PK\u{1}\u{2}", count: 9).utf8)
            #expect(try contents("d/trap", in: tree) == trap)
        }
    }

    @Test("zips written to a pipe or with data descriptors are read")
    func infoZip() throws {
        try withTemporaryDirectory { directory in
            directory.write("d/a", String(repeating: "alpha ", count: 1_000))
            directory.write("d/b", "beta")
            try shell("zip -qr -fd described.zip d && zip -qr - d | cat > piped.zip", in: directory)
            try shell("zip -qr -fz- plain.zip d && printf standard | zip -q -fz input.zip -", in: directory)
            for name in ["described.zip", "piped.zip", "plain.zip"] {
                let tree = try openArchive(directory(name))
                #expect(tree.problems == [], "\(name)")
                #expect(tree.lines() == ["d directory", "d/a file 6000", "d/b file 4"], "\(name)")
                #expect(tree.text("d/b") == "beta", "\(name)")
                #expect(tree.text("d/a") == String(repeating: "alpha ", count: 1_000), "\(name)")
            }
            // An entry without a size before its contents and with ZIP64 sizes after them.
            #expect(try openArchive(directory("input.zip")).text("-") == "standard")
        }
    }

    // MARK: - Repeated entries

    @Test(
        "of several entries with one name, the one that common tools leave is read",
        arguments: [
            ("a.zip", "unzip -qo ../a.zip"), ("a.zip", "bsdtar -xf ../a.zip"), ("a.tar", "tar -xf ../a.tar"),
            ("a.tar", "bsdtar -xf ../a.tar"),
        ])
    func repeated(_ name: String, _ command: String) throws {
        try withTemporaryDirectory { directory in
            let items: [ArchiveItem] = [
                .file("d/a", "first"), .file("b", "only"), .file("d/a", "the second"), .file("./d//a", "3rd"),
            ]
            let tree = try openArchive(try directory.archive(name, items))
            try shell("mkdir out && cd out && \(command)", in: directory)
            for path in ["d/a", "b"] {
                let path = try #require(ContainerPath(path))
                #expect(try contents(path, in: tree) == readFile(directory("out/\(path)")), "\(path)")
            }
            #expect(tree.problems.count == 1 && tree.problems[0].contains("more than once"), "\(tree.problems)")
        }
    }
}
