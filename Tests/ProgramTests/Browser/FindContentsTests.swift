import System
import TestSupport
import Testing

@testable import VirtualTerminal

@Suite("Finding a text in contents in the browser", .onManyThreads)
struct FindContentsTests {
    private let container = Result {
        try SampleContainer(Script.text("find_contents_container"))
    }

    private func start() throws -> PseudoTerminal {
        try browse(
            container.get().path, shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"], columns: 120)
    }

    private func find(_ text: String, _ terminal: PseudoTerminal, expression: Bool = false) throws {
        try terminal.send("F")
        try terminal.waitFor("find in contents")
        if expression, !terminal.text.contains("regular expression:") {
            try terminal.send("\u{18}")
            try terminal.waitFor("regular expression:")
        }
        try terminal.send("\(text)\r")
    }

    @Test("files with the text are listed, decoded ones too, and each opens where it occurs")
    func results() throws {
        let terminal = try start()
        try find("needle", terminal)
        try terminal.waitFor("1 of 5")
        for name in ["long.txt", "two.txt", "a.plist", "bytes.bin", "b.db"] { #expect(terminal.text.contains(name)) }
        #expect(!terminal.text.contains("note 1.txt"))
        #expect(terminal.text.contains("Documents/two.txt  a needle"))
        for (name, shown) in [
            ("b.db", "item › 51"), ("bytes.bin", "6e 65 65 64 6c 65"), ("long.txt", "here is the Needle"),
            ("a.plist", "outer › inner"),
        ] {
            try move(to: name, terminal)
            // The preview begins at the hit, as the viewer does.
            try terminal.waitFor(shown)
            try terminal.send("\r")
            try terminal.waitUntil("the viewer") { $0.text.contains(shown) && !$0.text.contains("acting as") }
            try terminal.send("q")
            try terminal.waitUntil("the results") { $0.text.contains("“needle”") && $0.text.contains("acting as") }
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("several hits in a file are listed, and each leads to its place")
    func several() throws {
        let terminal = try start()
        try find("needle", terminal)
        try terminal.waitFor("1 of 5")
        try move(to: "two.txt", terminal)
        try terminal.send("\r")
        try terminal.waitFor("2 hits")
        #expect(terminal.text.contains("line 1") && terminal.text.contains("line 3"))
        try terminal.send("j\r")
        try terminal.waitUntil("the third line at the top") {
            $0.lines.dropFirst(2).first?.hasPrefix(" another needle") == true
        }
        try terminal.send("q")
        try terminal.waitFor("“needle”")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a regular expression is treated as such, and a mistake in one is shown in place of the results")
    func expressions() throws {
        let terminal = try start()
        try find("ne+dle [0-9]{4}", terminal, expression: true)
        try terminal.waitFor("1 of 1")
        #expect(terminal.text.contains("a.plist"))
        // The expression of before is offered, and the first character replaces it.
        try terminal.send("F")
        try terminal.waitFor("regular expression: ne+dle [0-9]{4}")
        try terminal.send("[0-9\r")
        try terminal.waitFor("missing terminating ]")
        #expect(terminal.lines.last?.contains("expression: [0-9") == true)
        try terminal.send("\u{1b}")
        try terminal.waitUntil("no prompt") { !$0.text.contains("find in contents") }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a search without results says so, and Esc returns to the directory")
    func nothing() throws {
        let terminal = try start()
        try find("no such text anywhere", terminal)
        try terminal.waitFor("none, in hidden files neither")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the directory") {
            !$0.text.contains("none, in hidden") && $0.text.contains("Library/")
        }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a slow search ends with Esc, and another takes its place")
    func cancelled() throws {
        let slow = try SampleContainer(
            """
            for n in range(400):
                open('Documents/slow %d.txt' % n, 'w').write(('a' * 60 + '!\\n') * 4)
            open('tmp/quick.txt', 'w').write('needle\\n')
            """)
        let terminal = try browse(slow.path, shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"], columns: 120)
        try find("^(a+)+$", terminal, expression: true)
        try terminal.waitFor("searching…")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the directory") { $0.text.contains("Library/") && !$0.text.contains("searching…") }
        try find("^(a+)+$", terminal, expression: true)
        try terminal.waitFor("searching…")
        try find("nee+dle", terminal)
        try terminal.waitFor("tmp/quick.txt")
        try terminal.waitFor("1 of 1")
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("files that an expression takes too long in are counted among the tasks, and the others are found")
    func explosion() throws {
        let line = String(repeating: "a", count: 60) + "!"
        let mixed = try SampleContainer(
            """
            open('Documents/1.txt', 'w').write('\(line)\\n')
            open('Documents/2.txt', 'w').write('b\\naaaa\\n')
            with open('Documents/3.plist', 'wb') as f: plistlib.dump({'k': '\(line)'}, f, fmt=plistlib.FMT_BINARY)
            """)
        let terminal = try browse(mixed.path, shows: "Documents/", environment: ["LC_ALL": "C.UTF-8"], columns: 120)
        try find("^(a+)+$", terminal, expression: true)
        try terminal.waitFor("1 of 1")
        #expect(terminal.text.contains("Documents/2.txt"))
        try terminal.send("w")
        try terminal.waitFor("2 files could not be searched completely")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("no panel") { !$0.text.contains("could not be searched") }
        #expect(try terminal.quit() == .exited(0))
    }

    private func move(to name: String, _ terminal: PseudoTerminal) throws {
        try terminal.send("gg")
        try terminal.waitUntil("the first row") { $0.lines.last?.contains("long.txt") == true }
        // The number is written after the path: a line that has it is complete.
        for row in 2...5 where terminal.lines.last?.contains(name) != true {
            try terminal.send("j")
            try terminal.waitUntil("row \(row)") { $0.lines.last?.contains("\(row) of 5") == true }
        }
        #expect(terminal.lines.last?.contains(name) == true)
    }
}
