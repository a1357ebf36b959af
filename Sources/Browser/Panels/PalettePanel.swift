import Screen

/// The command palette: every action, with a search by name.
struct PalettePanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: true)

    var title: String { "Command: \(search?.shownText ?? "")" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let found = search?.matches(of: Action.all) { [$0.title, $0.name] } ?? []
        return found.map { action in
            PanelRow(DisplayText(action.title), note: state.keyNames(of: action)) { state in
                state.panel = nil
                return action.perform(&state)
            }
        }
    }
}
