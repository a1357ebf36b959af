import TestSupport
import Testing

@Suite("Links out of containers", .onManyThreads)
struct LinksOutTests {
    /// Links out of a container with metadata, of a package, of one that only looks like one, and of a bundle: to a file,
    /// and to a directory on the way. Links to other items of the same container. A link outside of containers.
    private static let template = SharingSandbox.template(Script.text("links_out_template"))

    private static let roots = [
        "App/Documents", "P.xcappdata/AppData/Documents", "Bare/Documents", "X.app", "Shortcut",
    ]
    private static let ways = ["up", "absolute", "way/secret.txt", "way/more/secret.plist", "into/../way/secret.txt"]

    @Test("show and hash name the link and its target, and follow it only on request", arguments: pairs(roots, ways))
    func refused(root: String, way: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let path = root + "/" + way
        for words in [["show"], ["show", "--as", "raw"], ["hash"], ["hash", "--sha256sum"]] {
            let result = try sandbox.run(words + [path])
            #expect(result.status == 65, "\(words): \(result.text)\(result.errors)")
            let link = way.hasPrefix("into") ? "way" : String(way.split(separator: "/")[0])
            #expect(result.errors.contains("/" + link + " → ") || result.errors.contains(" " + link + " → "))
            #expect(result.errors.contains("host") && result.errors.contains("--follow"), "\(result.errors)")
            #expect(result.stdout.isEmpty)
            let followed = try sandbox.run(words + ["--follow", path])
            #expect(followed.status == 0 && !followed.stdout.isEmpty, "\(words): \(followed.errors)")
        }
    }

    @Test("a link to another item of the container is resolved there", arguments: roots)
    func inside(root: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        for (way, text) in [("here", "inside"), ("into/x.txt", "deep")] {
            let shown = try sandbox.run("show", "--as", "raw", root + "/" + way)
            #expect(shown.status == 0 && shown.text == text, "\(shown.errors)")
            #expect(try sandbox.run("hash", "--sha256sum", root + "/" + way).status == 0)
        }
        let broken = try sandbox.run("show", root + "/broken")
        #expect(broken.status == 66 && broken.errors.contains("broken → gone"), "\(broken.errors)")
    }

    @Test(
        "a place that is a link is not followed, whatever shows that it is in a container", arguments: ["App", "Bare"])
    func place(root: String) throws {
        let sandbox = try SharingSandbox(
            """
            import shutil
            shutil.rmtree('App/tmp'); os.symlink('../host', 'App/tmp')
            os.makedirs('Bare/Library'); os.symlink('../host', 'Bare/tmp')
            """)
        let result = try sandbox.run("show", root + "/tmp/file.txt")
        #expect(result.status == 65 && result.errors.contains("tmp → ../host"), "\(result.errors)")
    }

    @Test("outside of containers, links are followed as usual; beside a container in its package, not out of it")
    func outside() throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        #expect(try sandbox.run("show", "--as", "raw", "outside").text == "the secret")
        #expect(try sandbox.run("hash", "--sha256sum", "outside").status == 0)
        let beside = try sandbox.run("show", "P.xcappdata/beside")
        #expect(beside.status == 65 && beside.errors.contains("beside → "), "\(beside.errors)")
    }

    /// Commands that get a path through a link out of the container, and would read, list or copy its target.
    private static let commands: [[String]] = [
        ["ls", "@/way"], ["ls", "-R", "@/way/more"], ["find", "secret", "@/way"], ["grep", "secret", "@/way"],
        ["usage", "@/way"], ["explain", "@/way/secret.txt"], ["advise", "@/way/secret.txt"], ["info", "@/way"],
        ["verify", "@/way"], ["edit", "@/way/secret.txt"], ["export", "@/way/secret.txt", "--to", "host/out"],
        ["cp", "@/way/secret.txt", "App/tmp"], ["mv", "@/way/secret.txt", "App/tmp"], ["rm", "@/way/secret.txt"],
        ["import", "@/way/secret.txt", "--to", "App"], ["import", "host/file.txt", "--to", "@/way/x"],
        ["deliver", "@/up", "--to", "App", "--from", "mail"], ["pack", "@/way", "host/x.xcappdata"],
        ["snapshots", "@/way"], ["backup-set", "@/way"], ["hash", "host/tree", "--check", "@/up"],
        ["ls", "--app-info", "@/way/more/secret.plist", "App"], ["verdict", "read", "@/way/secret.txt"],
    ]

    @Test(
        "no other command goes through a link out of a container, either",
        arguments: pairs(commands, ["App/Documents", "Bare/Documents"]))
    func otherCommands(words: [String], root: String) throws {
        let sandbox = try SharingSandbox(copyOf: Self.template.get())
        let before = try sandbox.tree("host") + sandbox.tree("App")
        let call = words.map { $0.hasPrefix("@") ? root + $0.dropFirst() : $0 }
        let result = try sandbox.run(call, environment: ["EDITOR=f() { printf new > \"$1\"; }; f"])
        #expect(result.status == 65, "\(call): \(result.status) \(result.text)\(result.errors)")
        #expect(result.errors.contains(" → "), "\(result.errors)")
        #expect(!result.text.contains("the secret"))
        #expect(try sandbox.tree("host") + sandbox.tree("App") == before)
    }
}
