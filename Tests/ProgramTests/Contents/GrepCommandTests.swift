import System
import TestSupport
import Testing

/// Expected values come from grep, Python's plistlib and Python's SQLite.
@Suite("The command grep", .onManyThreads)
struct GrepCommandTests {
    private let folder = TemporaryDirectory()
    private var container: String { folder("App") }

    init() throws {
        for directory in ["Documents", "Library/Preferences", "tmp"] { try folder.makeDirectory("App/\(directory)") }
    }

    /// Searches the container as the working directory, or a path.
    private func grep(_ arguments: String..., at path: String = ".") throws -> CommandResult {
        try grep(arguments, at: path)
    }

    private func grep(_ arguments: [String], at path: String = ".") throws -> CommandResult {
        try runCommand(["env", "-C", container, sandglass, "grep"] + arguments + [path])
    }

    /// Runs a shell command in the container.
    private func shell(_ command: String, _ arguments: String...) throws -> CommandResult {
        try runCommand(["sh", "-c", "cd \"$0\" && " + command, container] + arguments)
    }

    /// Writes texts of random words, some of them long, with all kinds of line ends.
    private func writeTexts() throws {
        try Python.run(Script.text("grep_command_write_texts"), [container])
    }

    @Test(
        "the lines of texts are those that grep prints",
        arguments: [
            (ours: ["tide"], theirs: "-iF -e tide"),
            (ours: ["Tide"], theirs: "-F -e Tide"),
            (ours: ["-i", "TIDE"], theirs: "-iF -e TIDE"),
            (ours: ["-s", "tide"], theirs: "-F -e tide"),
            (ours: ["-w", "tide"], theirs: "-iwF -e tide"),
            (ours: ["a.b"], theirs: "-iF -e a.b"),
            (ours: ["[tide]"], theirs: "-iF -e '[tide]'"),
            (ours: ["zürich"], theirs: "-iF -e zürich"),
            (ours: ["naïve"], theirs: "-iF -e naïve"),
            (ours: ["-e", "^tide.*x1\\r?$"], theirs: "-iP -e '^tide.*x1\\r?$'"),
            (ours: ["-e", "(?-i)T[a-z]+\\b"], theirs: "-P -e 'T[a-z]+\\b'"),
            (ours: ["-e", "tide\\s+the"], theirs: "-iP -e 'tide[ \\t]+the'"),
            (ours: ["-e", "\\Bide\\B"], theirs: "-iP -e '\\Bide\\B'"),
            (ours: ["-e", "-w", "t.de|x1"], theirs: "-iwP -e 't.de|x1'"),
            (ours: ["nowhere at all"], theirs: "-iF -e 'nowhere at all'"),
        ])
    func lines(ours: [String], theirs: String) throws {
        try writeTexts()
        let expected = try shell("LC_ALL=C.UTF-8 grep -rn \(theirs) Documents | cut -d: -f1,2 | sort")
        let found = try grep(ours)
        let places = found.lines.map { $0.split(separator: ":").prefix(2).joined(separator: ":") }.sorted()
        #expect(places == expected.lines.map(String.init))
        #expect(found.status == (places.isEmpty ? 1 : 0), "\(found.errors)")
        // Bytes alone are lines too.
        let plain = try grep(["--no-decode"] + ours)
        #expect(plain.stdout == found.stdout)
        let counts = try grep(["--count"] + ours)
        let theirCounts = try shell("LC_ALL=C.UTF-8 grep -rc \(theirs) Documents | grep -v ':0$' | sort")
        #expect(counts.lines.sorted() == theirCounts.lines)
        let names = try grep(["-l"] + ours)
        #expect(names.lines.sorted() == theirCounts.lines.map { $0.split(separator: ":")[0] })
        let first = try grep(["-m", "2", "--count"] + ours)
        let atMost = theirCounts.lines.map { line -> String in
            let parts = line.split(separator: ":")
            return "\(parts[0]):\(min(2, Int(parts[1]) ?? 0))"
        }
        #expect(first.lines.map(String.init).sorted() == atMost.sorted())
    }

