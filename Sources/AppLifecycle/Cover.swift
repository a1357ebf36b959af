package import Screen

/// The screen shown while the program is not in use: its name and nothing else.
///
/// It has no name, path or size of any item: a bystander, a screenshot or a terminal's buffer reveals that the program
/// runs, and no more.
package enum Cover {
    /// How the user gets back to the content.
    package enum WayBack: Sendable {
        /// The program is stopped: `fg` continues it.
        case foreground
        /// The program runs, covered: focus or a key removes the cover.
        case anyKey
    }

    /// Returns the cover for a screen of `size`; every cell is written.
    package static func frame(size: Size, theme: Theme, wayBack: WayBack = .foreground) -> Frame {
        var frame = Frame(size: size, style: theme[.cover])
        let hints =
            switch wayBack {
            case .foreground: ["fg brings it back", "fg: back", "fg"]
            case .anyKey: ["any key brings it back", "any key: back", "any key", "key"]
            }
        // The longest hint that fits the screen.
        let hint = hints.first { $0.utf8.count <= frame.size.columns } ?? ""
        let lines: [(String, Role)] = [("sandglass", .coverTitle), ("covered", .cover), (hint, .cover)]
        // On a screen with few rows the last lines are left out first.
        let shown = lines.prefix(frame.size.rows)
        let top = (frame.size.rows - shown.count) / 2
        for (index, line) in shown.enumerated() {
            let column = max(0, (frame.size.columns - line.0.utf8.count) / 2)
            frame.write(line.0, column: column, row: top + index, style: theme[line.1])
        }
        return frame
    }
}
