import TestSupport
import Testing

@Suite(.enabled(if: Python.isThere))
struct GivenAppInfoTests {
    @Test("a given key is remembered for the container, readable by the owner alone, and can be forgotten")
    func remembered() throws {
        let fixture = try Fixture()
        #expect(try sharing(fixture) == "unknown")
        _ = try fixture.run("ls", "--file-sharing", "yes", fixture.path)
        #expect(try sharing(fixture) == "yes")
        let modes = try Python.lines(
            """
            import os, sys
            for top, names, files in os.walk(sys.argv[1]):
                for name in names + files: print(oct(os.stat(os.path.join(top, name)).st_mode & 0o777))
            """,
            fixture.state
        )
        #expect(modes == ["0o700", "0o700", "0o600"])
        _ = try fixture.run("explain", "--file-sharing", "unknown", fixture.path)
        #expect(try sharing(fixture) == "unknown")
        #expect(
            try Python.lines(
                "import os, sys; [print(f) for _, _, fs in os.walk(sys.argv[1]) for f in fs]", fixture.state) == [])
    }

    @Test(
        "a property list is remembered in every form that Apple's tools write, and single keys override it",
        arguments: ["<true/>", "<string>YES</string>", "<integer>1</integer>"])
    func list(value: String) throws {
        let fixture = try Fixture()
        let file = try write(fixture, "<dict><key>UIFileSharingEnabled</key>\(value)</dict>")
        let output = try fixture.run("info", "--app-info", file, fixture.path)
        #expect(output.status == 0, "\(output.errors)")
        #expect(try sharing(fixture) == "yes")
        #expect(output.lines.contains { $0.hasPrefix("LSSupportsOpeningDocumentsInPlace") && $0.hasSuffix("no") })
        #expect(output.lines.contains { $0.hasPrefix("opens") && $0.hasSuffix("none declared") })
        _ = try fixture.run("info", "--file-sharing", "no", fixture.path)
        #expect(try sharing(fixture) == "no")
        _ = try fixture.run("info", "--file-sharing", "unknown", fixture.path)
        #expect(try sharing(fixture) == "unknown")
    }

    @Test(
        "an unusable property list is an error, and nothing is remembered",
        arguments: [
            ("<dict><key>UIFileSharingEnabled</key><array/></dict>", "UIFileSharingEnabled: not a boolean"),
            ("<dict><key>CFBundleDocumentTypes</key><string>x</string></dict>", "CFBundleDocumentTypes: not an array"),
            ("<array/>", "not a dictionary"), ("<dict><key>UIFile", "truncated"), ("", "empty"),
        ])
    func unusable(list: String, says: String) throws {
        let fixture = try Fixture()
        let before = try fixture.fingerprint()
        let file = list.isEmpty ? try write(fixture, raw: "") : try write(fixture, list)
        let output = try fixture.run("info", "--app-info", file, fixture.path)
        #expect(output.status == 65)
        #expect(output.lines.isEmpty)
        #expect(says == "truncated" || output.errors.contains(says), "\(output.errors)")
        #expect(try sharing(fixture) == "unknown")
        #expect(try fixture.fingerprint() == before)
    }

    @Test("a property list of 50 MB is refused, and a missing one has another status")
    func large() throws {
        let fixture = try Fixture("open(os.path.join(root, '../big'), 'wb').truncate(50 << 20)")
        let output = try fixture.run("info", "--app-info", fixture.base + "/App.xcappdata/big", fixture.path)
        #expect(output.status == 65)
        #expect(output.errors.contains("MB"))
        #expect(try fixture.run("info", "--app-info", fixture.base + "/nothing", fixture.path).status == 66)
    }

    @Test("remembered information that cannot be read is reported, and the command continues")
    func damaged() throws {
        let fixture = try Fixture()
        _ = try fixture.run("ls", "--file-sharing", "yes", fixture.path)
        _ = try runCommand(["sh", "-c", "for f in \(fixture.state)/sandglass/app-info/*; do echo nonsense > $f; done"])
        let output = try fixture.run("info", fixture.path)
        #expect(output.status == 0)
        #expect(output.errors.contains("app-info"))
    }

    @Test(
        "every report warns of a Documents that is a file or a link, and continues",
        arguments: ["open(p, 'w').close()", "os.symlink('tmp', p)"])
    func fault(making: String) throws {
        let fixture = try Fixture(
            "import shutil; p = os.path.join(root, 'Documents'); shutil.rmtree(p); \(making)"
        )
        let before = try fixture.fingerprint()
        for words in [
            ["backup-set"], ["purge", "--dry-run", "--event", "idle"], ["exclude", "--list"], ["verdict", "list"],
            ["advise"],
        ] {
            let result = try runCommand(
                ["env", "XDG_STATE_HOME=\(fixture.state)", Products.executable("sandglass")] + words + [fixture.path]
            )
            #expect(result.status == 0 && !result.stdout.isEmpty, "\(words)")
            #expect(String(decoding: result.stderr, as: UTF8.self).contains("warning: Documents is a"), "\(words)")
        }
        #expect(try fixture.run("verdict", "list", fixture.path + "/Documents/nothing").status == 65)
        #expect(try fixture.fingerprint() == before)
        #expect(try fixture.run("info", fixture.path).text.contains("fault"))
    }

    /// Returns the value of `UIFileSharingEnabled` according to `info`.
    private func sharing(_ fixture: Fixture) throws -> String {
        let lines = try fixture.run("info", fixture.path).lines
        return lines.first { $0.hasPrefix("UIFileSharingEnabled") }?.split(separator: " ").last.map(String.init) ?? ""
    }

    private func write(_ fixture: Fixture, _ list: String) throws -> String {
        try write(
            fixture,
            raw: "<?xml version=\"1.0\"?><plist version=\"1.0\">" + list + (list.hasSuffix(">") ? "</plist>" : ""))
    }

    private func write(_ fixture: Fixture, raw text: String) throws -> String {
        _ = try Python.lines(
            "import sys; open(sys.argv[1], 'w').write(sys.argv[2])", fixture.base + "/Info.plist", text)
        return fixture.base + "/Info.plist"
    }
}
