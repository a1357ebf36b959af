import System
import TestSupport
import Testing

/// Zips that other systems' archivers write, opened as containers.
@Suite("Containers in zips of other systems", .onManyThreads)
struct ForeignZipTests {
    /// Writes a package with one document, whose name and record depend on the system.
    private static let writer = Script.text("foreign_zip_writer")

    private func archive(_ directory: TemporaryDirectory, _ script: String) throws -> String {
        try Python.run(Self.writer + script, [directory("a.zip")])
        return directory("a.zip")
    }

    @Test(
        "a document is listed under the name that its user gave it",
        arguments: [
            ("write(sys.argv[1], places + [root + b'Documents/caf\\x82.txt'], 0)", "café.txt"),
            (
                """
                write(sys.argv[1], places + [root + b'Documents/File ?.txt'], 3,
                    lambda name: struct.pack('<2HBI', 0x7075, 5 + len(name) + 1, 1, zlib.crc32(name))
                        + name.replace(b'?', 'ö'.encode()) if b'?' in name else b'')
                """, "File ö.txt"
            ),
        ])
    func names(script: String, name: String) throws {
        try withTemporaryDirectory { directory in
            let path = try archive(directory, script)
            let listed = try run("ls", path + "/Documents")
            #expect(
                listed.status == 0 && listed.text.hasSuffix("  " + name + "\n") && listed.errors.isEmpty,
                "\(listed.errors)")
            #expect(try run("show", path + "/Documents/" + name, "--as", "raw").text == "x")
        }
    }

    /// Names in the encodings of Windows by region. The second character of the Japanese one ends with the byte of a
    /// backslash, and so do others; Python's codecs write them.
    @Test(
        "names in another encoding are read with --names-encoding, backslashes in characters included",
        arguments: [
            ("cp932", "shift-jis", "\u{8868}\u{793a}.txt"), ("cp932", "Shift_JIS", "\u{30bd}\u{30fc}\u{30b9}.txt"),
            ("cp949", "euc-kr", "\u{c720}\u{c800}.txt"), ("gb18030", "gb18030", "\u{6587}\u{4ef6}.txt"),
            ("big5", "big5", "\u{529f}\u{80fd}.txt"), ("cp1252", "windows-1252", "Se\u{f1}or \u{2013} \u{20ac}.txt"),
        ], [0, 3])
    func otherEncodings(example: (codec: String, option: String, name: String), system: Int) throws {
        try withTemporaryDirectory { directory in
            let path = try archive(
                directory,
                """
                name = '\(example.name)'.encode('\(example.codec)')
                write(sys.argv[1], places + [root + b'Documents/' + name], \(system))
                """)
            let listed = try run("ls", "--names-encoding", example.option, path + "/Documents")
            #expect(
                listed.status == 0 && listed.text.hasSuffix("  " + example.name + "\n") && listed.errors.isEmpty,
                "\(listed.text) \(listed.errors)")
            let shown = try run(
                "show", "--names-encoding", example.option, path + "/Documents/" + example.name, "--as", "raw")
            #expect(shown.text == "x")
            // Without it, the name is another one.
            #expect(try run("ls", path + "/Documents").text.contains(example.name) == false)
        }
    }

    @Test("names that the zip says to be UTF-8, or that are, stay so with another encoding, and separators are slashes")
    func certainNames() throws {
        try withTemporaryDirectory { directory in
            let path = try archive(
                directory,
                """
                names = [name.replace(b'/', b'\\\\') for name in places]
                write(sys.argv[1], names + [(root + b'Documents/').replace(b'/', b'\\\\') + 'é.txt'.encode()], 0)
                """)
            let listed = try run("ls", "--names-encoding", "shift-jis", path + "/Documents")
            #expect(listed.text.hasSuffix("  é.txt\n"), "\(listed.text) \(listed.errors)")
            #expect(listed.errors.contains("backslashes in the name, which are read as slashes"))
        }
    }

    @Test("an encoding that no names are in is a mistake")
    func noEncoding() throws {
        for name in ["utf-8", "cp437", "klingon"] {
            let result = try run("ls", "--names-encoding", name, "x.zip")
            #expect(result.status == 64 && result.errors.contains("--names-encoding takes latin1"), "\(result.errors)")
        }
    }

    @Test("a package with backslashes opens with a warning, or says why it does not")
    func backslashes() throws {
        try withTemporaryDirectory { directory in
            let names = "[name.replace(b'/', b'\\\\') for name in places + [root + b'Documents/a.txt']]"
            let path = try archive(directory, "write(sys.argv[1], \(names), 0)")
            let listed = try run("ls", path + "/Documents")
            #expect(listed.status == 0 && listed.text.hasSuffix("  a.txt\n"), "\(listed.errors)")
            #expect(listed.errors.contains("with backslashes in the name, which are read as slashes"))
            let other = try run("ls", try archive(directory, "write(sys.argv[1], \(names), 3)"))
            #expect(other.status == 65 && other.errors.contains("backslashes in the name, which are not separators"))
        }
    }

    @Test("a package that extracts itself opens as an archive")
    func selfExtracting() throws {
        try withTemporaryDirectory { directory in
            let path = try archive(
                directory,
                """
                write(sys.argv[1], places + [root + b'Documents/a.txt'], 3)
                data = open(sys.argv[1], 'rb').read()
                open(sys.argv[1], 'wb').write(b'MZ' + bytes(3000) + data)
                """)
            let listed = try run("ls", path + "/Documents")
            #expect(listed.status == 0 && listed.text.hasSuffix("  a.txt\n"), "\(listed.errors)")
        }
    }
}
