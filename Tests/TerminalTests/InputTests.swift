import Screen
import System
import TestSupport
import Testing

@Suite("Input", .onManyThreads)
struct InputTests {
    @Test(
        "a key sequence is reported as the key that was pressed",
        arguments: [
            ("x", "key character(\"x\")"), ("Z", "key character(\"Z\")"), ("ü", "key character(\"\\u{00FC}\")"),
            ("語", "key character(\"\\u{8A9E}\")"), ("😀", "key character(\"\\u{0001F600}\")"),
            ("\r", "key enter"), ("\n", "key enter"), ("\t", "key tab"), ("\u{1b}[Z", "key backTab"),
            ("\u{7f}", "key backspace"), ("\u{8}", "key backspace"), ("\u{1b}", "key escape"),
            ("\u{3}", "key control(\"c\")"), ("\u{4}", "key control(\"d\")"), ("\u{13}", "key control(\"s\")"),
            ("\u{16}", "key control(\"v\")"), ("\u{0}", "key control(\" \")"), ("\u{1f}", "key control(\"_\")"),
            ("\u{1b}x", "key alt(\"x\")"), ("\u{1b}ü", "key alt(\"\\u{00FC}\")"), ("\u{1b}[", "key alt(\"[\")"),
            ("\u{1b}OA", "key up"), ("\u{1b}[A", "key up"), ("\u{1b}OB", "key down"), ("\u{1b}OC", "key right"),
            ("\u{1b}OD", "key left"), ("\u{1b}[D", "key left"), ("\u{1b}OH", "key home"), ("\u{1b}[H", "key home"),
            ("\u{1b}[1~", "key home"), ("\u{1b}OF", "key end"), ("\u{1b}[4~", "key end"), ("\u{1b}[8~", "key end"),
            ("\u{1b}[5~", "key pageUp"), ("\u{1b}[6~", "key pageDown"), ("\u{1b}[2~", "key insert"),
            ("\u{1b}[3~", "key delete"), ("\u{1b}OP", "key function(1)"), ("\u{1b}[15~", "key function(5)"),
            ("\u{1b}[24~", "key function(12)"), ("\u{1b}[I", "focusGained"), ("\u{1b}[O", "focusLost"),
            ("\u{1b}[<0;5;3M", "mouse press 4,2"), ("\u{1b}[M #\"", "mouse press 2,1"),
            ("\u{1b}[<32;7;3M", "mouse drag 6,2"), ("\u{1b}[<0;7;3m", "mouse release 6,2"),
            ("\u{1b}[M##\"", "mouse release 2,1"), ("\u{1b}[M@#\"", "mouse drag 2,1"),
            ("\u{1b}[<64;1;1M", "mouse scrollUp 0,0"),
            ("\u{1b}[<65;80;24M", "mouse scrollDown 79,23"), ("\u{1b}[<2;5;3M", "mouse secondaryPress 4,2"),
            ("\u{1b}[M\"#\"", "mouse secondaryPress 2,1"),
            ("\u{1b}[200~a\u{1b}[Ab\r\u{1b}[201~", "paste(\"a\\u{1B}[Ab\\r\")"),
        ]
    )
    func keys(bytes: String, expected: String) throws {
        let terminal = try probe()
        try terminal.send(bytes)
        try terminal.waitFor(expected)
        // The next key is on the next line, so nothing else was reported.
        try terminal.send("!")
        try terminal.waitFor("character(\"!\")")
        #expect(terminal.lines[2] == expected)
        #expect(terminal.lines[3] == "key character(\"!\")")
    }

