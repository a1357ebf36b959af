import TestSupport
import Testing

@Suite("What is written outside of operations", .onManyThreads)
struct WritingPlaceTests {
    /// A backup, a bare copy of a container recognizable only by names, links into containers, and one out of one.
    private static let template = SharingSandbox.template(
        """
        for name in ['Documents', 'Library', 'tmp', 'SystemData']: os.makedirs('Bare/' + name)
        os.makedirs('P.xcappdata/AppData/Documents')
        os.symlink('App/Documents', 'way')
        os.symlink('../../host/out', 'App/Documents/out')
        """)

    /// Commands that write to `@`, and the suffix they append to it.
    private static let commands: [(words: [String], suffix: String)] = [
        (["new", "@", "--bundle-id", "org.example.new"], ".xcappdata"), (["pack", "App", "@"], ".xcappdata"),
        (["pack", "App", "@"], ".zip"), (["pack", "--backup", "App", "@"], ""),
        (["demo", "--no-browse", "--at", "@"], ""), (["hash", "host/tree", "--output", "@"], ".json"),
        (["snapshots", "App", "--export", "@"], ""), (["manual", "--install", "@"], ""),
        (["demo", "snapshot-hide", "--keep", "@"], ""), (["demo", "snapshot-hide", "--record", "@"], ".cast"),
    ]

    /// Places in containers: allowed by the rules and not, by a link from outside, by a link out, and in new
    /// directories.
    private static let places = [
        "P.xcappdata/AppData/Documents/x", "P.xcappdata/AppData/x", "way/x", "App/SystemData/x", "Bare/Documents/x",
        "Bare/SystemData/x", "App/Documents/new/deep/x", "App/Documents/out/x",
    ]

    @Test("every command refuses a path in a container, also in read-only mode", arguments: pairs(commands, places))
    func refused(command: (words: [String], suffix: String), place: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let before = try sandbox.tree("")
        let words = command.words.map { $0 == "@" ? place + command.suffix : $0 }
        for environment in [[], ["SANDGLASS_READ_ONLY=1"]] {
            let result = try sandbox.run(words, environment: environment)
            // Packing the container itself has a separate message.
            let isPacked = words[0] == "pack" && result.status == 64 && result.errors.contains("would be packed")
            #expect(isPacked || result.status == 77, "\(words): \(result.text)\(result.errors)")
            let says = place.contains("out/") ? "out of the container" : "in a container"
            #expect(isPacked || result.errors.contains(says), "\(result.errors)")
        }
        #expect(try sandbox.tree("") == before)
    }

    @Test(
        "the refusal states the alternative, and the rule against it",
        arguments: [
            ("App/Documents/x.xcappdata", ["directory outside of containers", "`sandglass import`"]),
            ("App/SystemData/x.xcappdata", ["directory outside of containers", "SystemData"]),
            ("App/x.xcappdata", ["directory outside of containers", "the container"]),
        ])
    func sentences(path: String, says: [String]) throws {
        let sandbox = try SharingSandbox()
        let result = try sandbox.run("new", path, "--bundle-id", "org.example.new")
        #expect(result.status == 77)
        for words in says { #expect(result.errors.contains(words), "\(result.errors)") }
        #expect(result.errors.contains("import") == path.contains("Documents"), "\(result.errors)")
        let readOnly = try sandbox.run("new", "--read-only", path, "--bundle-id", "org.example.new")
        #expect(readOnly.status == 77 && readOnly.errors.contains("read-only mode"), "\(readOnly.errors)")
    }

    @Test("a domain is not unpacked into a container")
    func unpack() throws {
        let sandbox = try SharingSandbox()
        let backup = try SampleBackup("add(APP, '')\nadd(APP, 'Documents')\nadd(APP, 'Documents/a.txt', b'hello')")
        let before = try sandbox.tree("")
        for place in ["App/Documents/out", "App/tmp/x.xcappdata", "App/SystemData/y"] {
            let result = try sandbox.run("unpack", backup.path, "org.example.app", place)
            #expect(result.status == 77 && result.errors.contains("in a container"), "\(result.errors)")
        }
        #expect(try sandbox.tree("") == before)
        #expect(try sandbox.run("unpack", "--read-only", backup.path, "org.example.app", "host/D").status == 0)
        #expect(try sandbox.text("host/D/Documents/a.txt") == "hello")
    }

    /// Places in directories that hold containers, and the refusals.
    private static let holders = [
        ("P.xcappdata", "is in a package"), ("Demo", "is in a bundle container"),
        ("backup", "is in a MobileSync backup"),
    ]

    @Test(
        "neither a backup nor the surroundings of the container in a package get other files",
        arguments: commands + [(["export", "App/Documents/a.txt", "--to", "@"], "")])
    func holders(command: (words: [String], suffix: String)) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let backup = try SampleBackup("add(APP, '')\nadd(APP, 'Documents')")
        _ = try sandbox.run("demo", "--no-browse", "--at", "Demo")
        let bundle = try runCommand(["sh", "-c", "echo \(sandbox("Demo"))/Containers/Bundle/Application/*"]).lines[0]
        let before = try (sandbox.tree(""), SharingSandbox.tree(at: backup.path))
        for (holder, says) in Self.holders {
            let directory = ["backup": backup.path, "Demo": String(bundle)][holder] ?? holder
            // Exported items go into a directory that exists.
            let place = command.words[0] == "export" ? directory : directory + "/deep/x" + command.suffix
            let words = command.words.map { $0 == "@" ? place : $0 }
            for environment in [[], ["SANDGLASS_READ_ONLY=1"]] {
                let result = try sandbox.run(words, environment: environment)
                #expect(result.status == 77 && result.errors.contains(says), "\(words): \(result.text)\(result.errors)")
            }
        }
        #expect(try sandbox.tree("") == before.0)
        #expect(try SharingSandbox.tree(at: backup.path) == before.1)
    }

    @Test("a home directory is not a container, whatever is in it", arguments: ["new", "demo"])
    func home(command: String) throws {
        let sandbox = try SharingSandbox("for name in ['Documents', 'Library', 'tmp']: os.makedirs('home/' + name)")
        let words =
            command == "new"
            ? ["new", "home/Documents/x.xcappdata", "--bundle-id", "org.example.new"]
            : ["demo", "--no-browse", "--at", "home/Documents/demo"]
        let result = try sandbox.run(words, environment: ["HOME=" + sandbox("home")])
        #expect(result.status == 0, "\(result.errors)")
    }
}
