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
        #expect(try run.said("row['way']") == ["cover", "exit", "ignore", "none"])
        #expect(try run.said("row['leaks']") == ["[]", "[]", "[]", "[]"])
        let all = "['bank-note-8829', 'passwords-2026', 'beach-private']"
        #expect(try run.said("row['suspended']['secrets']") == ["[]", "[]", all, all])
        #expect(try run.said("row['snapshot']['secrets']") == ["[]", "[]", all, all])
        #expect(try run.said("row['launch']['secrets']") == ["[]", "[]", "[]", all])
        #expect(try run.said("row['secrets']") == ["[]", "[]", all, all])
        #expect(try run.said("row['endedOnSuspend']") == ["False", "True", "False", "False"])
        #expect(try run.said("len(row['snapshotFiles'])") == ["2", "0", "2", "2"])
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
        let suspended = try run.said("row['suspended']['shows']")
        #expect(suspended[0] == cover)
        #expect(suspended[2].contains("SecretContainer") && suspended[3].contains("SecretContainer"))
        #expect(try run.said("row['snapshot']['shows']")[0] == cover)
        let launch = try run.said("row['launch']['shows']")
        #expect(launch[0] == cover)
        #expect(launch[2] == "sandglass")
        #expect(launch[3] == suspended[3])
    }

    @Test(
        "the kept files agree with the report, according to other programs",
        arguments: ["cover", "exit", "ignore", "none"])
    func kept(way: String) throws {
        let run = try Self.shared.get()
        let seesContent = ["ignore", "none"].contains(way)
        for name in Self.names {
            let found = try shell(
                "cd \"$1\" && cat sandglass-*.ans suspended.ans 2> /dev/null | grep -c -a \"$2\"",
                run.folder("kept/\(way)"), name)
            #expect((found.text != "0\n") == seesContent)
            let launched = try shell("grep -c -a \"$2\" \"$1/launch.ans\"", run.folder("kept/\(way)"), name)
            #expect((launched.text != "0\n") == (way == "none"))
        }
        let modes = try runCommand(["find", run.folder("kept/\(way)"), "-type", "f", "-printf", "%m\\n"]).lines
        #expect(modes.count == (way == "exit" ? 2 : 4) && modes.allSatisfy { $0 == "600" })
    }

    @Test(
        "a wide terminal shows thumbnails with the secrets in red, and a narrow one only the table",
        arguments: [130, 80])
    func thumbnails(columns: Int) throws {
        let terminal = try PseudoTerminal(
            sandglass, ["demo", "snapshot-hide", "--no-contents"],
            environment: ["TERM": "xterm-256color"],
            size: Size(columns: columns, rows: 60)
        )
        #expect(try terminal.waitForExit() == .exited(0))
        let dots = (0..<terminal.size.rows).flatMap { row in
            (0..<columns).map { terminal.cell(column: $0, row: row) }
        }.filter { cell in cell.text.unicodeScalars.contains { (0x2801...0x28ff).contains($0.value) } }
        #expect(dots.isEmpty == (columns < 124))
        #expect(dots.contains { $0.style.foreground == .palette(1) } == (columns >= 124))
        #expect(terminal.text.contains("nothing is hidden, for comparison"))
        // Nothing is wrapped by the terminal in the middle of a word.
        for name in Self.names { #expect(terminal.text.contains(name), "\(terminal.text)") }
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
