import Screen

/// The meaning of each badge.
struct LegendPanel: Panel {
    let title = "Badges"
    let textColumns = 60

    func rows(_ state: BrowserState) -> [PanelRow] {
        BadgeMeaning.all(state.screen.glyphs).map { state.screen.text("\($0.symbol)  \($0.meaning)") }
            .map { .wrapped($0) }
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
