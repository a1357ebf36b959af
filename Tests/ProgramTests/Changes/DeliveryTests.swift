import TestSupport
import Testing

@Suite("The deliver command", .onManyThreads)
struct DeliveryTests {
    @Test(
        "a delivery that fails once it has begun to create an inbox leaves nothing in Documents",
        arguments: ["statx", "openat2"])
    func faults(call: String) throws {
        func words(_ sandbox: SharingSandbox, _ tracer: [String]) -> [String] {
            let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
            return ["env", "-C", sandbox("")] + variables + ["strace", "-f", "-qq"] + tracer
                + [sandglass, "deliver", "host/plan.pdf", "--to", "App", "--from", "mail", "--app-info", "Info.plist"]
        }
        func sandbox() throws -> SharingSandbox {
            try SharingSandbox("import shutil; shutil.rmtree('App/Documents/Inbox')")
        }
        let template = try sandbox()
        let log = template("trace")
        let traced = try runCommand(words(template, ["-o", log, "-e", "trace=\(call),mkdirat"]))
        #expect(traced.status == 0, "\(traced.errors)")
        let lines = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n")
        let made = try #require(lines.firstIndex { $0.contains("mkdirat(") && $0.contains(".sandglass-") })
        let first = lines[..<made].count { $0.contains(" \(call)(") } + 1
        for number in first..<(first + 3) {
            let sandbox = try sandbox()
            _ = try runCommand(words(sandbox, ["-o", "/dev/null", "-e", "inject=\(call):error=EIO:when=\(number)"]))
            _ = try sandbox.run("mkdir", "App/Documents/next")
            let left = try runCommand(["find", sandbox("App"), "-name", ".sandglass-*"]).lines
            #expect(left.isEmpty, "\(call) \(number): \(left)")
        }
    }

    @Test("delivered copies are numbered, and their URLs are reported")
    func mail() throws {
        let sandbox = try SharingSandbox("write('host/a b.txt', b'text')")
        for name in ["a%20b.txt", "a%20b-1.txt", "a%20b-2.txt"] {
            let result = try sandbox.run(
                "deliver", "host/a b.txt", "--to", "App", "--from", "mail", "--app-info", "Info.plist", "--json")
            #expect(result.status == 0, "\(result.errors)")
            try python(
                """
                import json, sys
                told = json.load(sys.stdin)
                assert told['url'] == 'file://' + sys.argv[1] + '/Documents/Inbox/' + sys.argv[2], told
                assert told['deviceURL'].endswith('/Documents/Inbox/' + sys.argv[2]), told
                assert told['sourceApplication'] == 'com.apple.mobilemail' and told['openInPlace'] is False, told
                assert 'annotation' in told and told['annotation'] is None, told
                """, sandbox("App"), name, input: result.stdout)
        }
        #expect(try sandbox.text("App/Documents/Inbox/a b-2.txt") == "text")
    }

    @Test("a missing inbox is created, and undo removes it with the copies")
    func missingInbox() throws {
        let sandbox = try SharingSandbox()
        let before = try sandbox.tree("App")
        let result = try sandbox.run(
            "deliver", "host/plan.pdf", "host/file.txt", "--to", "App", "--from", "files", "--app-info", "Info.plist")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("/App/tmp/org.example.app-Inbox/plan.pdf"))
        #expect(try sandbox.text("App/tmp/org.example.app-Inbox/file.txt") == "from here")
        #expect(try sandbox.run("undo", "--container", "App").status == 0)
        #expect(try sandbox.tree("App") == before)
    }

    @Test("an app that opens in place receives the original, and nothing is copied")
    func inPlace() throws {
        let sandbox = try SharingSandbox("os.symlink('plan.pdf', 'host/link.pdf')")
        let before = try sandbox.tree("App")
        let result = try sandbox.run(
            "deliver", "host/link.pdf", "--to", "App", "--from", "files", "--app-info", "Info.plist",
            "--opens-in-place",
            "yes", "--in-place")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.first?.hasSuffix("file://\(sandbox("host/plan.pdf"))") == true)
        #expect(result.text.contains("openInPlace        true"))
        #expect(result.text.contains("File Coordinator") && result.text.contains("File Presenter"))
        #expect(try sandbox.tree("App") == before)
    }

    @Test("an undeclared type is refused with the types that the app declares, and other files arrive")
    func undeclared() throws {
        let sandbox = try SharingSandbox("write('host/photo.png', b'x')")
        let result = try sandbox.run(
            "deliver", "host/photo.png", "host/file.txt", "--to", "App", "--from", "airdrop", "--app-info", "Info.plist"
        )
        #expect(result.status == 77)
        #expect(result.errors.contains("public.png") && result.errors.contains("public.text, com.adobe.pdf"))
        #expect(try sandbox.has("App/Documents/Inbox/file.txt") && !sandbox.has("App/Documents/Inbox/photo.png"))
    }

    @Test("the browser shows in full why a document is refused, with the app's declarations")
    func refusalInTheBrowser() throws {
        let sandbox = try SharingSandbox("write('host/zz.xyz')")
        #expect(try sandbox.run("app-info", "App", "--set", "--app-info", "Info.plist").status == 0)
        let terminal = try sandbox.terminal([sandbox("App/Documents/a.txt")], in: "host", columns: 100)
        try terminal.waitUntil("the file") { $0.lines.last?.contains("a.txt") == true }
        try terminal.send("S")
        try terminal.waitFor("zz.xyz")
        try terminal.send("\tG")
        try terminal.waitUntil("the document") { $0.lines.last?.contains("zz.xyz") == true }
        try terminal.send("D")
        try terminal.waitFor("Mail: an attachment")
        try terminal.send("\r")
        try terminal.waitFor("deliver (path on this computer)")
        try terminal.send("\r")
        try terminal.waitUntil("the reason") { $0.text.contains("refused: ") && $0.text.contains("declared: ") }
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the panel to go") { !$0.text.contains("declared: ") }
        #expect(try terminal.quit() == .exited(0))
    }
}