    @Test("bytes that are not text are found by their offsets, across the pieces in which they are read")
    func bytes() throws {
        try Python.run(
            """
            import random, sys
            random.seed(2)
            data = bytearray(random.randbytes(1_500_000)); data[:4] = b'\\xff\\xd8\\xff\\0'
            for place in [10, 262_140, 262_144, 524_280, 786_430, 1_048_570, 1_499_990]: data[place:place + 10] = b'needle-1-2'
            open(sys.argv[1] + '/Documents/picture.jpg', 'wb').write(data)
            """, [container])
        let expected = try shell("grep -abo needle-1-2 Documents/picture.jpg | cut -d: -f1")
        for arguments in [["needle-1-2"], ["-e", "n[e]+dle-1-2"], ["--no-decode", "needle-1-2"]] {
            let found = try runCommand([sandglass, "grep", "--json"] + arguments + [container])
            let offsets = try Python.lines(
                "import json, sys\nfor line in open(sys.argv[1]): print(json.loads(line)['offset'])",
                folder.write("out", found.stdout))
            #expect(offsets == expected.lines.map(String.init))
        }
        #expect(
            try grep("needle-1-2").lines.first?.hasPrefix("Documents/picture.jpg: binary file, offset 10: ") == true)
    }

    /// Property lists and archives inside each other, and a database with all that.
    private func writeValues() throws {
        try Python.run(Script.text("grep_command_write_values"), [container])
    }

    @Test("values are found where they are, in values inside others too, and no byte and no time changes")
    func values() throws {
        try writeValues()
        let state = """
            import hashlib, os, sys
            for top, names, files in sorted(os.walk(sys.argv[1])):
                for path in [top] + sorted(os.path.join(top, name) for name in files):
                    status = os.stat(path)
                    data = b'' if path == top else open(path, 'rb').read()
                    print(path, status.st_mtime_ns, status.st_ctime_ns, status.st_mode, hashlib.sha256(data).hexdigest())
            """
        let before = try Python.lines(state, container)
        let found = try grep("harbor")
        #expect(found.status == 0, "\(found.errors)")
        let places = found.lines.map { $0.split(separator: " ", maxSplits: 1)[0] }.map { $0.dropLast() }.sorted()
        let list = ["a~1b~0c", "bytes", "data/archive/root/secret", "data/list/1/harbor key (key)", "json/k/1"]
        let expected =
            ["binary", "xml"].flatMap { name in list.map { "Library/Preferences/\(name).plist:\($0)" } }
            + [
                "Library/Store.sqlite:entry/3/title", "Library/Store.sqlite:entry/7/blob/archive/root/secret",
                "Library/Store.sqlite:entry/7/blob/list/1/harbor key (key)", "Library/Store.sqlite:entry/9/blob",
                "Library/Store.sqlite:entry/11/title", "Library/Store.sqlite:entry/12/title",
                "Library/Store.sqlite:odd~1name/b/v", "Documents/old.zip:sub~1note.txt:2",
                "Documents/old.zip:p.plist/list/1/harbor key (key)", "Documents/old.zip:p.plist/archive/root/secret",
                "Documents/utf16.txt:3",
            ]
        let whole = found.lines.map { line in
            expected.first { line.hasPrefix($0 + ": ") || line.hasPrefix($0 + ":") && !$0.contains("(key)") }
                ?? "\(line)"
        }
        #expect(Set(whole) == Set(expected) && whole.count == expected.count, "\(places)")
        #expect(try Python.lines(state, container) == before)

        // Each way to a value is one that `show` opens, and the text occurs there.
        let reports = try Python.lines(
            """
            import json, sys
            for line in open(sys.argv[1]):
                hit = json.loads(line)
                if hit['kind'] == 'value': print(hit['path'] + ':' + hit['value'])
            """, folder.write("hits", try grep("--json", "harbor").stdout))
        #expect(reports.count == expected.filter { !$0.contains("(key)") && !$0.contains(".txt") }.count)
        for report in reports where !report.contains("entry/11/") {
            let shown = try runCommand([sandglass, "show", "--as", "raw", "\(container)/\(report)"])
            #expect(shown.status == 0 && shown.text.contains("harbor"), "\(report): \(shown.errors)")
        }
        #expect(
            try grep("4711").lines.sorted() == [
                "Documents/old.zip:p.plist/n: 4711", "Library/Preferences/binary.plist:data/n: 4711",
                "Library/Preferences/xml.plist:data/n: 4711", "Library/Store.sqlite:entry/7/blob/n: 4711",
                "Library/Store.sqlite:entry/7/n: 4711.0",
            ])
    }

    @Test("other encodings are looked for on request: UTF-16 in both orders, base64 at all alignments")
    func encodings() throws {
        try Python.run(
            """
            import base64, sys
            def write(name, data): open(sys.argv[1] + '/Documents/' + name, 'wb').write(data)
            for shift in range(4):
                write('standard%d' % shift, base64.b64encode(b'?' * shift + 'ÿtidal~wave'.encode() + b'!!'))
                write('urls%d' % shift, base64.urlsafe_b64encode(b'?' * shift + 'ÿtidal~wave'.encode() + b'!!'))
            write('little', 'x ÿtidal~wave y'.encode('utf-16-le')); write('big', 'x ÿtidal~wave y'.encode('utf-16-be'))
            write('plain', 'x ÿtidal~wave y'.encode())
            """, [container])
        func names(_ encoding: String...) throws -> [String] {
            try grep(["-s", "-l"] + encoding + ["ÿtidal~wave"]).lines
                .map { String($0.dropFirst("Documents/".count)) }.sorted()
        }
        let base64 = (0..<4).flatMap { ["standard\($0)", "urls\($0)"] }
        #expect(try names() == ["plain"])
        #expect(try names("--encoding", "utf16") == ["big", "little", "plain"])
        #expect(try names("--encoding", "base64") == (base64 + ["plain"]).sorted())
        #expect(try names("--encoding", "utf-16,base64") == (base64 + ["big", "little", "plain"]).sorted())
        let hit = try runCommand([
            sandglass, "grep", "-s", "--json", "--encoding", "base64", "ÿtidal~wave",
            container + "/Documents/standard1",
        ])
        #expect(hit.text.contains("\"encoding\":\"base64\""))
    }

    @Test(
        "mistakes are reported, and end with the status of their kind",
        arguments: [
            (["-e", "a(b"], 64, "the regular expression is invalid at character 4: missing closing parenthesis"),
            (["-e", "-w", "[a"], 64, "the regular expression is invalid at character 3"),
            ([""], 64, "there is nothing to search for"),
            (["--encoding", "rot13", "x"], 64, "--encoding takes utf16, base64, and latin1, windows-1252"),
            (["--encoding", "base64", "abc"], 64, "fewer than 4 bytes cannot be recognized in base64"),
            (["--encoding", "utf16", "-e", "abc"], 64, "only the bytes of a text are looked for in other encodings"),
            (["-i", "-s", "x"], 64, "--ignore-case and --case-sensitive are mutually exclusive."),
            (["-m", "0", "x"], 64, "--max-count needs a number of hits"),
            (["--filter", "size>soon", "x"], 64, "size"),
            (["nowhere"], 1, ""),
        ] as [([String], Int32, String)])
    func mistakes(_ arguments: [String], status: Int32, message: String) throws {
        let result = try runCommand([sandglass, "grep"] + arguments + [container])
        #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
        #expect(result.stdout.isEmpty)
    }

    @Test("a path that is not there ends with 66, and the others are searched")
    func missing() throws {
        folder.write("App/Documents/a.txt", "tide\n")
        let result = try runCommand([sandglass, "grep", "tide", container + "/Documents/b.txt", container])
        #expect(result.status == 66 && result.text == "\(container)/Documents/a.txt:1: tide\n", "\(result.errors)")
    }

    @Test("an expression that explodes is given up for a file, which is named, and the search continues")
    func explosion() throws {
        let line = String(repeating: "a", count: 60) + "!\n"
        folder.write("App/Documents/1.txt", "aaa\n" + line)
        folder.write("App/Documents/2.txt", "\0\n" + line)
        try Python.run(
            "import plistlib, sys; plistlib.dump({'k': sys.argv[2].strip()}, open(sys.argv[1], 'wb'), fmt=plistlib.FMT_BINARY)",
            [folder("App/Documents/3.plist"), line])
        folder.write("App/Documents/4.txt", "b\naaaa\n")
        let result = try grep("-e", "^(a+)+$")
        #expect(result.lines == ["Documents/1.txt:1: aaa", "Documents/4.txt:2: aaaa"])
        #expect(result.status == 65)
        for name in ["1.txt", "2.txt", "3.plist"] {
            #expect(
                result.errors.contains("Documents/\(name): the regular expression takes too long"), "\(result.errors)")
        }
    }

    @Test("FIFOs are not opened, links are not followed, and terminal control characters are replaced")
    func hostileItems() throws {
        folder.write("App/Documents/real.txt", "tide \u{1b}]0;title\u{7}\u{1b}[2J \u{202e}end\n")
        folder.write("App/Documents/\u{1b}[2J.txt", "tide\n")
        try folder.link("App/Documents/link.txt", to: "real.txt")
        #expect(mkfifo(folder("App/Documents/fifo"), 0o600) == 0)
        let result = try grep("tide")
        #expect(result.status == 0 && result.lines.count == 2)
        #expect(!result.stdout.contains(0x1b) && !result.stdout.contains(0x07) && !result.text.contains("\u{202e}"))
        let json = try grep("--json", "tide")
        #expect(json.lines.count == 2 && !json.stdout.contains(0x1b))
    }

    @Test("a long line is cut off around the match")
    func longLine() throws {
        folder.write(
            "App/Documents/a.txt",
            String(repeating: "x", count: 9_000_000) + "tide" + String(repeating: "é", count: 9_000))
        let result = try grep("tide")
        #expect(
            result.lines.count == 1 && result.text.count < 600 && result.text.contains("…xxx"), "\(result.text.count)")
    }

    /// A Core Data store, a URL cache whose rows are in the log, and a file of cookies.
    private func writeStores() throws {
        try DatabaseScript.run("run('PRAGMA journal_mode=WAL')\n" + CoreDataScript.withModel + "\nleave()", in: folder)
        try folder.makeDirectory("App/Library/Caches/app")
        for suffix in ["", "-wal", "-shm"] where access(folder("a.db\(suffix)"), F_OK) == 0 {
            _ = try runCommand(["mv", folder("a.db\(suffix)"), folder("App/Library/Notes.sqlite\(suffix)")])
        }
        try DatabaseScript.run(URLCacheScript.cache + "\nleave()", in: folder)
        for suffix in ["", "-wal", "-shm"] where access(folder("a.db\(suffix)"), F_OK) == 0 {
            _ = try runCommand(["mv", folder("a.db\(suffix)"), folder("App/Library/Caches/app/Cache.db\(suffix)")])
        }
        folder.write("App/Library/Cookies.binarycookies", try Python.cookieFile())
    }

    @Test(
        "Core Data objects, requests with their answers, and cookies are found where they are, in the log as well",
        arguments: [
            // The titles that CoreDataScript, URLCacheScript and Python.cookieFile give them.
            ("second", "Library/Notes.sqlite", "Second"), ("Bearer x", "Library/Caches/app/Cache.db", "Bearer x"),
            ("hello", "Library/Caches/app/Cache.db", "hello"), ("grüße", "Library/Cookies.binarycookies", "grüße"),
            ("a,b", "Library/Cookies.binarycookies", "a,b"),
            ("text/plain", "Library/Caches/app/Cache.db", "text/plain"),
        ])
    func stores(text: String, file: String, value: String) throws {
        try writeStores()
        let hits = try grep("--json", text)
        #expect(hits.status == 0, "\(hits.errors)")
        let ways = try Python.lines(
            """
            import json, sys
            for line in open(sys.argv[1]):
                hit = json.loads(line)
                if hit['kind'] == 'value': print(hit['path'] + ':' + hit['value'])
            """, folder.write("hits", hits.stdout))
        #expect(!ways.isEmpty && ways.allSatisfy { $0.hasPrefix(file) }, "\(ways)")
        // Each way opens the value that holds the text.
        for way in ways {
            let shown = try runCommand([sandglass, "show", "--as", "raw", "\(container)/\(way)"])
            #expect(shown.status == 0 && shown.text.contains(value), "\(way): \(shown.errors)")
        }
    }

    @Test("files that are written, cut off and replaced while they are searched stop nothing and end no search wrongly")
    func changing() throws {
        try writeStores()
        for number in 0..<60 {
            folder.write("App/Documents/\(number).txt", String(repeating: "tide table\n", count: 20_000))
        }
        folder.write("App/Documents/still.txt", "the only needle\n")
        let writer = try PseudoTerminal(
            "/usr/bin/env",
            [
                "python3", "-c",
                Script.text("grep_command_changing"), container, "\(RandomSeed.value)",
            ])
        let seed = RandomSeed.generator(for: "files that change while they are searched").description
        try writer.waitFor("at work")
        for _ in 0..<12 {
            let result = try grep("needle")
            // A vanished file or a damaged database is reported, but the files that stay are found each time.
            #expect(result.lines.contains("Documents/still.txt:1: the only needle"), "\(seed), \(result.errors)")
            #expect([0, 65, 66].contains(result.status), "\(seed), \(result.errors)")
        }
        #expect(writer.exitStatus == nil)
    }

    @Test("^C ends a search at once, with the status of the signal, and changes nothing")
    func interrupted() throws {
        try Python.run(
            """
            import sys
            for number in range(40):
                with open('%s/Documents/%d.txt' % (sys.argv[1], number), 'w') as file:
                    for _ in range(4): file.write(('x' * 70 + 'tide\\n') * 20_000)
            """, [container])
        let terminal = try PseudoTerminal(sandglass, ["grep", "tide", container], environment: ["TERM": "xterm"])
        try terminal.waitFor("tide")
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .signalled(SIGINT))
        #expect(
            try runCommand(["find", container, "-newer", container + "/Documents/39.txt", "-type", "f"]).text.isEmpty)
    }

    @Test("--filter selects files by conditions and names")
    func filter() throws {
        folder.write("App/Documents/a.txt", "tide\n")
        folder.write("App/tmp/b.txt", "tide\n" + String(repeating: "x", count: 4_096))
        #expect(try grep("--filter", "b:no", "tide").lines == ["tmp/b.txt:1: tide"])
        #expect(try grep("--filter", "size<1K", "tide").lines == ["Documents/a.txt:1: tide"])
        #expect(try grep("--filter", "docatxt", "tide").lines == ["Documents/a.txt:1: tide"])
    }

    @Test("files are printed in the order of their names, however many threads search")
    func order() throws {
        for number in 0..<300 { folder.write("App/Documents/\(number).txt", number % 3 == 0 ? "tide\n" : "no\n") }
        let expected = (0..<300).filter { $0 % 3 == 0 }.map { "Documents/\($0).txt:1: tide" }
        for _ in 0..<3 { #expect(try grep("tide").lines.map(String.init) == expected) }
    }

    @Test("a picture's metadata and the fields of messages are searched as values")
    func factsAndMessages() throws {
        try Python.run(Script.text("grep_command_facts_and_messages"), [container])
        #expect(try grep("fancycam").text == "Documents/a.jpg:exif/make: FancyCam 9\n")
        #expect(try grep("harbor").text == "Documents/b.pb:1: harbor at dawn\n")
        let path = container + "/Documents/a.jpg:exif/make"
        #expect(try runCommand([sandglass, "show", "--json", path]).text == "\"FancyCam 9\"\n")
    }

    @Test("an excerpt begins shortly before the match, and of bytes that are not text has only the printable ones")
    func excerpts() throws {
        try Python.run(
            """
            import random, sys
            random.seed(1)
            noise = bytes(random.choice([b for b in range(1, 256) if b not in (10, 13)]) for _ in range(3000))
            open(sys.argv[1] + '/Documents/noise', 'wb').write(noise + b'\\x01 tide table\\x02' + noise)
            open(sys.argv[1] + '/Documents/long.txt', 'w').write('x' * 3000 + ' tide ' + 'y' * 3000)
            """, [container])
        let noise = try grep("tide table", at: container + "/Documents/noise").text
        #expect(noise.hasSuffix(": … tide table…\n"), "\(noise)")
        let long = try grep("tide", at: container + "/Documents/long.txt").text
        let excerpt = try #require(long.split(separator: ": ", maxSplits: 1).last)
        #expect(excerpt.hasPrefix("…" + String(repeating: "x", count: 59) + " tide yyy") && excerpt.count < 300)
    }

    @Test(
        "find and grep print paths that show opens in the same working directory",
        arguments: [
            // The working directory, below the folder of the container, and the place that is searched.
            (".", "App", "App/Documents/note.txt"), (".", "./App/", "./App/Documents/note.txt"),
            (".", "App/Documents", "App/Documents/note.txt"), (".", "App/Documents/", "App/Documents/note.txt"),
            ("App", ".", "Documents/note.txt"), ("App", "Documents", "Documents/note.txt"),
            ("App/Documents", ".", "note.txt"), ("App/tmp", "../Documents", "../Documents/note.txt"),
            ("App/Documents", "..", "../Documents/note.txt"), (".", "link", "link/Documents/note.txt"),
            (".", "link/Documents", "link/Documents/note.txt"),
        ])
    func paths(directory: String, place: String, expected: String) throws {
        folder.write("App/Documents/note.txt", "the tide\n")
        try folder.link("link", to: "App")
        func run(_ words: String...) throws -> CommandResult {
            try runCommand(["env", "-C", folder(directory), sandglass] + words)
        }
        #expect(try run("grep", "tide", place).text == "\(expected):1: the tide\n")
        #expect(try run("grep", "-l", "tide", place).text == "\(expected)\n")
        #expect(try run("find", "kind:file note", place).text == "\(expected)\n")
        #expect(try run("show", "--as", "raw", expected).text == "the tide\n")
        // Those of JSON begin at the container's root.
        #expect(try run("grep", "--json", "tide", place).text.contains("\"path\":\"Documents/note.txt\""))
    }

    @Test("a file and a value that are searched alone are printed as they were given")
    func givenFiles() throws {
        try writeValues()
        for (directory, prefix) in [(".", "App/"), ("App", ""), ("App/Documents", "../")] {
            for (file, value) in [("Library/Preferences/xml.plist", ""), ("Library/Store.sqlite", ":entry/3")] {
                let place = prefix + file + value
                let found = try runCommand(["env", "-C", folder(directory), sandglass, "grep", "harbor", place])
                #expect(found.status == 0 && found.lines.allSatisfy { $0.hasPrefix(place) }, "\(found.text)")
            }
        }
    }

    @Test("a name that begins like an option or a reserved word is printed behind ./")
    func reserved() throws {
        for name in ["-l", "@now", "device:one"] {
            folder.write("App/\(name)", "the tide\n")
            #expect(try grep("-l", "tide").text == "./\(name)\n")
            _ = try runCommand(["rm", "--", folder("App/\(name)")])
        }
    }
}
