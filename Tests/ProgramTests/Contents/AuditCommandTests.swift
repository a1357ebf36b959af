import TestSupport
import Testing
import VirtualTerminal

/// `audit` as a script sees it.
@Suite("An audit from the command line", .onManyThreads)
struct AuditCommandTests {
    private let folder = TemporaryDirectory()
    private static let password = "corr3ct-horse-battery"

    init() throws {
        for directory in ["Documents", "Library/Preferences", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        try folder.write("password = \(Self.password)\n", to: "App/Documents/setup.ini")
        try folder.write("nothing\n", to: "Clean/Documents/a.txt")
        for directory in ["Library", "tmp"] { try folder.makeDirectory("Clean/\(directory)") }
    }

    private func audit(_ arguments: String...) throws -> CommandResult { try audit(arguments) }

    private func audit(_ arguments: [String]) throws -> CommandResult {
        try runCommand(
            ["env", "XDG_STATE_HOME=\(folder("state"))", "LC_ALL=C.UTF-8", sandglass, "audit"] + arguments)
    }

    @Test("the status is 1 at or above the severity that fails, and 0 below and for a clean container")
    func status() throws {
        let found = try audit(folder("App"))
        #expect(found.status == 1 && found.text.contains("Documents/setup.ini, line 1"), "\(found.text)")
        #expect(!found.text.contains(Self.password))
        #expect(try audit("--rules", "storage", folder("App")).status == 0)
        let clean = try audit(folder("Clean"))
        #expect(clean.status == 0 && clean.text.hasPrefix("Nothing was found."), "\(clean.text)")
    }

    @Test(
        "--fail-on decides from which severity on the status is 1",
        arguments: [
            ("Library/a.tmp", [0, 0, 1, 1]), ("Documents/Inbox/a.pdf", [0, 0, 0, 1]),
            ("Documents/password.ini", [1, 1, 1, 1]),
        ] as [(String, [Int32])])
    func failing(file: String, statuses: [Int32]) throws {
        for directory in ["Documents", "Library", "tmp"] { try folder.makeDirectory("One/\(directory)") }
        try folder.write(file.contains("password") ? "password = \(Self.password)\n" : "x", to: "One/\(file)")
        for (severity, status) in zip([nil, "error", "warning", "note"], statuses) {
            let result = try audit((severity.map { ["--fail-on", $0] } ?? []) + [folder("One")])
            #expect(result.status == status, "\(severity ?? "none"): \(result.text)")
        }
    }

    @Test("comments in old-style property lists are examined like values")
    func comments() throws {
        try folder.write("{\n/* password = \(Self.password) */\na = b;\n}\n", to: "Clean/Documents/a.plist")
        let found = try audit("--rules", "secret", folder("Clean"))
        #expect(found.status == 1 && found.text.contains("Documents/a.plist"), "\(found.text)")
    }

    @Test("values are revealed on a terminal, and there alone")
    func revealing() throws {
        let words = ["audit", "--reveal", "--rules", "secret", folder("App")]
        let environment = ["TERM": "xterm", "XDG_STATE_HOME": folder("state"), "LC_ALL": "C.UTF-8"]
        let terminal = try PseudoTerminal(sandglass, words, environment: environment)
        #expect(try terminal.waitForExit() == .exited(1))
        #expect(terminal.text.contains("value: \(Self.password)"))
        let refused = try audit(Array(words.dropFirst()))
        #expect(refused.status == 64 && !refused.text.contains(Self.password) && refused.errors.contains("terminal"))
        let page = try PseudoTerminal(sandglass, words + ["--format", "html"], environment: environment)
        #expect(try page.waitForExit() == .exited(64))
        #expect(!page.text.contains(Self.password))
    }

    @Test("the list has every rule once, or those that are asked for, with sources")
    func list() throws {
        let all = try audit(["--list", "--json"]).lines
        #expect(all.count > 80 && Set(all).count == all.count)
        #expect(all.allSatisfy { $0.contains("\"sources\":[{") })
        let some = try audit(["--list", "--json", "--rules", "snapshot,storage.stale-tmp"]).lines
        #expect(some.count == all.count { $0.contains("\"rule\":\"snapshot.") } + 1)
        let unknown = try audit(["--list", "--rules", "secret,storage.none"])
        #expect(unknown.status == 64 && unknown.errors.contains("there is no rule storage.none"))
    }

    @Test("suppressions that have ended or concern nothing are named, in text and in JSON")
    func unused() throws {
        folder.write("accepted", "secret Documents/*.ini 2020-01-31 has ended\nstorage tmp/** - nothing there\n")
        let text = try audit(["--suppress", folder("accepted"), folder("App")])
        let json = try audit(["--json", "--suppress", folder("accepted"), folder("App")])
        #expect(text.status == 1 && json.status == 1)
        for line in ["line 1: secret Documents/*.ini ended on 2020-01-31", "line 2: storage tmp/**"] {
            #expect(text.text.contains("Unused suppression: \(line)."))
            #expect(json.text.replacing("\\/", with: "/").contains("\"\(line)\""))
        }
    }

    @Test("an encrypted backup with a wrong passphrase is not audited, and with the right one it is")
    func backup() throws {
        let backup = try SampleBackup(
            encrypted: true,
            """
            add(APP, 'Documents')
            add(APP, 'Documents/setup.ini', b'password = \(Self.password)\\n')
            """)
        folder.write("wrong", "battery staple\n")
        let wrong = try audit(["--passphrase-file", folder("wrong"), backup.path])
        #expect(wrong.status == 65 && wrong.errors.contains("the passphrase is wrong"), "\(wrong.errors)")
        #expect(wrong.text.isEmpty)
        let right = try audit(["--passphrase-file", backup.passphraseFile, backup.path])
        #expect(right.status == 1 && right.text.contains("Documents/setup.ini, line 1"), "\(right.errors)")
    }

    @Test("a copy of a device is audited as all its containers, and a path that is not there ends the audit")
    func device() throws {
        try DeviceCopy.make(in: folder)
        let files = ["\(DeviceCopy.notes)/Documents/a.ini", "\(DeviceCopy.camera)/Documents/b.ini"]
        for file in files { try folder.write("password = \(Self.password)\n", to: file) }
        let all = try audit(["--rules", "secret", folder("private")])
        #expect(all.status == 1, "\(all.errors)")
        for file in files { #expect(all.text.contains(folder(file))) }
        let missing = try audit([folder(DeviceCopy.notes), folder("none")])
        #expect(missing.status == 66 && missing.text.isEmpty)
        #expect(missing.errors.contains("\(folder("none")): no such file or directory"), "\(missing.errors)")
    }

    @Test("a baseline leaves out what is known, a list of suppressions what is accepted")
    func selection() throws {
        let before = try audit("--json", folder("App"))
        folder.write("before.jsonl", before.text)
        #expect(try audit("--baseline", folder("before.jsonl"), folder("App")).status == 0)
        folder.write("accepted", "secret Documents/*.ini - made for a test\n")
        #expect(try audit("--suppress", folder("accepted"), folder("App")).status == 0)
    }

    @Test("with one key, another password at a known address is reported; without, the totals say what was compared")
    func changedValue() throws {
        folder.write("key", "a key of more than 16 bytes")
        let keyed = ["--key-file", folder("key")]
        folder.write("before.jsonl", try audit(keyed + ["--json", folder("App")]).text)
        let known = try audit(keyed + ["--baseline", folder("before.jsonl"), folder("App")])
        #expect(known.status == 0 && known.text.contains("1 finding in the baseline, compared by address and value."))
        try folder.write("password = another-h0rse-battery\n", to: "App/Documents/setup.ini")
        #expect(try audit(keyed + ["--baseline", folder("before.jsonl"), folder("App")]).status == 1)
        let unkeyed = try audit("--baseline", folder("before.jsonl"), folder("App"))
        #expect(unkeyed.status == 0 && unkeyed.text.contains("in the baseline, compared by address alone"))
    }

    @Test("mistakes in arguments and files are named, with their statuses")
    func mistakes() throws {
        #expect(try audit("--rules", "secrets.none", folder("App")).status == 64)
        #expect(try audit("--reveal", folder("App")).status == 64)
        #expect(try audit("--json", "--format", "html", folder("App")).status == 64)
        #expect(try audit(folder("none")).status == 66)
        #expect(try audit("--baseline", folder("none"), folder("App")).status == 66)
        #expect(try audit("--baseline", folder("App/Documents/setup.ini"), folder("App")).status == 65)
        folder.write("accepted", "secret *\n")
        let list = try audit("--suppress", folder("accepted"), folder("App"))
        #expect(list.status == 65 && list.errors.contains("line 1: "), "\(list.errors)")
        folder.write("key", "short")
        #expect(try audit("--key-file", folder("key"), folder("App")).status == 65)
    }

    @Test("hashes of values are the same in two runs with one key, and differ without")
    func keys() throws {
        func hash(_ options: [String]) throws -> String? {
            let result = try runCommand(
                ["env", "XDG_STATE_HOME=\(folder("state"))", sandglass, "audit", "--json"] + options + [folder("App")])
            return result.text.split(separator: "\"hash\":\"").dropFirst().first.map { String($0.prefix(16)) }
        }
        folder.write("key", "a key of more than 16 bytes")
        let (one, other) = (try hash(["--key-file", folder("key")]), try hash(["--key-file", folder("key")]))
        #expect(one != nil && one == other)
        #expect(try hash([]) != hash([]))
    }
}
