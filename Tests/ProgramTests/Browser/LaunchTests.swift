import Screen
import System
import TestSupport
import Testing

@Suite("Relaunching", .onManyThreads)
struct LaunchTests {
    /// A container with a state to restore, and a separate state directory.
    private final class Setting {
        static let size = Size(columns: 160, rows: 24)
        let folder = TemporaryDirectory()
        let home = TemporaryDirectory()
        var container: String { folder("App") }

        init() throws {
            for number in 0..<60 { folder.write("App/Documents/entry-\(number).txt", "x") }
            for directory in ["Library/Application Support/Deep", "Library/Caches", "tmp"] {
                try folder.makeDirectory("App/\(directory)")
            }
            folder.write("App/Library/Preferences/com.example.launch.plist", "<plist><dict/></plist>")
            // Only the state saved at suspension is to be restored.
            home.write("sandglass/config.toml", "remember = false\n")
        }

        /// Starts the program as a job of a shell, which prints how often it has got the terminal back and then reads
        /// commands. The program's updates are synchronized, so that its frames can be distinguished.
        func start(_ arguments: [String], at path: String? = nil) throws -> PseudoTerminal {
            let script = """
                set -m; "$0" "$@"; n=1; echo "shell $n"
                while read answer; do eval "$answer"; n=$((n+1)); echo "shell $n"; done
                """
            return try PseudoTerminal(
                "/bin/sh",
                ["-c", script, sandglass, path ?? container] + arguments,
                environment: [
                    "TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "XDG_STATE_HOME": home.path,
                    "XDG_CONFIG_HOME": home.path,
                ],
                size: Self.size
            )
        }

        /// Starts the program, goes to an entry far down in Documents, and suspends the program.
        func suspend(_ arguments: String...) throws -> PseudoTerminal {
            let terminal = try start(arguments)
            try terminal.waitFor("? help")
            try terminal.send("gd")
            try terminal.waitFor("Documents/entry-0.txt")
            try terminal.send(String(repeating: "j", count: 40))
            try terminal.waitFor("Documents/entry-40.txt")
            try terminal.send("\u{1a}")
            try terminal.waitFor("shell 1")
            try terminal.waitUntil("the stop") { $0.hasStoppedJob }
            return terminal
        }

        /// Starts the program, waits for the browser, and quits.
        /// - Returns: The first frame, and the final text on the screen.
        func launch(_ arguments: String..., at path: String? = nil, until content: String) throws
            -> (first: Frame, last: String)
        {
            let terminal = try start(arguments, at: path)
            try terminal.waitUntil("the browser with \(content)") {
                $0.text.contains("? help") && $0.text.contains(content)
            }
            let first = try #require(TerminalRecording(of: terminal.output, size: Self.size).first)
            let last = terminal.text
            try terminal.send("q")
            try terminal.waitFor("shell 1")
            return (first.frame, last)
        }

        /// Returns the files about suspended sessions in the container and in the state directory.
        func kept() throws -> [String] {
            let result = try runCommand([
                "find", folder.path, home.path, "-type", "f", "(", "-name", "sandglass-*", "-o", "-path",
                "*/suspended/*",
                ")", "-printf", "%m %P\\n",
            ])
            return result.lines.map(String.init).sorted()
        }
    }

