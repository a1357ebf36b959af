import Screen

/// The question what to do with an edited list of names that was not applied, and the reason.
struct NamesPanel: Panel {
    let title = "Nothing was renamed"
    let isQuestion = true
    let textColumns = 70
    private let list: NamesList
    private let problem: String

    /// Creates a panel.
    /// - Parameter problem: The reason, a sentence that is not sanitized.
    init(_ list: NamesList, problem: String) {
        self.list = list
        self.problem = problem
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        // The title says that already.
        let said = "nothing was renamed: "
        let reason = problem.hasPrefix(said) ? String(problem.dropFirst(said.count)) : problem
        return state.rows(saying: [reason, "", "Edit the names again?", ""]) + [
            state.answer("No, keep my names in a file") { [list] state in
                state.panel = nil
                return [.keepNames(list)]
            },
            state.answer("Yes, edit them again") { [list, problem] state in
                state.panel = nil
                return [.editNames(list, problem: problem)]
            },
        ]
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { [.keepNames(list)] }
}
