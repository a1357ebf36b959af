import Screen

/// The meaning of each badge.
struct LegendPanel: Panel {
    let title = "Badges"
    let textColumns = 60

    func rows(_ state: BrowserState) -> [PanelRow] {
        BadgeMeaning.all(state.screen.glyphs).map { badge in
            var row = PanelRow.wrapped(state.screen.text("\(badge.symbol)  \(badge.meaning)"))
            row.paints = [PanelRow.Paint(columns: 0..<1, style: state.screen.theme[badge.role])]
            return row
        }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [state.keys.hint("explain", "explains an item")].compactMap(\.self)
    }

    /// Leads on to the item under the cursor.
    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard let explain = Action.named("explain"), state.keys.action(of: key, in: [explain]) != nil else {
            return nil
        }
        state.panels.current = nil
        return explain.perform(&state)
    }
}
