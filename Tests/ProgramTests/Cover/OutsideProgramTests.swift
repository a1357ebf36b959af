import Screen
import System
import TestSupport
import Testing

/// Shells and other programs that are started from the browser.
@Suite("Programs started from the browser", .onManyThreads)
struct OutsideProgramTests {
    private func scene() throws -> GuardedBrowser { try GuardedBrowser(options: "") }

    /// Opens bash with job control, and waits for its prompt.
    /// - Returns: How much the terminal had got before.
    private func openShell(_ scene: GuardedBrowser) throws -> Int {
        let mark = scene.terminal.output.count
        try scene.terminal.send("!")
        try scene.terminal.waitUntil("the shell") { terminal in
            terminal.foregroundGroup != scene.browser && terminal.outputText(from: mark).contains("ready>")
        }
        return mark
    }

    @Test("a shell starts in the directory on a clean screen, and its changes are shown afterwards")
    func shell() throws {
        let scene = try scene()
        let terminal = scene.terminal
        let mark = try openShell(scene)
        #expect(!terminal.isAlternateScreen && !terminal.text.contains(secret))
        let shown = terminal.outputText(from: mark)
        let hint = try #require(shown.firstRange(of: "[exit returns to sandglass]"))
        let prompt = try #require(shown.firstRange(of: "ready>"))
        #expect(hint.upperBound < prompt.lowerBound)
        let shell = terminal.foregroundGroup
        try terminal.send("pwd; : > '\(secret) 78 made'; sleep 1000\r")
        try terminal.waitFor("Documents")
        // bash itself, and its child until it has become another program, ignore ^Z.
        try terminal.waitUntil("the job") {
            (try? readFile("/proc/\($0.foregroundGroup)/comm")) == Array("sleep\n".utf8)
        }
        try terminal.send("\u{1a}")
        try terminal.waitFor("Stopped")
        try terminal.waitUntil("the prompt") { $0.foregroundGroup == shell }
        try terminal.send("fg\r")
        try terminal.waitUntil("the job") { $0.foregroundGroup != shell }
        try terminal.send("\u{3}")
        try terminal.waitUntil("the prompt") { $0.foregroundGroup == shell }
        try terminal.send("exit 3\r")
        try terminal.waitUntil("the browser") {
            $0.foregroundGroup == scene.browser && $0.isAlternateScreen && $0.text.contains("\(secret) 78 made")
        }
        try terminal.send("q")
        try scene.waitForEnd()
        #expect(try scene.modesAreAsBefore())
    }

    @Test("a shell that suspends or kills itself gives the terminal back", arguments: ["suspend", "kill -9 $$"])
    func odd(command: String) throws {
        let scene = try scene()
        _ = try openShell(scene)
        try scene.terminal.send("\(command)\r")
        if command == "suspend" { try scene.terminal.send("exit\r") }
        try scene.terminal.waitUntil("the browser") {
            $0.foregroundGroup == scene.browser && $0.text.contains(secret)
        }
        try scene.terminal.send("q")
        try scene.waitForEnd()
    }

    @Test(
        "a shell ends with a browser that is killed, and nothing that it showed is left",
        arguments: [KilledEditorTests.Victim.browser, .guardian, .both])
    func killed(victim: KilledEditorTests.Victim) throws {
        let scene = try scene()
        let terminal = scene.terminal
        _ = try openShell(scene)
        let shell = terminal.foregroundGroup
        try terminal.send("ls; sleep 1000\r")
        try terminal.waitFor("\(secret) 9.txt")
        try victim.kill(scene)
        try terminal.waitUntil("the shell's end") { _ in [nil, "Z"].contains(PseudoTerminal.state(of: shell)) }
        try terminal.waitUntil("an empty screen") { !$0.text.contains(secret) }
        try scene.waitForEnd()
        #expect(!terminal.text.contains(secret))
        #expect(try scene.modesAreAsBefore())
    }

    @Test(
        "the job of a shell that ignores the end of the connection ends with it",
        arguments: [KilledEditorTests.Victim.browser, .guardian, .both])
    func deafShell(victim: KilledEditorTests.Victim) throws {
        let scene = try scene()
        let terminal = scene.terminal
        _ = try openShell(scene)
        try terminal.send("trap '' HUP; sleep 1000\r")
        try terminal.waitUntil("the job") {
            (try? readFile("/proc/\($0.foregroundGroup)/comm")) == Array("sleep\n".utf8)
        }
        let job = terminal.foregroundGroup
        try victim.kill(scene)
        try terminal.waitUntil("the job's end") { _ in [nil, "Z"].contains(PseudoTerminal.state(of: job)) }
        try scene.waitForEnd()
        #expect(try scene.modesAreAsBefore())
    }

