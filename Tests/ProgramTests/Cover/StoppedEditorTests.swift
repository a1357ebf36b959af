import Screen
import System
import TestSupport
import Testing

/// The output of programs that had the terminal, as far as it remains visible once the shell has it.
@Suite("Other programs' output when the browser leaves the terminal", .onManyThreads)
struct StoppedEditorTests {
    /// Starts the browser after the shell has printed a line, and opens the file in the editor.
    private func open(_ editor: String, options: String = "") throws -> (GuardedBrowser, mark: Int) {
        let scene = try GuardedBrowser(options: options, editor: editor)
        try scene.terminal.send("\u{1b}OS")
        try scene.terminal.waitFor("editing")
        return (scene, scene.terminal.output.count)
    }

    @Test("is erased when an editor is stopped, on both screens", arguments: KilledEditorTests.editors)
    func stopped(editor: String) throws {
        let (scene, mark) = try open(editor)
        // The hang-up of the terminal alone would leave a stopped editor.
        defer { kill(-scene.browser, SIGKILL) }
        let terminal = scene.terminal
        #expect(terminal.text.contains(secret))
        // The second editor has switched the terminal's signals off. A ^Z that it does not read would be one for the
        // shell, and the kernel then discards output that has not been read.
        if editor.contains("stty raw") { kill(-scene.browser, SIGTSTP) } else { try terminal.send("\u{1a}") }
        try scene.waitForStop()
        #expect(!terminal.text.contains(secret) && !terminal.isAlternateScreen)
        let sent = terminal.outputText(from: mark)
        let enter = try #require(sent.ranges(of: "\u{1b}[?1049h").last)
        let leave = try #require(sent.ranges(of: "\u{1b}[?1049l").last)
        for row in 1...30 {
            #expect(sent[enter.upperBound..<leave.lowerBound].contains("\u{1b}[\(row);1H\u{1b}[2K"), "row \(row)")
        }
        // The shell's own lines are where they can be scrolled to.
        #expect(terminal.screen.scrollbackText.contains("status is"))
    }

    @Test("is erased when only the browser is stopped; the editor continues with it", arguments: [SIGTSTP, SIGSTOP])
    func browserAlone(signal: Int32) throws {
        let (scene, _) = try open("cat \"$1\"; echo; echo editing; read answer; echo \"$answer\" > \"$1\"")
        let terminal = scene.terminal
        kill(scene.browser, signal)
        try scene.waitForStop()
        #expect(!terminal.text.contains(secret))
        try terminal.send("fg\r")
        try terminal.waitUntil("the editor") { $0.foregroundGroup == scene.browser }
        try terminal.send("changed\r")
        try terminal.waitUntil("the browser") { $0.isAlternateScreen && $0.text.contains("\(secret) 79.txt") }
        try terminal.waitUntil("the contents") { _ in
            (try? readFile(scene.container.path + "/Documents/\(secret) 79.txt")) == Array("changed\n".utf8)
        }
    }

    @Test(
        "is erased when the editor has ended, whether the browser is then stopped or ends", arguments: ["\u{1a}", "q"])
    func ended(key: String) throws {
        let (scene, _) = try open("cat \"$1\"; echo; echo editing; read answer")
        let terminal = scene.terminal
        try terminal.send("\r")
        try terminal.waitUntil("the browser") { $0.isAlternateScreen && $0.text.contains("\(secret) 79.txt") }
        try terminal.send(key)
        if key == "q" { try scene.waitForEnd() } else { try scene.waitForStop() }
        #expect(!terminal.text.contains(secret) && !terminal.text.contains("editing"))
        #expect(terminal.screen.scrollbackText.contains("status is"))
    }

    @Test(
        "and nothing of both is left running when the terminal's shell ends",
        arguments: KilledEditorTests.editors.prefix(2))
    func hungUp(editor: String) throws {
        let (scene, _) = try open(editor)
        kill(scene.browser, SIGTSTP)
        try scene.waitForStop()
        scene.terminal.hangUp()
        try waitUntil("the end of all") {
            // The terminal outlives its shell here: unread, the erased output would fill it.
            while scene.terminal.awaitOutput(milliseconds: 0) {}
            return [scene.guardian, scene.browser].allSatisfy { [nil, "Z"].contains(PseudoTerminal.state(of: $0)) }
                && !RunningProcess.all.contains { getpgid($0) == scene.browser && PseudoTerminal.state(of: $0) != "Z" }
        }
    }

    @Test("stays without a cover, which shows the potential leak")
    func uncovered() throws {
        let (scene, _) = try open("cat \"$1\"; echo; echo editing; read answer", options: "--no-cover")
        try scene.terminal.send("\u{1a}")
        try scene.waitForStop()
        #expect(scene.terminal.text.contains(secret))
    }
}
