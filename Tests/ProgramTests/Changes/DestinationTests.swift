import TestSupport
import Testing

@Suite("Destinations that do not exist", .onManyThreads)
struct DestinationTests {
    private static let template = SharingSandbox.template(
        """
        import shutil
        shutil.rmtree('App/Library/Preferences')
        write('App/Documents/Photos/1.png'); os.mkdir('App/Documents/Sub'); write('App/Documents/report.txt', b'report'); os.mkdir('host/Desktop')
        """)

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    /// The words of a command, and its suggestions.
    static let guesses = [
        ("import host/file.txt --to App/Library/Preferencs", "App/Library/Preferences"),
        ("import host/file.txt --to App/Library/preferences", "App/Library/Preferences"),
        ("import host/file.txt --to App/Documents/Phtoos", "App/Documents/Photos"),
        ("import host/file.txt --to App/documents", "App/Documents"),
        ("import host/file.txt --to App/Documents/Photo/", "App/Documents/Photos"),
        ("import host/file.txt --to App/Documents/reprot.txt", "App/Documents/report.txt"),
        ("import host/file.txt --to App/Librry/Caches", "App/Library/Caches"),
        ("import host/file.txt host/plan.pdf --to App/Documents/Photo", "App/Documents/Photos"),
        ("cp App/Documents/a.txt App/Documents/Inbx", "App/Documents/Inbox"),
        ("cp App/Documents/a.txt App/Library/Cahces", "App/Library/Caches"),
        ("mv App/Documents/a.txt App/Library/Preferencs", "App/Library/Preferences"),
        ("mv App/Documents/a.txt App/tpm", "App/tmp"), ("export App/Documents/a.txt --to host/otu", "host/out"),
        ("export App/Documents/a.txt --to host/Desktp", "host/Desktop"),
        ("export App --to host/desktop", "host/Desktop"),
        ("import host/file.txt --to App/Library/Pref", "App/Library/Preferences"),
        ("import host/file.txt --to App/Libr/Caches", "App/Library/Caches"),
        ("import host/file.txt --to App/Documents/Subs", "App/Documents/Sub"),
        ("cp App/Documents/a.txt App/Documents/report.tx", "App/Documents/report.txt"),
        ("mv App/Documents/a.txt App/Documents/Phot", "App/Documents/Photos"),
        ("export App/Documents/a.txt --to host/Desk", "host/Desktop"),
        ("import host/file.txt --to App/Library/Preferences_", "App/Library/Preferences"),
    ]

    @Test("a name that is nearly an existing one is refused with a suggestion", arguments: guesses)
    func guess(words: String, suggestion: String) throws {
        let sandbox = try sandbox()
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let arguments = words.split(separator: " ").map { String($0.map { $0 == "_" ? " " : $0 }) }
        let result = try sandbox.run(arguments)
        #expect(result.status == 66, "\(result.errors)")
        #expect(result.errors.contains(": no such file or directory. Did you mean \(suggestion)?"), "\(result.errors)")
        #expect(result.stdout.isEmpty)
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
    }

    /// The words of a command, and the path that exists afterwards.
    static let names = [
        ("import host/file.txt --to App/Documents/new", "App/Documents/new"),
        ("import host/file.txt --to App/Library/Preferences", "App/Library/Preferences/file.txt"),
        ("import host/file.txt --to App/Library/Preferences/", "App/Library/Preferences/file.txt"),
        ("import host/file.txt --to App/Library/Preferences/other.plist", "App/Library/Preferences/other.plist"),
        ("import host/file.txt --to App/Library/Preferencs --new-name", "App/Library/Preferencs"),
        ("cp App/Documents/a.txt App/Documents/c.txt", "App/Documents/c.txt"),
        ("mv App/Documents/report.txt App/Documents/reports.txt", "App/Documents/reports.txt"),
        ("mv App/Documents/report.txt App/Documents/Report.txt", "App/Documents/Report.txt"),
        ("cp App/Documents/Photos App/Documents/Photos2", "App/Documents/Photos2/1.png"),
        ("cp App/Documents/a.txt App/Documents/report.txt2", "App/Documents/report.txt2"),
        ("cp App/Documents/a.txt App/Documents/report.md", "App/Documents/report.md"),
        ("cp App/Documents/a.txt App/Documents/Photos.zip", "App/Documents/Photos.zip"),
        ("import host/file.txt --to App/Library/Pref --new-name", "App/Library/Pref"),
        ("import host/file.txt --to App/Documents/Subs --new-name", "App/Documents/Subs"),
        ("export App/Documents --to host/all", "host/all/a.txt"),
        ("export App --to host/out/all", "host/out/all/tmp/t"),
        ("import host/file.txt --to App/Library/Cookies", "App/Library/Cookies/file.txt"),
        ("mv App/Documents/a.txt App/Library/WebKit", "App/Library/WebKit/a.txt"),
        ("cp App/Documents/a.txt App/tmp/org.example.app-Inbox", "App/tmp/org.example.app-Inbox/a.txt"),
        ("import host/file.txt --to App/Documents/Photos/.", "App/Documents/Photos/file.txt"),
        ("import host/file.txt --to App/Library/Preferences/.", "App/Library/Preferences/file.txt"),
        ("mv App/Documents/Photos/1.png App/Documents/Photos/..", "App/Documents/1.png"),
        ("export App/Documents/a.txt --to host/Desktop/..", "host/a.txt"),
    ]

