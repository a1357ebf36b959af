import Screen
import System
import TestSupport
import Testing

/// The browser in lines: `--linear`.
@Suite("The browser in lines", .onManyThreads)
struct LinearTests {
    private let folder = TemporaryDirectory()
    /// What clears the screen and the scrollback.
    private static let clearing = "\u{1b}[H\u{1b}[2J\u{1b}[3J"

    private var environment: [String: String] {
        [
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": folder("state"),
            "XDG_DATA_HOME": folder("data"), "XDG_CONFIG_HOME": folder("config"),
        ]
    }

    /// Runs the browser on lines from a pipe.
    private func enter(_ lines: String..., in container: SampleContainer) throws -> CommandResult {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        return try runCommand(
            ["env"] + variables + [sandglass, "--linear", container.path],
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private func start(_ container: SampleContainer, rows: Int = 30) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            sandglass, ["--linear", container.path], environment: environment, size: Size(columns: 80, rows: rows))
        try waitForPrompt("Documents> ", on: terminal)
        return terminal
    }

    /// Waits until a prompt is the last output; the screen's text has no trailing blanks.
    private func waitForPrompt(_ prompt: String, on terminal: PseudoTerminal) throws {
        try terminal.waitUntil(prompt) { $0.outputText().hasSuffix(prompt) }
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    // MARK: - In a pipe

    @Test("a script browses, exports a file and quits")
    func export() throws {
        let container = try SampleContainer()
        let result = try enter("documents", "/note 7.txt", "1 export \(folder.path)", "q", in: container)
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.errors)")
        #expect(result.text.contains("Documents: 1 to 20 of 30, acting as"), "\(result.text)")
        #expect(result.text.contains("1  note 7.txt  7 B  "))
        #expect(try readFile(folder("note 7.txt")) == Array("xxxxxxx".utf8), "\(result.text)")
        #expect(!result.stdout.contains(0x1b), "nothing is cleared in a pipe")
    }

    @Test("a question waits for the number of its answer", arguments: [("1", true), ("2", false)])
    func question(answer: String, isKept: Bool) throws {
        let container = try SampleContainer()
        let result = try enter("documents", "/note 7.txt", "1 delete", answer, "q", in: container)
        #expect(result.status == 0)
        #expect(exists(container.path + "/Documents/note 7.txt") == isKept, "\(result.text)")
        #expect(result.text.contains("1  No, leave it unchanged"), "\(result.text)")
    }

    @Test("a file, a report and a search are printed whole before the next line is taken")
    func reports() throws {
        let container = try SampleContainer("open('Documents/plan.txt', 'w').write('meet at the harbour\\n')")
        let result = try enter(
            "usage", "q", "documents", "/plan", "view", "q", "explain", "q", "find-contents harbour", in: container)
        #expect(result.status == 0, "the end of the input quits")
        for text in ["Usage", "meet at the harbour", "Why", "with “harbour”"] {
            #expect(result.text.contains(text), "\(text):\n\(result.text)")
        }
    }

    @Test("the end of the input ends the program, also in a question")
    func endOfInput() throws {
        let container = try SampleContainer()
        #expect(try enter(in: container).status == 0)
        #expect(try enter("documents", "1 delete", in: container).status == 0)
        #expect(exists(container.path + "/Documents/note 1.txt"))
    }