    private func words(_ frame: Frame) -> String {
        frame.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    @Test("after an end while suspended, a launch shows the snapshot, then restores directory, cursor and panes")
    func relaunch() throws {
        let setting = try Setting()
        let terminal = try setting.start([])
        try terminal.waitFor("? help")
        // Library unfolded, the listing scrolled, the focus on the tree.
        try terminal.send("gd")
        try terminal.waitFor("Documents/entry-0.txt")
        try terminal.send(String(repeating: "j", count: 40) + "kkkkk")
        try terminal.waitUntil("all that is looked up later") { terminal in
            let texts = ["36 of 60 · 60 B in files", "82 B", "Text, ASCII, 1 line"]
            return texts.allSatisfy { terminal.text.contains($0) } && terminal.lines[2].hasSuffix("│ entry-35.txt")
                && terminal.lines.count { $0.contains("RWDB ✎") } == Setting.size.rows - 3
        }
        let before = terminal.lines
        try terminal.send("\u{1a}")
        try terminal.waitFor("shell 1")
        try terminal.waitUntil("the stop") { $0.hasStoppedJob }
        let kept = try setting.kept()
        #expect(kept.count == 3 && kept.allSatisfy { $0.hasPrefix("600 ") })
        try terminal.killJobs()

        let again = try setting.start([])
        try again.waitUntil("the place") { $0.text.contains("36 of 60 · 60 B in files") }
        try? again.waitUntil("the same screen", timeoutSeconds: 30) { $0.lines == before }
        #expect(again.lines == before)
        let first = try #require(TerminalRecording(of: again.output, size: Setting.size).first)
        #expect(words(first.frame) == "sandglass covered fg brings it back")
        try again.send("q")
        try again.waitFor("shell 1")
        #expect(try setting.kept().isEmpty)
    }

    @Test("a snapshot serves one launch")
    func once() throws {
        let setting = try Setting()
        try setting.suspend().killJobs()
        #expect(words(try setting.launch(until: "entry-40").first).contains("covered"))
        let second = try setting.launch(until: "Documents")
        #expect(words(second.first).contains("? help"))
        #expect(!second.last.contains("entry-40"))
    }

    @Test("an ignored snapshot is replaced by the launch screen, and the directory is restored")
    func ignored() throws {
        let setting = try Setting()
        try setting.suspend("--ignore-snapshot", "--snapshots").killJobs()
        let folder = "App/Library/Caches/Snapshots/com.example.launch/"
        #expect(try setting.kept().filter { $0.hasPrefix("600 \(folder)sandglass-") }.count == 2)
        #expect(words(try setting.launch("--snapshots", until: "entry-40").first) == "sandglass")
        #expect(try setting.kept().isEmpty)
    }

    @Test("a forged picture in the container is replaced by the launch screen, and the directory is restored")
    func forged() throws {
        let setting = try Setting()
        try setting.suspend("--snapshots").killJobs()
        let place = setting.folder("App/Library/Caches/Snapshots/com.example.launch")
        let script = "sed -i s/covered/forged!/ \"$1\"/*.ans && grep -c 'forged!' \"$1\"/*.ans"
        #expect(try runCommand(["sh", "-c", script, "sh", place]).text == "1\n")
        let terminal = try setting.start(["--snapshots"])
        try terminal.waitUntil("the place") { $0.text.contains("? help") && $0.text.contains("entry-40") }
        #expect(!terminal.outputText().contains("forged!"))
        let first = try #require(TerminalRecording(of: terminal.output, size: Setting.size).first)
        #expect(words(first.frame) == "sandglass")
    }

    @Test("without --snapshots, nothing is stored in a container that only claims to be a demonstration")
    func claimedDemonstration() throws {
        let setting = try Setting()
        let identifier = "<key>MCMMetadataIdentifier</key><string>dev.sandglass.harbornotes</string>"
        let list = "<plist><dict>\(identifier)</dict></plist>"
        setting.folder.write("App/.com.apple.mobile_container_manager.metadata.plist", list)
        _ = try setting.suspend()
        #expect(try setting.kept().filter { $0.contains("App/") }.isEmpty)
    }

    @Test("a demonstration keeps its snapshots in its container, as iOS does")
    func demonstration() throws {
        let setting = try Setting()
        let script = "XDG_STATE_HOME=\"$1\" \"$0\" demo --no-browse --at \"$2\""
        let made = try shell(script, setting.home.path, setting.folder("demo"))
        let terminal = try setting.start([], at: made.lines.first.map(String.init))
        try terminal.waitFor("? help")
        try terminal.send("\u{1a}")
        try terminal.waitFor("shell 1")
        try terminal.waitUntil("the stop") { $0.hasStoppedJob }
        #expect(try setting.kept().filter { $0.contains("/Library/Caches/Snapshots/dev.sandglass.") }.count == 2)
    }

    @Test("without state restoration, a launch shows the launch screen and the root")
    func noRestoration() throws {
        let setting = try Setting()
        try setting.suspend().killJobs()
        let launch = try setting.launch("--no-restore", until: "Documents")
        #expect(words(launch.first) == "sandglass")
        #expect(!launch.last.contains("entry-40"))
    }

    @Test("a named path takes precedence over the restored one")
    func place() throws {
        let setting = try Setting()
        try setting.suspend().killJobs()
        let launch = try setting.launch(at: setting.folder("App/Library"), until: "Application Support")
        #expect(words(launch.first) == "sandglass")
        #expect(!launch.last.contains("entry-40"))
    }

    @Test("a launch does not return to a directory that was deleted")
    func gone() throws {
        let setting = try Setting()
        try setting.suspend().killJobs()
        _ = try runCommand(["rm", "-r", setting.folder("App/Documents")])
        let launch = try setting.launch(until: "Library")
        #expect(words(launch.first).contains("covered"))
        #expect(launch.last.contains("Container"))
    }

    @Test("a session that resumes and then quits or is killed leaves nothing for the next launch")
    func continued() throws {
        let setting = try Setting()
        let terminal = try setting.suspend()
        #expect(try setting.kept().count == 3)
        try terminal.send("fg\r")
        try terminal.waitUntil("the content") { $0.isAlternateScreen && $0.text.contains("entry-40") }
        try terminal.send("q")
        try terminal.waitFor("shell 2")
        #expect(try setting.kept().isEmpty)

        let killed = try setting.suspend()
        try killed.send("fg\r")
        try killed.waitUntil("the content") { $0.isAlternateScreen && $0.text.contains("entry-40") }
        try killed.waitUntil("the record to go") { _ in try setting.kept().count == 2 }
        try killed.killJobs()
        try killed.waitUntil("the end") { $0.jobProcesses.isEmpty }
        let launch = try setting.launch(until: "Documents")
        #expect(words(launch.first).contains("? help"))
        #expect(!launch.last.contains("entry-40"))
        #expect(try setting.kept().isEmpty)
    }

    @Test("a second session beside a suspended one begins anew, and keeps the record of the first")
    func beside() throws {
        let setting = try Setting()
        let terminal = try setting.suspend()
        let record = try setting.kept().filter { $0.contains("/suspended/") }
        let launch = try setting.launch(until: "Documents")
        #expect(words(launch.first).contains("? help"))
        #expect(try setting.kept().filter { $0.contains("/suspended/") } == record)
        try terminal.killJobs()
        #expect(try setting.launch(until: "entry-40").last.contains("entry-40"))
    }

    @Test("a session that a signal ends while it is suspended is restored")
    func terminated() throws {
        let setting = try Setting()
        let terminal = try setting.suspend()
        try terminal.send("kill %1; kill -CONT %1; wait\r")
        try terminal.waitUntil("the end") { $0.jobProcesses.isEmpty }
        #expect(try setting.kept().count == 3)
        #expect(words(try setting.launch(until: "entry-40").first).contains("covered"))
    }

    @Test("only the last five snapshots are kept")
    func five() throws {
        let setting = try Setting()
        let terminal = try setting.suspend("--snapshots")
        for round in 1...6 {
            try terminal.send("fg\r")
            try terminal.waitUntil("the content") { $0.isAlternateScreen && $0.text.contains("entry-40") }
            try terminal.send("\u{1a}")
            try terminal.waitFor("shell \(round + 1)")
            try terminal.waitUntil("the stop") { $0.hasStoppedJob }
        }
        #expect(try setting.kept().filter { $0.hasSuffix(".ans") }.count == 5)
        try terminal.killJobs()
    }
}
