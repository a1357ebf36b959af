import TestSupport
import Testing

/// `verify` as a script sees it.
@Suite("Verifying a bundle from the command line", .onManyThreads)
struct VerifyTests {
    private let folder = TemporaryDirectory()

    init() throws { try SignedBundleScript.make(in: folder.path) }

    private func verify(_ path: String, _ options: String...) throws -> CommandResult {
        try runCommand(
            ["env", "XDG_STATE_HOME=\(folder("state"))", "LC_ALL=C.UTF-8", sandglass, "verify"] + options + [
                folder(path)
            ])
    }

    private func change(_ script: String) throws {
        try python("import os, sys; os.chdir(sys.argv[1]); \(script)", folder.path)
    }

    @Test("the status is 0 for an intact bundle, 1 for a broken one, 65 for a seal that cannot be read")
    func status() throws {
        let intact = try verify("Tide.app")
        #expect(intact.status == 0 && intact.text.contains("seal intact: 19 intact, 1 unsealed"), "\(intact.text)")
        #expect(intact.text.contains("not checked: the certificate's signature (CMS) and its chain"))
        try change("open('Tide.app/new.txt', 'w').write('x')")
        let broken = try verify("Tide.app")
        #expect(broken.status == 1 && broken.text.hasPrefix("added       new.txt: not in the seal\n"), "\(broken.text)")
        try change("open('Tide.app/_CodeSignature/CodeResources', 'w').write('<plist><dict>')")
        let unreadable = try verify("Tide.app")
        #expect(unreadable.status == 65 && unreadable.errors.contains("_CodeSignature/CodeResources: "))
        #expect(unreadable.errors.contains("(at byte "), "\(unreadable.errors)")
    }

    @Test("on a terminal, where progress is shown, it ends as well", arguments: [[], ["--json"], ["--all"]])
    func terminal(options: [String]) throws {
        let terminal = try PseudoTerminal(
            sandglass, ["verify"] + options + [folder("Tide.app")],
            environment: ["XDG_STATE_HOME": folder("state"), "LC_ALL": "C.UTF-8", "TERM": "xterm"])
        #expect(try terminal.waitForExit(timeoutSeconds: 60) == .exited(0))
    }

    @Test("JSON names each item with what became of it")
    func json() throws {
        try change("open('Tide.app/charts.json', 'w').write('x'); os.remove('Tide.app/empty')")
        let result = try verify("Tide.app", "--json")
        #expect(result.status == 1)
        let script = """
            import json, sys
            report = json.load(open(sys.argv[1]))
            print(report["isIntact"], report["counts"]["altered"], report["counts"]["missing"], report["counts"]["intact"])
            print({i["path"]: i["status"] for i in report["items"] if i["status"] not in ("intact", "unsealed")})
            print([b["path"] for b in report["bundles"]], report["bundles"][0]["code"][0]["algorithms"])
            """
        folder.write("report.json", result.text)
        let expected = """
            False 1 1 17
            {'charts.json': 'altered', 'empty': 'missing'}
            ['.', 'Frameworks/Waves.framework', 'PlugIns/Widget.appex'] ['SHA-256']

            """
        #expect(try python(script, folder("report.json")) == expected)
    }

    @Test("an .ipa is verified without being unpacked, with its links")
    func archive() throws {
        try change(Script.text("verify_archive"))
        let result = try verify("Tide.ipa")
        #expect(result.status == 0 && result.text.contains("seal intact: 19 intact, 1 unsealed"), "\(result.text)")
    }

    @Test("a framework is verified on its own; a container without a bundle is refused")
    func others() throws {
        let framework = try verify("Tide.app/Frameworks/Waves.framework")
        #expect(framework.status == 0 && framework.text.contains("com.example.tide.framework: 1 sealed item"))
        folder.write("Data/Documents/a", "a")
        folder.write("Data/tmp/b", "b")
        let data = try verify("Data")
        #expect(data.status == 65 && data.errors.contains("which no seal covers"), "\(data.errors)")
        #expect(try verify("nowhere").status == 66)
    }

