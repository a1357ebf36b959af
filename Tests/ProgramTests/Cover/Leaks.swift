import Screen
import TestSupport

extension GuardedBrowser {
    /// Returns where the secret can be seen after the terminal was given back; empty if it is hidden.
    /// - Parameter mark: The length of the output before that.
    func leaks(since mark: Int) -> [String] {
        var leaks: [String] = []
        let sent = terminal.outputText(from: mark)
        guard let cover = sent.firstRange(of: "covered") else { return ["there is no cover"] }
        if sent[cover.upperBound...].contains(secret) { leaks.append("bytes after the cover") }
        leaks += Self.places(in: terminal.screen).map { "\($0) afterwards" }
        if let before = screenBeforeLeaving(since: mark) {
            leaks += Self.places(in: before).map { "\($0) of the screen that was left" }
            // The cover has written every cell, so nothing else may be on the screen.
            let words = ["sandglass", "covered", "fg brings it back", "any key brings it back"]
            for line in before.lines where !line.isEmpty && !words.contains(String(line.drop { $0 == " " })) {
                // When a job is stopped by SIGSTOP, the shell may write its own lines before the cover is complete.
                if !line.hasPrefix("status is"), !line.contains("ready>"), !line.contains("Killed"),
                    !line.contains("Stopped")
                {
                    leaks.append("the cover shows \(line)")
                }
            }
        }
        if !terminal.isCursorVisible { leaks.append("the cursor is hidden") }
        for mode in ["1000", "1002", "1003", "1004", "1006", "2004"] where isOn(mode) { leaks.append("mode \(mode)") }
        return leaks
    }

    private static func places(in screen: TerminalScreen) -> [String] {
        [
            ("a cell", screen.text), ("the scrollback", screen.scrollbackText), ("the title", screen.title),
            ("the icon's name", screen.iconName),
        ].filter { $0.1.contains(secret) }.map(\.0)
    }

    /// Returns the screen just before the alternate screen was left; nil if it was not.
    func screenBeforeLeaving(since mark: Int) -> TerminalScreen? {
        let leave = Array("\u{1b}[?1049l".utf8)
        let output = terminal.output
        guard
            let place = (mark..<max(mark, output.count - leave.count)).first(where: {
                output[$0..<$0 + leave.count].elementsEqual(leave)
            }), let screen = TerminalScreen(size: terminal.size)
        else { return nil }
        screen.feed(output[..<place])
        return screen
    }

    private func isOn(_ mode: String) -> Bool {
        let text = terminal.outputText()
        guard let on = text.ranges(of: "\u{1b}[?\(mode)h").last else { return false }
        return !text[on.upperBound...].contains("\u{1b}[?\(mode)l")
    }
}
