import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@Suite("Faulty archives")
struct ArchiveFaultTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        var formats = ["a.zip", "a.tar", "a.tar.gz"]
        let items: [ArchiveItem]
        /// The lines of the tree.
        let lines: [String]
        /// A part of the reported problem; nil if there is none.
        let says: String?

        var testDescription: String { title }
    }

    static let rows = [
        Row(
            title: "absolute names that lead out", items: [.file("/../etc/passwd"), .file("//../x"), .file("a")],
            lines: ["a file 1"],
            says: "left out, because the name leads out of the archive: /../etc/passwd, and 1 more"),
        Row(
            title: "names with ..", items: [.file("../up"), .file("a/../../up"), .file("a/.."), .file("a/b")],
            lines: ["a directory", "a/b file 1"],
            says: "left out, because the name leads out of the archive: ../up, and 2 more"),
        Row(
            title: "links out are links, and nothing goes through them",
            items: [
                .link("out", to: "../../etc"), .link("absolute", to: "/etc"), .file("through", ""),
                .link("in", to: "d"), .file("d/x"), .file("in/y"),
            ],
            lines: [
                "absolute link /etc", "d directory", "d/x file 1", "in directory", "in/y file 1", "out link ../../etc",
                "through file 0",
            ],
            says: "both a directory and something else, and only the directory counts: in"),
        Row(
            title: "the last of several entries of one name counts",
            items: [.file("a", "first"), .file("b"), .file("a", "the last")], lines: ["a file 8", "b file 1"],
            says: "in the archive more than once, and the last one counts: a"),
        Row(
            title: "a directory that is named twice is one", items: [.directory("d"), .file("d/x"), .directory("d")],
            lines: ["d directory", "d/x file 1"], says: nil),
        Row(
            title: "a directory and a file of the same name",
            items: [.file("d/x"), .file("d"), .file("e"), .directory("e")],
            lines: ["d directory", "d/x file 1", "e directory"],
            says: "both a directory and something else, and only the directory counts: d, and 1 more"),
        Row(
            title: "a name that is too long", items: [.file(String(repeating: "n", count: 256)), .file("a")],
            lines: ["a file 1"], says: "left out, because no file can have such a name: nnn"),
        Row(
            title: "too many directories in each other",
            items: [.file(String(repeating: "d/", count: 600) + "x"), .file("a")], lines: ["a file 1"],
            says: "left out, because it is in too many directories: d/d/"),
        Row(
            title: "hard links to nothing, out and forwards", formats: ["a.tar"],
            items: [
                .hardLink("n/a", to: "gon"), .hardLink("b", to: "../x"), .hardLink("c", to: "d"), .file("d"),
                .hardLink("e", to: "d"),
            ], lines: ["d file 1", "e file 1", "n directory"],
            // Reported with its directory, though the target's name is as long as the path.
            says: "left out, because the hard link leads to no earlier entry: n/a, and 2 more"),
        Row(
            title: "devices and pipes", formats: ["a.tar"],
            items: [.special("p", "fifo"), .special("b", "block"), .special("c", "character")],
            lines: ["b blockDevice", "c characterDevice", "p fifo"], says: nil),
        Row(
            title: "entries of a type that no tar writes", formats: ["a.tar", "a.tar.gz"],
            items: [.file("a"), .special("z", "other"), .directory("d"), .special("d/y", "other"), .file("d/b")],
            lines: ["a file 1", "d directory", "d/b file 1", "d/y file 0", "z file 0"],
            says: "of an unknown type, and read as a regular file: z, and 1 more"),
        Row(
            title: "items of unknown types", formats: ["a.zip"],
            items: [.special("w", "whiteout"), .file("a"), .special("v", "whiteout")],
            lines: ["a file 1", "v unknown", "w unknown"],
            says: "of an unknown file type, so that the contents cannot be read: w, and 1 more"),
        Row(title: "an archive without entries", items: [], lines: [], says: nil),
        Row(
            title: "an archive in an archive is a file", formats: ["a.tar"],
            items: [.file("inner.zip", "PK\u{3}\u{4}")],
            lines: ["inner.zip file 4"], says: nil),
    ]

    @Test("a fault is reported in words, and the rest can be read", arguments: rows)
    func faults(_ row: Row) throws {
        for name in row.formats where !(name == "a.tar" && row.items.isEmpty) {
            try withTemporaryDirectory { directory in
                let tree = try openArchive(try directory.archive(name, row.items))
                #expect(tree.lines() == row.lines, "\(name)")
                if let says = row.says {
                    #expect(tree.problems.count == 1 && tree.problems[0].contains(says), "\(name): \(tree.problems)")
                } else {
                    #expect(tree.problems == [], "\(name)")
                }
            }
        }
    }

    @Test(
        "of entries with the same name, the last one is read, as unzip and tar would leave it",
        arguments: ["a.zip", "a.tar"])
    func last(_ name: String) throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(try directory.archive(name, [.file("a", "first"), .file("a", "the last")]))
            #expect(tree.text("a") == "the last")
        }
    }

    @Test("pipes and symbolic links are not opened as files")
    func special() throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(try directory.archive("a.tar", [.special("p", "fifo"), .link("l", to: "p")]))
            #expect(throws: FileTreeError(errno: EINVAL, operation: "open the file", path: "p")) {
                try tree.openFile("p")
            }
            #expect(throws: FileTreeError(errno: ELOOP, operation: "open the file", path: "l")) {
                try tree.openFile("l")
            }
        }
    }

    @Test("an item of an unknown type is not opened as a file")
    func unknownType() throws {
        try withTemporaryDirectory { directory in
            let tree = try openArchive(try directory.archive("a.zip", [.special("w", "whiteout")]))
            #expect(throws: FileTreeError(errno: EINVAL, operation: "open the file", path: "w")) {
                try tree.openFile("w")
            }
        }
    }

    @Test(
        "a truncated archive shows the entries before the cut, or is reported as damaged",
        arguments: ["a.tar", "a.tar.gz", "a.tar.xz", "a.zip"])
    func cutOff(_ name: String) throws {
        try withTemporaryDirectory { directory in
            let path = try directory.archive(
                name, (0..<50).map { .file("f\($0)", String(repeating: "text \($0) ", count: 400)) })
            let text = try shell("stat -c %s \(path)")
            let size = try #require(Int(text))
            _ = try shell("truncate -s \(size * 2 / 3) \(path)")
            do {
                let tree = try openArchive(path)
                // libarchive lists entries up to the end of the file: the first ones are complete.
                #expect(tree.problems.contains { $0.contains("cut off") || $0.contains("damaged") }, "\(tree.problems)")
                #expect(tree.loss != nil)
                if name.hasSuffix("tar") {
                    #expect(tree.text("f0").hasPrefix("text 0 "))
                    #expect(tree.lines().count > 20)
                }
            } catch let error as FileTreeError {
                // A zip has its directory at the end, and this xz file is a single block.
                #expect(name != "a.tar" && error.reason.contains("damaged"), "\(error)")
            }
        }
    }

    @Test(
        "an archive of which nothing is missing is not called incomplete",
        arguments: ["a.tar", "a.tar.gz", "a.tar.xz", "a.zip"])
    func whole(_ name: String) throws {
        try withTemporaryDirectory { directory in
            let path = try directory.archive(
                name, [.file("a", "text"), .file("zeros", String(repeating: "\0", count: 5_000))])
            #expect(try openArchive(path).loss == nil)
        }
    }

    @Test(
        "a gzip file of several members, or with an end that says another size, is not compared with its last checksum")
    func members() throws {
        try withTemporaryDirectory { directory in
            try Python.run(Script.text("archive_fault_members"), [directory("a.tar.gz")])
            let tree = try openArchive(directory("a.tar.gz"))
            #expect(tree.problems == [] && tree.loss == nil)
            #expect(tree.lines() == ["a file 3000", "b file 3000", "c file 3000"])
        }
    }

    @Test("contents that do not match the archive's checksum or size are an error", arguments: ["sum", "size"])
    func damaged(_ fault: String) throws {
        try withTemporaryDirectory { directory in
            let path = try directory.archive(
                "a.zip", [.file("a", String(repeating: "text", count: 100)), .file("b", "fine")])
            try Python.run(
                """
                import sys, struct
                data = bytearray(open(sys.argv[1], 'rb').read())
                central = data.index(b'PK\\1\\2')
                for base, sum, size in ((0, 14, 22), (central, 16, 24)):
                    if sys.argv[2] == 'sum': data[base + sum] ^= 0xff
                    else: data[base + size:base + size + 4] = struct.pack('<I', 10)
                open(sys.argv[1], 'wb').write(data)
                """, [path, fault])
            let tree = try openArchive(path)
            #expect(tree.text("a").hasPrefix("it is damaged: "), "\(tree.text("a"))")
            #expect(tree.text("b") == "fine")
        }
    }

    @Test("encrypted entries are listed but cannot be read")
    func encrypted() throws {
        try withTemporaryDirectory { directory in
            directory.write("secret", "hidden")
            directory.write("open", "shown")
            _ = try shell("cd \(directory.path) && zip -q -P pass a.zip secret && zip -q a.zip open")
            let tree = try openArchive(directory("a.zip"))
            #expect(tree.lines() == ["open file 5", "secret file 6"])
            #expect(tree.problems == ["the archive: encrypted, so that the contents cannot be read: secret"])
            #expect(tree.text("secret").contains("it is encrypted"))
            #expect(tree.text("open") == "shown")
        }
    }

    @Test(
        "a decompression bomb is not unpacked, neither from a zip nor from a compressed tar",
        arguments: ["a.zip", "a.tar.gz"])
    func bomb(_ name: String) throws {
        try withTemporaryDirectory { directory in
            try Python.run(Script.text("archive_fault_bomb"), [directory(name)])
            var limits = ArchiveLimits()
            limits.unsuspicious = 1 << 20
            limits.ratio = 50
            let tree = try openArchive(directory(name), limits: limits)
            #expect(tree.problems.count >= 1 && tree.problems[0].contains("unpack"), "\(tree.problems)")
            #expect(tree.text("small") == "text")
            #expect(tree.text("zeros").contains("more than 50 times") || tree.text("zeros").hasPrefix("it is damaged"))
            // The default limits allow eight megabytes.
            #expect(try openArchive(directory(name)).problems == [])
        }
    }

    @Test("an archive with too many items shows only the first ones")
    func many() throws {
        try withTemporaryDirectory { directory in
            var limits = ArchiveLimits()
            limits.items = 100
            let path = try directory.archive("a.tar", (0..<200).map { .file("f\($0)", "") })
            let tree = try openArchive(path, limits: limits)
            #expect(tree.lines().count == 99)
            #expect(tree.problems == ["the archive: too large: the first 99 items are shown, and the rest is left out"])
        }
    }

    @Test("a zip with too many entries shows none, since all of them would be in memory at once")
    func manyInZip() throws {
        try withTemporaryDirectory { directory in
            // With central directories of these sizes, the parts that are read end at many positions in a record.
            for count in [90, 4_000, 4_001, 4_002, 4_003, 6_000] {
                var limits = ArchiveLimits()
                let names = (0..<count).map { "f\($0)" + String(repeating: "n", count: 11 + $0 % 13) }
                let path = try directory.archive("\(count).zip", names.map { .file($0, "") })
                limits.items = count + 1
                #expect(try openArchive(path, limits: limits).lines().count == count, "\(count)")
                limits.items = count - 1
                let tree = try openArchive(path, limits: limits)
                #expect(tree.lines() == [])
                let shown = count == 90 ? "89" : "\((count - 1) / 1_000),\(String(count - 1).suffix(3))"
                #expect(
                    tree.problems == [
                        "the archive: too large: it has more than \(shown) entries, and none of them is shown. Unpack it "
                            + "and open the directory"
                    ])
            }
        }
    }

    @Test("a compressed file that does not contain a tar is refused")
    func noTar() throws {
        try withTemporaryDirectory { directory in
            directory.write("log", "line\n")
            _ = try shell("gzip \(directory("log"))")
            #expect(throws: (any Error).self) { try openArchive(directory("log.gz")) }
            do { _ = try openArchive(directory("log.gz")) } catch let error as FileTreeError {
                #expect(error.reason == "not a compressed tar")
            }
        }
    }
}

/// Returns the output of a shell command without its final newline.
private func shell(_ script: String) throws -> String {
    let result = try runCommand(["sh", "-c", script])
    #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
    return String(decoding: result.stdout, as: UTF8.self).trimmingSuffix { $0 == "\n" }
}

extension String {
    fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
