import TestSupport
import Testing

@Suite("Importing, exporting and changing files", .onManyThreads)
struct SharingTests {
    @Test("an import that is exported again is identical, and undoing both leaves no trace")
    func roundTrip() throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let imported = try sandbox.run("import", "host/tree", "--to", "App")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try sandbox.tree("App/Documents/tree") == sandbox.tree("host/tree"))
        let exported = try sandbox.run("export", "App/Documents/tree", "--to", "host/out")
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(try sandbox.tree("host/out/tree") == sandbox.tree("host/tree"))
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try !sandbox.has("host/out/tree"))
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.run("redo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App/Documents/tree") == sandbox.tree("host/tree"))
    }

    @Test("an import can be undone and redone after its source is gone")
    func vanishedSource() throws {
        let sandbox = try SharingSandbox("write('host/gone/file.txt', b'gone')")
        let before = try sandbox.tree("App")
        #expect(try sandbox.run("import", "host/gone/file.txt", "--to", "App").status == 0)
        #expect(try runCommand(["rm", "-r", sandbox("host/gone")]).status == 0)
        let undone = try sandbox.run("undo", "--container", "App")
        #expect(undone.status == 0, "\(undone.errors)")
        #expect(try sandbox.tree("App") == before)
        let redone = try sandbox.run("redo", "--container", "App")
        #expect(redone.status == 0, "\(redone.errors)")
        #expect(try sandbox.text("App/Documents/file.txt") == "gone")
    }

    @Test("-0 reads and --print0 prints paths of any bytes")
    func nul() throws {
        let sandbox = try SharingSandbox()
        let names =
            Array("host/tree/bad".utf8) + [0xff, 0x0a] + Array("name".utf8) + [0] + Array("host/file.txt".utf8) + [0]
        let result = try sandbox.run(["import", "-0", "--to", "App/tmp", "--print0"], input: names)
        #expect(result.status == 0, "\(result.errors)")
        let paths = result.stdout.split(separator: 0, omittingEmptySubsequences: false)
        #expect(paths.count == 3 && paths[2].isEmpty)
        #expect(paths[0].elementsEqual(Array(sandbox("App/tmp/bad").utf8) + [0xff, 0x0a] + Array("name".utf8)))
        let removed = try sandbox.run(["rm", "-0", "--print0"], input: result.stdout)
        #expect(removed.status == 0 && removed.stdout == result.stdout, "\(removed.errors)")
        #expect(try sandbox.run("ls", "App/tmp").lines.count == 1)
    }

    @Test("an item whose name is taken is replaced only on request")
    func conflicts() throws {
        let sandbox = try SharingSandbox("write('host/a.txt', b'new')")
        let before = try sandbox.tree("App")
        let asked = try sandbox.run("import", "host/a.txt", "host/file.txt", "--to", "App/Documents")
        #expect(
            asked.status == 73 && asked.errors.contains("App/Documents/a.txt") && asked.errors.contains("keep-both"))
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.run("import", "host/a.txt", "--to", "App", "--on-conflict", "skip").status == 0)
        #expect(try sandbox.tree("App") == before)
        let both = try sandbox.run("import", "host/a.txt", "--to", "App", "--on-conflict", "keep-both")
        #expect(both.text == "App/Documents/a 2.txt\n")
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha" && sandbox.text("App/Documents/a 2.txt") == "new")
        #expect(try sandbox.run("import", "host/a.txt", "--to", "App", "--on-conflict", "replace").status == 0)
        #expect(try sandbox.text("App/Documents/a.txt") == "new" && sandbox.text("data/Trash/files/a.txt") == "alpha")
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha")
    }

    /// A command in the sandbox, its exit status, and its message on standard error.
    static let refusals: [(words: String, status: Int32, says: String)] = [
        ("import host/file.txt --to App/Documents/Inbox", 77, "do it in Documents"),
        ("import host/file.txt --to App/new.txt", 77, "root"),
        ("import host/file.txt --to App/SystemData", 77, "SystemData"),
        ("import host/none --to App", 66, "no such file"),
        ("import host/file.txt --to App/Documents/none/x", 66, "nor is there a directory App/Documents/none"),
        ("import host/file.txt --to App/Documents/none/", 66, "no such file or directory"),
        ("import host/file.txt --to host", 65, "container"),
        ("export App/SystemData --to host/out", 77, "SystemData"), ("export App/Documents --to App/tmp", 64, "cp"),
        ("export App/Documents/none --to host/out", 66, "no such file"),
        ("export App/Library --to host/out --as user", 77, "Documents"),
        ("export App/Documents/a.txt --to host/out --as user --file-sharing no", 77, "UIFileSharingEnabled"),
        ("mv App/Documents/a.txt App/Documents/Inbox/", 77, "Inbox"), ("mv App/Documents App/tmp/", 77, "D"),
        ("rm App/Library", 77, "empty it"), ("rm App/Library/Preferences", 77, "empty it"),
        ("rm App/Documents/none", 66, "no such file"), ("mkdir App/new", 77, "Library/Caches"),
        ("mkdir App/Documents/Inbox/new", 77, "Inbox"), ("cp App/Library App/Library/Caches/", 64, "itself"),
        ("exclude App/Documents/link", 77, "link"), ("include App/SystemData", 77, "SystemData"),
        ("rename App/Documents/Inbox/mail.txt --to x", 77, "Inbox"),
        ("rename App/Documents/a.txt --to x/y", 64, "a name cannot contain a slash"),
        ("edit App/Documents/link", 66, "link"), ("edit App/Documents", 66, "only files can be edited"),
        ("deliver host/plan.pdf --to App --from mail --in-place --app-info Info.plist", 77, "copy"),
        ("undo", 66, "nothing"), ("redo", 66, ""), ("undo 99", 66, "99"),
        ("import --to App", 64, "files"), ("cp App/Documents/a.txt", 64, "destination"),
        ("import host/file.txt --to App --on-conflict maybe", 64, "maybe"),
        ("deliver host/file.txt --to App --from post", 64, "post"),
    ]

    @Test("a refusal states its reason and changes nothing", arguments: refusals)
    func refused(words: String, status: Int32, says: String) throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let result = try sandbox.run(words.split(separator: " ").map(String.init))
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(result.stdout.isEmpty)
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
    }

    /// Commands that would change something.
    static let changing = [
        "import host/tree --to App", "export App/Documents --to host/out", "cp App/Documents/a.txt App/tmp/",
        "mv App/Documents/a.txt App/tmp/", "rm App/Documents", "rm --contents App/Library", "mkdir App/Documents/new",
        "mkdir --file App/Documents/new", "rename App/Documents/a.txt --to c.txt", "exclude App/Documents/a.txt",
        "purge App --event low-storage", "deliver host/plan.pdf --to App --from mail",
        "edit App/Documents/Inbox/mail.txt",
    ]

    @Test("--dry-run prints the plan and changes nothing", arguments: changing)
    func dryRun(words: String) throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let result = try sandbox.run(words.split(separator: " ").map(String.init) + ["--dry-run"])
        #expect(result.status == 0 && !result.stdout.isEmpty, "\(result.errors)")
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
        #expect(try sandbox.run("journal").text.isEmpty)
    }

    @Test("every change is undone byte for byte", arguments: changing.dropLast())
    func undo(words: String) throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let host = try sandbox.tree("host")
        let result = try sandbox.run(words.split(separator: " ").map(String.init))
        #expect(result.status == 0 && !result.stdout.isEmpty, "\(result.errors)")
        #expect(try sandbox.tree("App") != before || sandbox.tree("host") != host)
        #expect(try sandbox.run("journal").lines.count == 1)
        let undone = try sandbox.run("undo", "--container", "App")
        #expect(undone.status == 0, "\(undone.errors)")
        // The delivery creates no directory, because Inbox exists.
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.tree("host") == host)
    }

    @Test("deleting a link deletes only the link, and deleting Documents empties it")
    func deleting() throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("rm", "App/Documents/link", "App/Documents/linked directory").status == 0)
        #expect(try sandbox.text("App/Documents/a.txt") == "alpha" && sandbox.has("App/Documents/Inbox/mail.txt"))
        #expect(try !sandbox.has("App/Documents/link") && !sandbox.has("App/Documents/linked directory"))
        #expect(try sandbox.run("rm", "App/Documents").status == 0)
        #expect(try sandbox.run("ls", "-aR", "App/Documents").lines.map { $0.suffix(6) } == ["Inbox/"])
        #expect(try sandbox.text("data/Trash/files/mail.txt") == "mail")
    }

    @Test("exporting the whole container omits the items that the app may not read")
    func exportAll() throws {
        let sandbox = try SharingSandbox("write('App/SystemData/secret', b's')")
        let result = try sandbox.run("export", "App", "--to", "host/out")
        #expect(result.status == 0 && result.errors.contains("SystemData"))
        #expect(try sandbox.has("host/out/App/Library/Caches/thumb") && !sandbox.has("host/out/App/SystemData"))
        let owner = try sandbox.run("export", "App", "--to", "host/out/all", "--as", "owner")
        #expect(owner.status == 0, "\(owner.errors)")
        #expect(try sandbox.tree("host/out/all").dropFirst() == sandbox.tree("App").dropFirst())
    }

    @Test("go-on performs the permitted changes and reports the rest by its status, and roll-back does nothing")
    func errors() throws {
        let sandbox = try SharingSandbox()
        let all = ["rm", "App/Documents/a.txt", "App/Library", "App/Documents/b.txt"]
        let rolledBack = try sandbox.run(all + ["--on-error", "roll-back"])
        #expect(rolledBack.status == 77 && rolledBack.stdout.isEmpty)
        #expect(try sandbox.has("App/Documents/a.txt"))
        let wentOn = try sandbox.run(all)
        #expect(wentOn.status == 77 && wentOn.lines.count == 2)
        #expect(try !sandbox.has("App/Documents/a.txt") && !sandbox.has("App/Documents/b.txt"))
    }

    @Test("a purge deletes purgeable items, keeps excluded ones, and can be undone")
    func purge() throws {
        let sandbox = try SharingSandbox(
            "write('App/tmp/kept'); os.setxattr('App/tmp/kept', 'user.com.apple.MobileBackup', b'')")
        let before = try sandbox.tree("App")
        let result = try sandbox.run("purge", "App", "--event", "low-storage")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.has("App/tmp/kept") && !sandbox.has("App/tmp/t") && !sandbox.has("App/Library/Caches"))
        #expect(try sandbox.has("App/Documents/a.txt") && sandbox.has("App/Library/Preferences/p.plist"))
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
        #expect(try sandbox.run("purge", "App", "--event", "low-storage", "--running").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test("exclude sets the attribute of iOS, include removes it, and both may be repeated")
    func exclusion() throws {
        let sandbox = try SharingSandbox()
        let value =
            "import os, sys; print(os.getxattr(sys.argv[1], 'user.com.apple.metadata:com_apple_backup_excludeItem'))"
        for path in ["App/Documents/a.txt", "App/Library/Caches"] {
            for _ in 0..<2 { #expect(try sandbox.run("exclude", path).status == 0) }
            #expect(try python(value, sandbox(path)) == "b'com.apple.MobileBackup'\n")
            #expect(try sandbox.run("include", path).status == 0)
            #expect(throws: ScriptError.self) { try python(value, sandbox(path)) }
            #expect(try sandbox.run("include", path).status == 0)
        }
    }

    @Test("JSON contains the decisions, the plan and the outcome")
    func json() throws {
        let sandbox = try SharingSandbox()
        try python(
            """
            import json, sys
            report = json.load(sys.stdin)
            assert [i['outcome'] for i in report['decisions']] == ['allowed'], report
            assert report['plan']['items'][0]['change'] == 'copy' and report['plan']['counts']['files'] == 4, report
            """, input: try sandbox.run("import", "host/tree", "--to", "App", "--json", "-n").stdout)
        try python(
            """
            import json, sys
            report = json.load(sys.stdin)
            assert report['outcome']['state'] == 'done' and report['outcome']['items'][0]['result'] == 'done', report
            """, input: try sandbox.run("import", "host/tree", "--to", "App", "--json").stdout)
        try python(
            """
            import json, sys
            entries = [json.loads(line) for line in sys.stdin]
            assert len(entries) == 1 and entries[0]['title'] == 'import' and entries[0]['state'] == 'done', entries
            assert len(entries[0]['items']) == entries[0]['itemCount'] == 1, entries
            """, input: try sandbox.run("journal", "--json").stdout)
    }

    @Test("the journal's JSON has the first hundred items of an operation, and their total number")
    func longJournal() throws {
        let sandbox = try SharingSandbox("for n in range(120): write(f'host/many/{n}')")
        let files = (0..<120).map { "host/many/\($0)" }
        #expect(try sandbox.run(["import"] + files + ["--to", "App/Documents"]).status == 0)
        try python(
            """
            import json, sys
            entry = json.loads(sys.stdin.readline())
            assert len(entry['items']) == 100 and entry['itemCount'] == 120, entry
            """, input: try sandbox.run("journal", "--json").stdout)
    }

    @Test("an operation whose report cannot be printed says so, and how to undo it")
    func outputThatFails() throws {
        let sandbox = try SharingSandbox()
        let words = ["cp", sandbox("App/Documents/a.txt"), sandbox("App/Documents/b.txt"), sandbox("App/tmp/")]
        func run(_ options: String...) throws -> CommandResult {
            let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
            return try runCommand(
                ["env"] + variables + ["sh", "-c", "exec \"$0\" \"$@\" > /dev/full", sandglass] + words + options)
        }
        let planned = try run("--dry-run")
        #expect(planned.status == 74 && planned.errors.hasSuffix("could not be written to standard output\n"))
        let failed = try run()
        #expect(failed.status == 74 && failed.errors.contains("`sandglass undo 1` reverts it"), "\(failed.errors)")
        #expect(failed.errors.hasSuffix("the report could not be written to standard output\n"))
        #expect(try sandbox.has("App/tmp/a.txt") && sandbox.has("App/tmp/b.txt"))
    }

    @Test("a rule refuses an operation whether or not a journal can be kept")
    func refusalWithoutJournal() throws {
        let sandbox = try SharingSandbox()
        for (words, status) in [
            (["rm", "App/Library"], Int32(77)), (["rm", "App/Documents/a.txt"], 73),
            // Opening a document in place changes nothing.
            (
                [
                    "deliver", "host/plan.pdf", "--to", "App", "--from", "files", "--app-info", "Info.plist",
                    "--opens-in-place", "yes",
                ], 0
            ),
        ] {
            let result = try runCommand(
                ["env", "-C", sandbox("."), "-u", "HOME", "-u", "XDG_STATE_HOME", "-u", "XDG_DATA_HOME", sandglass]
                    + words)
            #expect(result.status == status, "\(result.errors)")
            #expect(result.errors.contains("a journal cannot be kept") == (status == 73), "\(result.errors)")
        }
        #expect(try sandbox.has("App/Documents/a.txt"))
    }
}
