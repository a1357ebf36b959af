import TestSupport
import Testing

@Suite("What commands print", .onManyThreads)
struct PrintingTests {
    @Test(
        "a path that is not UTF-8 is opened by its bytes")
    func pathOfBytes() throws {
        let directory = TemporaryDirectory()
        let script = """
            import os, subprocess, sys
            root = os.fsencode(sys.argv[1])
            os.makedirs(root + b"/Documents/caf\\xe9")
            os.makedirs(root + b"/Library")
            open(root + b"/Documents/caf\\xe9/note.txt", "w").close()
            sys.exit(subprocess.run([sys.argv[2], "ls", root + b"/Documents/caf\\xe9"]).returncode)
            """
        let result = try Python.result(of: script, [directory.path, Products.executable("sandglass")])
        #expect(result.status == 0)
        #expect(String(decoding: result.stdout, as: UTF8.self).hasSuffix("  note.txt\n"))
    }

    @Test("ls prints a line for each entry, -l adds permissions, and -a and -R add entries")
    func list() throws {
        let container = try SampleContainer("open('Documents/.hidden', 'w').close()")
        let short = try run("ls", container.path + "/Documents")
        #expect(short.status == 0 && short.lines.count == 30 && short.lines.allSatisfy { $0.contains("RWDB") })
        #expect(short.lines[1].hasSuffix("note 2.txt") && short.lines[9].hasSuffix("note 10.txt"))
        #expect(try run("ls", "-a", container.path + "/Documents").lines.count == 31)
        let long = try run("ls", "-l", container.path + "/Documents")
        #expect(long.lines.allSatisfy { $0.contains("-rw-") })
        let all = try run("ls", "-R", container.path)
        #expect(all.lines.contains { $0.hasSuffix("Library/Application Support/") })
        #expect(all.lines.contains { $0.hasSuffix("Documents/note 30.txt") })
        let one = try run("ls", container.path + "/Documents/note 7.txt")
        #expect(one.lines.count == 1 && one.lines[0].hasSuffix("note 7.txt"))
    }

    @Test(
        "explain --json has everything that its text has",
        arguments: [
            "Documents", "Documents/note 1.txt", "Documents/hard", "Documents/link", "Documents/out", "Documents/gone",
            "Documents/picture.png", "Documents/Inbox/new", "Library/SplashBoard", "Library/Caches", "tmp",
            "--as user Library", "--as user --file-sharing yes Documents", "--as owner Documents/kept",
            "Documents/protected",
        ])
    func everything(words: String) throws {
        let container = try SampleContainer(
            """
            os.link('Documents/note 1.txt', 'Documents/hard')
            os.symlink('note 2.txt', 'Documents/link'); os.symlink('/no/such', 'Documents/out'); os.symlink('x', 'Documents/gone')
            with open('Documents/picture.png', 'wb') as f: f.write(b'\\x89PNG\\r\\n\\x1a\\n' + b'x' * 5000)
            open('Documents/kept', 'w').close()
            os.setxattr('Documents/kept', 'user.com.apple.metadata:com_apple_backup_excludeItem', b'1')
            open('Documents/protected', 'w').close(); os.chmod('Documents/protected', 0)
            """)
        let (options, path) = words.hasPrefix("--") ? words.splitAtLastBlank : ([], words)
        let arguments = options + [container.path + "/" + path]
        let text = try runCommand([sandglass, "explain", "--sources"] + arguments)
        let json = try runCommand([sandglass, "explain", "--json"] + arguments)
        #expect(text.status == 0 && json.status == 0)
        try python(Script.text("printing_everything"), text.text, input: json.stdout)
    }

    @Test("JSON has the bytes of every path and target that is not UTF-8")
    func pathBytes() throws {
        let container = try SampleContainer(
            """
            os.mkdir(b'tmp/d\\xff')
            open(b'tmp/d\\xff/e', 'w').close()
            os.symlink(b't\\xfe', b'tmp/d\\xff/link')
            os.rename(root, root + b'\\xfd')
            """)
        try python(Script.text("printing_path_bytes"), sandglass, container.path)
    }

