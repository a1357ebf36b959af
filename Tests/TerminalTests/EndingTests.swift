import Screen
import System
import TestSupport
import Testing

@Suite("Ending", .onManyThreads)
struct EndingTests {
    /// A shell that prints the probe's exit status and keeps the terminal open afterwards.
    private func shell() throws -> (terminal: PseudoTerminal, modes: [UInt8]) {
        let program = Products.executable("terminal-probe")
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", "ulimit -c 0; echo ready; read line; '\(program)' secret 2>/dev/null; echo status $?; read line"],
            environment: ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"]
        )
        try terminal.waitFor("ready")
        let modes = terminal.modes
        try terminal.send("\r")
        try terminal.waitFor("secret")
        try terminal.waitFor("blue")
        return (terminal, modes)
    }

    /// Expects that the terminal is restored, and that the cover was the last content of its alternate screen.
    private func expectRestored(_ terminal: PseudoTerminal, _ modes: [UInt8], since mark: Int) throws {
        #expect(!terminal.isAlternateScreen)
        #expect(terminal.isCursorVisible)
        #expect(terminal.modes == modes)
        let text = terminal.outputText(from: mark)
        let cover = try #require(text.firstRange(of: "covered"))
        let leave = try #require(text.firstRange(of: "\u{1b}[?1049l"))
        #expect(cover.upperBound < leave.lowerBound)
        #expect(!text.contains("secret"))
    }

    @Test("quitting covers the screen and restores the terminal")
    func quit() throws {
        let (terminal, modes) = try shell()
        let mark = terminal.output.count
        try terminal.send("q")
        try terminal.waitFor("status 0")
        try expectRestored(terminal, modes, since: mark)
    }

    @Test(
        "a crash covers the screen, restores the terminal, and ends the program by its signal",
        arguments: [("C", [132, 133]), ("A", [134]), ("O", [139, 138])]
    )
    func crash(key: String, statuses: [Int]) throws {
        let (terminal, modes) = try shell()
        let mark = terminal.output.count
        try terminal.send(key)
        try terminal.waitFor("status 1")
        #expect(statuses.contains { terminal.text.contains("status \($0)") }, "\(terminal.text)")
        try expectRestored(terminal, modes, since: mark)
    }

    @Test(
        "a signal covers the screen, restores the terminal, and ends the program with 128 plus its number",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
    )
    func signal(number: Int32) throws {
        let terminal = try probe(["secret"])
        let mark = terminal.output.count
        terminal.signal(number)
        #expect(try terminal.waitForExit() == .exited(128 + number))
        let text = terminal.outputText(from: mark)
        #expect(text.contains("covered") && text.contains("\u{1b}[?1049l"))
        #expect(!text.contains("secret"))
    }

    @Test("a program that hangs ends at the second signal")
    func hanging() throws {
        let terminal = try probe(["secret"])
        try terminal.send("H")
        try terminal.waitFor("key character(\"H\")")
        terminal.signal(SIGTERM)
        try terminal.waitUntil("the cover") { $0.text.contains("covered") && !$0.text.contains("secret") }
        terminal.signal(SIGTERM)
        #expect(try terminal.waitForExit() == .exited(128 + SIGTERM))
        #expect(!terminal.isAlternateScreen)
    }

    private static let endedByKey = "sandglass: ended by ^\\ (SIGQUIT)"

    @Test("^C and the first ^\\ are keys; a second ^\\ within a second ends the program, which says so")
    func controlCharacters() throws {
        let terminal = try probe(["secret"])
        try terminal.send("\u{3}")
        try terminal.waitFor("key control(\"c\")")
        try terminal.send("\u{1c}")
        try terminal.waitFor("key control(\"\\")
        // On a busy machine, more than a second may be between two of them.
        for _ in 0..<100 where !terminal.outputText().contains(Self.endedByKey) {
            try? terminal.send("\u{1c}")
            _ = terminal.awaitOutput(milliseconds: 50)
        }
        #expect(try terminal.waitForExit() == .exited(128 + SIGQUIT))
        let text = terminal.outputText(from: 0)
        let cover = try #require(text.firstRange(of: "covered"))
        #expect(!text[cover.upperBound...].contains("secret"))
        #expect(text[cover.upperBound...].contains(Self.endedByKey) && !terminal.isAlternateScreen)
    }

    @Test("a ^\\ that is pressed again after more than a second is a key again")
    func laterKey() throws {
        let terminal = try probe(["secret"])
        try terminal.send("\u{1c}")
        try terminal.waitFor("key control(\"\\")
        // The program has seen the key by now.
        let seen = MonotonicClock.now()
        try waitUntil("the second after the key to end") { MonotonicClock.now() - seen > 1_000_000_000 }
        try terminal.send("\u{1c}q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("a program that hangs ends a second after ^\\, covered, and says so")
    func hangingAtKey() throws {
        let terminal = try probe(["secret"])
        try terminal.send("H")
        try terminal.waitFor("key character(\"H\")")
        let mark = terminal.output.count
        try terminal.send("\u{1c}")
        #expect(try terminal.waitForExit() == .exited(128 + SIGQUIT))
        let text = terminal.outputText(from: mark)
        #expect(text.contains("covered") && text.contains(Self.endedByKey) && !text.contains("secret"))
        #expect(!terminal.isAlternateScreen)
    }

    @Test("a process that sends SIGQUIT ends the program at once, without a word")
    func quitByProcess() throws {
        let terminal = try probe(["secret"])
        terminal.signal(SIGQUIT)
        #expect(try terminal.waitForExit() == .exited(128 + SIGQUIT))
        #expect(!terminal.outputText(from: 0).contains(Self.endedByKey))
    }
}
