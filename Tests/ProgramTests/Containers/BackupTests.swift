import Screen
import System
import TestSupport
import Testing

@Suite("Containers in MobileSync backups", .onManyThreads)
struct BackupTests {
    /// The form of a backup.
    enum Form: CaseIterable, Sendable {
        case plain, encrypted, old, oldEncrypted

        var isEncrypted: Bool { self == .encrypted || self == .oldEncrypted }
        var isOld: Bool { self == .old || self == .oldEncrypted }

        func backup(_ script: String) throws -> SampleBackup {
            try SampleBackup(encrypted: isEncrypted, old: isOld, script)
        }

        /// Runs a command on the backup.
        func run(_ backup: SampleBackup, _ words: [String]) throws -> CommandResult {
            let options = isEncrypted ? ["--passphrase-file", backup.passphraseFile] : []
            return try runCommand([sandglass] + words + options)
        }
    }

    static let script = """
        add(APP, '')
        add(APP, 'Documents')
        add(APP, 'Documents/a.txt', b'hello', mode=0o640, protection=1, modified=1500000000)
        add(APP, 'Documents/big.bin', b'0123456789abcdef' * 9000)
        add(APP, 'Documents/empty', b'')
        add(APP, 'Library')
        add(APP, 'Library/Cookies', target='/private/var/mobile/Library/Cookies')
        add(APP, 'Library/Caches')
        add(APP, 'Library/Caches/held', b'a cache that this backup holds')
        add('AppDomainGroup-group.org.example', '')
        add('AppDomainGroup-group.org.example', 'shared.txt', b'for the group')
        add('HomeDomain', 'Library/Preferences/com.apple.test.plist', plistlib.dumps({'a': 1}))
        """

    @Test("apps lists the domains with the names, sizes and kinds that the backup records", arguments: Form.allCases)
    func domains(form: Form) throws {
        let backup = try form.backup(Self.script)
        let result = try form.run(backup, ["apps", "--json", backup.path])
        #expect(result.status == 0, "\(result.errors)")
        let rows = result.lines.map(String.init)
        #expect(rows.count == 3)
        #expect(
            rows.contains {
                $0.contains(#""identifier":"org.example.app""#) && $0.contains(#""kind":"data container""#)
                    && $0.contains(#""name":"Example""#) && $0.contains("144035")
            }, "\(rows)")
        #expect(rows.contains { $0.contains(#""identifier":"group.org.example""#) && $0.contains("app group") })
    }

    @Test(
        "a backup in an archive opens as one beside it does",
        arguments: Form.allCases, [("zip", ["."]), ("zip", ["B"]), ("tar.gz", ["B"])])
    func archived(form: Form, archive: (suffix: String, members: [String])) throws {
        let backup = try form.backup(Self.script)
        let folder = TemporaryDirectory()
        let isWhole = archive.members == ["."]
        _ = try runCommand(["cp", "-a", backup.path, folder("B")])
        // bsdtar writes both kinds, by the name.
        let made = try runCommand(
            [
                "bsdtar", "-a", "-cf", folder("a." + archive.suffix), "-C", folder(isWhole ? "B" : "."),
                archive.members[0],
            ])
        #expect(made.status == 0, "\(made.errors)")
        let path = folder("a." + archive.suffix) + (isWhole ? "" : "/B")
        let list = try form.run(backup, ["apps", "--json", path])
        #expect(list.lines.count == 3, "\(list.errors)")
        let data = path + "/AppDomain-org.example.app"
        #expect(try form.run(backup, ["show", data + "/Documents/a.txt", "--as", "raw"]).text == "hello")
        let out = TemporaryDirectory()
        let unpacked = try form.run(backup, ["unpack", path, "org.example.app", out("D")])
        #expect(unpacked.status == 0, "\(unpacked.errors)")
        #expect(try readFile(out("D/Documents/big.bin")).count == 144_000)
        let none = try form.run(backup, ["ls", path + "/AppDomain-none"])
        #expect(none.status == 66 && none.errors.contains("AppDomain-none"), "\(none.errors)")
    }

    @Test("contents, modes, times and links match the device", arguments: Form.allCases)
    func contents(form: Form) throws {
        let backup = try form.backup(Self.script)
        let out = TemporaryDirectory()
        let data = backup.path + "/AppDomain-org.example.app"
        let exported = try form.run(
            backup, ["export", "--as", "owner", data + "/Documents", data + "/Library", "--to", out.path])
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(try readFile(out("Documents/a.txt")) == Array("hello".utf8))
        let pattern = Array("0123456789abcdef".utf8)
        #expect(try readFile(out("Documents/big.bin")) == (0..<9_000).flatMap { _ in pattern })
        #expect(try readFile(out("Documents/empty")).isEmpty)
        let facts = try runCommand(["stat", "-c", "%a %Y", out("Documents/a.txt")]).text
        #expect(facts == "640 1500000000\n")
        #expect(
            try runCommand(["readlink", out("Library/Cookies")]).text == "/private/var/mobile/Library/Cookies\n")
        let shown = try form.run(backup, ["show", data + "/Documents/a.txt", "--as", "raw"])
        #expect(shown.text == "hello")
        let found = try form.run(backup, ["grep", "ell", data])
        #expect(found.text == data + "/Documents/a.txt:1: hello\n")
    }

