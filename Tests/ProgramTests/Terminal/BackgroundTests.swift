import Screen
import System
import TestSupport
import Testing

@Suite("The theme that suits the background", .onManyThreads)
struct BackgroundTests {
    private static let question = "\u{1b}]11;?\u{1b}\\\u{1b}[c"
    private static let light = "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\"
    private static let dark = "\u{1b}]11;rgb:1c1c/1c1c/1c1c\u{7}"
    private static let attributes = "\u{1b}[?62;1;4c"

    private let container: SampleContainer
    private let home = TemporaryDirectory()

    init() throws { container = try SampleContainer() }

    /// Starts the browser on a terminal that answers nothing by itself.
    private func start(_ arguments: String..., environment: [String: String] = [:]) throws -> PseudoTerminal {
        let variables = [
            "TERM": "xterm-256color", "XDG_CONFIG_HOME": home("config"), "XDG_STATE_HOME": home("state"),
        ]
        let terminal = try PseudoTerminal(
            sandglass, [container.path] + arguments, environment: variables.merging(environment) { $1 },
            size: Size(columns: 100, rows: 30))
        terminal.answersQueries = false
        try terminal.waitFor("Documents/")
        return terminal
    }

    /// Returns the style of the bar at the top, which differs in all themes.
    private func bar(_ terminal: PseudoTerminal) -> Style { terminal.cell(column: 50, row: 0).style }

    private func bar(of theme: String) throws -> Style {
        let terminal = try start("--theme", theme)
        defer { _ = try? terminal.quit() }
        return bar(terminal)
    }

    @Test("is dark until the terminal answers that its background is light, and then light")
    func answered() throws {
        let (dark, light) = (try bar(of: "dark"), try bar(of: "light"))
        #expect(dark != light)
        let terminal = try start()
        #expect(terminal.outputText().contains(Self.question) && bar(terminal) == dark)
        try terminal.send(Self.light + Self.attributes)
        try terminal.waitUntil("the light theme") { bar($0) == light }
        #expect(terminal.outputText().contains("\u{1b}[?2031h"))
        // Reports of mode 2031 come whenever the background changes.
        try terminal.send("\u{1b}[?997;1n")
        try terminal.waitUntil("the dark theme") { bar($0) == dark }
        try terminal.send("\u{1b}[?997;2n")
        try terminal.waitUntil("the light theme") { bar($0) == light }
        let mark = terminal.output.count
        #expect(try terminal.quit() == .exited(0))
        #expect(terminal.outputText(from: mark).contains("\u{1b}[?2031l"))
    }

    @Test("is asked for by the name auto, which wins over a theme in the configuration")
    func namedAuto() throws {
        home.write("config/sandglass/config.toml", "theme = \"high-contrast\"\n")
        let light = try bar(of: "light")
        let terminal = try start("--theme", "auto")
        try terminal.send(Self.light + Self.attributes)
        try terminal.waitUntil("the light theme") { bar($0) == light }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a theme that the configuration or the command line names stays, and the terminal is asked nothing")
    func named() throws {
        let dark = try bar(of: "dark")
        home.write("config/sandglass/config.toml", "theme = \"dark\"\n")
        for arguments in [[], ["--theme", "dark"]] {
            let terminal = try arguments.isEmpty ? start() : start(arguments[0], arguments[1])
            try terminal.send(Self.light + "\u{1b}[?997;2n" + Self.attributes + "/")
            try terminal.waitFor("filter:")
            #expect(bar(terminal) == dark)
            #expect(!terminal.outputText().contains("]11;?") && !terminal.outputText().contains("?2031h"))
            try terminal.send("\u{1b}")
            try terminal.waitFor("? help")
            #expect(try terminal.quit() == .exited(0))
        }
    }

    @Test("is asked for once auto is chosen in the session, and followed from then on")
    func chosenAuto() throws {
        let (dark, light) = (try bar(of: "dark"), try bar(of: "light"))
        let terminal = try start("--theme", "dark")
        #expect(!terminal.outputText().contains("]11;?"))
        try terminal.send(":set theme auto")
        try terminal.waitFor("Set theme = auto")
        try terminal.send("\r")
        try terminal.waitUntil("the question") { $0.outputText().contains(Self.question) }
        #expect(terminal.outputText().contains("\u{1b}[?2031h"))
        try terminal.send(Self.light + Self.attributes)
        try terminal.waitUntil("the light theme") { bar($0) == light }
        try terminal.send("\u{1b}[?997;1n")
        try terminal.waitUntil("the dark theme") { bar($0) == dark }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "a terminal with few colours, or a user who wants none, leaves nothing to ask",
        arguments: [["TERM": "xterm"], ["TERM": "vt100"], ["NO_COLOR": "1"]])
    func fewColors(environment: [String: String]) throws {
        let terminal = try start(environment: environment)
        #expect(!terminal.outputText().contains("]11;?") && !terminal.outputText().contains("?2031h"))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("half an answer, garbage and no answer press no key")
    func garbage() throws {
        let dark = try bar(of: "dark")
        let terminal = try start()
        let texts = ["\u{1b}]11;rgb:ffff/", "\u{1b}]11;qqq/jjj\u{7}", Self.dark, Self.attributes]
        for text in texts {
            try terminal.send(text)
            try terminal.waitUntil("it to be read") { $0.hasReadInput }
        }
        try terminal.send("/")
        try terminal.waitFor("filter:")
        #expect(!terminal.text.contains("filter: q") && !terminal.text.contains("62;"))
        #expect(bar(terminal) == dark)
        try terminal.send("\u{1b}")
        try terminal.waitFor("? help")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an answer that comes after q or ^Z does not reach the shell", arguments: ["q", "\u{1a}"])
    func afterTheEnd(key: String) throws {
        let terminal = try leave(with: key, answers: [Self.light, Self.attributes], job: "set -m; ")
        try terminal.send("typed\r")
        try terminal.waitFor("line=typed.")
        #expect(!terminal.text.contains("rgb:") && !terminal.text.contains("62;"))
    }

    @Test("keys that are typed for the shell right after the answer are left to it")
    func typedAhead() throws {
        let terminal = try leave(with: "q", answers: [Self.dark + Self.attributes + "ahead\n"])
        try terminal.waitFor("line=ahead.")
    }

    /// Leaves a browser in a shell script, which reads a line afterwards, and answers its question only then.
    /// - Parameter job: What the script begins with.
    /// - Returns: The terminal, where the script reads the line.
    /// - Throws: `ScriptError` if no answer came in time.
    private func leave(with key: String, answers: [String], job: String = "") throws -> PseudoTerminal {
        let script = job + "\"$0\" \"$1\"; echo shell; read -r line; echo \"line=$line.\""
        for _ in 0..<50 {
            let terminal = try PseudoTerminal(
                "/bin/sh", ["-c", script, sandglass, container.path],
                environment: ["TERM": "xterm-256color", "XDG_STATE_HOME": home("state")],
                size: Size(columns: 100, rows: 30))
            terminal.answersQueries = false
            try terminal.waitFor("Documents/")
            let mark = terminal.output.count
            let modes = terminal.modes
            try terminal.send(key)
            try terminal.waitUntil("the end") { $0.outputText(from: mark).contains("\u{1b}[?1049l") }
            for answer in answers { try terminal.send(answer) }
            // On a busy machine the answer may have come too late for any program to await it.
            let isInTime = terminal.modes == modes
            try terminal.waitFor("shell")
            if isInTime { return terminal }
        }
        throw ScriptError(description: "the machine is too busy")
    }
}
