import ContainerModel
import Screen
import System
import TestSupport
import Testing
import Transactions

/// The program on a terminal with an operation that runs as long as the test holds the container's lock.
@Suite("The end of a session on a terminal", .onManyThreads)
struct EndOnTerminalTests {
    private let fixture: SessionFixture
    private let terminal: PseudoTerminal

    init() throws {
        fixture = try SessionFixture()
        terminal = try PseudoTerminal(
            Products.executable("sandglass"), [fixture.directory("App/Documents")],
            environment: [
                "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": fixture.directory("state"),
                "XDG_DATA_HOME": fixture.directory("data"), "XDG_CONFIG_HOME": fixture.directory("config"),
            ], size: Size(columns: 100, rows: 30))
        try terminal.waitFor("? help")
    }

    /// Begins to create a directory, and waits until the operation is running.
    private func begin() throws {
        try terminal.send("a")
        try terminal.waitFor("new (")
        try terminal.send("new/\r")
        try terminal.waitUntil("the operation") { $0.lines.last?.contains("make directory") == true }
    }

    private func answer(_ keys: String) throws {
        try terminal.send("q")
        try terminal.waitFor("Quit?")
        try terminal.send(keys)
    }

    @Test("a signal cancels the running operation and leaves nothing of it", arguments: [SIGTERM, SIGHUP])
    func signal(signal: Int32) throws {
        let lock = try fixture.lock()
        try begin()
        kill(terminal.foregroundGroup, signal)
        #expect(try withExtendedLifetime(lock) { try terminal.waitForExit() } == .exited(128 + signal))
        #expect(!fixture.exists("Documents/new") && !terminal.isAlternateScreen)
    }

    @Test("the first ^\\ says what to press instead, and the second ends the program")
    func quitKey() throws {
        try terminal.send("\u{1c}")
        try terminal.waitFor("pressed twice")
        // Two at once: on a busy machine, more than a second may be between this one and the first. None may come later, since the
        // terminal, as it is after the end, would discard the report with the rest of the output.
        try terminal.send("\u{1c}\u{1c}")
        #expect(try terminal.waitForExit() == .exited(128 + SIGQUIT))
        #expect(terminal.text.contains("sandglass: ended by ^\\ (SIGQUIT)") && !terminal.isAlternateScreen)
    }

    @Test("quitting at once cancels the running operation")
    func atOnce() throws {
        let lock = try fixture.lock()
        try begin()
        try answer("\t\t\r")
        #expect(try withExtendedLifetime(lock) { try terminal.waitForExit() } == .exited(0))
        #expect(!fixture.exists("Documents/new"))
    }

    @Test("quitting when done completes the running operation first")
    func whenDone() throws {
        var lock: ContainerLock? = try fixture.lock()
        try begin()
        try answer("\t\r")
        try terminal.waitUntil("the question to go") { !$0.text.contains("Quit?") }
        #expect(terminal.exitStatus == nil && lock != nil)
        lock = nil
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(fixture.exists("Documents/new"))
    }
}
