import Screen
import System
import TestSupport
import Testing

/// The lines on the shell's screen that tell a person what became of the browser's.
@Suite("The cover's card", .onManyThreads)
struct CardTests {
    private static let sentence = "Suspended; its screen is covered."

    /// Suspends a browser.
    /// - Returns: The browser, and what was sent since.
    private func suspended(
        by way: ExitPath = ExitPath.stops[0], term: String = "xterm-256color", options: String = "",
        size: Size = Size(columns: 100, rows: 30)
    ) throws -> (scene: GuardedBrowser, sent: String) {
        let scene = try GuardedBrowser(term: term, options: options, size: size)
        let mark = scene.terminal.output.count
        try way.leave(scene)
        try scene.waitForStop()
        return (scene, scene.terminal.outputText(from: mark))
    }

    @Test(
        "the card is on the shell's screen after the alternate screen is left, in at most five lines and without a name",
        arguments: [ExitPath.stops[0], ExitPath.stops[1], ExitPath.stops[6]])
    func shown(way: ExitPath) throws {
        let (scene, sent) = try suspended(by: way)
        #expect(!scene.terminal.isAlternateScreen)
        let lines = scene.terminal.lines
        let first = try #require(lines.firstIndex { $0.hasPrefix("┌") }, "\(scene.terminal.text)")
        let last = try #require(lines.firstIndex { $0.hasPrefix("└") })
        #expect(last - first + 1 <= 5)
        let card = lines[first...last].joined(separator: "\n")
        #expect(card.contains("sandglass") && card.contains(Self.sentence) && card.contains("fg resumes it."))
        let name = scene.container.path.split(separator: "/").last ?? ""
        #expect(!card.contains(name) && !card.contains(secret))
        // The shell writes below it.
        #expect(lines[(last + 1)...].contains { $0.contains("here42") })
        let leave = try #require(sent.firstRange(of: "\u{1b}[?1049l"))
        #expect(!sent[..<leave.lowerBound].contains(Self.sentence))
        #expect(sent[leave.upperBound...].contains(Self.sentence))
        #expect(try scene.modesAreAsBefore())
        try scene.bringBack()
        let mark = scene.terminal.output.count
        try scene.terminal.send("q")
        try scene.waitForEnd()
        // The end needs no `fg`.
        #expect(!scene.terminal.outputText(from: mark).contains(Self.sentence))
    }

    @Test("the card has the theme's colours")
    func colors() throws {
        let (scene, _) = try suspended(options: "--theme high-contrast")
        let row = try #require(scene.terminal.lines.firstIndex { $0.contains(Self.sentence) })
        let (inside, outside) = (
            scene.terminal.cell(column: 3, row: row).style, scene.terminal.cell(column: 90, row: row).style
        )
        #expect(inside.background != .terminalDefault && inside.background != outside.background)
    }

    @Test("there is no card without the cover, nor on a terminal without an alternate screen, which shows the cover")
    func absent() throws {
        let (uncovered, sent) = try suspended(options: "--no-cover")
        #expect(!sent.contains("Suspended;") && !sent.contains("covered"))
        #expect(!uncovered.terminal.text.contains(secret))
        let (plain, output) = try suspended(term: "linux")
        #expect(!output.contains("Suspended;") && plain.terminal.text.contains("fg brings it back"))
        #expect(!plain.terminal.text.contains(secret))
    }

    @Test("a session leader, which cannot be stopped, leaves no card behind", arguments: [SIGTSTP, SIGSTOP])
    func refused(signal: Int32) throws {
        let container = try secretContainer()
        let terminal = try browse(container.path, shows: "Documents/")
        let browser = terminal.foregroundGroup
        kill(browser, signal)
        if signal == SIGSTOP {
            try terminal.waitUntil("the card, and its end") {
                !$0.isAlternateScreen && $0.outputText().contains(Self.sentence) && !$0.text.contains("Suspended;")
            }
            kill(browser, SIGCONT)
            try terminal.waitUntil("the screen") { $0.isAlternateScreen && $0.foregroundGroup == browser }
        } else {
            try terminal.waitUntil("the cover") { $0.text.contains("any key brings it back") && $0.isAlternateScreen }
            try terminal.send("x")
        }
        try terminal.waitFor("Documents/")
        #expect(try terminal.quit() == .exited(0))
        #expect(!terminal.isAlternateScreen && !terminal.text.contains("Suspended;"))
        #expect(!terminal.screen.scrollbackText.contains("Suspended;"))
    }

    @Test("after more than a minute the cover stays until the first key", .enabled(if: runsLongTests))
    func lateReturn() throws {
        let (scene, _) = try suspended()
        let start = MonotonicClock.now()
        try scene.terminal.waitUntil("a minute") { _ in MonotonicClock.now() - start > 62_000_000_000 }
        try scene.terminal.send("\rfg; echo \"status is\" $?.\r")
        try scene.terminal.waitUntil("the cover") {
            $0.isAlternateScreen && $0.text.contains("any key brings it back")
        }
        try scene.terminal.send("\u{1b}[I")
        try scene.terminal.settle()
        #expect(!scene.terminal.text.contains(secret))
        try scene.terminal.send("k")
        try scene.terminal.waitFor("\(secret) 79")
    }
}
