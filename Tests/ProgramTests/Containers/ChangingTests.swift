import Screen
import System
import TestSupport
import Testing

@Suite("Containers that change", .onManyThreads)
struct ChangingTests {
    @Test("a directory that vanishes while it is shown is reported as missing, and h leaves it")
    func vanishedDirectory() throws {
        let container = try SampleContainer("os.makedirs('Documents/gone/deeper')")
        let terminal = try browse(container.path, shows: "Documents/")
        try terminal.go(to: "Documents/gone")
        try terminal.waitFor("deeper/")
        _ = try runCommand(["rm", "-rf", container.path + "/Documents/gone"])
        try terminal.send("l")
        try terminal.waitFor("no such file or")
        try terminal.send("h")
        try terminal.waitUntil("the way up") { $0.lines.last?.contains("Documents/gone ") == true }
        try terminal.send("h")
        try terminal.waitFor("note 7.txt")
        try terminal.send("\u{c}")
        try terminal.waitUntil("the directory to go") { !$0.text.contains("gone/") && $0.text.contains("note 7.txt") }
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("an entry that vanished is gone after a reload, and the cursor stays on its entry")
    func vanishedEntry() throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        try terminal.go(to: "Documents/note 5.txt")
        _ = try runCommand(["rm", container.path + "/Documents/note 2.txt"])
        try terminal.send("\u{c}")
        try terminal.waitFor("of 29")
        #expect(!terminal.text.contains("note 2.txt"))
        #expect(terminal.lines.last?.contains("note 5.txt") == true)
        #expect(try terminal.quit() == .exited(0))
    }

    @Test("a directory that changes while it is read is complete after the next reload")
    func changing() throws {
        let container = try SampleContainer("for n in range(3000): open('tmp/f%d' % n, 'w').close()")
        let terminal = try browse(container.path, shows: "Documents/")
        try terminal.go(to: "tmp")
        let busy = """
            i=0; while [ $i -lt 400 ]; do : > new$i; mkdir dir$i; rm f$i; rmdir dir$i; rm new$i; i=$((i + 1)); done; echo done
            """
        let other = try PseudoTerminal("/bin/sh", ["-c", busy], directory: container.path + "/tmp")
        for key in ["\u{c}", "G", "gg", "ss", "\u{c}", "st", "\u{c}", "sn", "\u{c}"] {
            try terminal.send(key)
            terminal.awaitOutput(milliseconds: 20)
        }
        _ = try other.waitForExit()
        try terminal.send("\u{c}")
        try terminal.waitFor("of 2,600")
        #expect(try terminal.quit() == .exited(0))
        #expect(try run("ls", container.path + "/tmp").lines.count == 2_600)
    }

    @Test("browsing and listing leave names, times, attributes and contents unchanged")
    func untouched() throws {
        let container = try SampleContainer(Script.text("changing_untouched"))
        let before = try snapshot(container.path)
        let terminal = try browse(container.path, shows: "Documents/", columns: 140, rows: 40)
        for path in [
            "Documents", "Library/Application Support", "Library/Application Support/Store.sqlite", "tmp", "tmp/link",
        ] {
            try terminal.go(to: path)
            for key in ["l", "h", "ss", "G", "\u{c}", "/o\r"] { try terminal.send(key) }
            try terminal.go(to: "Library/Caches")
        }
        #expect(try terminal.quit() == .exited(0))
        for arguments in [["ls", "-lR", "-a"], ["ls", "--json", "-R"], ["info"], ["info", "--json"], ["explain"]] {
            #expect(try runCommand([sandglass] + arguments + [container.path]).status == 0)
        }
        #expect(try snapshot(container.path) == before)
    }

    /// Returns a description of everything in a directory, without changing access times.
    private func snapshot(_ path: String) throws -> String {
        try python(Script.text("changing_snapshot"), path)
    }
}
