import Screen
import System
import TestSupport
import Testing

@Suite("Suspension", .onManyThreads)
struct SuspensionTests {
    /// Starts a shell with job control that runs the probe in the foreground. The probe's text comes from a variable,
    /// because the shell prints the command line when it reports a stopped job.
    private func shell(_ arguments: String = "", program: String = "/bin/bash") throws -> PseudoTerminal {
        let options = program.hasSuffix("bash") ? ["--norc", "--noprofile", "-i"] : ["-i"]
        let terminal = try PseudoTerminal(
            program,
            options,
            environment: ["TERM": "xterm-256color", "PS1": "prompt> ", "ENV": "", "HISTFILE": "", "TEXT": "secret"],
            size: Size(columns: 60, rows: 16)
        )
        try terminal.waitFor("prompt>")
        try terminal.send("'\(Products.executable("terminal-probe"))' \(arguments) \"$TEXT\"\r")
        try terminal.waitFor("probe 60x16")
        try terminal.waitFor("blue")
        return terminal
    }

    /// Returns the process group in the terminal's foreground, which is the probe's.
    private func probeProcess(_ terminal: PseudoTerminal) -> pid_t { terminal.foregroundGroup }

    @Test(
        "^Z covers, leaves the screen and stops; fg covers again, then shows the content",
        arguments: ["/bin/bash", "/bin/dash"])
    func stopAndContinue(program: String) throws {
        let terminal = try shell(program: program)
        let probe = probeProcess(terminal)
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen && $0.lines.contains { $0.hasSuffix("prompt>") } }
        try terminal.waitUntil("the stop") { _ in PseudoTerminal.state(of: probe) == "T" }
        let asleep = terminal.outputText(from: mark)
        let cover = try #require(asleep.firstRange(of: "covered"))
        let leave = try #require(asleep.firstRange(of: "\u{1b}[?1049l"))
        #expect(cover.upperBound < leave.lowerBound)
        #expect(!asleep.contains("secret"))
        #expect(terminal.isCursorVisible)
        // Every row was erased before the alternate screen was left.
        for row in 1...16 { #expect(asleep[..<leave.lowerBound].contains("\u{1b}[\(row);1H\u{1b}[2K")) }
        // The card is on the shell's screen, below what was there.
        #expect(asleep[leave.upperBound...].contains("Suspended; its screen is covered."))
        #expect(terminal.lines.contains { $0.contains("fg resumes it.") })
        for mode in ["1000", "1004", "2004"] { #expect(asleep.contains("\u{1b}[?\(mode)l")) }

        let back = terminal.output.count
        try terminal.send("fg\r")
        try terminal.waitUntil("the content") { $0.isAlternateScreen && $0.text.contains("secret") }
        let awake = terminal.outputText(from: back)
        let again = try #require(awake.firstRange(of: "covered"))
        let content = try #require(awake.firstRange(of: "secret"))
        #expect(again.upperBound < content.lowerBound)
        try terminal.waitFor("resumed")
        try terminal.send("x")
        try terminal.waitFor("key character(\"x\")")
        try terminal.send("q")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen }
    }

    @Test("the program is told for how long it was stopped, and that it was not while another had the terminal")
    func timeAway() throws {
        let terminal = try shell()
        let probe = probeProcess(terminal)
        try terminal.send("L")
        try terminal.waitFor("resumed(secondsAway: 0)")
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the stop") { !$0.isAlternateScreen && PseudoTerminal.state(of: probe) == "T" }
        let start = MonotonicClock.now()
        try terminal.waitUntil("some seconds") { _ in MonotonicClock.now() - start > 2_100_000_000 }
        try terminal.send("fg\r")
        try terminal.waitUntil("the time away") { terminal in
            (2...60).contains { terminal.text.contains("resumed(secondsAway: \($0))") }
        }
    }

