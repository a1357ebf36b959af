import Screen
import TestSupport
import Testing

@Suite("Refusals", .onManyThreads)
struct RefusalTests {
    @Test(
        "an unusable terminal is refused with the reason",
        arguments: [
            ("dumb", 69, "cannot move its cursor"), ("nonesuch-term", 69, "Unknown terminal type"),
            ("", 69, "TERM is not set"),
        ]
    )
    func terminals(term: String, status: Int32, says: String) throws {
        let terminal = try PseudoTerminal(Products.executable("terminal-probe"), environment: ["TERM": term])
        #expect(try terminal.waitForExit() == .exited(status))
        #expect(terminal.text.contains(says))
        #expect(!terminal.isAlternateScreen)
    }

    @Test(
        "the program does not start if standard input or output is not a terminal",
        arguments: [("</dev/null", "Standard input"), (">/dev/null", "Standard output"), ("<&-", "Standard input")]
    )
    func redirected(redirection: String, says: String) throws {
        let program = Products.executable("terminal-probe")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "'\(program)' \(redirection); echo status $?"], environment: ["TERM": "xterm"])
        try terminal.waitFor("status 64")
        #expect(terminal.text.contains(says))
    }
}