    @Test("names cannot control the terminal, and stay on their lines")
    func hostileNames() throws {
        let container = try SampleContainer(
            """
            for name in [b'a\\x1b[2J\\x1b]52;c;aGk=\\x07', b'b\\n1  fake', b'c\\xe2\\x80\\xaegpj.exe', b'd\\xff\\xc2\\x9b', b'e\\r']:
                open(b'tmp/' + name, 'w').close()
            """)
        let result = try enter("tmp", "1", "1", "q", "explain", "", "5", "rename", "", "q", in: container)
        #expect(result.status == 0)
        for byte in [0x1b, 0x07, 0x0d, 0x7f] as [UInt8] { #expect(!result.stdout.contains(byte), "\(byte)") }
        #expect(!result.text.unicodeScalars.contains { $0 == "\u{202e}" || (0x80...0x9f).contains($0.value) })
        #expect(result.text.contains("2  b␊1  fake"), "\(result.text)")
        #expect(!result.text.split(separator: "\n").contains { $0.hasPrefix("1  fake") })
    }

    @Test("a program that reads from the terminal is not started in a pipe", arguments: ["shell", "pager", "edit"])
    func interactive(command: String) throws {
        let container = try SampleContainer()
        let result = try enter(
            "documents", "1", command, "2 export \(folder.path)", "q", in: container)
        #expect(result.status == 0 && result.text.contains("standard input is not a terminal"), "\(result.text)")
        #expect(exists(folder("note 2.txt")), "the lines after it are still taken")
    }

    @Test("without a path, what the search found is printed before the first line is taken")
    func startPage() throws {
        for part in ["one/Documents", "one/Library", "one/tmp"] { try folder.makeDirectory("here/\(part)") }
        let variables = (environment.merging(["HOME": folder("home")]) { $1 }).map { "\($0.key)=\($0.value)" }
        let result = try runCommand(
            ["env", "-C", folder("here")] + variables + [sandglass, "--linear"], input: Array("1\nq\n".utf8))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("here/one") && result.text.contains("In and below this directory"))
        #expect(result.text.contains("Documents"), "it is opened by its number: \(result.text)")
    }

    @Test("a container that cannot be opened is an error, as elsewhere")
    func noContainer() throws {
        #expect(try run("--linear", folder("none")).status == 66)
    }

    // MARK: - On a terminal

    @Test("--choose takes its lines from a pipe, and writes only the selection to standard output")
    func choosing() throws {
        let container = try SampleContainer()
        let chooser = "'\(sandglass)' --linear --choose '\(container.path)'"
        let command = "printf '%s\\n' documents 1 C | \(chooser) >'\(folder("out"))'"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", command], environment: environment, size: Size(columns: 80, rows: 30))
        #expect(try terminal.waitForExit() == .exited(0))
        let chosen = String(decoding: try readFile(folder("out")), as: UTF8.self)
        #expect(chosen == container.path + "/Documents/note 1.txt\n")
        #expect(terminal.outputText().contains("1  note 1.txt"))
    }

    @Test("q clears the screen and the scrollback, and nothing else addresses the cursor", arguments: ["q", "\u{4}"])
    func ending(key: String) throws {
        let container = try SampleContainer()
        let terminal = try start(container)
        #expect(terminal.outputText().contains("Not cleared: a log of the terminal"))
        let modes = terminal.modes
        for line in ["documents", "3", "", "usage", "", "note", "1"] {
            let mark = terminal.output.count
            try terminal.send(line + "\r")
            try terminal.waitUntil("the prompt after \(line)") { $0.outputText(from: mark).hasSuffix("> ") }
        }
        #expect(terminal.modes == modes && !terminal.isAlternateScreen)
        #expect(!terminal.output.contains(0x1b))
        try terminal.send(key == "q" ? "q\r" : key)
        #expect(try terminal.waitForExit() == .exited(0))
        let text = terminal.outputText()
        #expect(text.contains("\u{1b}[2J") && text.contains("\u{1b}[3J"))
        #expect(!text.replacing(Self.clearing, with: "").contains("\u{1b}"))
        #expect(terminal.modes == modes)
        #expect(!terminal.text.contains("note"))
    }

    @Test("what was typed before a question came up does not answer it")
    func typedAhead() throws {
        let container = try SampleContainer()
        let terminal = try start(container)
        try terminal.send("documents\r")
        try waitForPrompt("note 1.txt> ", on: terminal)
        try terminal.send("1 delete\ryes\r2\r")
        try waitForPrompt("answer> ", on: terminal)
        try terminal.waitUntil("quiet") { !$0.awaitOutput(milliseconds: 300) }
        #expect(terminal.outputText().hasSuffix("answer> "))
        #expect(exists(container.path + "/Documents/note 1.txt"))
        // What is typed after it does.
        try terminal.send("yes\r")
        try terminal.waitUntil("the file to be gone") { _ in !exists(container.path + "/Documents/note 1.txt") }
    }

    @Test("after a program has had the terminal, the place is printed again")
    func outside() throws {
        let container = try SampleContainer()
        defer { extendLifetime(container) }
        let terminal = try start(container)
        try terminal.send("documents\r")
        try waitForPrompt("note 1.txt> ", on: terminal)
        let mark = terminal.output.count
        try terminal.send("shell\r")
        try terminal.waitUntil("the shell") { $0.outputText(from: mark).contains(Self.clearing) }
        try terminal.send("exit\r")
        try terminal.waitUntil("the place") { $0.outputText(from: mark).hasSuffix("note 1.txt> ") }
        #expect(terminal.outputText(from: mark).contains("1  note 1.txt"))
    }

