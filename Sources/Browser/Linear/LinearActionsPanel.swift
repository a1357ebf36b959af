import Screen

/// The actions that can be performed where there is no palette, such as in the viewer.
struct LinearActionsPanel: Panel {
    let title = "What can be done here"
    private let actions: [Action]

    init(_ actions: [Action]) { self.actions = actions }

    func rows(_ state: BrowserState) -> [PanelRow] {
        actions.map { action in
            PanelRow(DisplayText(action.title), note: action.name) { state in
                state.panels.current = nil
                return action.perform(&state)
            }
        }
    }
}
