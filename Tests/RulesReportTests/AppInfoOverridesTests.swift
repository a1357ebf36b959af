import TestSupport
import Testing

@Suite(.onManyThreads)
struct GivenAppInfoTests {
    @Test(
        "app information given to a question applies to that question alone",
        arguments: [["ls"], ["info"], ["explain"], ["advise"], ["verdict", "list"]])
    func question(words: [String]) throws {
        let fixture = try Fixture()
        let file = try write(fixture, "<dict><key>UIFileSharingEnabled</key><true/></dict>")
        for options in [["--file-sharing", "yes"], ["--app-info", file]] {
            let result = try run(fixture, words + options + [fixture.path + "/Documents"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try sharing(fixture) == "unknown")
            #expect(try remembered(fixture) == [])
        }
    }

    @Test("app-info stores a key for one container, readable by the owner alone, until it is forgotten")
    func remembering() throws {
        let fixture = try Fixture()
        #expect(try sharing(fixture) == "unknown")
        #expect(try fixture.run("app-info", fixture.path).text == "Nothing is remembered about this container's app.")
        let set = try fixture.run("app-info", fixture.path, "--set", "--file-sharing", "yes")
        #expect(set.status == 0 && set.lines == ["UIFileSharingEnabled  yes"], "\(set.errors)")
        #expect(try sharing(fixture) == "yes (remembered)")
        let modes = try Python.lines(
            """
            import os, sys
            for top, names, files in os.walk(sys.argv[1]):
                for name in names + files: print(oct(os.stat(os.path.join(top, name)).st_mode & 0o777))
            """,
            fixture.state
        )
        #expect(modes == ["0o700", "0o700", "0o600"])
        // Another key is added, and a question overrides the remembered answer.
        _ = try fixture.run("app-info", fixture.path, "--set", "--opens-in-place", "no")
        #expect(
            try fixture.run("app-info", fixture.path).lines == [
                "LSSupportsOpeningDocumentsInPlace  no", "UIFileSharingEnabled  yes",
            ])
        for answer in ["no", "unknown"] {
            let asked = try fixture.run("info", "--file-sharing", answer, fixture.path).lines
            #expect(asked.contains { $0.hasPrefix("UIFile") && $0.hasSuffix("  \(answer)  (given for this command)") })
        }
        #expect(try sharing(fixture) == "yes (remembered)")
        let forgotten = try fixture.run("app-info", fixture.path, "--forget")
        #expect(forgotten.text == "Nothing is remembered about this container's app.")
        #expect(try sharing(fixture) == "unknown")
        #expect(try remembered(fixture) == [])
    }

    @Test("values that several processes remember at the same time are all remembered")
    func atTheSameTime() throws {
        let fixture = try Fixture()
        let script = """
            printf '%s\\n' file-sharing opens-in-place exits-on-suspend persistent-wifi |
            xargs -P 4 -I {} "$0" app-info "$1" --set --{} yes
            """
        for _ in 0..<4 {
            _ = try fixture.run("app-info", fixture.path, "--forget")
            let all = try runCommand([
                "env", "XDG_STATE_HOME=\(fixture.state)", "sh", "-c", script, Products.executable("sandglass"),
                fixture.path,
            ])
            #expect(all.status == 0)
            #expect(try fixture.run("app-info", fixture.path).lines.count == 4)
        }
    }

    @Test(
        "app-info with options that do not belong together is a usage error",
        arguments: [
            ["--set"], ["--set", "--forget"], ["--file-sharing", "yes"], ["--forget", "--file-sharing", "yes"],
        ])
    func usage(options: [String]) throws {
        let fixture = try Fixture()
        #expect(try run(fixture, ["app-info", fixture.path] + options).status == 64)
        #expect(try remembered(fixture) == [])
    }

