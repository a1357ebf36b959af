import System
import TestSupport
import Testing

@Suite("diff", .onManyThreads)
struct DiffCommandTests {
    /// `Old` is the container before, and `App` after it was used.
    private static let script = Script.text("diff_command")
    private static let template = SharingSandbox.template(script)

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    @Test("differences are printed under their directories, with the badges of each item")
    func text() throws {
        let result = try sandbox().run("diff", "Old", "App")
        #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
        let lines = result.lines.map(String.init)
        let wanted = [
            "Documents/", "changed  RWDB ", "a.txt", "    ~ mode: \"0644\" → \"0600\"", "list.txt", "    line 2",
            "      - two", "      + 2", "      + ten", "moved    RWDB ", "moved.txt  (from Documents/b.txt)",
            "added    RWDB ", "new.txt", "    + row session/1: {\"id\":1,\"token\":\"secret-2\"}", "Library/Caches/",
            "big", "    ~ contents: 255 bytes differ, the first at offset 769", "Library/Preferences/",
            "    ~ theme: \"light\" → \"dark\"", "    + token: \"secret-1\"",
        ]
        for text in wanted {
            #expect(lines.contains { $0.hasPrefix(text) || $0.hasSuffix(text) }, "\(text)\n\(result.text)")
        }
    }

    @Test(
        "the same, and a copy, have no differences, whose last line says if they were not read",
        arguments: [[], ["--quick"]])
    func same(options: [String]) throws {
        let sandbox = try sandbox()
        for other in ["Old", "Same"] {
            let result = try sandbox.run(["diff"] + options + ["Old", other])
            #expect(result.status == 0 && result.errors.isEmpty, "\(result.text)")
            #expect(result.lines.count == (options.isEmpty || other == "Old" ? 0 : 1), "\(result.text)")
            if let last = result.lines.last {
                #expect(last.hasSuffix("of the same size and modification time were not read"))
            }
        }
    }