    /// Paths where nothing is, and what every command says of them.
    static let missing: [(path: String, says: String)] = [
        ("none", "none: no such file or directory"),
        ("none/x", "none/x: no such file or directory; nor is there a directory none"),
        ("host/none", "host/none: no such file or directory"),
        ("host/none/x/", "host/none/x: no such file or directory; nor is there a directory host/none"),
        (
            "App/Documents/none/x",
            "App/Documents/none/x: no such file or directory; nor is there a directory App/Documents/none"
        ),
        (
            "App/Documents/none/x/",
            "App/Documents/none/x: no such file or directory; nor is there a directory App/Documents/none"
        ),
    ]

    @Test("all commands report a missing destination in the same words", arguments: missing)
    func missingDestination(path: String, says: String) throws {
        let sandbox = try sandbox()
        var commands = [
            "import host/file.txt --to \(path)", "cp App/Documents/a.txt \(path)", "mv App/Documents/a.txt \(path)",
        ]
        // Outside of containers, an export takes the last name as a new one.
        if path.hasPrefix("host"), path.contains("/x") { commands = ["export App/Documents/a.txt --to \(path)"] }
        for command in commands {
            let result = try sandbox.run(command.split(separator: " ").map(String.init))
            #expect(result.status == 66 && result.errors == "sandglass: \(says)\n", "\(command): \(result.errors)")
        }
    }