    @Test("ls --json has the exact bytes of every name")
    func json() throws {
        let container = try SampleContainer(
            """
            for name in [b'bad\\xff', b'esc\\x1b[2J', b'new\\nline', b'\\xe6\\x8a\\x98', b'quote"\\\\', b'\\xed\\xa0\\x80', b'x' * 255]:
                open(b'Documents/' + name, 'w').close()
            """)
        let result = try run("ls", "--json", "-a", container.path + "/Documents")
        #expect(result.stdout.allSatisfy { $0 >= 0x20 || $0 == 0x0a })
        try python(
            """
            import base64, json, os, sys
            entries = [json.loads(line) for line in sys.stdin]
            names = [base64.b64decode(e['nameBytes']) if 'nameBytes' in e else e['name'].encode() for e in entries]
            os.chdir(sys.argv[1])
            assert sorted(names) == sorted(os.listdir(b'.')), names
            for e, name in zip(entries, names):
                assert e['size'] == os.lstat(name).st_size and e['badges'] == 'RWDB' and e['kind'] == 'file', e
            """, container.path + "/Documents", input: result.stdout)
    }

    @Test("info --json and explain --json print objects with the facts of the container and the item")
    func objects() throws {
        let container = try SampleContainer()
        try python(
            """
            import json, sys
            report = json.load(sys.stdin)
            assert report['identifier'] == 'org.example.app' and report['kind'] == 'data container', report
            places = {p['path']: p for p in report['places']}
            assert places['Documents']['items'] == 30 and places['Documents']['bytes'] == 465, places
            assert places['Documents/Inbox']['presence'] == 'absent'
            """, input: try run("info", "--json", container.path).stdout)
        try python(
            """
            import json, sys
            report = json.load(sys.stdin)
            assert report['badges'] == 'RW·B' and report['exists'], report
            assert [c['letter'] for c in report['columns']] == ['R', 'W', 'D', 'B']
            assert all(c['granted'] or c['reason'] for c in report['columns']), report
            """, input: try run("explain", "--json", container.path + "/Documents").stdout)
        let missing = try run("explain", container.path + "/Documents/Inbox/new")
        #expect(missing.status == 0 && missing.text.contains("not there"))
    }

    @Test("themes lists the five built-in themes, and prints one by its name")
    func themes() throws {
        let list = try run("themes")
        #expect(list.lines.count == 5 && list.lines.contains { $0.hasPrefix("light") })
        #expect(try run("themes", "dark").text.contains("top-line"))
        let missing = try run("themes", "nonesuch")
        #expect(missing.status == 66 && missing.errors.contains("no built-in theme"))
    }

    @Test(
        "output into a pipe contains no escape sequences",
        arguments: [["ls", "-lR"], ["info"], ["explain"], ["ls", "--json"]]
    )
    func plain(command: [String]) throws {
        let container = try SampleContainer()
        let result = try runCommand([sandglass] + command + [container.path])
        #expect(result.status == 0 && !result.stdout.isEmpty && !result.stdout.contains(0x1b) && result.errors.isEmpty)
    }

    @Test(
        "a reader that closes the pipe early ends the program by SIGPIPE without a message",
        arguments: ["ls -lR", "ls --json -R", "info", "themes dark"])
    func closedPipe(command: String) throws {
        let container = try SampleContainer("for n in range(3000): open('tmp/f%d' % n, 'w').close()")
        let argument = command.hasPrefix("themes") ? "" : "\"$1\""
        let result = try shell("\"$0\" \(command) \(argument) | head -1", container.path)
        #expect(result.errors.isEmpty && result.lines.count == 1)
        // Here the reader has gone before the program starts.
        let closed = try shell(
            """
            mkfifo "$1/../pipe"; exec 4<> "$1/../pipe"; exec 3> "$1/../pipe"; exec 4>&-
            "$0" \(command) \(argument) >&3; echo $?
            """, container.path)
        #expect(closed.errors.isEmpty && closed.text == "141\n", "128 + SIGPIPE")
    }
}

extension String {
    /// The words before the last blank, and the rest.
    fileprivate var splitAtLastBlank: ([String], String) {
        let words = split(separator: " ").map(String.init)
        return (Array(words.dropLast()), words.last ?? "")
    }
}
