import Screen

/// Help, made from the table of actions so that it cannot be out of date.
struct HelpPanel: Panel {
    let title = "Help"

    func rows(_ state: BrowserState) -> [PanelRow] {
        var rows = state.viewer == nil ? badges(state.glyphs) : []
        for group in Action.Group.allCases {
            let actions = Action.current(state).filter { $0.group == group }
            guard !actions.isEmpty else { continue }
            if !rows.isEmpty { rows.append(PanelRow(.empty)) }
            rows.append(PanelRow(DisplayText(group.rawValue), isHeading: true))
            rows += actions.map { PanelRow(DisplayText($0.title), note: note(of: $0, state)) }
        }
        return rows
    }

    /// Returns the keys of an action, or the name that the palette finds it by.
    private func note(of action: Action, _ state: BrowserState) -> String {
        let keys = state.keyNames(of: action)
        return keys.isEmpty ? state.key(action.name) : keys
    }

    private func badges(_ glyphs: Glyphs) -> [PanelRow] {
        let meanings: [(String, String)] = [
            ("R", "the app may read it, or list the directory"),
            ("W", "the app may change it, or create items in it"),
            ("D", "the app may delete it"),
            ("B", "backed up"),
            (String(glyphs.dot), "not permitted, not backed up"),
            (String(glyphs.purgeable), "the system may purge it"),
            (String(glyphs.excluded), "excluded from backups by an attribute"),
            (String(glyphs.shared), "shared with the user (Finder, Files)"),
            (String(glyphs.protected), "protected while the device is locked"),
            (String(glyphs.changed), "changed in the last hour"),
        ]
        return [PanelRow(DisplayText("Badges"), isHeading: true)]
            + meanings.map { PanelRow(DisplayText($0.1), note: $0.0) }
    }
}