    @Test(
        "an unknown sequence is discarded as a whole",
        arguments: [
            "\u{1b}[57441;1u", "\u{1b}[?1;2c", "\u{1b}[>0;276;0c", "\u{1b}]11;rgb:00/00/00\u{7}",
            "\u{1b}]11;rgb:00/00/00\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\", "\u{1b}Oz", "\u{1b}[<35;3;3M", "\u{1b}[<34;3;3M",
            "\u{1b}[<2;5;3m",
            "\u{80}", "\u{85}",
        ]
    )
    func unknown(bytes: String) throws {
        let terminal = try probe()
        try terminal.send(bytes + "!")
        try terminal.waitFor("character(\"!\")")
        #expect(terminal.lines[2] == "key character(\"!\")")
    }

    /// Returns the lines of the probe when it has read pieces of input one by one, and then `!`.
    private func lines(reading pieces: [String]) throws -> [String] {
        let terminal = try probe()
        for piece in pieces {
            try terminal.send(piece)
            try terminal.waitUntil("it to be read") { $0.hasReadInput }
        }
        try terminal.send("!")
        try terminal.waitFor("character(\"!\")")
        return terminal.lines
    }

    @Test(
        "a sequence that arrives in pieces is discarded as a whole",
        arguments: [
            ["\u{1b}[?62;", "1;4c"], ["\u{1b}[>0", ";276;", "0c"], ["\u{1b}]11;rgb:00", "/00/00\u{7}"],
            ["\u{1b}]11;rgb:00/00/00", "\u{1b}\\"], ["\u{1b}]11;rgb:00/00/00\u{1b}", "\\"],
            ["\u{1b}P1$r", "0m\u{1b}\\"], ["\u{1b}[<35;", "3;3M"],
            ["\u{1b}[?2026;2", "$y"], ["\u{1b}[8;24;80", "t"], ["\u{1b}_Gi=1", ";OK\u{1b}\\"],
        ])
    func pieces(pieces: [String]) throws {
        let lines = try lines(reading: pieces)
        #expect(lines[2] == "key character(\"!\")", "\(lines)")
    }

    @Test(
        "a mouse report that arrives in pieces is one event",
        arguments: [
            ["\u{1b}[<", "0;5;3M"], ["\u{1b}[<0", ";5;3M"], ["\u{1b}[<0;", "5;3M"], ["\u{1b}[<0;5;3", "M"],
            ["\u{1b}[<0", ";", "5", ";", "3", "M"],
        ])
    func mouse(pieces: [String]) throws {
        let lines = try lines(reading: pieces)
        #expect(lines[2...3] == ["mouse press 4,2", "key character(\"!\")"], "\(lines)")
    }

    /// Starts the probe so that it asks for the background, without answering.
    private func askingProbe(rows: Int = 24) throws -> PseudoTerminal {
        let terminal = try probe(["--background"], rows: rows, answersQueries: false)
        try terminal.waitUntil("the question") { $0.outputText().contains("\u{1b}]11;?\u{1b}\\\u{1b}[c") }
        return terminal
    }

    @Test(
        "a report of the background is understood and is no key, wherever it is cut",
        arguments: ["\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\", "\u{1b}]11;rgb:f/f/f\u{7}", "\u{1b}[?997;2n"])
    func backgroundInPieces(report: String) throws {
        let terminal = try askingProbe(rows: 60)
        let bytes = Array(report.utf8)
        for cut in 3..<bytes.count {
            for piece in [bytes[..<cut], bytes[cut...]] {
                try terminal.send(bytes: Array(piece))
                try terminal.waitUntil("it to be read") { $0.hasReadInput }
            }
        }
        try terminal.send("!")
        try terminal.waitFor("character(\"!\")")
        let log = terminal.lines[2...].filter { !$0.isEmpty }
        #expect(log.count == bytes.count - 2, "\(log)")
        #expect(log.dropLast().allSatisfy { $0 == "light background" }, "\(log)")
    }

    @Test("an awaited answer may pause after its first bytes, which would be keys otherwise", arguments: [1, 2])
    func pauseAfterEscape(cut: Int) throws {
        let bytes = Array("\u{1b}]11;rgb:ffff/ffff/ffff\u{7}".utf8)
        for _ in 0..<50 {
            let terminal = try askingProbe()
            let start = MonotonicClock.now()
            try terminal.send(bytes: Array(bytes[..<cut]))
            // Longer than ncurses waits for the rest of a sequence.
            usleep(45_000)
            try terminal.send(bytes: Array(bytes[cut...]))
            // A busy machine has made it too long a pause: that is a key.
            guard MonotonicClock.now() - start < 80_000_000 else { continue }
            try terminal.send("!")
            try terminal.waitFor("character(\"!\")")
            #expect(terminal.lines[2...3] == ["light background", "key character(\"!\")"], "\(terminal.lines)")
            return
        }
        Issue.record("the machine is too busy")
    }

    @Test(
        "a key that could be the beginning of an answer is reported, even if nothing follows",
        arguments: [
            ("\u{1b}", "key escape"), ("\u{1b}[", "key alt(\"[\")"), ("\u{1b}]", "key alt(\"]\")"),
            ("\u{1b}O", "key alt(\"O\")"),
        ])
    func keyWhileAwaiting(bytes: String, expected: String) throws {
        let terminal = try askingProbe()
        try terminal.send(bytes)
        try terminal.waitFor(expected)
        #expect(terminal.lines[2] == expected)
    }

    @Test(
        "half an answer and garbage are no keys, and what follows is understood",
        arguments: [
            "\u{1b}]11;rgb:ffff/ff", "\u{1b}]11;quit?jjj\u{7}", "\u{1b}]11;\u{7}", "\u{1b}]\u{7}", "\u{1b}[?997;9n",
            "\u{1b}[?99", "\u{1b}]11;" + String(repeating: "q", count: 20_000) + "\u{7}",
        ])
    func garbage(bytes: String) throws {
        let terminal = try askingProbe()
        try terminal.send(bytes + "\u{1b}[?62;1;4c\u{1b}[?997;2n!")
        try terminal.waitFor("character(\"!\")")
        #expect(terminal.lines[2...3] == ["light background", "key character(\"!\")"], "\(terminal.lines)")
    }

    @Test("beginnings of sequences are not nested, however many follow each other", arguments: ["]", "PX"])
    func floods(introducers: String) throws {
        let terminal = try probe(["--background"])
        let flood = Array(String(repeating: introducers.map { "\u{1b}\($0)" }.joined(), count: 512).utf8)
        // As one piece, which the terminal holds back until the program reads it.
        for _ in 0..<600 { try terminal.send(bytes: flood) }
        try terminal.send("\u{1b}\\!")
        try terminal.waitFor("character(\"!\")")
    }

    @Test("a terminal that was not asked reports no background")
    func notAsked() throws {
        let terminal = try probe()
        #expect(!terminal.outputText().contains("\u{1b}]11;?") && !terminal.outputText().contains("?2031h"))
        try terminal.send("\u{1b}]11;rgb:ffff/ffff/ffff\u{7}\u{1b}[?997;2n!")
        try terminal.waitFor("character(\"!\")")
        #expect(terminal.lines[2] == "key character(\"!\")")
    }

    @Test("bytes that are not UTF-8 are discarded")
    func invalid() throws {
        let terminal = try probe()
        try terminal.send(bytes: [0xff, 0xc3, 0x21])
        try terminal.waitFor("character(\"!\")")
        #expect(terminal.lines[2] == "key character(\"!\")")
    }

    @Test("two presses in the same cell are a double press, and two presses in different cells are not")
    func doublePress() throws {
        let terminal = try probe()
        try terminal.send("\u{1b}[<0;5;3M\u{1b}[<0;5;3m\u{1b}[<0;5;3M\u{1b}[<0;5;3m")
        try terminal.waitFor("mouse doublePress 4,2")
        try terminal.send("\u{1b}[<0;6;3M")
        try terminal.waitFor("mouse press 5,2")
    }

    @Test("every turn of the wheel is reported, even if many arrive at once")
    func wheel() throws {
        let terminal = try probe(rows: 50)
        try terminal.send(String(repeating: "\u{1b}[<65;2;2M\u{1b}[<68;3;3M", count: 20) + "!")
        try terminal.waitFor("character(\"!\")")
        #expect(terminal.lines.filter { $0 == "mouse scrollDown 1,1" }.count == 20)
        #expect(terminal.lines.filter { $0 == "mouse scrollUp 2,2" }.count == 20)
    }

    @Test("a long paste is complete, a very long one is cut, and keys after it are keys")
    func paste() throws {
        let terminal = try probe()
        try terminal.send("\u{1b}[200~" + String(repeating: "q", count: 100_000) + "\u{1b}[201~x")
        try terminal.waitFor("paste of 100000")
        try terminal.waitFor("key character(\"x\")")
        try terminal.send("\u{1b}[200~" + String(repeating: "q", count: 1_200_000) + "\u{1b}[201~y")
        try terminal.waitFor("paste of 1048576")
        try terminal.waitFor("key character(\"y\")")
    }

    @Test("mouse, focus and paste reports are enabled at the start and disabled at the end")
    func reports() throws {
        let terminal = try probe()
        for mode in ["1004", "2004"] { #expect(terminal.outputText().contains("\u{1b}[?\(mode)h")) }
        #expect(terminal.outputText().contains("1000h") && terminal.outputText().contains("1002h"))
        // xterm's XTSHIFTESCAPE would take the selection with Shift away from the terminal.
        #expect(!terminal.outputText().contains("\u{1b}[>"))
        let mark = terminal.output.count
        try terminal.send("q")
        _ = try terminal.waitForExit()
        for mode in ["1000", "1002", "1004", "1006", "2004", "2031"] {
            #expect(terminal.outputText(from: mark).contains("\u{1b}[?\(mode)l"))
        }
        let noMouse = try probe(["--no-mouse"])
        #expect(!noMouse.outputText().contains("1000h"))
    }

    @Test("a notification is OSC 9 with printable characters only, or the bell")
    func notification() throws {
        let terminal = try probe()
        var mark = terminal.output.count
        try terminal.send("n")
        try terminal.waitFor("character(\"n\")")
        #expect(terminal.outputText(from: mark).contains("\u{1b}]9;done:]0;x\u{1b}\\"))
        mark = terminal.output.count
        try terminal.send("b")
        try terminal.waitFor("character(\"b\")")
        #expect(terminal.outputText(from: mark).contains("\u{7}"))
    }

    @Test("a new size is reported and drawn, however many arrive")
    func resize() throws {
        let terminal = try probe()
        terminal.resize(Size(columns: 60, rows: 12))
        try terminal.waitFor("probe 60x12")
        try terminal.waitFor("resize 60x12")
        for index in 0..<200 { terminal.resize(Size(columns: 1 + index * 7 % 130, rows: 1 + index * 5 % 50)) }
        terminal.resize(Size(columns: 1, rows: 1))
        terminal.resize(Size(columns: 90, rows: 30))
        try terminal.waitFor("probe 90x30")
        try terminal.send("!")
        try terminal.waitFor("character(\"!\")")
    }
}
