import Screen
import System
import TestSupport
import Testing

@Suite("Names, links and depths", .onManyThreads)
struct NamesAndLinksTests {
    private static let names = """
        names = [b'line\\nbreak', b'esc\\x1b]0;pwned\\x07', b'csi\\x1b[31mred', b'c1\\xc2\\x9b31m', b'raw\\x9b31m',
                 b'bidi\\xe2\\x80\\xaeexe', b'iso\\xe2\\x81\\xa6x', b'bad\\xff\\xfe', b'del\\x7f', b'n' * 255,
                 b'\\xe6\\x8a\\x98' * 85, b'bell\\x07', b'cr\\rx', b'tab\\tx']
        for name in names: open(b'Documents/' + name, 'w').close()
        """

    @Test("no control byte of a name reaches the terminal")
    func browse() throws {
        let container = try SampleContainer(Self.names)
        let terminal = try sandglassBrowse(container)
        for keys in ["gd", "G", "gg", "\u{4}", "/pwned\r", "l", "h", "gd", "/bidi\r", "l", "h"] {
            try terminal.send(keys)
        }
        try terminal.go(to: "Library/Caches")
        #expect(try terminal.quit() == .exited(0))
        expectSafe(terminal.output)
        // The cover's title is the only one, and the background is asked for.
        for title in terminal.outputText().split(separator: "\u{1b}]").dropFirst() {
            #expect(title.hasPrefix("0;sandglass\u{7}") || title.hasPrefix("11;?\u{1b}\\"))
        }
        #expect(!terminal.outputText().contains("csi\u{1b}"))
    }

    private func sandglassBrowse(_ container: SampleContainer) throws -> PseudoTerminal {
        try ProgramTests.browse(container.path, shows: "Documents/", columns: 140, rows: 60)
    }

    /// Expects no C1 controls, no bidirectional controls, and only valid UTF-8.
    private func expectSafe(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(Array(text.utf8) == bytes)
        let isSafe = text.unicodeScalars.allSatisfy { scalar in
            !(0x7f...0x9f).contains(scalar.value) && !(0x202a...0x202e).contains(scalar.value)
                && !(0x2066...0x2069).contains(scalar.value)
        }
        #expect(isSafe)
    }

    @Test(
        "the listings print every name on its own line, without control bytes", arguments: [[], ["-l"], ["-lR"]])
    func list(options: [String]) throws {
        let container = try SampleContainer(Self.names)
        let result = try runCommand([sandglass, "ls"] + options + [container.path + "/Documents"])
        #expect(result.status == 0 && result.lines.count == 44)
        expectSafe(result.stdout)
        #expect(result.stdout.allSatisfy { $0 >= 0x20 || $0 == 0x0a })
    }

