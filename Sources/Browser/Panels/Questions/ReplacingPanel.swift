import Screen

/// The question whether a file on this computer is replaced by what the viewer shows.
struct ReplacingPanel: Panel {
    let title = "Replace the file?"
    let isQuestion = true
    let textColumns = 70
    /// The path as it was entered.
    let path: [UInt8]

    func rows(_ state: BrowserState) -> [PanelRow] {
        state.screen.rows(saying: ["\(state.screen.display(path).description) exists. Undo does not restore it.", ""])
            + [
                state.screen.answer("No, leave it unchanged", .no),
                state.screen.answer("Yes, replace it", .yes) { [path] state in
                    state.saveViewed(to: path, replacing: true)
                },
            ]
    }
}
