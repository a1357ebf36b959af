import Screen
import System
import TestSupport
import Testing

@Suite("Manifests", .onManyThreads)
struct HashTests {
    /// A tree with one of everything, in a directory `tree`.
    private static let script = """
        os.makedirs('tree/b/deep'); os.makedirs('tree/empty')
        write('tree/b.txt', b'beside the directory b'); write('tree/b/a', b'alpha', 0o600); write('tree/none', b'')
        write('tree/b/deep/large', bytes(range(256)) * 40000)
        write(b'tree/bad\\xff\\nname', b'333'); write('tree/back\\\\slash', b'4'); write('tree/é — 写真', b'5')
        os.symlink('b/a', 'tree/link'); os.symlink(b'to\\xffnowhere', 'tree/dangling')
        os.mkfifo('tree/pipe'); os.link('tree/b/a', 'tree/hard')
        os.setxattr('tree/b/a', 'user.note', b'kept\\x00'); os.setxattr('tree/b', 'user.b', b'')
        os.chmod('tree/none', 0o4750)
        """
    private static let template = SharingSandbox.template(script)

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    /// Python's findings, in the order and form of a manifest; without the times of creation, which it cannot read.
    private static let oracle = Script.text("hash_oracle")

    @Test("a manifest is checked from standard input, a pipe and a FIFO as from a file")
    func pipes() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("hash", "tree", "--output", "manifest").status == 0)
        let scripts = [
            "cat manifest | \"$0\" hash tree --check -", "\"$0\" hash tree --check - < manifest",
            "cat manifest | \"$0\" hash tree --check /dev/stdin", "\"$0\" hash tree --check <(cat manifest)",
            "mkfifo fifo; cat manifest > fifo & \"$0\" hash tree --check fifo; code=$?; rm fifo; exit $code",
        ]
        func check(_ script: String) throws -> CommandResult {
            let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
            return try runCommand(["env", "-C", sandbox("")] + variables + ["bash", "-c", script, sandglass])
        }
        for script in scripts {
            let result = try check(script)
            #expect(result.status == 0, "\(script): \(result.errors)")
        }
        _ = try runCommand(["touch", sandbox("tree/b.txt")])
        for script in scripts {
            let result = try check(script)
            #expect(result.status == 1 && result.text.contains("b.txt"), "\(script): \(result.errors)")
        }
        let empty = try sandbox.run(["hash", "tree", "--check", "-"], input: [])
        #expect(empty.status == 65 && empty.errors.contains("standard input:"), "\(empty.errors)")
    }

    private func withoutBirth(_ line: Substring) -> String {
        guard let start = line.firstRange(of: ",\"born\":\"") else { return String(line) }
        guard let end = line[start.upperBound...].firstIndex(of: "\"") else { return String(line) }
        return String(line[..<start.lowerBound] + line[line.index(after: end)...])
    }

    @Test("a manifest has what Python finds, in the order of a walk")
    func asPython() throws {
        let sandbox = try sandbox()
        let result = try sandbox.run("hash", "tree")
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        let expected = try python(Self.oracle, sandbox("tree")).split(separator: "\n").map(String.init)
        #expect(lines.first == #"{"manifest":"sandglass","version":1,"digest":"SHA-256"}"#)
        #expect(lines.dropFirst().dropLast().map(withoutBirth) == expected)
        #expect(lines.last == #"{"items":\#(expected.count),"files":8,"bytes":10240037}"#)
        let digest = try runCommand(["sha256sum"], input: Array(result.text.utf8)).text.prefix(64)
        #expect(result.errors.contains("the manifest's own SHA-256 is \(digest)"))
    }

    @Test("sha256sum checks the checksums, names with line breaks and backslashes included")
    func checksums() throws {
        let sandbox = try sandbox()
        let result = try sandbox.run("hash", "--sha256sum", "tree")
        #expect(result.stdout.split(separator: 0x0a).count == 8)
        let check = try runCommand(
            ["env", "-C", sandbox("tree"), "sha256sum", "--check", "--strict"], input: result.stdout)
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.lines.count == 8)
    }

    @Test("two manifests of the same are the same, and a copy differs only in its times of creation")
    func deterministic() throws {
        let sandbox = try sandbox()
        let one = try sandbox.run("hash", "tree", "--output", "one.json")
        #expect(one.status == 0 && one.stdout.isEmpty, "\(one.errors)")
        let two = try sandbox.run(["hash", "tree"], environment: ["LC_ALL=C"])
        #expect(try sandbox.text("one.json") == two.text)
        _ = try runCommand(["cp", "-a", sandbox("tree"), sandbox("copy")])
        #expect(try sandbox.run("hash", "--check", "one.json", "copy").status == 1)
        let copy = try sandbox.run("hash", "--check", "one.json", "--ignore", "born", "copy")
        #expect(copy.status == 0 && copy.stdout.isEmpty, "\(copy.text)")
    }

    /// A change by a shell in the tree, and the message about it.
    struct Change: Sendable, CustomTestStringConvertible {
        let command: String
        let says: [String]

        var testDescription: String { command }
    }

    static let knownChanges = [
        Change(command: "true", says: []),
        Change(
            command: "printf ALPHA | dd of=b/a conv=notrunc status=none; touch -r none b/a hard",
            says: ["changed  b/a: contents", "changed  hard: contents"]),
        Change(command: "chmod 644 none", says: ["changed  none: mode 4750 → 0644"]),
        Change(
            command: "touch -h -d '2020-01-02 03:04:05.5 UTC' link",
            says: ["changed  link: modified 2009-02-13T23:31:30.123456789Z → 2020-01-02T03:04:05.500000000Z"]),
        Change(
            command: "setfattr -n user.note -v other b/a",
            says: ["changed  b/a: attributes", "changed  hard: attributes"]),
        Change(
            command: "ln -sfn b/b link; touch -h -r none link; touch -r empty .",
            says: ["changed  link: born", "target b/a → b/b"]),
        Change(command: "mv none other; touch -r empty .", says: ["removed  none", "added    other"]),
        Change(command: "mkdir b/new", says: ["changed  b: modified", "added    b/new"]),
        Change(command: "chown -h 12:34 link", says: ["changed  link: user 0 → 12, group 0 → 34"]),
        Change(
            command: "rm pipe; touch -r none pipe; touch -r empty .",
            says: ["changed  pipe: type pipe (FIFO) → file", "size none → 0"]),
    ]

    @Test("each kind of change is found and named, and nothing else", arguments: knownChanges)
    func changes(change: Change) throws {
        let isRoot = getuid() == 0
        guard isRoot || !change.command.hasPrefix("chown") else { return }
        let sandbox = try sandbox()
        _ = try runCommand(["sh", "-c", "cd \"$0\" && touch -h -r none link && touch -r empty .", sandbox("tree")])
        #expect(try sandbox.run("hash", "tree", "--output", "manifest").status == 0)
        let changed = try runCommand(["sh", "-c", "cd \"$0\" && \(change.command)", sandbox("tree")])
        #expect(changed.status == 0, "\(changed.errors)")
        let check = try sandbox.run("hash", "--check", "manifest", "tree")
        #expect(check.status == (change.says.isEmpty ? 0 : 1), "\(check.text)\(check.errors)")
        for text in change.says { #expect(check.text.contains(text), "\(check.text)") }
        let rows = Set(change.says.filter { !$0.hasPrefix("target") && !$0.hasPrefix("size") })
        #expect(check.lines.count == rows.count, "\(check.text)")
        let json = try sandbox.run("hash", "--check", "manifest", "--json", "tree")
        #expect(json.status == check.status && json.lines.count == check.lines.count)
        #expect(json.lines.allSatisfy { $0.hasPrefix("{\"row\":\"") })
    }

    @Test("the order of a manifest's lines does not matter")
    func order() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("hash", "tree", "--output", "manifest").status == 0)
        let lines = try sandbox.text("manifest").split(separator: "\n")
        let other = [lines[0]] + lines.dropFirst().dropLast().reversed() + [lines[lines.count - 1]]
        try sandbox.write("other", other.joined(separator: "\n"))
        let check = try sandbox.run("hash", "--check", "other", "tree")
        #expect(check.status == 0, "\(check.text)\(check.errors)")
    }

    @Test("an archive that has times in whole seconds is compared in these")
    func wholeSeconds() throws {
        let sandbox = try sandbox()
        let made = try runCommand(
            ["tar", "--format=ustar", "-C", sandbox(""), "-cf", sandbox("a.tar"), "tree/b/deep"])
        #expect(made.status == 0, "\(made.errors)")
        let archived = "a.tar/tree/b/deep"
        #expect(try sandbox.run("hash", archived, "--output", "archived").status == 0)
        #expect(try sandbox.run("hash", "tree/b/deep", "--output", "stored").status == 0)
        #expect(try !sandbox.text("archived").contains(".000000000Z"))
        for (path, manifest) in [(archived, "stored"), ("tree/b/deep", "archived"), (archived, "archived")] {
            let check = try sandbox.run("hash", path, "--check", manifest, "--ignore", "born")
            #expect(check.status == 0, "\(check.text)\(check.errors)")
        }
        let same = try sandbox.run("diff", "--times", archived, "tree/b/deep")
        #expect(same.status == 0, "\(same.text)\(same.errors)")
        _ = try runCommand(["touch", "-d", "2020-01-02 03:04:05.5 UTC", sandbox("tree/b/deep/large")])
        let changed = try sandbox.run("hash", "tree/b/deep", "--check", "archived", "--ignore", "born")
        #expect(changed.status == 1 && changed.lines.count == 1, "\(changed.text)")
        #expect(changed.text.hasSuffix("Z → 2020-01-02T03:04:05.500000000Z\n"), "\(changed.text)")
        #expect(try sandbox.run("diff", "--times", archived, "tree/b/deep").status == 1)
    }

    @Test("anything but a whole manifest is refused")
    func damaged() throws {
        let sandbox = try sandbox()
        let manifest = try sandbox.run("hash", "tree").text
        let lines = manifest.split(separator: "\n")
        let wrong: [(String, String)] = [
            ("", "not a manifest"), ("{\"a\":1}\n", "not a manifest"),
            (manifest.dropLast(2) + "", "truncated manifest"),
            (lines.dropLast().joined(separator: "\n"), "truncated manifest"),
            ((lines[..<2] + lines[3...]).joined(separator: "\n"), "items that lists"),
            (manifest.replacing("\"version\":1", with: "\"version\":2"), "later version"),
            (manifest.replacing("SHA-256", with: "SHA-512"), "a manifest whose digests are not SHA-256"),
            (manifest.replacing(",\"digest\":\"SHA-256\"", with: ""), "a manifest whose digests are not SHA-256"),
            (manifest.replacing("{\"path\":\"b\",", with: "{\"path\":7,"), "malformed line"),
        ]
        for (text, says) in wrong {
            try sandbox.write("wrong", text)
            let result = try sandbox.run("hash", "--check", "wrong", "tree")
            #expect(result.status == 65 && result.errors.contains(says), "\(says): \(result.errors)")
        }
        #expect(try sandbox.run("hash", "--check", "nonesuch", "tree").status == 66)
        #expect(try sandbox.run("hash", "nonesuch").status == 66)
        #expect(try sandbox.run("hash", "--check", "wrong", "--ignore", "path", "tree").status == 64)
    }

    @Test("a manifest is written neither into its subject, nor into a container, nor over a file")
    func places() throws {
        let sandbox = try sandbox()
        let before = try sandbox.tree(".")
        for (output, status) in [("tree/m", 77), ("tree/b/../m", 77), ("App/Documents/m", 77), ("host/file.txt", 73)] {
            #expect(try sandbox.run("hash", "tree", "--output", output).status == Int32(status), "\(output)")
        }
        let redirected = try runCommand(["sh", "-c", "cd \"$0\"; \"$1\" hash . > manifest", sandbox("tree"), sandglass])
        #expect(redirected.status == 77 && redirected.errors.contains("receives the output"))
        _ = try runCommand(["sh", "-c", "rm \"$0\"; touch -d @0 \"$1\"", sandbox("tree/manifest"), sandbox("tree")])
        #expect(try sandbox.tree(".").count == before.count)
    }

    @Test(
        "a file that cannot be read is reported, and proves nothing")
    func unreadable() throws {
        let sandbox = try sandbox()
        _ = try runCommand(["chmod", "a+rx", sandbox("")])
        _ = try runCommand(["chmod", "0", sandbox("tree/none"), sandbox("tree/empty")])
        let asOther = getuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
        let result = try runCommand(asOther + [sandglass, "hash", sandbox("tree")])
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("none: could not open the file: permission denied"), "\(result.errors)")
        #expect(result.errors.contains("empty: could not open the directory: permission denied"))
        #expect(result.lines.count { $0.contains("\"problem\":\"could not open the ") } == 4)
    }

    @Test("on a terminal, where progress is shown, a refusal ends it as well")
    func terminal() throws {
        let sandbox = try sandbox()
        let terminal = try sandbox.terminal(["hash", "host", "--output", "host/out/manifest"])
        #expect(try terminal.waitForExit(timeoutSeconds: 60) == .exited(77))
    }

    @Test("a single file and a link to a directory are examined as they are named")
    func single() throws {
        let sandbox = try sandbox()
        let file = try sandbox.run("hash", "tree/b.txt")
        #expect(file.lines.count == 3 && file.text.contains("{\"path\":\"b.txt\",\"type\":\"file\""))
        _ = try runCommand(["ln", "-s", "tree/b", sandbox("way")])
        #expect(try sandbox.run("hash", "way").text == sandbox.run("hash", "tree/b").text)
    }

    @Test("the numbers of device nodes are recorded and compared, in directories and in tars")
    func devices() throws {
        let directory = TemporaryDirectory()
        let made = try python(
            """
            import os, sys, tarfile
            os.chdir(sys.argv[1])
            for name, minor in ('one', 3), ('two', 5), ('same', 3):
                with tarfile.open(name + '.tar', 'w') as archive:
                    node = tarfile.TarInfo('d/node')
                    node.type, node.devmajor, node.devminor, node.mode = tarfile.CHRTYPE, 1, minor, 0o600
                    archive.addfile(node)
                os.mkdir(name)
                try: os.mknod(name + '/node', 0o20600, os.makedev(1, minor))
                except PermissionError: print('none')
            """, directory.path)
        let forms = made.isEmpty ? [("", ""), (".tar", "/d")] : [(".tar", "/d")]
        for (suffix, inside) in forms {
            let (one, two) = (directory("one" + suffix), directory("two" + suffix))
            let manifest = try runCommand([sandglass, "hash", one + inside])
            #expect(manifest.text.contains(#""device":"1:3""#), "\(manifest.text)\(manifest.errors)")
            let differences = try runCommand([sandglass, "diff", one, two])
            #expect(differences.status == 1, "\(differences.text)\(differences.errors)")
            #expect(differences.text.contains("1:3") && differences.text.contains("1:5"), "\(differences.text)")
            #expect(try runCommand([sandglass, "diff", one, directory("same" + suffix)]).status == 0)
        }
    }
}
