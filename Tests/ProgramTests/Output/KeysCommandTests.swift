import Screen
import System
import TestSupport
import Testing

/// `keys` and `run`, and the browser with a keymap of the user.
@Suite("Keys", .onManyThreads)
struct KeysCommandTests {
    let home = TemporaryDirectory()
    private var environment: [String: String] { ["XDG_CONFIG_HOME": home.path] }

    private func run(_ arguments: String...) throws -> CommandResult {
        try runCommand(
            ["/usr/bin/env", "XDG_CONFIG_HOME=\(home.path)", sandglass] + arguments)
    }

    @Test("keys lists every action with the user's keys, and a mistake on standard error")
    func list() throws {
        home.write("sandglass/keymap.toml", "[keys]\nexclude = \"X\"\ncut = []\ndelete = \"g\"\n")
        let result = try run("keys")
        #expect(result.status == 0)
        let lines = result.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.contains { $0.starts(with: ["exclude", "X", "Exclude"]) })
        #expect(lines.contains { $0.starts(with: ["cut", "-", "Cut,"]) })
        #expect(lines.contains { $0.starts(with: ["delete", "d", "F8", "Del"]) })
        #expect(result.errors.hasPrefix("sandglass: \(home.path)/sandglass/keymap.toml:4: delete: \"g\" begins"))
        let json = try run("keys", "--json").text
        #expect(json.contains(#"{"action":"exclude","context":"browser","group":"Files","keys":["X"],"#))
        #expect(try run("keys", "--preset", "emacs").status == 64)
    }

    @Test("what keys --toml prints is a keymap file that changes nothing", arguments: ["vim", "mc"])
    func toml(preset: String) throws {
        let printed = try run("keys", "--preset", preset, "--toml")
        home.write("sandglass/keymap.toml", printed.text)
        let read = try run("keys")
        let expected = try run("keys", "--preset", preset)
        #expect(read.errors.isEmpty && read.text == expected.text)
    }

    @Test("the browser uses the user's keys, and reports the mistakes in them on the screen and at the end")
    func browser() throws {
        let container = try SampleContainer()
        home.write("sandglass/keymap.toml", "[keys]\nquit = \"Q\"\ndelte = \"x\"\n")
        let terminal = try browse(container.path, shows: "Documents/", environment: environment)
        try terminal.waitFor("keymap.toml:3: delte: There is no such action")
        try terminal.send("\u{1b}")
        try terminal.waitFor(": commands  Q quit")
        try terminal.send("Q")
        #expect(try terminal.waitForExit() == .exited(0))
        home.write("sandglass/keymap.toml", "[keys]\ndelte = \"x\"\nfind = \"^i\"\n")
        let other = try browse(container.path, shows: "Errors in the configuration", environment: environment)
        try other.waitFor("Write \"Tab\"")
        try other.send("\u{1b}")
        try other.waitFor("q quit")
        #expect(try other.quit() == .exited(0))
    }

    @Test("run performs actions by their names, and refuses unknown ones")
    func actions() throws {
        let container = try SampleContainer()
        let terminal = try browse(
            "run", "documents", "bottom", "reverse", "--at", container.path, shows: "name↓", environment: environment)
        try terminal.waitFor("note 30.txt")
        #expect(try terminal.quit() == .exited(0))
        let result = try run("run", "documnets", "--at", container.path)
        #expect(result.status == 64)
        #expect(result.errors == "sandglass: there is no action documnets; did you mean documents?\n")
    }
}