    @Test("a container behind a link is of the same app as at its own path", arguments: ["info", "ls", "verdict"])
    func linkedContainer(command: String) throws {
        let demonstration = try Demonstration()
        let metadata = ".com.apple.mobile_container_manager.metadata.plist"
        let found = try runCommand(
            ["find", demonstration.directory + "/Containers/Data/Application", "-name", metadata, "-printf", "%h\n"])
        let container = String(try #require(found.lines.first))
        let links = TemporaryDirectory()
        #expect(symlink(container, links("link")) == 0)
        func run(_ path: String) throws -> CommandResult {
            let words =
                switch command {
                case "ls": ["ls", "-l", path + "/Documents"]
                case "verdict": ["verdict", "delete", "--as", "user", path + "/Documents/Checklist.txt"]
                default: ["info", path]
                }
            return try runCommand(["env", "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(links("state"))", sandglass] + words)
        }
        let (direct, linked) = (try run(container), try run(links("link")))
        #expect(linked.text == direct.text && linked.status == direct.status, "\(linked.text)\(linked.errors)")
        #expect(command == "info" ? direct.text.contains("Harbor Notes") : !direct.text.isEmpty)
    }

    /// Links and their targets.
    @Test(
        "a link is explained, judged and advised on as the item that it is, wherever it leads",
        arguments: ["other", "gone", "/etc", "../tmp", "here"])
    func linksAsItems(target: String) throws {
        let container = try SampleContainer("os.mkdir('Documents/other'); os.symlink('\(target)', 'Documents/here')")
        let link = container.path + "/Documents/here"
        let explained = try runCommand([sandglass, "explain", link])
        #expect(explained.status == 0, "\(String(decoding: explained.stderr, as: UTF8.self))")
        #expect(explained.lines.first?.hasPrefix("Documents/here  RWDB") == true)
        #expect(explained.lines.contains("  to \(target)"))
        let deletion = try runCommand([sandglass, "verdict", "delete", link])
        #expect(deletion.status == 0)
        #expect(deletion.lines.contains { $0.contains("allowed") })
        #expect(try runCommand([sandglass, "advise", link]).status == 0)
        #expect(try runCommand([sandglass, "rm", "--dry-run", link]).status == 0)
    }

    @Test(
        "a link that is broken or leads outside is not entered, and the reason is shown",
        arguments: [
            ("os.symlink('zz', 'Documents/zz')", "part of a cycle"),
            ("os.symlink('zy', 'Documents/zz'); os.symlink('zz', 'Documents/zy')", "part of a cycle"),
            ("os.symlink('../../..', 'Documents/zz')", "out of the container"),
            ("os.symlink('/etc', 'Documents/zz')", "absolute path"),
            ("os.symlink('nothing', 'Documents/zz')", "is broken"),
        ]
    )
    func links(script: String, says: String) throws {
        let container = try SampleContainer(script)
        let terminal = try sandglassBrowse(container)
        try terminal.go(to: "Documents/zz")
        try terminal.send("l")
        try terminal.waitUntil("the reason") { $0.lines.last?.contains(says) == true }
        try terminal.send("j")
        try terminal.waitUntil("the same directory") { $0.lines.last?.contains("Documents/") == true }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a link to a directory of the container is entered")
    func goodLink() throws {
        let container = try SampleContainer("os.symlink('../Documents', 'tmp/way')")
        let terminal = try sandglassBrowse(container)
        try terminal.go(to: "tmp/way")
        try terminal.send("l")
        try terminal.waitFor("note 7.txt")
        #expect(try terminal.quit() == .exited(0))
    }

    private func nested(_ depth: Int) throws -> SampleContainer {
        try SampleContainer("os.chdir('tmp')\nfor n in range(\(depth)):\n    os.mkdir('d'); os.chdir('d')")
    }

    @Test("ten thousand nested directories are counted and browsed")
    func deep() throws {
        let container = try nested(10_000)
        let report = try run("info", "--json", container.path)
        let items = try python(
            "import json,sys; print([p['items'] for p in json.load(sys.stdin)['places'] if p['path'] == 'tmp'][0])",
            input: report.stdout)
        #expect(items == "10000\n")
        let terminal = try sandglassBrowse(container)
        try terminal.go(to: "tmp")
        for depth in 1...20 {
            try terminal.send("l")
            let path = "tmp" + String(repeating: "/d", count: depth)
            try terminal.waitUntil(path) { $0.lines.last?.contains(path) == true }
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a recursive listing reaches the deepest directory")
    func deepList() throws {
        let depth = runsLongTests ? 10_000 : 1_500
        let container = try nested(depth)
        let result = try shell("\"$0\" ls -R \"$1/tmp\" | wc -l", container.path)
        #expect(result.text == "\(depth)\n" && result.errors.isEmpty, "\(result.errors)")
    }

    @Test("a relative path is found from a working directory whose name is not UTF-8")
    func workingDirectory() throws {
        let sandbox = try SharingSandbox("os.makedirs(b'caf\\xe9'); os.rename('App', b'caf\\xe9/App')")
        let script = """
            cd "$1"/caf* && "$0" ls App/Documents && "$0" rm App/Documents/a.txt >&2 && test ! -e App/Documents/a.txt &&
            "$0" undo --container App >&2 && cat App/Documents/a.txt
            """
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
        let result = try runCommand(["env"] + variables + ["sh", "-c", script, sandglass, sandbox("")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("b.txt") && result.text.hasSuffix("alpha"), "\(result.text)")
    }
}
