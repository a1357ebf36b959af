import Screen

/// The actions whose keys begin with those that were pressed, for screens that have no room for them at the bottom.
struct ContinuationsPanel: Panel {
    /// The pressed keys.
    let pressed: [Key]

    var title: String { KeySequence(pressed).description }

    func rows(_ state: BrowserState) -> [PanelRow] {
        Action.current(state).compactMap { action in
            let following = state.keys.following(pressed, in: action)
            guard !following.isEmpty else { return nil }
            var row = PanelRow(state.screen.text(action.title)) { state in
                state.panels.current = nil
                return action.perform(&state)
            }
            row.keys = [state.screen.text(following.map(\.description).joined(separator: "  "))]
            return row
        }
    }
}

extension KeyInput {
    /// Returns the keys of an action that follow those that were pressed.
    func following(_ pressed: [Key], in action: Action) -> [KeySequence] {
        keys(of: action).map(\.keys).filter { $0.starts(with: pressed) && $0.count > pressed.count }
            .map { KeySequence(Array($0.dropFirst(pressed.count))) }
    }
}

extension BrowserState {
    /// Lists the keys that can follow the pressed ones, if the key asks for it and means nothing else there.
    /// - Returns: Whether it does.
    mutating func listContinuations(_ key: Key) -> Bool {
        let pressed = keys.pending
        guard key == .character("?"), !pressed.isEmpty,
            !Action.current(self).contains(where: { keys.following(pressed, in: $0).contains { $0.keys.first == key } })
        else { return false }
        keys.cancelPending()
        open(ContinuationsPanel(pressed: pressed))
        return true
    }
}
