import Screen

/// What the help panel says: made from the table of actions, so that it cannot be out of date.
enum HelpText {
    static func rows(_ state: BrowserState) -> [Panel.Row] {
        var rows = badges(state.glyphs)
        for group in Action.Group.allCases {
            rows.append(Panel.Row(DisplayText("")))
            rows.append(Panel.Row(DisplayText(group.rawValue), isHeading: true))
            rows += Action.all.filter { $0.group == group }
                .map { Panel.Row(DisplayText($0.title), note: $0.keys.map(\.description).joined(separator: "  ")) }
        }
        return rows
    }

    private static func badges(_ glyphs: Glyphs) -> [Panel.Row] {
        let meanings: [(String, String)] = [
            ("R W D B", "the app may read, write, delete it; it is backed up"),
            (String(glyphs.dot), "in a column: it may not, it is not"),
            (String(glyphs.purgeable), "the system may purge it"),
            (String(glyphs.excluded), "kept out of backups by an attribute"),
            (String(glyphs.shared), "shared with the user (Finder, Files)"),
            (String(glyphs.protected), "protected while the device is locked"),
            (String(glyphs.changed), "changed in the last hour"),
        ]
        return [Panel.Row(DisplayText("Badges"), isHeading: true)]
            + meanings.map { Panel.Row(DisplayText($0.1), note: $0.0) }
    }
}
