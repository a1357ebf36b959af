package import Screen

/// What the screen shows while the program is not looked at: nothing but the program's name.
///
/// No name, path or size of anything: whoever looks over a shoulder, takes a screenshot or reads a terminal's
/// buffer learns that the program runs, and no more.
package enum Cover {
    /// How a person gets back to the content.
    package enum WayBack: Sendable {
        /// The program is stopped: `fg` continues it.
        case foreground
        /// The program runs, covered: focus or a key takes the cover away.
        case anyKey
    }

    /// The cover for a screen of `size`; every cell of it is written.
    package static func frame(size: Size, theme: Theme, wayBack: WayBack = .foreground) -> Frame {
        var frame = Frame(size: size, style: theme[.cover])
        let hints =
            switch wayBack {
            case .foreground: ["fg brings it back", "fg: back", "fg"]
            case .anyKey: ["any key brings it back", "any key: back", "any key", "key"]
            }
        // The longest that the screen has room for.
        let hint = hints.first { $0.utf8.count <= frame.size.columns } ?? ""
        let lines: [(String, Role)] = [("sandglass", .coverTitle), ("covered", .cover), (hint, .cover)]
        // On a low screen what comes last is left out first.
        let shown = lines.prefix(frame.size.rows)
        let top = (frame.size.rows - shown.count) / 2
        for (index, line) in shown.enumerated() {
            let column = max(0, (frame.size.columns - line.0.utf8.count) / 2)
            frame.write(line.0, column: column, row: top + index, style: theme[line.1])
        }
        return frame
    }
}