    @Test("explain shows the protection class, the rule, and what this backup holds")
    func evidence() throws {
        let backup = try SampleBackup(Self.script)
        let data = backup.path + "/AppDomain-org.example.app"
        let text = try run("explain", data + "/Documents/a.txt").text
        #expect(text.contains("protection class 1, Complete\n"))
        #expect(text.contains("B by the rules backed up; this backup holds it\n"))
        let cache = try run("explain", data + "/Library/Caches/held").text
        #expect(cache.contains("by the rules not backed up; but this backup holds it"))
        let absent = try run("explain", data + "/Documents/Inbox").text
        #expect(absent.contains("but it is not in this backup"))
        // While the device is locked, a file of class 1 cannot be read.
        let locked = try run("ls", "-l", "--locked", data + "/Documents").text
        #expect(locked.split(separator: "\n").contains { $0.contains("⚿") && $0.contains("a.txt") }, "\(locked)")
        #expect(locked.split(separator: "\n").contains { !$0.contains("⚿") && $0.contains("big.bin") }, "\(locked)")
    }

    @Test("without a passphrase, or with a wrong one, nothing is shown, and the message says so")
    func passphrase() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        let none = try runCommand(["setsid", "-w", sandglass, "apps", backup.path])
        #expect(none.status == 66 && none.text.isEmpty)
        #expect(none.errors.contains("is encrypted, and its passphrase is needed"))
        let folder = TemporaryDirectory()
        folder.write("wrong", "incorrect horse\n")
        let wrong = try run("apps", backup.path, "--passphrase-file", folder("wrong"))
        #expect(wrong.status == 65 && wrong.text.isEmpty && wrong.errors.contains("the passphrase is wrong"))
        let piped = try shell(
            "printf '%s' '\(SampleBackup.passphrase)' | \"$0\" apps --passphrase-fd 0 \"$1\"", backup.path)
        #expect(piped.status == 0 && piped.text.contains("org.example.app"))
        let missing = try run("apps", backup.path, "--passphrase-file", folder("none"))
        #expect(missing.status == 65 && missing.errors.contains("the passphrase from \(folder("none"))"))
    }

    @Test("the terminal asks for the passphrase without showing it, and again after a wrong one")
    func asking() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        let terminal = try PseudoTerminal(sandglass, ["apps", backup.path], size: Size(columns: 200, rows: 24))
        try terminal.waitFor("Passphrase of the backup \(backup.path) (Test Phone):")
        try terminal.send("wrong one\r")
        try terminal.waitFor("the passphrase is wrong; try again")
        try terminal.waitUntil("the second question") { $0.text.ranges(of: "Passphrase of").count == 2 }
        try terminal.send("\(SampleBackup.passphrase)\r")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.text.contains("org.example.app"))
        #expect(!terminal.outputText().contains("wrong one") && !terminal.outputText().contains("horse"))
    }

    @Test("^C at the question ends the program, and the terminal echoes again")
    func interrupted() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "echo ready; read line; exec \"$0\" apps \"$1\"", sandglass, backup.path])
        try terminal.waitFor("ready")
        let before = terminal.modes
        try terminal.send("\r")
        try terminal.waitFor("Passphrase of")
        #expect(terminal.modes != before)
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .signalled(SIGINT))
        #expect(terminal.modes == before)
    }

    @Test("the browser asks for the passphrase without showing it, and opens the domain that is chosen")
    func browsing() throws {
        let folder = TemporaryDirectory()
        let (locked, open) = (try SampleBackup(encrypted: true, Self.script), try SampleBackup(Self.script))
        for (backup, name) in [(locked, "locked"), (open, "open")] {
            #expect(try runCommand(["mv", backup.path, folder(name)]).status == 0)
        }
        let terminal = try browse(folder.path, shows: "backup  encrypted  locked", environment: ["LC_ALL": "C.UTF-8"])
        try terminal.send("/encrypted")
        try terminal.waitUntil("the search") { !$0.text.contains("backup   ") }
        try terminal.send("\r")
        try terminal.waitUntil("the prompt with the path") { terminal in
            terminal.lines.last.map { $0.contains("passphrase of ") && $0.contains("/locked:") } == true
        }
        try terminal.send("wrong one\r")
        try terminal.waitFor("the passphrase is wrong")
        try terminal.send("\(SampleBackup.passphrase)")
        try terminal.waitFor("*************")
        try terminal.send("\r")
        try terminal.waitFor("app data       9 items  141 KB")
        #expect(!terminal.outputText().contains("horse") && !terminal.outputText().contains("wrong one"))
        try terminal.send("\r")
        try terminal.waitFor("Documents/")
        try terminal.go(to: "Documents/a.txt")
        try terminal.waitFor("hello")
        #expect(try terminal.quit() == .exited(0))
    }

    /// Malformed items of a backup, and the messages about them.
    static let faults: [(script: String, path: String, says: String)] = [
        ("add(APP, 'Documents/f', b'x' * 40, stores=False)", "Documents/f", "the backup lacks its contents, "),
        (
            "add(APP, 'Documents/f', b'x' * 40, fileID='../../../etc/passwd', stores=False)", "Documents/f",
            "40 hexadecimal"
        ),
        ("add(APP, 'Documents/f', b'x' * 40, fileID='0' * 39 + '/', stores=False)", "Documents/f", "40 hexadecimal"),
        ("add(APP, 'Documents/f', b'x' * 40, cut=8)", "Documents/f", "the backup holds 32 of 40 bytes of it"),
        (
            "add(APP, 'Documents/f', b'x' * 40, cut=16)", "Documents/f",
            "the backup holds 32 of 40 bytes of it"
        ),
        ("add(APP, 'Documents/f', b'x' * 40, protection=7)", "Documents/f", "no key of protection class 7"),
        (
            "add(APP, 'Documents/f', b'x' * 40, classes={3: b'y' * 32})", "Documents/f",
            "not wrapped with that of protection class 3"
        ),
        ("add(APP, 'Documents/f', b'x' * 40, blob=b'bplist00' + b'z' * 60)", "Documents/f", "which file holds it"),
    ]

    @Test("a file that cannot be decrypted or is missing says why, and the others stay readable", arguments: faults)
    func fault(script: String, path: String, says: String) throws {
        let backup = try SampleBackup(encrypted: true, script + "\nadd(APP, 'Documents/fine', b'fine')")
        let data = backup.path + "/AppDomain-org.example.app/"
        let shown = try Form.encrypted.run(backup, ["show", data + path, "--as", "raw"])
        #expect(shown.status != 0 && shown.errors.contains(says), "\(shown.errors)")
        #expect(try Form.encrypted.run(backup, ["show", data + "Documents/fine", "--as", "raw"]).text == "fine")
    }

    @Test("rows that lead out of the domain are left out, contradictory ones are reported")
    func rows() throws {
        let backup = try SampleBackup(
            """
            add(APP, '../out', b'x')
            add(APP, '/absolute', b'x')
            add(APP, 'Documents/../../up', b'x')
            add(APP, 'Documents/lies', b'x', flags=2)
            add(APP, 'Documents/odd', b'x', flags=9)
            add(APP, b'Documents/\\xff', b'x')
            add(APP, 'Documents/unread', b'x', blob=b'')
            add(APP, 'Documents/fine', b'fine', attributes={'com.apple.metadata:com_apple_backup_excludeItem': b'x'})
            """)
        let data = backup.path + "/AppDomain-org.example.app"
        let listed = try run("ls", data + "/Documents")
        #expect(listed.status == 65)
        #expect(listed.text.contains("fine") && listed.text.contains("unread") && !listed.text.contains("up"))
        let info = try run("info", data).text
        #expect(info.contains("left out, because the name leads out of the backup: "))
        #expect(info.contains("with flags and a mode that contradict each other about the file type"))
        #expect(info.contains("the record of them cannot be read: Documents/unread"))
        #expect(try run("ls", backup.path + "/../out").status != 0)
        // The attribute that the device had counts.
        #expect(try run("explain", data + "/Documents/fine").text.contains("excludes it from backups"))
        for change in [["rm", data + "/Documents/fine"], ["mkdir", data + "/Documents/new"]] {
            let refused = try runCommand([sandglass] + change + ["--as", "owner"])
            #expect(refused.status != 0, "\(change)")
        }
    }

    @Test(
        "a manifest or key bag that is damaged is an error with its name, and no trap",
        arguments: [
            ("Manifest.db", "rm"), ("Manifest.db", ": >"), ("Manifest.db", "head -c 3000 /dev/urandom >"),
            ("Manifest.db", "truncate -s 4096"), ("Manifest.plist", "head -c 100 /dev/urandom >"),
            ("Manifest.plist", ": >"),
        ])
    func damaged(name: String, command: String) throws {
        for isEncrypted in [false, true] {
            let backup = try SampleBackup(encrypted: isEncrypted, Self.script)
            #expect(try runCommand(["sh", "-c", "\(command) \"$0\"", "\(backup.path)/\(name)"]).status == 0)
            let form = isEncrypted ? Form.encrypted : .plain
            let result = try form.run(backup, ["apps", backup.path])
            #expect((64...74).contains(result.status), "\(result.status): \(result.errors)")
            #expect(!result.errors.isEmpty && result.text.isEmpty)
        }
    }

    @Test("an encrypted manifest that lost its last bytes is called truncated")
    func cutManifest() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        #expect(try runCommand(["truncate", "-s", "-5", backup.path + "/Manifest.db"]).status == 0)
        let result = try Form.encrypted.run(backup, ["apps", backup.path])
        #expect(result.status == 65 && result.errors.contains("truncated"), "\(result.status): \(result.errors)")
    }

    @Test("a manifest that lost a page is reported, and an empty passphrase is not called wrong")
    func told() throws {
        let backup = try SampleBackup(Self.script)
        let manifest = backup.path + "/Manifest.db"
        #expect(
            try runCommand(["sh", "-c", "head -c -5 \"$0\" > \"$0.new\" && mv \"$0.new\" \"$0\"", manifest]).status == 0
        )
        let info = try run("info", backup.path + "/AppDomain-org.example.app")
        #expect((info.text + info.errors).contains("Manifest.db: The file is truncated"), "\(info.text) \(info.errors)")
        let encrypted = try SampleBackup(encrypted: true, Self.script)
        let folder = TemporaryDirectory()
        try folder.write([], to: "empty")
        let empty = try run("apps", encrypted.path, "--passphrase-file", folder("empty"))
        #expect(empty.status != 0 && empty.errors.contains("the first line is empty"), "\(empty.errors)")
    }

    @Test("contents that are shorter than the manifest says are copied, and their lack is an error")
    func cut() throws {
        for isEncrypted in [false, true] {
            let form = isEncrypted ? Form.encrypted : .plain
            let backup = try form.backup(
                "add(APP, 'Documents/cut', b'x' * 40, size=99)\nadd(APP, 'Documents/whole', b'x' * 40)")
            let folder = TemporaryDirectory()
            let data = backup.path + "/AppDomain-org.example.app"
            let shown = try form.run(backup, ["show", data + "/Documents/cut", "--as", "raw"])
            #expect(shown.status != 0 && shown.errors.contains("the backup holds 40 of 99 bytes"), "\(shown.errors)")
            let unpacked = try form.run(backup, ["unpack", backup.path, "org.example.app", folder("U")])
            #expect(unpacked.status == 65 && unpacked.errors.contains("40 of 99 bytes"), "\(unpacked.errors)")
            #expect(shown.text == String(repeating: "x", count: 40))
            #expect(access(folder("U/Documents/whole"), F_OK) == 0)
            #expect(try readFile(folder("U/Documents/cut")) == [UInt8](repeating: 0x78, count: 40))
            // Only the owner may read data that was encrypted.
            let mode = try runCommand(["stat", "-c", "%a", folder("U")]).text
            #expect(mode == (isEncrypted ? "700\n" : "755\n"))
        }
    }

    @Test("domains that are not text, and many small encrypted files, take no memory and no descriptors")
    func hostile() throws {
        let backup = try SampleBackup(
            """
            add(APP, 'Documents/a', b'x')
            rows.append(('f' * 40, b'blob' * 1000, 'x', 1, b''))
            rows.append(('e' * 40, 5, 'x', 1, b''))
            """)
        let listed = try run("apps", "--json", backup.path)
        #expect(listed.status == 65 && listed.lines.contains { $0.contains("org.example.app") }, "\(listed.errors)")
        #expect(listed.lines.count < 4)
        let many = try SampleBackup(
            encrypted: true,
            """
            fileKey = os.urandom(32)
            wrapped, stored = wrap(classes[3], fileKey), cbc(fileKey, b'needle')
            wrap, cbc = (lambda key, data: wrapped), (lambda key, data: stored)
            for n in range(400): add(APP, 'Documents/%d' % n, b'needle')
            def wrap(key, data): return openssl(['-id-aes256-wrap', '-K', key.hex(), '-iv', 'a6' * 8], data)
            def cbc(key, data): return openssl(['-aes-256-cbc', '-K', key.hex(), '-iv', '00' * 16], data)
            """)
        let found = try shell(
            "ulimit -n 200; \"$0\" grep -c needle \"$1\" --passphrase-file \"$2\"",
            many.path + "/AppDomain-org.example.app", many.passphraseFile)
        #expect(found.status == 0 && found.lines.count == 400, "\(found.errors)")
    }

    @Test("nothing decrypted gets to a disk")
    func disk() throws {
        let backup = try SampleBackup(encrypted: true, Self.script)
        let folder = TemporaryDirectory()
        let data = backup.path + "/AppDomain-org.example.app"
        let traced = try runCommand([
            "strace", "-f", "-o", folder("trace"), "-e", "trace=openat,open,creat,mkdirat,mkdir", sandglass, "grep",
            "0123",
            data, "--passphrase-file", backup.passphraseFile,
        ])
        #expect(traced.status == 0, "\(traced.errors)")
        let calls = String(decoding: try readFile(folder("trace")), as: UTF8.self).split(separator: "\n")
        #expect(calls.contains { $0.contains("Manifest.plist") })
        let writing = calls.filter { call in
            ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TMPFILE", "creat("].contains { call.contains($0) }
                && !call.contains("/dev/") && !call.contains("/proc/self/coredump_filter")
        }
        #expect(writing.isEmpty, "\(writing)")
    }
}
