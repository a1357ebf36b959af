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
        // The other one of the two that fill the screen has help of its own.
        for context in Action.contexts.dropFirst(2) {
            rows += [PanelRow(.empty), PanelRow(DisplayText(context.title), isHeading: true)]
            rows += context.actions.map { PanelRow(DisplayText($0.title), note: note(of: $0, state)) }
        }
        rows += [PanelRow(.empty), PanelRow(DisplayText("The mouse"), isHeading: true)]
        return rows + MouseMeaning.all.map { PanelRow(DisplayText($0.meaning), note: $0.gesture) }
    }

    /// Returns the keys of an action, or the name that the palette finds it by.
    private func note(of action: Action, _ state: BrowserState) -> String {
        let keys = state.keyNames(of: action)
        guard keys.isEmpty else { return keys }
        return Action.performable.contains { $0.name == action.name } ? state.key(action.name) : "-"
    }

    private func badges(_ glyphs: Glyphs) -> [PanelRow] {
        [PanelRow(DisplayText("Badges"), isHeading: true)]
            + BadgeMeaning.all(glyphs).map { PanelRow(DisplayText($0.meaning), note: $0.symbol) }
    }
}
