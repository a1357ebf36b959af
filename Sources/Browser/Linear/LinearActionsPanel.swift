import Screen

/// The actions that can be performed where there is no palette, such as in the viewer.
struct LinearActionsPanel: Panel {
    let title = "Actions"
    private let offered: [Action]

    init(_ actions: [Action]) { offered = actions }

    func rows(_ state: BrowserState) -> [PanelRow] {
        offered.map { action in
            PanelRow(DisplayText(action.title), note: action.name) { state in
                state.panels.current = nil
                return action.perform(&state)
            }
        }
    }
}