    @Test(
        "a property list is remembered in every form that Apple's tools write, and single keys override it",
        arguments: ["<true/>", "<string>YES</string>", "<integer>1</integer>"])
    func list(value: String) throws {
        let fixture = try Fixture()
        let file = try write(fixture, "<dict>\(Self.built)<key>UIFileSharingEnabled</key>\(value)</dict>")
        let output = try fixture.run("app-info", fixture.path, "--set", "--app-info", file)
        #expect(output.status == 0 && output.text == "Info.plist  \(file)", "\(output.errors)")
        let info = try fixture.run("info", fixture.path)
        #expect(try sharing(fixture) == "yes (remembered)")
        #expect(
            info.lines.contains {
                $0.hasPrefix("LSSupportsOpeningDocumentsInPlace") && $0.hasSuffix("no  (remembered)")
            })
        #expect(info.lines.contains { $0.hasPrefix("opens") && $0.hasSuffix("none declared") })
        #expect(info.lines.contains { $0.hasPrefix("Info.plist ") && $0.hasSuffix(file) })
        _ = try fixture.run("app-info", fixture.path, "--set", "--file-sharing", "no")
        #expect(try sharing(fixture) == "no (remembered)")
        // The list of a built app answers every key.
        _ = try fixture.run("app-info", fixture.path, "--set", "--app-info", file)
        #expect(try sharing(fixture) == "yes (remembered)")
    }

    /// What every Info.plist of a built app has.
    private static let built =
        "<key>CFBundleIdentifier</key><string>org.example.app</string>"
        + "<key>CFBundleExecutable</key><string>App</string>"

    @Test(
        "an Info.plist that is not that of a built app does not deny the keys that it lacks",
        arguments: [
            ("", "yes", nil), (Self.built, "yes", "no"),
            (Self.built + "<key>UIApplicationExitsOnSuspend</key><string>$(EXITS)</string>", "yes", nil),
            (
                "<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>"
                    + "<key>CFBundleExecutable</key><string>${EXECUTABLE_NAME}</string>", "yes", nil
            ),
            (
                Self.built.replacing("org.example.app", with: "org.example.$(PRODUCT_NAME:rfc1034identifier)"), "yes",
                nil
            ),
            (Self.built + "<key>NSCameraUsageDescription</key><string>costs $(5 or more</string>", "yes", "no"),
            (Self.built + "<key>UIFileSharingEnabled</key><string>$(SHARES)</string>", "unknown", nil),
        ] as [(String, String, String?)])
    func sources(keys: String, shares: String, otherKeys: String?) throws {
        let fixture = try Fixture()
        let shared = keys.contains("UIFileSharingEnabled") ? "" : "<key>UIFileSharingEnabled</key><true/>"
        let file = try write(fixture, "<dict>\(keys)\(shared)</dict>")
        for options in [["--app-info", file], []] {
            let words = ["info"] + options + [fixture.path]
            let result = try run(fixture, words)
            #expect(result.status == 0, "\(result.errors)")
            let origin = options.isEmpty ? "remembered" : "given for this command"
            for (key, answer) in [
                ("UIFileSharingEnabled", shares == "unknown" ? nil : shares), ("LSSupportsOpening", otherKeys),
                ("UIApplicationExits", otherKeys),
            ] {
                let line = try #require(result.lines.first { $0.hasPrefix(key) })
                #expect(line.hasSuffix(answer.map { "  \($0)  (\(origin))" } ?? "  unknown"), "\(line)")
            }
            let set = try run(fixture, ["app-info", fixture.path, "--set", "--app-info", file])
            #expect(set.status == 0, "\(set.errors)")
            #expect(set.text.contains("not that of a built app") == (otherKeys == nil))
        }
        // What is found, or given by itself, stays.
        _ = try fixture.run("app-info", fixture.path, "--forget")
        let result = try run(fixture, ["info", "--app-info", file, "--opens-in-place", "yes", fixture.path])
        #expect(
            result.lines.contains { $0.hasPrefix("LSSupportsOpening") && $0.hasSuffix("yes  (given for this command)") }
        )
    }

    @Test("the Info.plist of another app is refused unless that is insisted on")
    func otherApp() throws {
        let fixture = try Fixture()
        let file = try write(
            fixture,
            "<dict><key>CFBundleIdentifier</key><string>org.example.other</string>"
                + "<key>UIFileSharingEnabled</key><true/></dict>")
        for words in [["info"], ["ls"], ["app-info", "--set"]] {
            let refused = try run(fixture, words + ["--app-info", file, fixture.path])
            #expect(refused.status == 65)
            #expect(
                refused.errors.contains("belongs to another app, org.example.other; the container's is org.example.app")
            )
            #expect(try remembered(fixture) == [])
        }
        let forced = try fixture.run("app-info", fixture.path, "--set", "--app-info", file, "--force-app-info")
        #expect(forced.status == 0)
        #expect(try sharing(fixture) == "yes (remembered)")
        let own = try write(
            fixture, "<dict><key>CFBundleIdentifier</key><string>org.example.app</string></dict>")
        #expect(try fixture.run("info", "--app-info", own, fixture.path).status == 0)
    }

    @Test("a container inherits nothing by its UUID or its path, and keeps its values when it is moved")
    func identity() throws {
        let fixture = try Fixture(
            """
            import plistlib
            metadata = os.path.join(root, '.com.apple.mobile_container_manager.metadata.plist')
            plistlib.dump({'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataUUID': 'AAAA'}, open(metadata, 'wb'))
            """)
        func changes(_ script: String) throws {
            let result = try runCommand(["sh", "-ec", script, fixture.base])
            #expect(result.status == 0, "\(result.errors)")
        }
        func excluded(_ path: String) throws -> [String] {
            let output = try fixture.run("exclude", "--list", path)
            #expect(output.status == 0, "\(output.errors)")
            return output.lines.filter { $0.hasPrefix("lost") }
        }
        _ = try fixture.run("app-info", fixture.path, "--set", "--file-sharing", "yes")
        #expect(try excluded(fixture.path) == [])
        // Files in the copies are others, without the attribute: they never had it.
        try changes("cd \"$0\"; cp -r App.xcappdata Copy.xcappdata; tar -cf copy.tar Copy.xcappdata")
        for copy in ["Copy.xcappdata", "copy.tar"] {
            #expect(try excluded(fixture.base + "/" + copy) == [], "\(copy)")
            #expect(try sharing(fixture, of: fixture.base + "/" + copy) == "unknown", "\(copy)")
        }
        try changes("cd \"$0\"; mv App.xcappdata Moved.xcappdata; mv Copy.xcappdata App.xcappdata")
        #expect(try sharing(fixture, of: fixture.base + "/Moved.xcappdata") == "yes (remembered)")
        #expect(try excluded(fixture.path) == [])
        #expect(try sharing(fixture) == "unknown")
    }

    @Test(
        "an unusable property list is an error, and nothing is remembered",
        arguments: [
            ("<dict><key>UIFileSharingEnabled</key><array/></dict>", "UIFileSharingEnabled: not a boolean"),
            ("<dict><key>CFBundleDocumentTypes</key><string>x</string></dict>", "CFBundleDocumentTypes: not an array"),
            ("<array/>", "not a dictionary"), ("<dict><key>UIFile", "ends inside key"), ("", "empty"),
        ])
    func unusable(list: String, says: String) throws {
        let fixture = try Fixture()
        let before = try fixture.fingerprint()
        let file = list.isEmpty ? try write(fixture, raw: "") : try write(fixture, list)
        let output = try fixture.run("info", "--app-info", file, fixture.path)
        #expect(output.status == 65)
        #expect(output.lines.isEmpty)
        #expect(output.errors.contains(says), "\(output.errors)")
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
        _ = try fixture.run("app-info", fixture.path, "--set", "--file-sharing", "yes")
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

    /// The statement of `info` about `UIFileSharingEnabled`.
    private func sharing(_ fixture: Fixture, of path: String? = nil) throws -> String {
        let lines = try fixture.run("info", path ?? fixture.path).lines
        let line = lines.first { $0.hasPrefix("UIFileSharingEnabled") }
        return line?.split(separator: " ").dropFirst().joined(separator: " ") ?? ""
    }

    /// The files in which something about an app is remembered.
    private func remembered(_ fixture: Fixture) throws -> [String] {
        try Python.lines(
            "import os, sys; [print(f) for _, _, fs in os.walk(sys.argv[1]) for f in fs]",
            fixture.state + "/sandglass/app-info")
    }

    private func run(_ fixture: Fixture, _ words: [String]) throws -> Fixture.Output {
        let result = try runCommand(
            ["env", "XDG_STATE_HOME=\(fixture.state)", Products.executable("sandglass")] + words)
        return Fixture.Output(
            status: result.status, lines: result.lines.map(String.init), errors: result.errors)
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
