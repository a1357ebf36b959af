import TestSupport
import Testing
import VirtualTerminal

@Suite("Text that a terminal does not mark as pasted", .onManyThreads)
struct RawPasteTests {
    /// Returns the CPU time that a process has used, in seconds.
    private func processorTime(of process: Int32) throws -> Double {
        let ticks = try runCommand(["awk", "{ print $14 + $15 }", "/proc/\(process)/stat"]).lines.first
        return Double(try #require(ticks)).map { $0 / 100 } ?? .infinity
    }

    // Handled character by character, this took time quadratic in the length: half a minute for this length.
    @Test(
        "a long unmarked paste into a prompt takes little processor time",
        arguments: [(":", "Command: "), ("g/", "go to:"), ("/", "filter:"), ("a", "new (")])
    func long(keys: String, prompt: String) throws {
        let container = try SampleContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        let browser = terminal.foregroundGroup
        try terminal.send(keys)
        try terminal.waitFor(prompt)
        let before = try processorTime(of: browser)
        try terminal.send(String(repeating: "qjkl ", count: 80_000))
        try terminal.waitFor("qjkl")
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the prompt to go") { !$0.text.contains(prompt) && !$0.text.contains("qjkl") }
        let used = try processorTime(of: browser) - before
        #expect(used < 5, "\(used) s")
        #expect(try terminal.quit() == .exited(0))
    }
}
