import FileTree
import Screen

/// The command palette: actions, places and settings, found by characters in their order, the best match first.
struct PalettePanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: true)

    var title: String { "Command: \(search?.shownText ?? "")" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        found(state).map { command, marks in
            var row = PanelRow(command.title, note: command.note) { state in
                state.panel = nil
                state.noteUse(of: command)
                return command.perform(&state)
            }
            row.marks = marks
            return row
        }
    }

    /// Returns the commands that match what is typed, with the columns of the title that matched. While nothing is
    /// typed, the commands used last come first.
    private func found(_ state: BrowserState) -> [(command: PaletteCommand, marks: [Int])] {
        let commands = state.commandsByUse
        let text = search?.text ?? ""
        guard text.contains(where: { $0 != " " }) else { return commands.map { ($0, []) } }
        // nil for a text that is longer than anything it could be found in.
        guard let pattern = FuzzyPattern(Array(text.utf8)) else { return [] }
        let scored = commands.enumerated().compactMap { place, command in
            pattern.score(command.searched).map { (score: $0, place: place, command: command) }
        }
        // The name of an action is exactly that action. As in fzf, the shorter one of equals comes first.
        let ranked = scored.sorted { one, other in
            guard one.command.id != text, other.command.id != text else { return one.command.id == text }
            return (other.score, one.command.length, one.place) < (one.score, other.command.length, other.place)
        }
        return ranked.map { ($0.command, $0.command.columns(of: pattern.places(in: $0.command.searched))) }
    }
}
