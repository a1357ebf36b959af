import Screen
import System
import TestSupport
import Testing

/// Output for programs: exact in a pipe, whatever the locale; sanitized where it is a terminal.
@Suite("Output for programs", .onManyThreads)
struct ExactOutputTests {
    /// Runs a script of the shell in the scene, with the program as `$program` and the name as `$ODD`.
    private func shell(_ script: String, in scene: HostileScene, locale: String) throws -> CommandResult {
        let variables = scene.sandbox.variables.map { "\($0.key)=\($0.value)" }
        let whole = HostileScene.preamble + "export LC_ALL=\(locale)\nP=\"App/Documents/$ODD\"\n" + script
        try scene.sandbox.write("script", whole)
        return try runCommand(["env", "-C", scene.sandbox("")] + variables + ["/bin/sh", "script"])
    }

    @Test("CSV, raw bytes, paths and checksums in a pipe are exact", arguments: ["C.UTF-8", "C"])
    func pipes(locale: String) throws {
        let scene = try HostileScene()
        let result = try shell(
            """
            set -e
            "$program" show --as csv rows.db:t > rows.csv
            "$program" show --as raw bytes.bin > bytes
            "$program" show --as raw text.txt > text
            "$program" find -a --print0 '' App > paths
            "$program" hash --sha256sum App > sums 2> notes
            (cd App && sha256sum --quiet -c ../sums)
            "$program" show --as xml list.plist > list.xml
            "$program" show --as json list.plist > list.json
            "$program" show --as json rows.db:t > rows.json
            "$program" demo --no-browse --at "demo $ODD" > demo
            """, in: scene, locale: locale)
        #expect(result.status == 0 && result.stdout.isEmpty && result.stderr.isEmpty, "\(result.errors)")
        try python(Script.text("exact_output_pipes"), scene.sandbox(""), locale)
    }

    @Test("a raw file on a terminal is sanitized, and the change is reported", arguments: ["C.UTF-8", "C"])
    func rawOnTerminal(locale: String) throws {
        let folder = TemporaryDirectory()
        folder.write("plain.txt", "one\n\ttwo\n")
        folder.write("odd.txt", "one\u{1b}[2J\n" + String(repeating: "é", count: 70_000) + "\n")
        func lines(_ name: String) throws -> [String] {
            let terminal = try PseudoTerminal(
                sandglass, ["show", "--as", "raw", folder(name)], environment: ["LC_ALL": locale])
            #expect(try terminal.waitForExit() == .exited(0))
            return terminal.outputText().split(separator: "\r\n").map(String.init)
        }
        #expect(try lines("plain.txt") == ["one", "\ttwo"])
        let odd = try lines("odd.txt")
        #expect(odd.first == (locale == "C" ? "one?[2J" : "one␛[2J"))
        // A character is not torn apart, however long its line is.
        #expect(odd.dropFirst().first == String(repeating: locale == "C" ? "?" : "é", count: 70_000))
        #expect(
            odd.last?.hasSuffix("a pipe or a file gets the exact bytes") == true && odd.count == 3, "\(odd.last ?? "")")
    }

    @Test(
        "the browser's selection is exact in a file and a pipe, and sanitized on a terminal",
        arguments: ["C.UTF-8", "C"])
    func choosing(locale: String) throws {
        let scene = try HostileScene()
        // Its messages about the keys would be where the screen has its hints.
        let command =
            "rm -f config/sandglass/keymap.toml; \"$program\" browse --choose --cwd-file cwd \"App/Documents/$ODD\""
        try scene.sandbox.write("to-terminal", HostileScene.preamble + command)
        try scene.sandbox.write("to-pipe", HostileScene.preamble + command + " --null | cat > chosen")
        try scene.sandbox.write("to-tty", HostileScene.preamble + command + " --choose-file /dev/tty")
        for script in ["to-terminal", "to-pipe", "to-tty"] {
            let terminal = try PseudoTerminal(
                "/bin/sh", [script],
                environment: scene.sandbox.variables.merging(["LC_ALL": locale]) { $1 },
                size: Size(columns: 200, rows: 30), directory: scene.sandbox(""))
            try terminal.waitFor("? help")
            try terminal.waitFor("secret")
            try terminal.send("\r")
            #expect(try terminal.waitForExit() == .exited(0))
            Self.expectHarmless(terminal.output)
            let end = terminal.outputText().split(separator: "App/Documents/").last ?? ""
            if script != "to-pipe" {
                #expect(
                    end.hasPrefix(
                        locale == "C"
                            ? "x?]52;c;aGk=??[2J??9B?1m\\x9B2m?RLO??2028??INJECTED"
                            : "x␛]52;c;aGk=␇␛[2J␡‹9B›1m\\x9B2m‹RLO›‹2028›␊INJECTED"), "\(end)")
            }
        }
        try python(
            """
            import os, sys
            os.chdir(sys.argv[1])
            name = [name for name in os.listdir(os.fsencode('App/Documents')) if name.startswith(b'x')]
            assert open('chosen', 'rb').read() == os.path.realpath(b'App/Documents') + b'/' + name[0] + b'\\0'
            assert open('cwd', 'rb').read() == os.path.realpath(b'App/Documents')
            """, scene.sandbox(""))
    }

    @Test(
        "output after the browser has closed is sanitized",
        arguments: ["bad.zip", "bad.tar", "nul.zip", "broken"])
    func afterBrowser(path: String) throws {
        let scene = try HostileScene()
        let terminal = try scene.sandbox.terminal([path])
        let ending = try terminal.waitForExit()
        #expect(
            [65, 66, 74].contains { ending == .exited($0) } && terminal.text.contains("sandglass: "),
            "\(ending) \(terminal.text)")
        Self.expectHarmless(terminal.output)
        #expect(!terminal.lines.contains { $0.hasPrefix("INJECTED") })
    }

    @Test("the containers that were open are listed by sanitized names")
    func recent() throws {
        let scene = try HostileScene()
        try scene.sandbox.write(
            "script",
            HostileScene.preamble
                + "rm config/sandglass/keymap.toml; cp -a App \"other $ODD\"; \"$program\" \"other $ODD\"; \"$program\" recent; \"$program\" recent --json; "
                + "\"$program\" recent --forget \"other $ODD\"")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["script"], environment: scene.sandbox.variables, size: Size(columns: 200, rows: 30),
            directory: scene.sandbox(""))
        try terminal.waitFor("? help")
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.text.contains("forgotten: ") && terminal.text.contains("\\u202e"), "\(terminal.text)")
        Self.expectHarmless(terminal.output)
        #expect(!terminal.lines.contains { $0.hasPrefix("INJECTED") })
    }

    /// Expects none of the sequences of the name: the browser's own are others.
    private static func expectHarmless(_ output: [UInt8]) {
        for sequence in [Array("\u{1b}]52".utf8), [0xc2, 0x9b], Array("\u{202e}".utf8), Array("\u{2028}".utf8)] {
            #expect(!output.contains(sequence))
        }
    }
}
