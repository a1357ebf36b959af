import Screen
import System
import TestSupport
import Testing

@Suite("Browsing", .onManyThreads)
struct BrowsingTests {
    @Test("a downloaded container can be browsed", arguments: DownloadedContainer.origins)
    func downloaded(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        let terminal = try browse(package.path, shows: "Library/", columns: 140, rows: 40)
        #expect(terminal.lines[0].contains(package.name))
        #expect(terminal.text.contains("absent"))
        try terminal.send("l")
        try terminal.waitFor("Application Support/")
        try terminal.go(to: package.database)
        try terminal.waitFor("SQLite 3 database, 28,672 bytes")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("movement, help, filter, order and paths work on real files")
    func tour() throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/", rows: 40)
        try terminal.waitFor("org.example.app")
        try terminal.send("l")
        try terminal.waitFor("note 30.txt")
        try terminal.send("?")
        try terminal.waitFor("Go to the parent directory")
        try terminal.send("q")
        try terminal.waitUntil("help away") { !$0.text.contains("Go to the parent directory") }
        try terminal.send("/")
        try terminal.waitFor("filter:")
        try terminal.send("note 2\r")
        try terminal.waitFor("1 of 11")
        try terminal.send("ss")
        try terminal.waitUntil("the order") {
            $0.lines[2].contains("note 29.txt") || $0.lines[2].contains("note 2.txt")
        }
        try terminal.go(to: "Library/Caches")
        try terminal.waitFor("empty")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("the contents of the file under the cursor are shown beside it, and the cover hides them")
    func preview() throws {
        let container = try SampleContainer(
            "open('Documents/plan.txt', 'w').write('meet at the harbour\\x1b[2J\\n')")
        let terminal = try browse(container.path, shows: "Documents/", columns: 140, rows: 40)
        try terminal.go(to: "Documents/plan.txt")
        // Unsanitized, the escape sequence in the file would have cleared the screen.
        try terminal.waitFor("meet at the harbour␛[2J")
        #expect(terminal.text.contains("Text, ASCII, 1 line") && terminal.text.contains("R read  W write"))
        try terminal.send("Z")
        try terminal.waitFor("covered")
        #expect(!terminal.text.contains("harbour") && !terminal.text.contains("ASCII"))
        try terminal.send("j")
        try terminal.waitFor("meet at the harbour")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("app information that is given or remembered applies in the browser, and giving it does not store it")
    func givenAppInfo() throws {
        let container = try SampleContainer()
        let state = TemporaryDirectory()
        let environment = ["TERM": "xterm-256color", "XDG_STATE_HOME": state.path, "LC_ALL": "C.UTF-8"]
        func browse(_ options: [String]) throws {
            let terminal = try PseudoTerminal(sandglass, options + [container.path], environment: environment)
            try terminal.waitUntil("Documents to be shared") { terminal in
                terminal.lines.contains { $0.contains("Documents") && $0.contains("⇄") }
            }
            #expect(try terminal.quit() == .exited(0))
        }
        func sharing() throws -> Substring? {
            try runCommand(["env", "XDG_STATE_HOME=" + state.path, sandglass, "info", container.path]).lines
                .first { $0.hasPrefix("UIFileSharingEnabled") }
        }
        try browse(["browse", "--file-sharing", "yes"])
        #expect(try sharing()?.hasSuffix("  unknown") == true)
        let set = ["app-info", container.path, "--set", "--file-sharing", "yes"]
        #expect(try runCommand(["env", "XDG_STATE_HOME=" + state.path, sandglass] + set).status == 0)
        try browse([])
        #expect(try sharing()?.hasSuffix("  yes  (remembered)") == true)
    }

    @Test("unusable app information is refused before the browser takes the terminal")
    func uselessAppInfo() throws {
        let container = try SampleContainer()
        let list = container.path + "/nothing.plist"
        let result = try runCommand([sandglass, "browse", "--app-info", list, container.path])
        #expect(result.status == 66)
        #expect(String(decoding: result.stderr, as: UTF8.self).contains("nothing.plist"))
    }

    @Test("quitting restores the terminal")
    func restored() throws {
        let container = try SampleContainer()
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", "echo ready; read line; '\(sandglass)' '\(container.path)'; echo status $?; read line"],
            environment: ["TERM": "xterm-256color"]
        )
        try terminal.waitFor("ready")
        let modes = terminal.modes
        try terminal.send("\r")
        try terminal.waitFor("Documents/")
        #expect(terminal.isAlternateScreen && !terminal.isCursorVisible && terminal.modes != modes)
        try terminal.send("q")
        try terminal.waitFor("status 0")
        #expect(!terminal.isAlternateScreen && terminal.isCursorVisible && terminal.modes == modes)
        #expect(!terminal.text.contains("Documents"))
    }

    @Test("^Z leaves only the cover on the screen, and fg brings the content back")
    func suspension() throws {
        let container = try SampleContainer("open('Documents/topsecret.txt', 'w').close()")
        let terminal = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: ["TERM": "xterm-256color", "PS1": "prompt> ", "HISTFILE": ""]
        )
        try terminal.waitFor("prompt>")
        try terminal.send("'\(sandglass)' '\(container.path)'\r")
        try terminal.waitFor("? help")
        try terminal.send("gd")
        try terminal.waitFor("1 of 31")
        try terminal.send("G")
        try terminal.waitFor("31 of 31")
        try terminal.waitFor("topsecret.txt")
        // The preview comes later than the name: its frame must not come after the mark.
        try terminal.waitFor("Empty file")
        let process = terminal.foregroundGroup
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen && $0.lines.contains { $0.hasSuffix("prompt>") } }
        try terminal.waitUntil("the stop") { _ in PseudoTerminal.state(of: process) == "T" }
        let asleep = terminal.outputText(from: mark)
        let cover = try #require(asleep.firstRange(of: "covered"))
        #expect(!asleep[cover.upperBound...].contains("secret") && !asleep.contains("topsecret"))
        let back = terminal.output.count
        try terminal.send("fg\r")
        try terminal.waitUntil("the content") { $0.isAlternateScreen && $0.text.contains("topsecret.txt") }
        let awake = terminal.outputText(from: back)
        let again = try #require(awake.firstRange(of: "covered"))
        let content = try #require(awake.firstRange(of: "topsecret"))
        #expect(again.upperBound <= content.lowerBound)
        try terminal.send("q")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen }
    }

    @Test("losing the focus covers the screen, and the focus or a key uncovers it")
    func focus() throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        for uncover in ["\u{1b}[I", "j"] {
            try terminal.send("\u{1b}[O")
            try terminal.waitUntil("the cover") { $0.text.contains("covered") && !$0.text.contains("Documents") }
            try terminal.send(uncover)
            try terminal.waitFor("Documents/")
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a screen of any size is drawn, down to one cell")
    func sizes() throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        terminal.resize(Size(columns: 160, rows: 50))
        try terminal.waitUntil("three panes") {
            $0.lines.last?.contains("? help") == true && $0.text.contains("│ Documents")
        }
        terminal.resize(Size(columns: 50, rows: 10))
        try terminal.waitUntil("one pane") { $0.text.contains("Documents/") && !$0.text.contains("│") }
        terminal.resize(Size(columns: 30, rows: 4))
        try terminal.waitFor("needs 20 by 5")
        terminal.resize(Size(columns: 1, rows: 1))
        try terminal.waitUntil("one cell") { $0.text == "s" }
        terminal.resize(Size(columns: 100, rows: 30))
        try terminal.waitFor("Documents/")
        #expect(try terminal.quit() == .exited(0))
        let tiny = try browse(container.path, shows: "s", columns: 1, rows: 1)
        #expect(try tiny.quit() == .exited(0))
        let small = try browse(container.path, shows: "Documents", columns: 20, rows: 5)
        #expect(try small.quit() == .exited(0))
    }

    @Test("an idle browser writes no output and does not wake up")
    func idle() throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/", columns: 140, rows: 40)
        try terminal.waitFor("465 B")
        var before = wakeUps(terminal.processID)
        // On a busy machine the last work may begin after a pause that is longer than a part of a second.
        try terminal.waitUntil("quiet") { terminal in
            let isQuiet = !terminal.awaitOutput(milliseconds: 1_000) && wakeUps(terminal.processID) == before
            before = wakeUps(terminal.processID)
            return isQuiet
        }
        #expect(!terminal.awaitOutput(milliseconds: 1_000))
        #expect(wakeUps(terminal.processID) == before && !before.isEmpty)
    }

    /// Returns the number of voluntary context switches of each thread of a process and of its children.
    private func wakeUps(_ process: Int32) -> [String] {
        let script =
            "for p in $1 $(cat /proc/$1/task/*/children); do cat /proc/$p/task/*/status; done | grep ^voluntary"
        return (try? shell(script, "\(process)").lines.map(String.init)) ?? []
    }
}
