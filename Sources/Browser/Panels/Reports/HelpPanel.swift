import Screen

/// Help, made from the table of actions so that it cannot be out of date.
struct HelpPanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: false)

    var title: String {
        guard let search, search.isActive else { return "Help (/ finds a key or a word)" }
        return "Help: \(search.shownText)"
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let rows = allRows(state)
        guard let search, !search.text.isEmpty else { return rows }
        return search.matches(of: rows.filter { !$0.isHeading && $0.text != .empty }) {
            [$0.text.description, $0.note]
        }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [
            state.keys.hint("panel-down", "panel-up", "scroll"),
            state.screen.size.columns < 60 ? nil : state.keys.hint("panel-search", "finds"),
            state.screen.size.columns < 60 || state.viewer != nil ? nil : state.keys.hint("palette", "commands"),
        ].compactMap(\.self)
    }

    /// Leads on to the palette, where each action can be performed.
    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard let palette = Action.named("palette"), state.viewer == nil,
            state.keys.action(of: key, in: [palette]) != nil
        else { return nil }
        state.panels.current = nil
        return palette.perform(&state)
    }

    private func allRows(_ state: BrowserState) -> [PanelRow] {
        var rows = state.viewer == nil ? badges(state.screen.glyphs) : []
        for group in Action.Group.allCases {
            let actions = Action.current(state).filter { $0.group == group }
            guard !actions.isEmpty else { continue }
            if !rows.isEmpty { rows.append(PanelRow(.empty)) }
            rows.append(PanelRow(DisplayText(group.rawValue), isHeading: true))
            rows += actions.map { PanelRow(DisplayText($0.title), note: note(of: $0, state)) }
        }
        // The other panel that fills the screen has its own help.
        for context in Action.contexts.dropFirst(2) {
            rows += [PanelRow(.empty), PanelRow(DisplayText(context.title), isHeading: true)]
            rows += context.actions.map { PanelRow(DisplayText($0.title), note: note(of: $0, state)) }
        }
        rows += [PanelRow(.empty), PanelRow(DisplayText("The mouse"), isHeading: true)]
        return rows + MouseMeaning.all.map { PanelRow(DisplayText($0.meaning), note: $0.gesture) }
    }

    /// Returns the keys of an action, or the name that the palette finds it by.
    private func note(of action: Action, _ state: BrowserState) -> String {
        let keys = state.keys.keyNames(of: action)
        guard keys.isEmpty else { return keys }
        return Action.performable.contains { $0.name == action.name } ? state.keys.key(action.name) : "-"
    }

    private func badges(_ glyphs: Glyphs) -> [PanelRow] {
        [PanelRow(DisplayText("Badges"), isHeading: true)]
            + BadgeMeaning.all(glyphs).map { PanelRow(DisplayText($0.meaning), note: $0.symbol) }
    }
}
