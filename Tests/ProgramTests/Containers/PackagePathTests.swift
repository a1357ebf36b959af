import System
import TestSupport
import Testing

@Suite("Paths behind a package's name", .onManyThreads)
struct PackagePathTests {
    private static let template = SharingSandbox.template(
        """
        os.makedirs('Pack.xcappdata')
        write('Pack.xcappdata/AppDataInfo.plist', plistlib.dumps({'CFBundleIdentifier': 'org.example.app'}))
        os.rename('App', 'Pack.xcappdata/AppData')
        write('Pack.xcappdata/beside.txt', b'beside')
        os.system('zip -qry pack.zip Pack.xcappdata')
        """)

    private func sandbox() throws -> SharingSandbox { try SharingSandbox(copyOf: Self.template.get()) }

    @Test(
        "a package stands for its container",
        arguments: [
            ["ls"], ["ls", "-lR"], ["find", ""], ["usage"], ["info"], ["explain"], ["grep", "alpha"],
            ["verdict", "list"],
            ["hash"],
        ])
    func reading(command: [String]) throws {
        let sandbox = try sandbox()
        let short = try sandbox.run(command + ["Pack.xcappdata/Documents"])
        let long = try sandbox.run(command + ["Pack.xcappdata/AppData/Documents"])
        // Paths that are printed begin with the one that was given.
        let texts = [short, long].map { $0.text.replacing("Pack.xcappdata/AppData/", with: "Pack.xcappdata/") }
        #expect(long.status == 0 && short.status == 0 && texts[0] == texts[1], "\(short.errors)")
    }

    @Test("files, values and absent places are found there, in an archive too")
    func items() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("show", "Pack.xcappdata/Documents/a.txt").text == "alpha\n")
        #expect(try sandbox.run("explain", "Pack.xcappdata/Library/SyncedPreferences").status == 0)
        #expect(try sandbox.run("ls", "pack.zip/Pack.xcappdata/Documents").text.contains("a.txt"))
        let missing = try sandbox.run("ls", "Pack.xcappdata/Documents/none")
        #expect(missing.status == 66 && missing.errors.contains("none: no such file"))
    }

    @Test("what lies beside the container comes first")
    func beside() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("ls", "Pack.xcappdata/beside.txt").text.contains("beside.txt"))
        _ = try runCommand(["mkdir", sandbox("Pack.xcappdata/Documents")])
        #expect(try !sandbox.run("ls", "Pack.xcappdata/Documents").text.contains("a.txt"))
    }

    @Test("files are copied, made and removed there, and nothing beside the container")
    func changing() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("import", "host/file.txt", "--to", "Pack.xcappdata/Documents").status == 0)
        #expect(try sandbox.text("Pack.xcappdata/AppData/Documents/file.txt") == "from here")
        #expect(try sandbox.run("mkdir", "Pack.xcappdata/Documents/new").status == 0)
        #expect(try sandbox.has("Pack.xcappdata/AppData/Documents/new"))
        #expect(try sandbox.run("rm", "Pack.xcappdata/Documents/file.txt").status == 0)
        #expect(try !sandbox.has("Pack.xcappdata/AppData/Documents/file.txt"))
        #expect(try !sandbox.has("Pack.xcappdata/Documents"))
    }
}
