import TestSupport
import Testing

@testable import VirtualTerminal

@Suite("Terminals that answer late or never", .onManyThreads)
struct TerminalAnswerTests {
    /// The replies of terminals to queries, possibly a previous program's: attributes, the cursor's place, a status,
    /// colours, modes, the size, the name, and the result of drawing a picture.
    private static let answers = [
        "\u{1b}[?62;1;4c", "\u{1b}[>0;276;0c", "\u{1b}[12;40R", "\u{1b}[0n", "\u{1b}]11;rgb:1c1c/1c1c/1c1c\u{1b}\\",
        "\u{1b}]10;rgb:ffff/ffff/ffff\u{7}", "\u{1b}[?2026;2$y", "\u{1b}[8;24;80t", "\u{1b}P>|tmux 3.3a\u{1b}\\",
        "\u{1b}P1+r524742=38\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}[?1u",
    ]

    private func sendAnswers(_ terminal: PseudoTerminal) throws {
        for answer in Self.answers {
            try terminal.send(answer)
            try terminal.waitUntil("the answer to be read") { $0.hasReadInput }
        }
    }

    @Test("with a theme that is named, the program asks the terminal nothing")
    func noQueries() throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, "--theme", "dark", shows: "Documents/")
        try terminal.send("\u{1a}")
        try terminal.waitUntil("the stop") { $0.text.contains("covered") || $0.isStopped }
        let output = String(decoding: terminal.output, as: UTF8.self)
        for query in [
            "\u{1b}[c", "\u{1b}[0c", "\u{1b}[>c", "\u{1b}[>0c", "\u{1b}[=c", "\u{1b}[5n", "\u{1b}[6n",
            "\u{1b}[?6n", "\u{1b}]10;?", "\u{1b}]11;?", "\u{1b}]4;", "\u{1b}P+q", "\u{1b}P$q", "$p", "\u{1b}[?u",
            "\u{1b}[18t", "\u{1b}[14t", "\u{1b}[>q",
        ] {
            #expect(!output.contains(query), "\(query.debugDescription)")
        }
    }

    @Test("late answers do nothing in the list, are not typed into a prompt, and move nothing in the viewer")
    func late() throws {
        let container = try SampleContainer(
            "open('Documents/text.txt', 'w').write(''.join('line %d\\n' % n for n in range(500)))")
        let terminal = try browse(container.path, shows: "Documents/")
        try sendAnswers(terminal)
        // The next key proves that everything before it was handled.
        try terminal.send("/")
        try terminal.waitFor("filter:")
        try sendAnswers(terminal)
        try terminal.send("x")
        try terminal.waitFor("filter: x")
        #expect(!terminal.text.contains("filter: x1") && !terminal.text.contains("62;"))
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the list as before") { terminal in
            terminal.text.contains("? help") && terminal.text.contains("name↑")
                && !terminal.text.contains("filter")
        }
        #expect(!terminal.text.contains("not bound") && !terminal.text.contains("times"))
        try terminal.go(to: "Documents/text.txt")
        try terminal.send("\u{1b}OR")
        try terminal.waitFor("Text, ASCII, 500 lines")
        try terminal.waitUntil("the first line") { $0.lines.contains(" line 0") }
        try sendAnswers(terminal)
        // Nothing has moved: the next line is the second.
        try terminal.send("j")
        try terminal.waitUntil("the second line at the top") { $0.lines.count > 2 && $0.lines[2] == " line 1" }
        try terminal.send("q")
        try terminal.waitFor("acting as app")
        #expect(try terminal.quit() == .exited(0))
    }
}
