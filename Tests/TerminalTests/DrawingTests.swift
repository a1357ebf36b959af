import Screen
import TestSupport
import Testing

@Suite("Drawing")
struct DrawingTests {
    static let probe = Products.executable("terminal-probe")

    @Test("what is drawn is what the terminal shows")
    func plainText() throws {
        let terminal = try PseudoTerminal(Self.probe, ["one", "two"], environment: ["TERM": "xterm-256color"])
        try terminal.waitFor("blue")
        #expect(terminal.lines.prefix(4) == ["probe 80x24", "one", "two", "red blue"])
        #expect(terminal.isAlternateScreen)
        #expect(!terminal.isCursorVisible)
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!terminal.isAlternateScreen)
        #expect(terminal.isCursorVisible)
    }
}