    @Test("a new name is accepted, and a standard directory is created", arguments: names)
    func name(words: String, path: String) throws {
        let sandbox = try sandbox()
        let result = try sandbox.run(words.split(separator: " ").map(String.init))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try sandbox.has(path))
    }

    @Test(
        "a path that cannot be a new name is refused with a hint",
        arguments: [
            ("import host/file.txt --to App/Documents/none/", "sandglass mkdir"),
            ("import host/file.txt host/plan.pdf --to App/Documents/none", "sandglass mkdir"),
            ("export App/Documents/a.txt --to host/none/", "`mkdir`"),
            (
                "export App/Documents/a.txt --to host/none/deeper",
                "deeper: no such file or directory; nor is there a directory host/none"
            ),
            ("import host/file.txt --to App/Documents/a.txt/", "not a directory"),
            ("import host/file.txt --to App/Documents/Photo/ --new-name", "Did you mean"),
            ("import host/file.txt --to App/Documents/none/.", "sandglass mkdir"),
            ("import host/file.txt --to App/Documents/none/./.", "sandglass mkdir"),
            ("import host/file.txt --to App/Documents/none/..", "no such file or directory"),
            ("cp App/Documents/a.txt App/Documents/none/.", "sandglass mkdir"),
            ("mv App/Documents/a.txt App/Documents/none/.", "sandglass mkdir"),
            ("mv App/Documents/a.txt App/Documents/none/. --new-name", "sandglass mkdir"),
            ("export App/Documents/a.txt --to host/none/.", "`mkdir`"),
            ("import host/file.txt --to App/Documents/a.txt/.", "not a directory"),
            ("cp App/Documents/a.txt App/Documents/b.txt/./", "not a directory"),
            ("export App/Documents/a.txt --to host/file.txt/.", "not a directory"),
            ("import host/file.txt --to App/Documents/Photo/.", "Did you mean"),
        ])
    func refused(words: String, says: String) throws {
        let sandbox = try sandbox()
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let result = try sandbox.run(words.split(separator: " ").map(String.init))
        #expect(result.status == 66 && result.errors.contains(says), "\(result.errors)")
        #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
    }

    /// The words of commands that would put a file where iOS has a directory.
    static let directoryNames = [
        "rename App/Documents/a.txt --to Inbox", "rename App/Library/x --to Cookies",
        "mkdir --file App/Documents/Inbox",
        "mkdir --file App/Library/WebKit --as owner", "import host/Documents --to App --as owner --on-conflict replace",
        "import host/Library --to App --as owner --merge", "cp App/Documents/link App/Documents/Inbox --new-name",
        "verdict rename App/Documents/a.txt App/Documents/Inbox", "verdict create-file App/Documents/Inbox",
        "verdict create-file App/Library/Cookies --as owner",
    ]

    @Test("no file can take the name of a directory of iOS", arguments: directoryNames)
    func directoryName(words: String) throws {
        let sandbox = try SharingSandbox(
            """
            import shutil; shutil.rmtree('App/Documents/Inbox')
            write('App/Library/x'); write('host/Documents'); write('host/Library/Caches')
            """)
        let before = try sandbox.tree("App")
        let result = try sandbox.run(words.split(separator: " ").map(String.init))
        #expect(result.status == 77, "\(result.errors)")
        let told = result.errors + String(decoding: result.stdout, as: UTF8.self)
        // cp takes Inbox for the directory itself, into which nothing may be copied.
        #expect(told.contains(words.hasPrefix("cp") ? "Inbox" : "iOS has a directory at"), "\(told)")
        #expect(try sandbox.tree("App") == before)
    }

    @Test("a verdict on a missing standard directory is about an item in it, like the operation")
    func verdictIntoPlace() throws {
        let result = try sandbox().run("verdict", "move", "App/Documents/a.txt", "App/Library/Cookies", "--json")
        #expect(String(decoding: result.stdout, as: UTF8.self).contains(#""destination" : "Library/Cookies/a.txt""#))
        #expect(result.status == 0)
    }

    @Test(
        "an empty file is not created at the path of a directory", arguments: ["new/", "new/.", "new/./", "Photos/.."])
    func emptyFile(path: String) throws {
        let sandbox = try sandbox()
        let before = try sandbox.tree("App")
        let result = try sandbox.run("mkdir", "--file", "App/Documents/" + path)
        #expect(result.status == 64 && result.errors.contains("is the path of a directory"), "\(result.errors)")
        #expect(try sandbox.tree("App") == before)
        if !path.hasSuffix("..") { #expect(try sandbox.run("mkdir", "App/Documents/" + path).status == 0) }
    }

    @Test(
        "a verdict is about an item in a directory if the path ends like a directory's",
        arguments: ["", "/", "/.", "/./"])
    func verdict(ending: String) throws {
        let sandbox = try sandbox()
        let result = try sandbox.run("verdict", "copy", "App/Documents/a.txt", "App/tmp/none" + ending, "--json")
        let target = ending.isEmpty ? #""tmp/none""# : #""tmp/none/a.txt""#
        let report = String(decoding: result.stdout, as: UTF8.self)
        #expect(report.contains(#""destination" : \#(target)"#), "\(report)")
    }

    @Test(
        "an export is never written into another container, past its rules",
        arguments: [
            "other/Documents", "other/Documents/new", "way", "other", "P.xcappdata", "P.xcappdata/AppData/tmp/x",
        ])
    func exportIntoContainer(place: String) throws {
        let sandbox = try SharingSandbox(
            """
            write('other/.com.apple.mobile_container_manager.metadata.plist', plistlib.dumps(
                {'MCMMetadataIdentifier': 'org.example.other', 'MCMMetadataContentClass': 2}))
            os.makedirs('other/Documents'); os.makedirs('P.xcappdata/AppData/tmp'); os.symlink('other/Documents', 'way')
            """)
        let before = try sandbox.tree("other") + sandbox.tree("P.xcappdata")
        let result = try sandbox.run("export", "App/Documents/a.txt", "--to", place)
        let isPackage = place == "P.xcappdata"
        // Items next to the container in a package belong to the package.
        #expect(result.status == (isPackage ? 77 : 64), "\(result.errors)")
        #expect(result.errors.contains(isPackage ? "is in a package" : "another container"))
        #expect(try sandbox.tree("other") + sandbox.tree("P.xcappdata") == before)
    }

    /// The words of a command, the answer, the exit status, and the path that exists afterwards.
    static let answers: [(words: String, answer: String, status: Int32, path: String)] = [
        ("import host/file.txt --to App/Library/Preferencs", "y", 0, "App/Library/Preferences/file.txt"),
        ("import host/file.txt --to App/Library/Preferencs", "n", 0, "App/Library/Preferencs"),
        ("import host/file.txt --to App/Library/Preferencs", "c", 130, ""),
        ("mv App/Documents/a.txt App/Documents/Photo/", "y", 0, "App/Documents/Photos/a.txt"),
        ("cp App/Documents/a.txt App/Documents/new/", "m", 0, "App/Documents/new/a.txt"),
        ("export App/Documents/a.txt App/Documents/b.txt --to host/new", "m", 0, "host/new/b.txt"),
    ]

    @Test("on a terminal the user is asked", arguments: answers)
    func asked(words: String, answer: String, status: Int32, path: String) throws {
        let sandbox = try sandbox()
        let before = try sandbox.tree("App") + sandbox.tree("host")
        let terminal = try sandbox.terminal(words.split(separator: " ").map(String.init))
        try terminal.waitFor("[c]ancel?")
        try terminal.send("\(answer)\r")
        #expect(try terminal.waitForExit() == .exited(status), "\(terminal.text)")
        if path.isEmpty {
            #expect(try sandbox.tree("App") + sandbox.tree("host") == before)
        } else {
            #expect(try sandbox.has(path))
        }
    }
}
