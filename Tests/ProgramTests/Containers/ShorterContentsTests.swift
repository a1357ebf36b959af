import System
import TestSupport
import Testing

/// Files of backups that are shorter or longer than their records say, as SQLite files often are.
@Suite("Contents of backups that are shorter or longer than their records", .onManyThreads)
struct ShorterContentsTests {
    /// A file of three lines, of which the first two are in whole blocks of 16 bytes.
    private static let lines = ["first line here", "second of three", "the third line"]

    /// Makes a backup of that file.
    /// - Parameter options: Of the file: its recorded `size`, and by how much its stored, perhaps encrypted form is
    ///   `cut`.
    private func backup(encrypted: Bool, _ options: String) throws -> SampleBackup {
        try SampleBackup(
            encrypted: encrypted,
            """
            for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
            add(APP, 'Documents/notes.txt', b'first line here\\nsecond of three\\nthe third line\\n', \(options))
            add(APP, 'Documents/whole.txt', b'whole line')
            """)
    }

    private func run(_ backup: SampleBackup, encrypted: Bool, _ words: [String]) throws -> CommandResult {
        try runCommand([sandglass] + words + (encrypted ? ["--passphrase-file", backup.passphraseFile] : []))
    }

    struct Row: Sendable {
        let isEncrypted: Bool
        let options: String
        /// The number of lines and of bytes that are there, and the size that is recorded.
        let (lines, bytes, size): (Int, Int, Int)

        /// What is said of the file.
        var says: String {
            guard bytes < size else { return "its record has \(size) bytes, but its file \(bytes)" }
            return "the backup holds \(bytes) of \(size == 1_000 ? "1,000" : "\(size)") bytes of it"
        }
    }

    static let rows = [
        Row(isEncrypted: false, options: "size=1000", lines: 3, bytes: 47, size: 1_000),
        Row(isEncrypted: true, options: "size=1000", lines: 3, bytes: 47, size: 1_000),
        Row(isEncrypted: false, options: "cut=15", lines: 2, bytes: 32, size: 47),
        // Between two blocks, and in one, which cannot be decrypted.
        Row(isEncrypted: true, options: "cut=16", lines: 2, bytes: 32, size: 47),
        Row(isEncrypted: true, options: "cut=20", lines: 1, bytes: 16, size: 47),
        Row(isEncrypted: true, options: "cut=48", lines: 0, bytes: 0, size: 47),
        Row(isEncrypted: false, options: "size=20", lines: 3, bytes: 47, size: 20),
        Row(isEncrypted: true, options: "size=20", lines: 3, bytes: 47, size: 20),
    ]

