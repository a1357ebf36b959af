import Screen
import TestSupport
import Testing

/// Starts the probe, which shows what `Terminal` does, and waits for its first line.
func probe(
    _ arguments: [String] = [],
    term: String = "xterm-256color",
    environment: [String: String] = [:],
    columns: Int = 80,
    rows: Int = 24,
    answersQueries: Bool = true
) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
        Products.executable("terminal-probe"),
        arguments,
        environment: ["TERM": term].merging(environment) { $1 },
        size: Size(columns: columns, rows: rows)
    )
    terminal.answersQueries = answersQueries
    try terminal.waitFor("probe \(columns)x\(rows)")
    return terminal
}

@Suite("Drawing", .onManyThreads)
struct DrawingTests {
    @Test("the terminal shows the drawn text, on the alternate screen")
    func plainText() throws {
        let terminal = try probe(["one", "two"])
        try terminal.waitFor("blue")
        #expect(terminal.lines.prefix(4) == ["probe 80x24", "one", "two", "red blue"])
        #expect(terminal.isAlternateScreen)
        #expect(!terminal.isCursorVisible)
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!terminal.isAlternateScreen)
        #expect(terminal.isCursorVisible)
        #expect(!terminal.lines.contains { !$0.isEmpty })
    }

    @Test("wide characters, combining marks and emoji have the columns of the frame")
    func widths() throws {
        let texts = [
            "日本語|", "e\u{301}a\u{308}\u{301}|", "👨\u{200d}👩\u{200d}👧|", "❤\u{fe0f}|", "한\u{1112}\u{1161}\u{11ab}|",
            "\u{1b}[31m|",
        ]
        let columns = [6, 2, 6, 1, 4, 5]
        let terminal = try probe(texts)
        try terminal.waitFor("blue")
        for (row, column) in columns.enumerated() {
            #expect(terminal.cell(column: column, row: row + 1).text == "|", "\(texts[row].debugDescription)")
        }
        #expect(terminal.lines[2].unicodeScalars.elementsEqual("e\u{301}a\u{308}\u{301}|".unicodeScalars))
        #expect(terminal.lines[6] == "␛[31m|")
    }

    @Test("without UTF-8 all output is ASCII")
    func ascii() throws {
        let terminal = try probe(["Grüße 日本|"], environment: ["LANG": "C"])
        try terminal.waitFor("blue")
        #expect(terminal.lines[1].hasPrefix("Gr??e "))
        #expect(terminal.cell(column: 10, row: 1).text == "|")
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }

    @Test("only changes are sent")
    func differences() throws {
        let terminal = try probe(["unchanged line of text"])
        try terminal.waitFor("blue")
        let mark = terminal.output.count
        try terminal.send("x")
        try terminal.waitFor("key character(\"x\")")
        #expect(!terminal.outputText(from: mark).contains("unchanged"))
        #expect(terminal.output.count - mark < 120)
    }

    @Test("a synchronized update begins and ends once")
    func synchronized() throws {
        let terminal = try probe(["--synchronized"])
        try terminal.waitFor("blue")
        let text = terminal.outputText()
        #expect(text.hasPrefix("\u{1b}[?2026h"))
        #expect(text.hasSuffix("\u{1b}[?2026l"))
        #expect(text.ranges(of: "\u{1b}[?2026h").count == 1)
        let plain = try probe()
        try plain.waitFor("blue")
        #expect(!plain.outputText().contains("2026"))
        let known = try probe(environment: ["TERM_PROGRAM": "WezTerm"])
        try known.waitFor("blue")
        #expect(known.outputText().contains("\u{1b}[?2026h"))
        let inside = try probe(environment: ["TERM_PROGRAM": "WezTerm", "TMUX": "/tmp/x,1,0"])
        try inside.waitFor("blue")
        #expect(!inside.outputText().contains("2026"))
    }

    @Test(
        "the probe survives every size of the terminal",
        arguments: [(1, 1), (2, 1), (1, 9), (3, 2), (20, 5), (300, 90)])
    func sizes(columns: Int, rows: Int) throws {
        let terminal = try PseudoTerminal(
            Products.executable("terminal-probe"),
            ["日本語"],
            environment: ["TERM": "xterm-256color"],
            size: Size(columns: columns, rows: rows)
        )
        try terminal.waitFor("p")
        try terminal.send("x")
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test("the palette is not changed")
    func palette() throws {
        let terminal = try probe()
        try terminal.send("q")
        _ = try terminal.waitForExit()
        #expect(!terminal.outputText().contains("\u{1b}]4;"))
        #expect(!terminal.outputText().contains("\u{1b}]104"))
    }
}