    @Test("output that is stopped, as by ^S, continues for the cover and the prompt")
    func outputStopped() throws {
        let terminal = try shell()
        let mark = terminal.output.count
        let slave = open("/proc/\(terminal.processID)/fd/0", O_RDWR | O_NOCTTY)
        defer { close(slave) }
        #expect(tcflow(slave, TCOOFF) == 0)
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen && $0.lines.contains { $0.hasSuffix("prompt>") } }
        let text = terminal.outputText(from: mark)
        #expect(text.contains("covered") && !text.contains("secret"))
    }

    @Test("a program that hangs is covered and stopped as well")
    func hanging() throws {
        let terminal = try shell()
        let probe = probeProcess(terminal)
        try terminal.send("H")
        try terminal.waitFor("key character(\"H\")")
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen && $0.lines.contains { $0.hasSuffix("prompt>") } }
        #expect(terminal.outputText().contains("covered"))
        // A shell that is hung up before would continue the program, which would keep a processor busy for ever.
        try terminal.send("kill -KILL %1\r")
        try terminal.waitUntil("the end") { _ in [nil, "Z"].contains(PseudoTerminal.state(of: probe)) }
    }

    @Test("bg leaves the program stopped and writes nothing, and kill ends it")
    func background() throws {
        let terminal = try shell()
        let probe = probeProcess(terminal)
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the stop") { !$0.isAlternateScreen && PseudoTerminal.state(of: probe) == "T" }
        let mark = terminal.output.count
        try terminal.send("bg; echo after-bg\r")
        try terminal.waitUntil("the answer") { $0.lines.contains("after-bg") }
        try terminal.waitUntil("the second stop") { _ in PseudoTerminal.state(of: probe) == "T" }
        #expect(!terminal.outputText(from: mark).contains("secret"))
        #expect(!terminal.isAlternateScreen)
        try terminal.send("kill %1\r")
        try terminal.waitUntil("the end") { _ in
            let state = PseudoTerminal.state(of: probe)
            return state == nil || state == "Z"
        }
        #expect(!terminal.outputText(from: mark).contains("secret"))
        #expect(!terminal.isAlternateScreen)
    }

    @Test("a resize while the program is stopped is reported when it continues")
    func resizedAsleep() throws {
        let terminal = try shell()
        let probe = probeProcess(terminal)
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the stop") { !$0.isAlternateScreen && PseudoTerminal.state(of: probe) == "T" }
        terminal.resize(Size(columns: 70, rows: 20))
        try terminal.send("fg\r")
        try terminal.waitFor("probe 70x20")
        try terminal.waitFor("resize 70x20")
    }

    @Test("a program that was stopped with SIGSTOP draws its screen again when it continues")
    func stoppedByForce() throws {
        let terminal = try probe(["secret"])
        terminal.signal(SIGSTOP)
        try terminal.waitUntil("the stop") { $0.isStopped }
        terminal.signal(SIGCONT)
        try terminal.waitFor("resumed")
        #expect(terminal.text.contains("secret"))
    }

    @Test("a session leader cannot stop, and stays covered until a key is pressed")
    func sessionLeader() throws {
        let terminal = try probe(["secret"])
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the cover") { $0.text.contains("covered") && !$0.text.contains("secret") }
        try terminal.send("x")
        try terminal.waitFor("uncovered")
        #expect(terminal.text.contains("secret"))
        // The key only removed the cover.
        #expect(!terminal.text.contains("character"))
    }

    @Test("releasing the terminal covers the screen before and after")
    func withTerminalReleased() throws {
        let terminal = try probe(["secret"])
        let mark = terminal.output.count
        try terminal.send("L")
        try terminal.waitUntil("the content again") { $0.outputText(from: mark).contains("secret") }
        let text = terminal.outputText(from: mark)
        let lent = try #require(text.firstRange(of: "lent"))
        #expect(text[..<lent.lowerBound].contains("covered"))
        // The terminal had the shell's modes.
        #expect(text[..<lent.lowerBound].contains(" icanon") && !text.contains("-icanon"))
        #expect(!text[..<lent.lowerBound].contains("secret"))
        #expect(text[lent.upperBound...].contains("covered"))
        #expect(terminal.isAlternateScreen)
    }

    @Test("a program that may not stop is covered and exits")
    func exitsInstead() throws {
        let terminal = try shell("--no-stop")
        let mark = terminal.output.count
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the prompt") { !$0.isAlternateScreen && $0.lines.contains { $0.hasSuffix("prompt>") } }
        let text = terminal.outputText(from: mark)
        #expect(text.contains("covered") && !text.contains("secret"))
    }

    @Test("the cover can be shown immediately, and stays until the next frame")
    func coverNow() throws {
        let terminal = try probe(["secret"])
        try terminal.send("c")
        try terminal.waitUntil("the cover") { $0.text.contains("covered") && !$0.text.contains("secret") }
        try terminal.send("x")
        try terminal.waitUntil("the content") { $0.text.contains("secret") && !$0.text.contains("fg brings") }
    }
}
