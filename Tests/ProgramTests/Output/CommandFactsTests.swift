import Screen
import TestSupport
import Testing

/// The messages of commands to a user who has not read the manual.
@Suite("What commands say", .onManyThreads)
struct CommandFactsTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(
            """
            write('App/Documents/a.txt', b'text of a')
            write('App/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps({
                'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2,
                'MCMMetadataUUID': '0B1C2D3E-0000-4000-8000-000000000001'}))
            """)
    }

    @Test("on a terminal, Enter alone is not an answer: advise keeps asking and ends with the possible places")
    func unknownAnswers() throws {
        let terminal = try PseudoTerminal(
            sandglass, ["advise"], environment: ["TERM": "xterm-256color"], size: Size(columns: 160, rows: 60))
        var asked = 0
        while asked < 12 {
            asked += 1
            try terminal.waitUntil("question \(asked), or the end") {
                $0.text.ranges(of: "Enter: don't know]").count >= asked || $0.text.contains("possibilities")
            }
            if terminal.text.contains("possibilities") { break }
            try terminal.send("\r")
        }
        #expect(asked > 1 && terminal.text.contains("possibilities"))
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("a UUID and a class of the metadata are named as such by info")
    func metadata() throws {
        let text = try sandbox.run("info", "App").text
        #expect(text.contains("metadata UUID") && text.contains("its directory on a device may have another"))
        #expect(text.contains("2  (data container)") && !text.contains("content class"), "\(text)")
    }

    @Test("for an item that stays in place, advise states its possible needs, not that its place is wrong")
    func inPlace() throws {
        try sandbox.write("App/Documents/movie.mp4", String(repeating: "x", count: 11 << 20))
        let text = try sandbox.run("advise", "App/Documents/movie.mp4").text
        #expect(text.contains("in the right place, but may need a change"), "\(text)")
        #expect(text.contains("sandglass exclude") && !text.contains("wrong place"))
        let root = try sandbox.run("explain", "App")
        #expect(root.status == 0)
    }

    @Test("an editor that does not exist is reported once, by the program")
    func missingEditor() throws {
        for editor in ["/nope", "nope-editor --wait"] {
            let result = try sandbox.run(
                ["edit", "App/Documents/a.txt"], environment: ["VISUAL=", "EDITOR=\(editor)"])
            #expect(result.status == 69 && result.errors.contains("nope"), "\(result.errors)")
            #expect(!result.errors.contains("sh:"), "\(result.errors)")
        }
        // Assignments and arguments before or after the name are the shell's.
        let result = try sandbox.run(
            ["edit", "App/Documents/a.txt"], environment: ["VISUAL=", "EDITOR=X=1 sh -c 'echo edited >\"$1\"' sh"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.text("App/Documents/a.txt") == "edited\n")
    }

    @Test(
        "while the device is locked, ls says how many files have an unknown protection class",
        arguments: [("App/Documents", "2 files have"), ("App/Documents/a.txt", "1 file has")])
    func unknownProtection(path: String, count: String) throws {
        let remark = "\(count) an unknown protection class and may be unreadable while the device is locked"
        for (state, says) in [("--locked", true), ("--not-unlocked", true), ("-a", false)] {
            let result = try sandbox.run("ls", state, path)
            #expect(result.status == 0 && result.errors.contains(remark) == says, "\(state) \(result.errors)")
            #expect(result.text.contains("RWDB"))
        }
    }

    @Test("anything but a regular file is not a property list")
    func notAList() throws {
        let result = try sandbox.run("app-info", "App", "--set", "--app-info", "/dev/null")
        #expect(result.status == 65 && !result.errors.contains("Invalid argument"), "\(result.errors)")
    }

    @Test("the journal names the exported item, not the directory that was made for it")
    func exported() throws {
        #expect(try sandbox.run("export", "App", "--to", "host/all").status == 0)
        let line = try #require(try sandbox.run("journal").lines.first)
        #expect(line.contains("export as app  App/") && line.hasSuffix(" more"), "\(line)")
    }

    @Test("lists have column headings")
    func headings() throws {
        let apps = try sandbox.run("apps", "App")
        #expect(apps.lines.first?.hasPrefix("NAME  ") == true && apps.lines.count == 2, "\(apps.text)")
        #expect(apps.lines.last?.hasPrefix("-     org.example.app  ") == true, "\(apps.text)")
        #expect(try sandbox.run("exclude", "App/Documents/a.txt").status == 0)
        let excluded = try sandbox.run("exclude", "--list", "App").lines
        #expect(excluded.first?.hasPrefix("WHERE ") == true, "\(excluded)")
        #expect(excluded.count > 1 && excluded[1].hasPrefix("own  "))
        #expect(try sandbox.run("backup-set", "App").lines.contains("+ backed up, - left out, with the reason"))
    }

    @Test("several demonstrations in one directory, and archives of containers, are found")
    func nested() throws {
        for name in ["one", "two"] {
            let uuid = "6B1F0C52-0000-4000-8000-00000000000\(name.utf8.count)"
            let data = "several/\(name)/Containers/Data/Application/\(uuid)"
            try sandbox.write("\(data)/Documents/a.txt", name)
            try sandbox.write("\(data)/Library/b.txt", name)
            try sandbox.write("\(data)/tmp/c.txt", name)
        }
        try sandbox.write("several/deep/er/x/Documents/a.txt", "")
        #expect(try sandbox.run("apps", "several").lines.count == 3)
        try python(
            """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1] + '/saved.xcappdata.zip', 'w') as archive:
                archive.writestr('saved.xcappdata/AppData/Documents/a.txt', 'text')
            with zipfile.ZipFile(sys.argv[1] + '/unrelated.zip', 'w') as archive:
                archive.writestr('saved.xcappdata/AppData/Documents/a.txt', 'text')
            """, sandbox("several"))
        let found = try sandbox.run("apps", "several")
        #expect(found.lines.count == 4, "\(found.text)\(found.errors)")
        #expect(found.text.contains("saved.xcappdata.zip") && !found.text.contains("unrelated"))
        try sandbox.write("none/deep/er/x/Documents/a.txt", "")
        let none = try sandbox.run("apps", "none")
        #expect(none.status == 65 && none.errors.contains("8 levels deep"), "\(none.errors)")
    }
}
