import Screen
import System
import TestSupport
import Testing

@Suite("The demonstration of the ways of hiding", .onManyThreads)
struct SnapshotHideTests {
    private static let names = ["bank-note-8829", "passwords-2026", "beach-private"]

    /// The results of one run, shared by the tests.
    private static let shared = Result { try Run() }

    private final class Run: Sendable {
        let folder = TemporaryDirectory()
        let result: CommandResult

        init() throws { result = try ProgramTests.run("demo", "snapshot-hide", "--json", "--keep", folder("kept")) }

        /// Returns the statements of the report, one line per way of hiding.
        func said(_ expression: String) throws -> [String] {
            let script = """
                import json, sys
                report = json.load(sys.stdin)
                for row in report['ways']:
                    print(\(expression))
                """
            return try python(script, input: result.stdout).split(separator: "\n").map(String.init)
        }
    }

    @Test("each way of hiding hides where it should, and without one everything is visible")
    func ways() throws {
        let run = try Self.shared.get()
        #expect(run.result.status == 0, "\(run.result.errors)")
        #expect(try run.said("row['way']") == ["none", "ignore", "exit", "cover"])
        #expect(try run.said("row['leaks']") == ["[]", "[]", "[]", "[]"])
        let all = "['bank-note-8829', 'passwords-2026', 'beach-private']"
        #expect(try run.said("row['lastPicture']['secrets']") == [all, all, "[]", "[]"])
        // The shell's screen is back; without an alternate screen the picture is still there.
        #expect(try run.said("row['bystander']['secrets']") == ["[]", "[]", "[]", "[]"])
        #expect(try run.said("row['bystanderWithoutAlternateScreen']['secrets']") == [all, all, "[]", "[]"])
        #expect(try run.said("row['snapshot']['secrets']") == [all, all, "[]", "[]"])
        #expect(try run.said("row['launch']['secrets']") == [all, "[]", "[]", "[]"])
        #expect(try run.said("row['secrets']") == [all, all, "[]", "[]"])
        #expect(try run.said("row['endedOnSuspend']") == ["False", "False", "True", "False"])
        #expect(try run.said("len(row['snapshotFiles'])") == ["2", "2", "0", "2"])
    }

