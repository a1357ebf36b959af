import Screen

extension Action {
    /// The actions that all panels share. A panel's own come first.
    static let panel: [Action] = [
        Action("panel-close", "Close the panel", .program, keys: ["Esc", "^c", "q", "?"]) { $0.closePanel() },
        Action("panel-choose", "Choose the row", .selection, keys: ["Enter"]) { $0.chooseInPanel(closes: true) },
        Action("panel-open", "Activate row", .selection, keys: ["l", "Right"]) {
            $0.chooseInPanel(closes: false)
        },
        Action("panel-search", "Find a row, where that is possible", .movement, keys: ["/"]) { state in
            state.panels.current?.beginSearch()
            return []
        },
        Action("panel-complete", "Complete the path that is typed in the palette", .movement, keys: ["Tab"]) {
            TypedLine.complete(in: &$0)
        },
        movement("panel-down", "Move down, or scroll", keys: ["j", "Down", "^n"], by: 1),
        movement("panel-up", "Move up, or scroll", keys: ["k", "Up", "^p"], by: -1),
        Action("panel-page-down", "Move a page down", .movement, keys: ["PgDn", "^d", "^f"]) { state in
            state.pagePanel(by: 1)
            return []
        },
        Action("panel-page-up", "Move a page up", .movement, keys: ["PgUp", "^u", "^b"]) { state in
            state.pagePanel(by: -1)
            return []
        },
        movement("panel-top", "Go to the first row", keys: ["Home", "g"], by: -.max),
        movement("panel-bottom", "Go to the last row", keys: ["End", "G"], by: .max),
    ]

    /// The actions of questions. Enter answers, whatever the keymap says, and the keys of Yes and No where undo brings back
    /// what is done. No other key does: a question may appear while the user is typing.
    static let question: [Action] = [
        movement("question-next", "Move the focus to the next answer", keys: ["Tab", "Right", "l"], by: 1),
        movement("question-previous", "Move the focus to the previous answer", keys: ["S-Tab", "Left", "h"], by: -1),
        answer("question-yes", "Answer Yes; where undo does not bring it back, only move there", .yes, keys: ["y"]),
        answer("question-no", "Answer No; where undo does not bring it back, only move there", .no, keys: ["n"]),
    ]

    /// Returns an action that moves the focus of a question to an answer, if it has that, and gives it if it is one of two
    /// and undo brings it back.
    private static func answer(
        _ name: String, _ title: String, _ answer: PanelRow.Answer, keys: [KeySequence]
    ) -> Action {
        Action(name, title, .movement, keys: keys) { state in
            guard let panel = state.panels.current else { return [] }
            let layout = PanelLayout(panel, state)
            guard let choice = layout.choice(saying: answer) else { return [] }
            state.panels.current?.cursor = choice
            state.movePanel(by: 0)
            guard layout.isYesOrNo, panel.content.isReversible(state) else { return [] }
            return state.chooseInPanel(closes: true)
        }
    }

    /// Returns an action that moves the cursor of a panel.
    private static func movement(_ name: String, _ title: String, keys: [KeySequence], by rows: Int) -> Action {
        Action(name, title, .movement, keys: keys) { state in
            state.movePanel(by: rows)
            return []
        }
    }
}
