import FileSharing
import Screen

/// Commands that people type as in vim or a shell, and that no action corresponds to.
extension BrowserState {
    /// Returns the answer to a command typed with its argument; nil for anything else.
    func typedCommand(_ text: String) -> PaletteCommand? {
        let words = text.split(separator: " ", maxSplits: 1)
        guard let word = words.first else { return nil }
        let argument = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
        switch word {
        case "e", "e!", "edit", "cd", "tabe", "tabedit":
            // Without a path, the action asks for one.
            guard !argument.isEmpty else { return nil }
            return typed("Go to ", argument, note: "then \(keys.key("view")) views, \(keys.key("edit")) edits") {
                state in
                state.goTo(Prompt(.goTo, text: Array(argument.utf8)))
            }
        case "sp", "split", "vs", "vsplit", "tab", "tabnew":
            guard !argument.isEmpty else { return nil }
            return typed("Show on the right: ", argument, note: keys.key("beside"), noteRole: .key) { state in
                state.findBeside(Array(argument.utf8))
            }
        case "x", "x!", "xa", "wq", "wq!", "wqa", "exit!":
            return typed("Quit", "", note: "nothing to save") { $0.quit() }
        default: return nil
        }
    }

    private func typed(
        _ title: String, _ argument: String, note: String, noteRole: Role = .panelNote,
        perform: @escaping PanelRow.Choice
    ) -> PaletteCommand {
        PaletteCommand(
            "", DisplayText(title) + screen.display(argument.utf8), bytes: Array((title + argument).utf8), note: note,
            noteRole: noteRole, perform: perform)
    }
}
