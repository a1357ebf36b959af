import Screen
import System
import TestSupport
import Testing

@Suite("The start without a path", .onManyThreads)
struct StartTests {
    private let directory = TemporaryDirectory()

    /// Starts the program without a path.
    private func start(in name: String = "here", _ arguments: String = "") throws -> PseudoTerminal {
        try directory.makeDirectory("tmp")
        let environment = [
            "TERM": "xterm-256color", "XDG_STATE_HOME": directory("state"), "XDG_CONFIG_HOME": directory("config"),
            "HOME": directory("home"), "TMPDIR": directory("tmp"),
        ]
        return try PseudoTerminal(
            "/bin/sh", ["-c", "cd '\(directory(name))' && exec '\(sandglass)' \(arguments)"], environment: environment,
            size: .init(columns: 120, rows: 30))
    }

    private func makeContainer(_ name: String) throws {
        for part in ["Documents", "Library", "tmp"] { try directory.makeDirectory("\(name)/\(part)") }
    }

    @Test("offers what is below the directory, a path and the demonstration")
    func nearby() throws {
        try makeContainer("here/below/App")
        let terminal = try start()
        try terminal.waitFor("Type a path…")
        try terminal.waitFor("below/App")
        #expect(terminal.text.contains("In and below this directory") && terminal.text.contains("The demonstration"))
        try terminal.send("/below\r")
        try terminal.waitFor("acting as app")
        #expect(try terminal.quit() == .exited(0))
        // It is a recent container now: the time at which it was open stands beside it.
        let again = try start()
        try again.waitUntil("the time") { terminal in
            terminal.lines.contains { $0.contains("below/App") && $0.contains(/\d\d:\d\d/) }
        }
        #expect(try again.quit() == .exited(0))
    }

    @Test("a directory in a container is browsed at once")
    func inside() throws {
        try makeContainer("here/App")
        let terminal = try start(in: "here/App/Documents")
        try terminal.waitFor("acting as app")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a path is typed, corrected if it is wrong, and opened")
    func typed() throws {
        try makeContainer("elsewhere/App")
        try directory.makeDirectory("here")
        let terminal = try start()
        try terminal.waitFor("Nothing found.")
        try terminal.send("\r")
        try terminal.waitFor("open (path on this computer):")
        try terminal.send("../nothing\r")
        try terminal.waitFor("no such file or directory")
        try terminal.waitFor("Type a path…")
        try terminal.send("\r")
        try terminal.waitFor("open (path on this computer):")
        try terminal.send("../elsewhere/App\r")
        try terminal.waitFor("acting as app")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("the demonstration is made, opened, not remembered, and removed at the end")
    func demonstration() throws {
        try directory.makeDirectory("here")
        let terminal = try start()
        try terminal.waitFor("Nothing found.")
        try terminal.send("j\r")
        try terminal.waitFor("acting as app")
        try terminal.waitFor("Harbor Notes")
        // It may be the first container of all.
        try terminal.waitFor("R read  W write  D delete  B backup")
        #expect(try runCommand(["ls", directory("tmp")]).text.contains("sandglass-demo-"))
        #expect(try terminal.quit() == .exited(0))
        #expect(try runCommand(["ls", directory("tmp")]).text.isEmpty)
        let again = try start()
        try again.waitFor("Nothing found.")
        #expect(!again.text.contains("Recent containers"))
        #expect(try again.quit() == .exited(0))
    }

    @Test("is left with q or Esc without an error", arguments: ["q", "\u{1b}"])
    func left(key: String) throws {
        try directory.makeDirectory("here")
        let terminal = try start()
        try terminal.waitFor("Nothing found.")
        try terminal.send(key)
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("without a terminal there is an error")
    func noTerminal() throws {
        let result = try runCommand(["/bin/sh", "-c", "cd '\(directory.path)' && exec '\(sandglass)'"])
        #expect(result.status == 65 && result.errors.contains("is not an app's container"))
    }
}