    @Test(
        "a part of an app is verified and described by itself, in the app, in an archive and alone",
        arguments: [
            ("framework", "com.example.tide.framework", "framework"),
            ("appex", "com.example.tide.widget", "app extension"),
            ("xpc", "com.example.tide.widget", "XPC service"), ("xctest", "com.example.tide.widget", "test bundle"),
        ])
    func parts(suffix: String, identifier: String, title: String) throws {
        try change(
            """
            import shutil
            source = 'Tide.app/Frameworks/Waves.framework' if '\(suffix)' == 'framework' else 'Tide.app/PlugIns/Widget.appex'
            name = 'Part.\(suffix)'
            shutil.copytree(source, 'alone/' + name)
            shutil.copytree(source, 'Tide.app/PlugIns/' + name)
            open('Tide.app/charts.json', 'w').write('the app is broken')
            shutil.make_archive('zipped', 'zip', 'alone')
            shutil.make_archive('app', 'zip', '.', 'Tide.app')
            os.symlink('alone/' + name, 'link')
            """)
        #expect(try verify("Tide.app").status == 1)
        let name = "Part.\(suffix)"
        let places = ["alone/" + name, "Tide.app/PlugIns/" + name, "zipped.zip", "zipped.zip/" + name, "link"]
        for place in places + ["app.zip/Tide.app/PlugIns/" + name] {
            let result = try verify(place)
            #expect(
                result.status == 0 && result.text.contains("\(identifier): 1 sealed item"), "\(place): \(result.errors)"
            )
            #expect(!result.text.contains("charts"))
            let info = try runCommand(["env", "LC_ALL=C.UTF-8", sandglass, "info", folder(place)])
            #expect(info.status == 0 && info.text.contains(identifier), "\(place): \(info.errors)")
            #expect(info.text.contains("bundle container, \(title)"), "\(info.text)")
            // It is not asked for items that only an app needs.
            #expect(!info.text.contains("launch image") && !info.text.contains("app icon"), "\(info.text)")
            #expect(info.text.contains("executable  ") && !info.text.contains("missing"), "\(info.text)")
        }
        // Its contents are items of the app as before, and a directory of that name is not a bundle.
        #expect(
            try runCommand([sandglass, "info", folder("Tide.app/PlugIns/\(name)/Info.plist")]).text.contains(
                "com.example.tide\n"))
        try folder.makeDirectory("empty.\(suffix)")
        #expect(try verify("empty.\(suffix)").status == 65)
        try change("open('alone/\(name)/more', 'w').write('x')")
        let added = try verify("alone/" + name)
        #expect(added.status == 1 && added.text.hasPrefix("added       more: not in the seal\n"), "\(added.text)")
    }

    @Test("the browser marks changed items, states the purpose of an item, and verifies again after a change")
    func browser() throws {
        let terminal = try browse(
            folder("Tide.app"), shows: "✓", environment: ["XDG_STATE_HOME": folder("state"), "LC_ALL": "C.UTF-8"],
            columns: 140, rows: 40)
        try terminal.waitUntil("marks beside the items") { terminal in
            terminal.lines.contains { $0.contains("PkgInfo") && $0.contains("∘") }
                && terminal.lines.contains { $0.contains("charts.json") && $0.contains("✓") }
        }
        try change("open('Tide.app/charts.json', 'w').write('x')")
        try terminal.waitUntil("the mark of a change") { terminal in
            terminal.lines.contains { $0.contains("charts.json") && $0.contains("≠") }
        }
        try terminal.send("/charts\r")
        try terminal.waitFor("In the bundle: nonlocalized resource")
        try terminal.send("gv")
        try terminal.waitFor("seal broken: 1 altered, 18 intact, 1 unsealed")
        try terminal.send("\u{1b}")
        // Together with the next key it would be another key.
        try terminal.waitUntil("the panel is closed") { !$0.text.contains("not checked") }
        try terminal.send("gB")
        try terminal.waitFor("information property list: Info.plist")
    }
}