    /// Opens an item with a command line, and waits until the command has ended.
    private func open(_ path: String, of container: SampleContainer, with line: String) throws -> PseudoTerminal {
        let terminal = try browse(container.path, shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"])
        try terminal.go(to: path)
        try terminal.send("o")
        try terminal.waitFor("open with")
        try terminal.send("\(line)\r")
        try terminal.waitFor("Enter returns")
        return terminal
    }

    @Test("a command gets the path in place of %, whatever is in the name, and waits for Enter")
    func command() throws {
        let container = try SampleContainer("open('Documents/0 $(touch x) \\'\"%.txt', 'w').write('contents')")
        let terminal = try open(
            "Documents/0 $(touch x) '\"%.txt", of: container, with: "sh -c 'echo 100%%; tr a-z A-Z < \"$1\"' sh \"%\"")
        #expect(terminal.text.contains("100%") && terminal.text.contains("CONTENTS"))
        try terminal.send("\r")
        try terminal.waitFor("Documents/0 ")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "rm with a quoted % removes the item alone, whatever a shell would make of its name",
        arguments: [#""%""#, "'%'", "%"])
    func removing(placeholder: String) throws {
        let others = ["one", "two", "three.txt", "four"]
        let container = try SampleContainer(
            "for name in \(others) + ['one two * $(rm four)']: open('Documents/' + name, 'w')")
        let terminal = try open("Documents/one two * $(rm four)", of: container, with: "rm \(placeholder)")
        let left = try runCommand(["ls", container.path + "/Documents"]).lines.map { String($0) }
        #expect(others.allSatisfy(left.contains) && !left.contains { name in name.contains("*") })
        try terminal.send("\r")
        try terminal.waitFor("three.txt")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a chooser draws on the terminal while its output goes into a pipe", arguments: [true, false])
    func choosing(isNull: Bool) throws {
        let container = try SampleContainer()
        let folder = TemporaryDirectory()
        let script = "\"$0\" browse --choose \(isNull ? "-0" : "") \"$1\" </dev/null | cat > \"$2\""
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, sandglass, container.path + "/Documents", folder("out")],
            environment: ["TERM": "xterm-256color"], size: Size(columns: 100, rows: 30))
        try terminal.waitFor("note 2.txt")
        try terminal.go(to: "Documents/note 2.txt")
        try terminal.send("\r")
        #expect(try terminal.waitForExit() == .exited(0))
        let end = isNull ? "\0" : "\n"
        #expect(
            String(decoding: try readFile(folder("out")), as: UTF8.self) == container.path + "/Documents/note 2.txt"
                + end)
    }

    @Test("quitting a chooser chooses nothing, with status 1, and passes the last directory to the shell")
    func endings() throws {
        let container = try SampleContainer()
        let folder = TemporaryDirectory()
        let chooser = try browse(
            "--choose", "--choose-file", folder("out"), "--cwd-file", folder("place"), container.path,
            shows: "Documents/")
        try chooser.send("gd")
        try chooser.waitFor("note 2.txt")
        #expect(try chooser.quit() == .exited(1))
        #expect(access(folder("out"), F_OK) != 0)
        #expect(String(decoding: try readFile(folder("place")), as: UTF8.self) == container.path + "/Documents")
        let other = try browse(
            "--choose", "--choose-file", folder("out"), container.path + "/Documents", shows: "note 2.txt")
        try other.send("  C")
        #expect(try other.waitForExit() == .exited(0))
        let lines = try String(decoding: readFile(folder("out")), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
    }

    @Test("the results replace a file instead of writing into it, since it may have another name in a container")
    func hardLink() throws {
        let container = try SampleContainer()
        let folder = TemporaryDirectory()
        let file = container.path + "/Documents/note 2.txt"
        let contents = try readFile(file)
        for name in ["out", "place"] { #expect(try runCommand(["ln", file, folder(name)]).status == 0) }
        let chooser = try browse(
            "--choose", "--choose-file", folder("out"), "--cwd-file", folder("place"), container.path + "/Documents",
            shows: "note 2.txt")
        try chooser.send("C")
        #expect(try chooser.waitForExit() == .exited(0))
        #expect(try readFile(file) == contents)
        #expect(try String(decoding: readFile(folder("place")), as: UTF8.self) == container.path + "/Documents")
        #expect(try String(decoding: readFile(folder("out")), as: UTF8.self).hasPrefix(container.path + "/Documents/"))
    }

    @Test("a pipe that nobody reads does not block the end")
    func pipe() throws {
        let container = try SampleContainer()
        let folder = TemporaryDirectory()
        #expect(try runCommand(["mkfifo", folder("pipe")]).status == 0)
        for option in ["--choose-file", "--cwd-file"] {
            let chooser = try browse(
                "--choose", option, folder("pipe"), container.path + "/Documents", shows: "note 2.txt")
            try chooser.send("C")
            #expect(try chooser.waitForExit() == .exited(73))
            #expect(chooser.text.contains("no process reads from the pipe"))
        }
    }
}