    @Test("the contents of every kind of file are gone from the screen after every way out")
    func contents() throws {
        let script = """
            import json, sys
            contents = json.load(sys.stdin)['contents']
            print(len(contents['files']), contents['trials'], contents['leaks'])
            print(*contents['ways'], sep=', ')
            """
        let said = try python(script, input: try Self.shared.get().result.stdout).split(separator: "\n")
        #expect(
            said == [
                "28 123 []",
                "Z, ^Z, the loss of the focus, SIGTSTP, SIGSTOP, an editor, q, SIGTERM, SIGHUP, SIGKILL, a crash",
            ])
    }

    @Test("the contents of every kind of file are gone after each of the ways out", .enabled(if: runsLongTests))
    func everyWay() throws {
        let result = try ProgramTests.run("demo", "snapshot-hide", "--json", "--thorough")
        #expect(result.status == 0, "\(result.errors)")
        let script = "import json, sys; c = json.load(sys.stdin)['contents']; print(c['trials'], c['leaks'])"
        // Two ways to cover, three to stop and five to end, in the pane and in the viewer, and an editor once.
        #expect(try python(script, input: result.stdout) == "\(28 * 10 * 2 + 1) []\n")
    }

    @Test("the report describes what each way of hiding shows")
    func shows() throws {
        let run = try Self.shared.get()
        let cover = "sandglass covered fg brings it back"
        let last = try run.said("row['lastPicture']['shows']")
        try #require(last.count == 4)
        #expect(last[3] == cover)
        #expect(last[0].contains("SecretContainer") && last[1].contains("SecretContainer"))
        #expect(try run.said("row['snapshot']['shows']").last == cover)
        let launch = try run.said("row['launch']['shows']")
        try #require(launch.count == 4)
        #expect(launch[3] == cover)
        #expect(launch[1] == "sandglass")
        #expect(launch[0] == last[0])
        let bystander = try run.said("row['bystander']['shows']")
        #expect(bystander.map { $0.contains("Suspended; its screen is covered.") } == [false, false, false, true])
        let without = try run.said("row['bystanderWithoutAlternateScreen']['shows']")
        try #require(without.count == 4)
        #expect(without[3].contains(cover) && !without[3].contains("Suspended;"))
        #expect(Self.names.allSatisfy(without[0].contains))
    }

    @Test("help states how many kinds of files and ways out there are, as the demonstration tries them")
    func numbers() throws {
        let script = """
            import json, sys
            contents = json.load(sys.stdin)['contents']
            print(len(contents['files']), len(contents['ways']))
            """
        let tried = try python(script, input: try Self.shared.get().result.stdout).split { $0 == " " || $0 == "\n" }
        let help = try run("help", "cover").text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(help.contains("contents of \(tried[0]) kinds of files after \(tried[1]) ways out"), "\(help)")
    }

    @Test(
        "the kept files agree with the report, according to other programs",
        arguments: ["cover", "exit", "ignore", "none"])
    func kept(way: String) throws {
        let run = try Self.shared.get()
        let seesContent = ["ignore", "none"].contains(way)
        for name in Self.names {
            let found = try shell(
                "cd \"$1\" && cat sandglass-*.ans last-picture.ans 2> /dev/null | grep -c -a \"$2\"",
                run.folder("kept/\(way)"), name)
            #expect((found.text != "0\n") == seesContent)
            let launched = try shell("grep -c -a \"$2\" \"$1/launch.ans\"", run.folder("kept/\(way)"), name)
            #expect((launched.text != "0\n") == (way == "none"))
        }
        let modes = try runCommand(["find", run.folder("kept/\(way)"), "-type", "f", "-printf", "%m\\n"]).lines
        #expect(modes.count == (way == "exit" ? 4 : 6) && modes.allSatisfy { $0 == "600" })
    }

    @Test("on a terminal it is a talk: one stage a key, with the secrets in red, and the summary at the end")
    func talk() throws {
        let terminal = try PseudoTerminal(
            sandglass, ["demo", "snapshot-hide", "--no-contents"], environment: ["TERM": "xterm-256color"])
        try terminal.waitUntil("the app") { $0.isAlternateScreen && $0.text.contains("3 secrets in sight") }
        #expect(terminal.lines[0].contains("The app is in use"))
        for name in Self.names { #expect(Self.isMarked(name, on: terminal)) }
        try terminal.send("\r")
        try terminal.waitFor("Last picture before leaving, without hiding")
        for name in Self.names { #expect(Self.isMarked(name, on: terminal)) }
        #expect(terminal.lines.last?.contains("Enter next") == true)
        try terminal.send("bb\t\t")
        try terminal.waitFor("A bystander sees, without hiding")
        #expect(terminal.text.contains("no secret in sight"))
        try terminal.send("\u{1b}OF")
        try terminal.waitUntil("the summary") { terminal in
            ["none", "ignore", "exit", "cover"].allSatisfy { way in
                terminal.lines[4..<8].contains { $0.hasPrefix(" \(way) ") }
            } && terminal.text.contains("What each way of hiding hides")
        }
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!terminal.isAlternateScreen)
        #expect(terminal.outputText().contains("nothing is hidden, for comparison"))
    }

    /// Whether a word is on the screen, all of it in reversed red.
    private static func isMarked(_ word: String, on terminal: PseudoTerminal) -> Bool {
        terminal.lines.enumerated().contains { row, line in
            guard let place = line.firstRange(of: word) else { return false }
            let start = line.distance(from: line.startIndex, to: place.lowerBound)
            return (start..<start + word.count).allSatisfy {
                let style = terminal.cell(column: $0, row: row).style
                return style.foreground == .palette(1) && style.attributes.contains(.reverse)
            }
        }
    }

    @Test("a terminal that is too small gets the summary, as --summary does; no line is wrapped within a word")
    func summary() throws {
        for (size, options) in [(Size(columns: 79, rows: 24), []), (Size(columns: 80, rows: 24), ["--summary"])] {
            let terminal = try PseudoTerminal(
                sandglass, ["demo", "snapshot-hide", "--no-contents"] + options,
                environment: ["TERM": "xterm-256color"], size: size)
            #expect(try terminal.waitForExit() == .exited(0))
            #expect(!terminal.outputText().contains("\u{1b}[?1049h"))
            let text = terminal.screen.scrollbackText + terminal.text
            for name in Self.names { #expect(text.contains(name), "\(text)") }
        }
    }

    @Test("a container of one's own is shown with its names as the secrets, and not changed")
    func ofOwn() throws {
        let container = try secretContainer()
        let before = try runCommand(["find", container.path, "-printf", "%p %s %T@ %m\\n"]).text
        let result = try run("demo", "snapshot-hide", "--json", "--no-contents", "--of", container.path)
        #expect(result.status == 0, "\(result.errors)")
        let script = """
            import json, sys
            report = json.load(sys.stdin)
            print(any('\(secret)' in name for name in report['secrets']))
            for row in report['ways']:
                print(row['way'], len(row['lastPicture']['secrets']) > 0, len(row['bystander']['secrets']) > 0, \
            len(row['bystanderWithoutAlternateScreen']['secrets']) > 0, row['endedOnSuspend'])
            """
        let said = try python(script, input: result.stdout).split(separator: "\n")
        #expect(
            said == [
                "True", "none True False True False", "ignore True False True False",
                "exit False False False True", "cover False False False False",
            ])
        #expect(try runCommand(["find", container.path, "-printf", "%p %s %T@ %m\\n"]).text == before)
        let missing = try run("demo", "snapshot-hide", "--of", container.path + "/none")
        #expect(missing.status == 66)
        _ = try runCommand(["rm", "-r", container.path + "/Documents"])
        let empty = try run("demo", "snapshot-hide", "--of", container.path)
        #expect(empty.status == 66 && empty.errors.contains("no names to look for"), "\(empty.errors)")
    }

    @Test("--record writes a new asciicast of 80 by 24, and no file where the demonstration fails")
    func record() throws {
        let folder = TemporaryDirectory()
        let result = try run("demo", "snapshot-hide", "--no-contents", "--record", folder("talk.cast"))
        #expect(result.status == 0 && result.text.contains("nothing is hidden, for comparison"), "\(result.errors)")
        let text = String(decoding: try readFile(folder("talk.cast")), as: UTF8.self)
        let header = try #require(text.split(separator: "\n").first)
        #expect(header.contains("\"version\":2,\"width\":80,\"height\":24"))
        #expect(try run("demo", "snapshot-hide", "--record", folder("talk.cast")).status == 73)
        _ = try run("demo", "snapshot-hide", "--record", folder("none.cast"), "--of", folder("none"))
        #expect(access(folder("none.cast"), F_OK) != 0)
    }

    @Test("the command alone names its full name")
    func alone() throws {
        let result = try run("snapshot-hide")
        #expect(result.status == 64 && result.errors.contains("Did you mean `sandglass demo snapshot-hide`?"))
        #expect(try run("--help").text.contains("sandglass demo snapshot-hide"))
    }

    @Test("nothing is left behind, and --keep refuses a directory that is not empty")
    func leftovers() throws {
        let folder = TemporaryDirectory()
        try folder.makeDirectory("tmp")
        folder.write("taken/file", "x")
        let script =
            "TMPDIR=\"$1/tmp\" XDG_STATE_HOME=\"$1/state\" HOME=\"$1/home\" \"$0\" demo snapshot-hide --json --no-contents"
        #expect(try shell(script, folder.path).status == 0)
        let left = try runCommand(["find", folder.path, "-mindepth", "1", "-printf", "%P\\n"]).lines.sorted()
        #expect(left == ["taken", "taken/file", "tmp"])
        let refused = try run("demo", "snapshot-hide", "--keep", folder("taken"))
        #expect(refused.status == 73 && refused.errors.contains("not empty"))
    }
}