    @Test("an idle session is covered")
    func idle() throws {
        let container = try SampleContainer()
        let terminal = try PseudoTerminal(
            sandglass, ["--linear", "--cover-after", "1s", container.path], environment: environment,
            size: Size(columns: 80, rows: 30))
        try terminal.waitUntil("the cover") { $0.outputText().contains("covered; an empty line") }
        #expect(terminal.outputText().contains(Self.clearing))
    }

    @Test("^C ends a program that does nothing, and closes what is asked")
    func interrupt() throws {
        let container = try SampleContainer()
        let terminal = try start(container)
        try terminal.send("delete\r")
        try waitForPrompt("answer> ", on: terminal)
        var mark = terminal.output.count
        try terminal.send("\u{3}")
        try terminal.waitUntil("the place") { $0.outputText(from: mark).hasSuffix("Documents> ") }
        // What was just read may still be arriving.
        mark = terminal.output.count
        try terminal.waitUntil("quiet") { !$0.awaitOutput(milliseconds: 300) }
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .exited(130))
        #expect(terminal.outputText(from: mark).contains(Self.clearing))
    }

    @Test("^Z clears the screen and the scrollback before it stops, and fg prints the place again")
    func suspension() throws {
        let container = try SampleContainer("open('Documents/a topsecret.txt', 'w').close()")
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: environment.merging(["PS1": "prompt: ", "HISTFILE": ""]) { $1 })
        try terminal.waitFor("prompt:")
        try terminal.send("'\(sandglass)' --linear '\(container.path)'\r")
        try waitForPrompt("Documents> ", on: terminal)
        try terminal.send("documents\r")
        try waitForPrompt("a topsecret.txt> ", on: terminal)
        let process = terminal.foregroundGroup
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the prompt") { $0.lines.contains { $0.hasSuffix("prompt:") } }
        #expect(PseudoTerminal.state(of: process) == "T")
        let asleep = terminal.outputText(from: mark)
        let cleared = try #require(asleep.firstRange(of: Self.clearing))
        let prompt = try #require(asleep.firstRange(of: "prompt:"))
        #expect(cleared.upperBound <= prompt.lowerBound && !asleep.contains("topsecret"))
        #expect(!terminal.text.contains("topsecret"))
        let back = terminal.output.count
        try terminal.send("fg\r")
        try terminal.waitUntil("the place") { $0.outputText(from: back).hasSuffix("a topsecret.txt> ") }
        try terminal.send("q\r")
        try terminal.waitUntil("the shell") { $0.lines.contains { $0.hasSuffix("prompt:") } }
        #expect(!terminal.text.contains("topsecret"))
    }

    @Test("SIGTERM clears, and the status is that of the signal")
    func termination() throws {
        let terminal = try start(try SampleContainer())
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        #expect(terminal.outputText().hasSuffix(Self.clearing))
    }

    @Test(
        "however it ends, nothing that was shown stays, and nothing that was typed reaches the shell",
        arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
    func ends(signal: Int32) throws {
        let container = try SampleContainer()
        // The shell is asked for a line when the program has ended, as an interactive one is.
        let script = "trap '' HUP QUIT; \"$@\"; echo status $?; read line; echo \"got <$line>\"; read end"
        let terminal = try PseudoTerminal(
            "/bin/bash", ["-mc", script, "sh", sandglass, "--linear", container.path],
            environment: environment, size: Size(columns: 100, rows: 30))
        try waitForPrompt("Documents> ", on: terminal)
        let process = terminal.foregroundGroup
        let mark = terminal.output.count
        try terminal.send("touch \(folder("executed"))")
        try terminal.waitFor("touch")
        kill(process, signal)
        try terminal.waitUntil("the status") { $0.outputText(from: mark).contains("status ") }
        try terminal.send("\r")
        try terminal.waitFor("got <")
        #expect(terminal.text.contains("got <>"), "\(terminal.text)")
        #expect(!terminal.text.contains("Documents> "), "\(terminal.text)")
    }
}