    @Test("two archives that were made within the same second, with files of the same sizes, are read")
    func sameTimes() throws {
        let sandbox = try sandbox()
        try python(
            """
            import sys, zipfile
            for name, text in [('1.zip', 'one'), ('2.zip', 'two')]:
                with zipfile.ZipFile(sys.argv[1] + '/' + name, 'w') as z:
                    z.writestr(zipfile.ZipInfo('Documents/', (2024, 1, 1, 0, 0, 0)), '')
                    z.writestr(zipfile.ZipInfo('Documents/a.txt', (2024, 1, 1, 0, 0, 0)), text)
            """, sandbox(""))
        let result = try sandbox.run("diff", "1.zip", "2.zip")
        #expect(result.status == 1 && result.text.contains("two"), "\(result.text)\(result.errors)")
        let quick = try sandbox.run("diff", "--quick", "--json", "1.zip", "2.zip")
        #expect(
            quick.status == 0 && quick.text == "{\"of\":\"summary\",\"quick\":true,\"notRead\":1}\n", "\(quick.text)")
        let stat = try sandbox.run("diff", "--stat", "1.zip", "1.zip")
        #expect(stat.text.contains("equal: 1 file by contents"), "\(stat.text)")
    }

    @Test("JSON has an object for each difference, whose keys are those of the topic")
    func json() throws {
        let result = try sandbox().run("diff", "--json", "Old", "App")
        let keys = try python(
            """
            import json, sys
            print(*sorted({key for line in sys.stdin for key in json.loads(line)}))
            """, input: result.stdout)
        let known = try run("help", "diff").text
        for key in keys.split(separator: " ") { #expect(known.contains(key), "\(key)") }
        for text in [
            #"{"path":"Documents/moved.txt","change":"moved","of":"item","before":"Documents/b.txt","kind":"file","badges":"RWDB""#,
            #"{"path":"Library/Preferences/org.example.app.plist","change":"added","of":"value","address":"token","after":"secret-1","#,
            #"{"path":"Documents/s.db","change":"added","of":"row","address":"session/1","after":{"id":1,"token":"secret-2"},"#,
            #"{"path":"Documents/a.txt","change":"changed","of":"mode","before":"0644","after":"0600","#,
            #"{"path":"Documents/list.txt","change":"changed","of":"value","before":"two","after":"2","line":2,"lineAfter":2,"#,
        ] {
            #expect(result.text.contains(text), "\(text)\n\(result.text)")
        }
    }

    @Test("a missing end of line is said as that")
    func endOfLine() throws {
        let folder = TemporaryDirectory()
        for (name, text) in [("a/t.txt", "a\nb"), ("b/t.txt", "a\nb\n")] { try folder.write(text, to: name) }
        let added = try run("diff", folder("a"), folder("b"))
        #expect(added.text.contains("line 2 (the text now ends with an end of line)"), "\(added.text)")
        let removed = try run("diff", "--json", folder("b"), folder("a"))
        #expect(removed.text.contains(#""before":"b\n","after":"b""#), "\(removed.text)")
        #expect(removed.text.contains(#""note":"the text now ends without one""#))
    }

    @Test("what is new is opened: 20 keys and a sum in text, all in JSON")
    func opened() throws {
        let folder = TemporaryDirectory()
        try Python.run(Script.text("diff_command_opened"), [folder.path])
        let text = try run("diff", folder("a"), folder("b"))
        #expect(text.status == 1)
        for (table, rows) in [("session", 2), ("empty", 0)] {
            #expect(text.text.contains("+ table \(table): {\"rows\":\(rows)}"))
        }
        #expect(text.lines.count { $0.contains("+ key") } == 20 && text.text.contains("10 more values; --json has all"))
        let json = try run("diff", "--json", "--mask", folder("a"), folder("b"))
        #expect(json.lines.count { $0.contains("\"address\":\"key") && $0.contains("\"follows\":true") } == 30)
        #expect(!json.text.contains("secret") && json.text.contains("\"address\":\"session\""))
        // One that was moved is not new.
        try Python.run(
            """
            import os, shutil, sys
            os.chdir(sys.argv[1])
            os.rename('b/Library/Preferences/x.plist', 'a/x.plist')
            shutil.copy('a/x.plist', 'b/moved.plist')
            """, [folder.path])
        let moved = try run("diff", folder("a"), folder("b"))
        #expect(moved.text.contains("from x.plist") && !moved.text.contains("key01"), "\(moved.text)")
    }

    @Test("values are masked in every form, and keys are not", arguments: [[], ["--json"]])
    func masked(options: [String]) throws {
        let result = try sandbox().run(["diff", "--mask"] + options + ["Old", "App"])
        #expect(result.status == 1 && result.text.contains("token") && result.text.contains("***"))
        for text in ["secret", "dark", "ten"] { #expect(!result.text.contains("\"\(text)"), "\(result.text)") }
    }

    @Test("--stat counts the differences of each item, and the items")
    func stat() throws {
        let result = try sandbox().run("diff", "--stat", "Old", "App")
        #expect(result.text.contains("Documents/list.txt  1 added, 1 changed"), "\(result.text)")
        #expect(result.text.contains("org.example.app.plist  1 added, 1 changed"))
        #expect(result.lines.suffix(2).first == "items: 1 added, 5 changed, 1 moved", "\(result.text)")
        #expect(result.lines.last?.hasPrefix("equal: ") == true, "\(result.text)")
    }

    @Test("protection classes that only one side knows are no difference, and the last line says of how many files")
    func oneSidedClasses() throws {
        let sandbox = try sandbox()
        try python(
            """
            import os, sys
            for name in ['a.txt', 'list.txt']:
                os.setxattr(sys.argv[1] + '/Same/Documents/' + name, 'user.dev.sandglass.protection-class', b'1')
            """, sandbox(""))
        let says = "the protection classes of 2 files are known on one side only"
        let text = try sandbox.run("diff", "Old", "Same")
        #expect(text.status == 0 && text.text == says + "\n", "\(text.text)\(text.errors)")
        let stat = try sandbox.run("diff", "--stat", "Same", "Old")
        #expect(stat.status == 0 && stat.lines.last.map(String.init) == says, "\(stat.text)")
        let json = try sandbox.run("diff", "--json", "Old", "Same")
        #expect(json.status == 0 && json.text == "{\"of\":\"summary\",\"classesOnOneSide\":2}\n", "\(json.text)")
        let patch = try sandbox.run("diff", "--patch", "Old", "Same")
        #expect(patch.text.isEmpty && patch.errors.contains(says), "\(patch.text)\(patch.errors)")
        let help = try run("help", "diff").text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(help.contains("class that only one side records is not a difference"))
    }

    @Test(
        "long texts that differ far behind their beginnings are never printed alike",
        arguments: [
            ("t.json", "json.dumps({'k': 'a' * 300 + end}).encode()"), ("t.txt", "b'a' * 300 + end.encode()"),
            ("t.plist", "plistlib.dumps({'k': 'a' * 70000 + end + 'a' * 70000})"),
            ("t.js", "b'a' * 70000 + end.encode() + b'a' * 70000"),
        ])
    func longTexts(name: String, contents: String) throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            import json, os, plistlib, sys
            os.chdir(sys.argv[1])
            for side, end in (('one', 'x'), ('two', 'y')):
                os.mkdir(side)
                open(side + '/\(name)', 'wb').write(\(contents))
            """, [folder.path])
        let found = try run("diff", folder("one"), folder("two"))
        #expect(found.status == 1 && found.text.contains("aax") && found.text.contains("aay"), "\(found.text)")
        guard name == "t.js" else { return }
        // The line with its number, and the patch, are those of the text.
        #expect(found.text.contains("line 1\n"), "\(found.text)")
        let patch = try run("diff", "--patch", folder("one"), folder("two"))
        let patched = try runCommand(["patch", "-s", "-p1", "-d", folder("one")], input: patch.stdout)
        let after = try run("diff", folder("one"), folder("two"))
        #expect(patched.status == 0 && after.status == 0, "\(patched.text)")
    }

    @Test("the patch of texts turns one side into the other")
    func patch() throws {
        let sandbox = try sandbox()
        let result = try sandbox.run("diff", "--patch", "Old", "App")
        #expect(result.status == 1 && result.errors.contains("not in the patch"), "\(result.errors)")
        let patched = try runCommand(
            ["patch", "-s", "-p1", "-d", sandbox("Old")], input: result.stdout)
        #expect(patched.status == 0, "\(patched.text)\(patched.errors)\n\(result.text)")
        for name in ["Documents/list.txt", "Documents/new.txt"] {
            #expect(try sandbox.text("Old/\(name)") == sandbox.text("App/\(name)"), "\(name)")
        }
    }

    @Test("values inside files, files, archives and directories outside of containers are compared")
    func kinds() throws {
        let sandbox = try sandbox()
        let list = "Library/Preferences/org.example.app.plist"
        let value = try sandbox.run("diff", "Old/\(list):theme", "App/\(list):theme")
        #expect(value.status == 1 && value.text.contains("light") && value.text.contains("dark"), "\(value.text)")
        #expect(try sandbox.run("diff", "Old/\(list):n", "App/\(list):n").status == 0)
        let file = try sandbox.run("diff", "Old/\(list)", "App/\(list)")
        #expect(file.status == 1 && file.text.contains("theme: \"light\" → \"dark\""), "\(file.text)\(file.errors)")
        let place = try sandbox.run("diff", "Old/Documents", "App/Documents")
        #expect(place.status == 1 && place.text.contains("RWDB") && !place.text.contains("Library"), "\(place.text)")
        try python(
            """
            import os, shutil, sys
            os.chdir(sys.argv[1])
            shutil.make_archive('tree', 'zip', 'host/tree/deep')
            """, sandbox(""))
        let archive = try sandbox.run("diff", "host/tree/deep", "tree.zip")
        #expect(archive.status == 0, "\(archive.text)\(archive.errors)")
        #expect(try sandbox.run("diff", "host/tree", "tree.zip").status == 1)
    }

    @Test("encrypted backups are compared, each with its passphrase")
    func backups() throws {
        let sandbox = try sandbox()
        for (name, container) in [("one", "Old"), ("two", "App")] {
            try sandbox.write(name, "passphrase \(name)\n")
            let packed = try sandbox.run(
                "pack", "--backup", "--encrypt", "--iterations", "10", "--new-passphrase-file", name, "--bundle-id",
                "org.example.app", container, "Backup-\(name)")
            #expect(packed.status == 0, "\(packed.errors)")
        }
        let domains = ["one", "two"].map { "Backup-\($0)/AppDomain-org.example.app" }
        let result = try sandbox.run(
            ["diff", "--passphrase-file", "one", "--other-passphrase-file", "two"] + domains)
        #expect(result.status == 1 && result.text.contains("token: \"secret-1\""), "\(result.text)\(result.errors)")
        let wrong = try sandbox.run(["diff", "--passphrase-file", "one"] + domains)
        #expect(wrong.status != 0 && wrong.status != 1 && wrong.errors.contains("passphrase"), "\(wrong.errors)")
        let file = try sandbox.run("show", "--passphrase-file", "one", domains[1] + "/Documents/none.txt")
        #expect(file.status == 65 && file.errors.contains("the passphrase is wrong"), "\(file.errors)")
        let other = try sandbox.run("diff", "--passphrase-file", "one", "Old", domains[0])
        #expect(!other.text.contains("token"), "\(other.text)\(other.errors)")
    }

    @Test(
        "what cannot be compared has the statuses of sysexits",
        arguments: [
            (["Old", "none"], 66), (["none", "Old"], 66), (["Old/Documents/s.db:none", "App"], 66), (["Old"], 64),
            (["--json", "--stat", "Old", "App"], 64), (["--patch", "--mask", "Old", "App"], 64),
        ])
    func statuses(arguments: [String], status: Int) throws {
        let result = try sandbox().run(["diff"] + arguments)
        #expect(result.status == Int32(status), "\(result.errors)")
    }

    @Test("a directory that cannot be listed is reported, and nothing is said of what is in it")
    func unreadable() throws {
        let sandbox = try SharingSandbox(
            "write('one/d/x'); write('two/d/x'); write('two/d/new'); write('one/e'); write('two/e')")
        _ = try runCommand(["chmod", "a+rx", sandbox("")])
        _ = try runCommand(["chmod", "0", sandbox("one/d")])
        let asOther = getuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []
        let result = try runCommand(asOther + [sandglass, "diff", sandbox("one"), sandbox("two")])
        #expect(result.status == 74 && result.errors.contains("d: permission denied"), "\(result.errors)")
        #expect(!result.text.contains("new"), "\(result.text)")
        _ = try runCommand(["chmod", "700", sandbox("one/d")])
    }

    @Test("names and values that would act on a terminal are sanitized")
    func hostile() throws {
        let sandbox = try SharingSandbox(
            """
            write(b'two/x\\x1b[2J\\xff\\nname', b'n'); os.makedirs('one')
            write('one/p.plist', plistlib.dumps({'k': 'a'}, fmt=plistlib.FMT_BINARY))
            write('two/p.plist', plistlib.dumps({'k\\x1b]0;x\\x07': 'b\\x9b2J'}, fmt=plistlib.FMT_BINARY))
            """)
        for options in [[], ["--json"], ["--stat"]] {
            let result = try sandbox.run(["diff"] + options + ["one", "two"])
            #expect(result.status == 1)
            #expect(!result.stdout.contains { $0 < 0x20 && $0 != 0x0a || $0 == 0x7f }, "\(result.text)")
            #expect(!result.text.unicodeScalars.contains { (0x80...0x9f).contains($0.value) }, "\(result.text)")
        }
        #expect(try sandbox.run("diff", "--json", "one", "two").text.contains("pathBytes"))
    }

    @Test("however many differences there are, memory is bounded")
    func many() throws {
        let count = runsLongTests ? 1_000_000 : 60_000
        let sandbox = try SharingSandbox(
            """
            import sqlite3
            count = \(count)
            for side in ('one', 'two'):
                os.makedirs(side)
                connection = sqlite3.connect(side + '/s.db')
                connection.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)')
                connection.executemany('INSERT INTO t VALUES (?, ?)', ((n, side + 'x' * 50) for n in range(count)))
                connection.commit(); connection.close()
            """)
        let output = try python(
            """
            import os, resource, subprocess, sys
            os.chdir(sys.argv[2])
            process = subprocess.Popen([sys.argv[1], 'diff', '--json', 'one', 'two'], stdout=subprocess.PIPE)
            lines = sum(1 for line in process.stdout)
            print(lines, process.wait(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """, sandglass, sandbox(""))
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(numbers.count == 3)
        #expect(numbers[0] == count && numbers[1] == 1, "\(output)")
        #expect(numbers[2] < 256 << 10, "\(numbers[2]) KiB")
    }
}
