import Screen
import System
import TestSupport
import Testing

/// A session in read-only mode leaves no trace, according to `sandglass hash`, and to Python and the system's tools.
@Suite("Evidence", .onManyThreads)
struct EvidenceTests {
    /// All metadata in a file system, access times included, read without changing any.
    private static let listing = Script.text("evidence_listing")

    @Test("a session that walks, previews, views, searches and suspends leaves every byte and time as it was")
    func session() throws {
        let sandbox = try SharingSandbox()
        #expect(try sandbox.run("demo", "--no-browse", "--at", "demo").status == 0)
        let found = try runCommand(["find", sandbox("demo"), "-name", "Season plan.md"]).lines
        let documents = try #require(found.first.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
        // With `relatime`, the first read of anything would update an access time before the last change.
        _ = try runCommand(["find", sandbox("demo"), "-exec", "touch", "-ahd", "@1", "{}", "+"])
        #expect(try sandbox.run("hash", "demo", "--output", "before").status == 0)
        let before = try python(Self.listing, sandbox("demo"))
        let sums = try sandbox.run("hash", "--sha256sum", "demo")

        let terminal = try sandbox.terminal(
            ["browse", "--read-only", "/" + documents], columns: 140, rows: 40)
        try terminal.waitFor("Season plan.md")
        #expect(terminal.lines.first?.contains("read-only") == true)
        // Walk and preview everything; find, also in contents; the viewer with a search; the reports.
        for _ in 0..<20 { try terminal.send("j") }
        try terminal.send("~fstore")
        try terminal.waitFor("find: store")
        try terminal.send("\rh")
        for path in ["Library/Preferences", "tmp", "Documents"] {
            try terminal.go(to: path)
            for key in ["l", "G", "h", "\u{c}", "b", "b"] { try terminal.send(key) }
        }
        for path in ["Documents/Season plan.md", "Documents/Sunset.png"] {
            try terminal.go(to: path)
            try terminal.send("l")
            try terminal.waitFor("text or bytes")
            for key in ["/e\r", "n", "G", "\t", "q"] { try terminal.send(key) }
            try terminal.waitFor(": commands")
        }
        try terminal.go(to: "Documents/Season plan.md")
        for refused in ["d", "r", "a", "x", "p", "i", "u", "\u{5}"] {
            try terminal.send(refused)
            try terminal.waitFor("read-only mode")
        }
        #expect(try terminal.quit() == .exited(0))

        let check = try sandbox.run("hash", "--check", "before", "demo")
        #expect(check.status == 0, "\(check.text)\(check.errors)")
        #expect(try python(Self.listing, sandbox("demo")) == before)
        let checked = try runCommand(["env", "-C", sandbox("demo"), "sha256sum", "-c", "--quiet"], input: sums.stdout)
        #expect(checked.status == 0, "\(checked.errors)")
    }
}