    @Test("they are shown and copied as far as they go, with a remark and status 65", arguments: rows)
    func partial(_ row: Row) throws {
        let backup = try backup(encrypted: row.isEncrypted, row.options)
        let text = Self.lines.prefix(row.lines).map { $0 + "\n" }.joined()
        #expect(text.utf8.count == row.bytes)
        let domain = backup.path + "/AppDomain-org.example.app"
        let folder = TemporaryDirectory()
        for name in ["E", "C/Documents", "C/Library", "C/tmp"] { try folder.makeDirectory(name) }
        let commands = [
            ["show", domain + "/Documents/notes.txt", "--as", "raw"],
            ["show", domain + "/Documents/notes.txt", "--as", "text"], ["show", domain + "/Documents/notes.txt"],
            ["export", domain + "/Documents", "--to", folder("E")],
            ["cp", domain + "/Documents/notes.txt", folder("C/Documents")],
            ["unpack", backup.path, "org.example.app", folder("U")], ["pack", domain, folder("P.xcappdata")],
            ["grep", "line", domain], ["grep", "--no-decode", "line", domain],
        ]
        for words in commands {
            let result = try run(backup, encrypted: row.isEncrypted, words)
            #expect(
                result.status == 65 && result.errors.contains(row.says), "\(words): \(result.status) \(result.errors)")
            switch words[0] {
            case "show" where words.last == "raw": #expect(result.text == text)
            case "show" where row.lines > 0: #expect(result.text.contains(Self.lines[0]), "\(words): \(result.text)")
            case "grep":
                let hits = Self.lines.prefix(row.lines).filter { $0.contains("line") }.count + 1
                #expect(result.lines.count == hits, "\(words): \(result.text)")
            default: break
            }
        }
        let audit = try run(backup, encrypted: row.isEncrypted, ["audit", domain])
        #expect(audit.status == 65 && audit.text.contains("Documents/notes.txt"), "\(audit.text)\(audit.errors)")
        #expect(audit.errors.contains("could not be examined completely"), "\(audit.errors)")
        for path in ["E/Documents", "C/Documents", "U/Documents", "P.xcappdata/AppData/Documents"] {
            #expect(try readFile(folder(path + "/notes.txt")) == Array(text.utf8), "\(path)")
        }
    }

    @Test("an encrypted file that lost nothing but its padding is whole")
    func padding() throws {
        let backup = try SampleBackup(
            encrypted: true,
            """
            for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
            add(APP, 'Documents/a', b'0123456789abcdef', cut=9)
            """)
        let shown = try run(
            backup, encrypted: true, ["show", backup.path + "/AppDomain-org.example.app/Documents/a", "--as", "raw"])
        #expect(shown.status == 0 && shown.text == "0123456789abcdef", "\(shown.errors)")
    }

    @Test(
        "commands that prove something by all contents do not take fewer or more for them",
        arguments: rows.filter { $0.options.hasPrefix("size=") })
    func proofs(_ row: Row) throws {
        let backup = try backup(encrypted: row.isEncrypted, row.options)
        let domain = backup.path + "/AppDomain-org.example.app"
        let folder = TemporaryDirectory()
        let unpacked = ["unpack", backup.path, "org.example.app", folder("U")]
        #expect(try run(backup, encrypted: row.isEncrypted, unpacked).status == 65)
        for words in [["hash", domain], ["diff", domain, folder("U")]] {
            let result = try run(backup, encrypted: row.isEncrypted, words)
            #expect(
                result.status == 65 && result.errors.contains(row.says),
                "\(words): \(result.status) \(result.text) \(result.errors)")
        }
    }

    @Test(
        "info tells what Status.plist says of the backup's completeness",
        arguments: [
            ("{'SnapshotState': 'finished', 'IsFullBackup': True}", "finished, full", nil),
            ("{'SnapshotState': 'finished', 'IsFullBackup': False}", "finished, incremental", nil),
            (
                "{'SnapshotState': 'uploading', 'IsFullBackup': True}", "not finished (SnapshotState uploading), full",
                "not finished, so that files may be missing"
            ),
            ("{'BackupState': 'new'}", "unknown whether it was finished", nil),
            ("{'SnapshotState': 5}", "unknown whether it was finished", nil),
        ] as [(String, String, String?)])
    func completeness(status: String, says: String, problem: String?) throws {
        for isEncrypted in [false, true] {
            let backup = try backup(encrypted: isEncrypted, "")
            try Python.run(
                "import plistlib, sys\nplistlib.dump(\(status), open(sys.argv[1], 'wb'), fmt=plistlib.FMT_BINARY)",
                [backup.path + "/Status.plist"])
            let domain = backup.path + "/AppDomain-org.example.app"
            let info = try run(backup, encrypted: isEncrypted, ["info", domain])
            #expect(info.status == 0, "\(info.errors)")
            let line = info.lines.first { $0.hasPrefix("backup ") }.map(String.init) ?? ""
            #expect(line.hasSuffix("  " + says + (isEncrypted ? ", encrypted" : "")), "\(info.text)")
            #expect((info.text + info.errors).contains("files may be missing") == (problem != nil), "\(info.text)")
        }
    }

    @Test("a backup without a Status.plist says nothing of its completeness, and opens")
    func noStatus() throws {
        let backup = try backup(encrypted: false, "")
        #expect(try runCommand(["rm", backup.path + "/Status.plist"]).status == 0)
        let info = try run(backup, encrypted: false, ["info", backup.path + "/AppDomain-org.example.app"])
        #expect(info.status == 0 && info.text.contains("unknown whether it was finished"), "\(info.text)")
    }
}
