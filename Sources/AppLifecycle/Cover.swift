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

    /// Returns the card that stands on the shell's screen while the program is stopped, in at most five rows: the cover
    /// itself is on the alternate screen, which nobody sees any more.
    ///
    /// Like the cover, it has no name, path or size of any item.
    /// - Parameter columns: The width of the terminal. The card is narrower, so that no row wraps.
    /// - Returns: nil if the terminal is too narrow for it.
    package static func card(columns: Int, theme: Theme, glyphs: Glyphs) -> Frame? {
        let whole: [(String, Role)] = [
            ("sandglass", .coverTitle), ("Suspended; its screen is covered.", .cover), ("fg resumes it.", .cover),
        ]
        let short: [(String, Role)] = [("sandglass", .coverTitle), ("covered", .cover), ("fg: back", .cover)]
        let width = { (lines: [(String, Role)]) in lines.map(\.0.utf8.count).max() ?? 0 }
        // A border, and a blank beside it.
        let isFramed = columns > width(whole) + 4
        let lines = isFramed ? whole : short
        let margin = isFramed ? 2 : 0
        guard columns > width(lines) else { return nil }
        let size = Size(columns: width(lines) + 2 * margin, rows: lines.count + margin)
        var card = Frame(size: size, style: theme[.cover])
        if isFramed {
            let edge = Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows)
            card.drawBorder(edge, glyphs, style: theme[.cover])
        }
        for (index, line) in lines.enumerated() {
            card.write(line.0, column: margin, row: margin / 2 + index, style: theme[line.1])
        }
        return card
    }
}
