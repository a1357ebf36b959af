import System
import TestSupport
import Testing

@Suite("Damaged backups", .onManyThreads)
struct DamagedBackupTests {
    private static let files = """
        for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
        for index in range(200): add(APP, 'Documents/f%03d' % index, b'contents %d' % index)
        """

    /// Returns a backup with one page of its manifest overwritten.
    private func damaged(encrypted: Bool, _ page: Int) throws -> SampleBackup {
        let backup = try SampleBackup(encrypted: encrypted, Self.files)
        try Python.run(
            """
            import sys
            with open(sys.argv[1] + '/Manifest.db', 'r+b') as f:
                f.seek((int(sys.argv[2]) - 1) * 4096)
                f.write(b'\\xab' * 4096)
            """, [backup.path, "\(page)"])
        return backup
    }

    @Test("whatever page of the manifest is damaged, a copy is whole or ends with 65", arguments: [false, true])
    func table(_ isEncrypted: Bool) throws {
        var parts: [Int] = []
        for page in [2, 9, 14, 19, 24] {
            let backup = try damaged(encrypted: isEncrypted, page)
            let folder = TemporaryDirectory()
            let key = isEncrypted ? ["--passphrase-file", backup.passphraseFile] : []
            let unpacked = try runCommand(
                [sandglass, "unpack"] + key + [backup.path, "org.example.app", folder("U")])
            let count = try runCommand(["ls", folder("U/Documents")]).lines.count
            #expect(
                unpacked.status == 65 || unpacked.status == 0 && count == 200, "\(page), \(count): \(unpacked.errors)")
            guard count > 0, count < 200 else { continue }
            #expect(unpacked.errors.contains(" entries; the rest of the manifest cannot be read"), "\(unpacked.errors)")
            if parts.isEmpty { try checkCommands(backup, key) }
            parts.append(count)
        }
        // Some of the pages are leaves of the table.
        #expect(!parts.isEmpty)
    }

    @Test("a row without the name of a domain is told", arguments: ["NULL", "x'4170'"])
    func nameless(domain: String) throws {
        let backup = try SampleBackup(Self.files)
        try Python.run(
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1] + '/Manifest.db')
            database.execute("UPDATE Files SET domain = \(domain) WHERE relativePath = 'Documents/f007'")
            database.commit()
            """, [backup.path])
        let result = try runCommand([sandglass, "find", "f00*", backup.path + "/AppDomain-org.example.app"])
        #expect(result.status == 65 && result.lines.count == 9, "\(result)")
        #expect(result.errors.contains("1 row without the name of a domain is not shown"), "\(result.errors)")
    }

    @Test(
        "contents that are in something else than a file are not searched, and that is said",
        arguments: ["os.mkdir(path)", "os.symlink('/etc/passwd', path)", "os.mkfifo(path)"])
    func otherKind(script: String) throws {
        let backup = try SampleBackup(Self.files)
        try Python.run(
            """
            import hashlib, os, sys
            name = hashlib.sha1(b'AppDomain-org.example.app-Documents/f007').hexdigest()
            path = '%s/%s/%s' % (sys.argv[1], name[:2], name)
            os.remove(path)
            \(script)
            """, [backup.path])
        let domain = backup.path + "/AppDomain-org.example.app"
        for words in [["grep", "contents 7"], ["grep", "contents 8"]] {
            let result = try runCommand([sandglass] + words + [domain])
            #expect(result.status == 65 && result.errors.contains("not a file"), "\(result.status) \(result.errors)")
        }
    }

    /// Runs commands on a domain of which some entries cannot be read.
    private func checkCommands(_ backup: SampleBackup, _ key: [String]) throws {
        let folder = TemporaryDirectory()
        try folder.makeDirectory("out")
        let domain = backup.path + "/AppDomain-org.example.app"
        let commands = [
            ["export", domain + "/Documents", "--to", folder("out")], ["pack", domain, folder("P.xcappdata")],
            ["ls", "-R", domain], ["usage", domain], ["info", domain], ["backup-set", domain], ["hash", domain],
            ["hash", "--containers", domain],
            ["hash", domain + "/Documents", "--output", folder("manifest")],
        ]
        for words in commands {
            let result = try runCommand([sandglass] + words + key)
            #expect(result.status == 65, "\(words): \(result.status) \(result.errors)")
            #expect(result.errors.contains("the rest of the manifest cannot be read"), "\(words): \(result.errors)")
        }
    }

    /// The root page of the index of domains, as SQLite itself finds it in a plain manifest. It is made before the
    /// rows, so it has the same place in every manifest.
    private static let index = Result<Int, any Error> {
        let backup = try SampleBackup(files)
        let lines = try Python.lines(
            """
            import sqlite3, sys
            con = sqlite3.connect('file:%s/Manifest.db?immutable=1' % sys.argv[1], uri=True)
            print(con.execute("SELECT rootpage FROM sqlite_master WHERE name = 'FilesDomainIdx'").fetchone()[0])
            """, backup.path)
        return try #require(Int(lines[0]))
    }

    @Test("a damaged index of the manifest hides no entry, and is reported", arguments: [false, true])
    func index(_ isEncrypted: Bool) throws {
        let backup = try damaged(encrypted: isEncrypted, Self.index.get())
        let folder = TemporaryDirectory()
        let key = isEncrypted ? ["--passphrase-file", backup.passphraseFile] : []
        let unpacked = try runCommand(
            [sandglass, "unpack"] + key + [backup.path, "AppDomain-org.example.app", folder("U")])
        #expect(unpacked.status == 65, "\(unpacked.errors)")
        #expect(
            unpacked.errors.contains("an index of Manifest.db is damaged; listed 204 entries"), "\(unpacked.errors)")
        #expect(try runCommand(["ls", folder("U/Documents")]).lines.count == 200)
    }

    @Test("a file that is longer or shorter than its record is reported", arguments: [false, true])
    func sizes(_ isEncrypted: Bool) throws {
        let backup = try SampleBackup(
            encrypted: isEncrypted,
            """
            for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
            add(APP, 'Documents/long', b'0123456789' * 9, size=70)
            add(APP, 'Documents/short', b'0123456789', size=70)
            add(APP, 'Documents/right', b'0123456789')
            """)
        let folder = TemporaryDirectory()
        let key = isEncrypted ? ["--passphrase-file", backup.passphraseFile] : []
        try folder.makeDirectory("out")
        let domain = backup.path + "/AppDomain-org.example.app"
        let commands = [
            ["unpack", backup.path, "org.example.app", folder("U")],
            ["export", domain + "/Documents", "--to", folder("out")],
            ["pack", domain, folder("P.xcappdata.zip")], ["pack", "--backup", domain, folder("B")],
        ]
        for words in commands {
            let result = try runCommand([sandglass] + words + key)
            #expect(result.status == 65, "\(words): \(result.status) \(result.errors)")
            #expect(result.errors.contains("its record has 70 bytes, but its file 90"), "\(words): \(result.errors)")
            #expect(result.errors.contains("the backup holds 10 of 70 bytes of it"), "\(words): \(result.errors)")
        }
        // All that there is of the longer and the shorter file is copied.
        for place in ["U", "out"] {
            #expect(try readFile(folder("\(place)/Documents/long")).count == 90)
            #expect(try readFile(folder("\(place)/Documents/short")) == Array("0123456789".utf8))
            #expect(try runCommand(["ls", folder("\(place)/Documents")]).text == "long\nright\nshort\n")
        }
    }

    @Test("contents that a backup lacks end a copy with 74")
    func absent() throws {
        let backup = try SampleBackup(
            """
            for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
            add(APP, 'Documents/gone', b'x', stores=False)
            add(APP, 'Documents/here', b'x')
            """)
        let folder = TemporaryDirectory()
        let result = try run("unpack", backup.path, "org.example.app", folder("U"))
        #expect(result.status == 74 && result.errors.contains("Documents/gone"), "\(result.errors)")
    }
}
