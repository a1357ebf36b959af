import Screen
import TestSupport
import Testing

@Suite("Terminals and themes", .onManyThreads)
struct TerminalKindTests {
    @Test(
        "every common terminal shows the container",
        arguments: ["xterm-256color", "linux", "vt100", "screen", "tmux-256color"]
    )
    func terminals(term: String) throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/", environment: ["TERM": term])
        try terminal.send("l")
        try terminal.waitFor("note 7.txt")
        #expect(try terminal.quit() == .exited(0))
        #expect(!terminal.isAlternateScreen && !terminal.text.contains("note 7.txt"))
    }

    @Test(
        "the Linux console, whose font lacks them, gets flags in ASCII and keeps names and lines",
        arguments: ["linux", "xterm"])
    func console(term: String) throws {
        let container = try SampleContainer("os.mkdir('Library/Caches/Füße')")
        let environment = ["TERM": term, "LC_ALL": "C.UTF-8"]
        let terminal = try browse(
            container.path + "/Library/Caches", shows: "Füße/", environment: environment, columns: 140)
        try terminal.waitUntil("the flag") { $0.lines.contains { $0.contains("RWD· \(term == "linux" ? "%" : "⟳")") } }
        #expect(terminal.text.contains("│") && terminal.text.contains("⟳") == (term != "linux"))
        let glyphs = "⟳⊘⊖⇄⚿✎▸▾…"
        #expect(terminal.text.contains { glyphs.contains($0) } == (term != "linux"), "\(terminal.text)")
        #expect(try terminal.quit() == .exited(0))
        // The same where a listing is printed.
        let printed = try PseudoTerminal(
            sandglass, ["ls", container.path + "/Library"], environment: environment)
        #expect(try printed.waitForExit() == .exited(0))
        #expect(printed.text.contains("%") == (term == "linux") && printed.text.contains("⟳") == (term != "linux"))
    }

    @Test("the hidden cursor stands on the selected row, in panes, panels and questions")
    func cursor() throws {
        let container = try SampleContainer()
        let home = TemporaryDirectory()
        let terminal = try browse(
            container.path + "/Documents", shows: "note 7.txt",
            environment: ["XDG_DATA_HOME": home("data"), "XDG_STATE_HOME": home("state")])
        func expect(_ text: String) throws {
            try terminal.waitUntil("the cursor on \(text)") { terminal in
                let cursor = terminal.cursor
                return terminal.lines.indices.contains(cursor.row)
                    && DisplayText(terminal.lines[cursor.row]).suffix(from: cursor.column).hasPrefix(text)
            }
            #expect(!terminal.isCursorVisible)
        }
        try expect("note 1.txt")
        try terminal.send("j")
        try expect("note 2.txt")
        try terminal.send("G")
        try expect("note 30.txt")
        try terminal.send("d")
        try expect("No, leave it")
        try terminal.send("\t")
        try expect("Yes, move to the trash")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("no question") { !$0.text.contains("Yes, move to the trash") }
        try terminal.send("s")
        try terminal.send("j")
        try expect("size")
        try terminal.send("q")
        try terminal.waitUntil("no panel") { !$0.text.contains(" Sort ") }
        try expect("note 30.txt")
        let before = terminal.output.count
        try terminal.send("k")
        try expect("note 29.txt")
        // Two rows, and a movement of the cursor of a few bytes.
        #expect(terminal.output.count - before < 2_000)
        #expect(try terminal.quit() == .exited(0))
        #expect(terminal.isCursorVisible)
    }

    @Test("NO_COLOR shows no colours")
    func noColor() throws {
        let container = try SampleContainer()
        let coloured = try browse(container.path, shows: "Documents/")
        #expect(hasColours(coloured))
        let plain = try browse(container.path, shows: "Documents/", environment: ["NO_COLOR": "1"])
        #expect(!hasColours(plain))
    }

    private func hasColours(_ terminal: PseudoTerminal) -> Bool {
        (0..<terminal.size.rows).contains { row in
            (0..<terminal.size.columns).contains { column in
                let style = terminal.cell(column: column, row: row).style
                return style.foreground != .terminalDefault || style.background != .terminalDefault
            }
        }
    }

    @Test("a locale that is not UTF-8 gets ASCII only")
    func ascii() throws {
        let container = try SampleContainer("os.mkdir(b'Documents/\\xe6\\x8a\\x98'); os.mkdir(b'Documents/\\xff')")
        let terminal = try browse(
            container.path, shows: "Documents/", environment: ["LC_ALL": "C"], columns: 140, rows: 40)
        try terminal.send("l")
        try terminal.waitFor("note 7.txt")
        for keys in ["?", "q", ":", "\u{3}", "s", "q", "/zzz\r", "gi", "gp", "g", "x"] {
            try terminal.send(keys)
        }
        try terminal.go(to: "Library/Caches")
        #expect(try terminal.quit() == .exited(0))
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
    }

    /// The built-in themes, and the style of `top-line` in their files; eight has the colours of the terminal.
    static let builtIn: [(theme: String, top: Style)] = [
        ("light", Style(foreground: .rgb(0x1c, 0x27, 0x32), background: .rgb(0xd5, 0xe0, 0xea))),
        ("dark", Style(foreground: .rgb(0xe4, 0xe8, 0xec), background: .rgb(0x2b, 0x3a, 0x4a))),
        (
            "high-contrast",
            Style(foreground: .rgb(0, 0, 0), background: .rgb(0xff, 0xff, 0xff), attributes: .bold)
        ),
        ("mono", Style(attributes: .reverse)), ("eight", Style(foreground: .palette(0), background: .palette(6))),
    ]

    @Test("every built-in theme can be chosen by its name", arguments: builtIn)
    func named(theme: String, top: Style) throws {
        let container = try SampleContainer()
        let terminal = try browse(
            "--theme", theme, container.path, shows: "Documents/", environment: ["COLORTERM": "truecolor"])
        #expect(terminal.cell(column: 1, row: 0).style == top)
        #expect(try terminal.quit() == .exited(0))
        #expect(!terminal.text.contains("sandglass:"))
    }

    @Test("the colours of a theme file are shown")
    func file() throws {
        let container = try SampleContainer()
        let theme = TemporaryDirectory()
        let path = theme.write("mine.toml", "inherits = \"mono\"\ntop-line = { bg = \"blue\" }\n")
        let terminal = try browse("--theme", path, container.path, shows: "Documents/")
        #expect(terminal.cell(column: 1, row: 0).style.background == .palette(4))
        #expect(try terminal.quit() == .exited(0))
    }

    @Test(
        "a mistake in a theme file is located, on the screen and at the end, and does not stop the browser",
        arguments: [
            ("inherits = \"dark\"\ndirectry = \"red\"\n", "directry"), ("text = \n", ":1"),
            ("\n\n[badge-read\n", ":3"), ("text = \"no such colour\"\n", "text"),
        ]
    )
    func mistake(toml: String, place: String) throws {
        let container = try SampleContainer()
        let theme = TemporaryDirectory()
        let path = theme.write("bad.toml", toml)
        let terminal = try browse("--theme", path, container.path, shows: "Documents/", columns: 140)
        try terminal.waitUntil("the mistake") {
            let end = $0.lines.suffix(2).joined(separator: " ")
            return end.contains("bad.toml") && end.contains(place)
        }
        try terminal.send("l")
        try terminal.waitFor("note 7.txt")
        #expect(try terminal.quit() == .exited(0))
        #expect(terminal.text.contains("sandglass: ") && terminal.text.contains("bad.toml"))
    }

    @Test("a theme that does not exist is named in the status line, and the existing ones are listed")
    func missing() throws {
        let container = try SampleContainer()
        let terminal = try browse("--theme", "nonesuch", container.path, shows: "Documents/", columns: 140)
        try terminal.waitUntil("the name") { $0.lines.last?.contains("nonesuch") == true }
        #expect(try terminal.quit() == .exited(0))
        for (theme, _) in Self.builtIn { #expect(terminal.text.contains(theme), "\(terminal.text)") }
    }
}

extension DisplayText {
    /// The text from a column on.
    fileprivate func suffix(from column: Int) -> String { suffix(max(0, width - column)).description }
}
