import FileTree
import Screen

/// The command palette: actions, places and settings, found by characters in their order, the best match first.
///
/// Enter performs the first one, so that what may change something is found only by the beginnings of its words.
struct PalettePanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: true)

    var title: String { "Command: \(search?.shownText ?? "")" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        numberRow(state)
            + found(state).map { command, marks in
                var row = PanelRow(command.title, note: command.note) { state in
                    state.panels.current = nil
                    state.noteUse(of: command)
                    return command.perform(&state)
                }
                row.marks = marks
                return row
            }
    }

    /// A number is a row to go to, as in vim.
    private func numberRow(_ state: BrowserState) -> [PanelRow] {
        guard let text = search?.text, let row = Int(text), row > 0 else { return [] }
        return [
            PanelRow(DisplayText("Go to row \(text)")) { state in
                state.panels.current = nil
                return state.moveToRow(row)
            }
        ]
    }

    /// Returns the commands that match what is typed, with the columns of the title that matched. While nothing is
    /// typed, the commands used last come first.
    private func found(_ state: BrowserState) -> [(command: PaletteCommand, marks: [Int])] {
        let commands = state.commandsByUse
        let text = (search?.text ?? "").drop { $0 == " " }
        guard !text.isEmpty else { return commands.map { ($0, []) } }
        let typed = state.typedCommand(String(text)).map { [(command: $0, marks: [Int]())] } ?? []
        let found = typed + matches(of: String(text), among: commands)
        guard found.isEmpty, let word = text.split(separator: " ").first, word.count < text.count else { return found }
        // An argument behind the command: those that ask for it are offered, and those that change nothing.
        return matches(of: String(word), among: commands).filter { !$0.command.isConsequential || $0.command.asksFirst }
    }

    private func matches(
        of text: String, among commands: [PaletteCommand]
    ) -> [(command: PaletteCommand, marks: [Int])] {
        let exact = commands.filter { $0.id == text } + commands.filter { $0.aliases.contains(text) }
        // nil for a text that is longer than anything it could be found in.
        guard let pattern = FuzzyPattern(Array(text.utf8)) else { return [] }
        let scored = commands.enumerated().compactMap { place, command in
            pattern.score(command.searched).map { (score: $0, place: place, command: command) }
        }
        // As in fzf, the shorter one of equals comes first.
        let ranked = scored.sorted { one, other in
            (other.score, one.command.length, one.place) < (one.score, other.command.length, other.place)
        }
        let likely = ranked.map { ($0.command, pattern.places(in: $0.command.searched)) }.filter { command, places in
            Self.isLikely(places, in: command.searched) && !exact.contains { $0.id == command.id }
                && (!command.isConsequential || command.isNamed(by: text))
        }
        return exact.map { ($0, $0.columns(of: pattern.places(in: $0.searched))) }
            + likely.map { ($0, $0.columns(of: $1)) }
    }

    /// Returns whether the characters were found where somebody would type them: in words whose beginnings were found as
    /// well, or several in a row. Enter performs the best match at once, which must not be an accident.
    private static func isLikely(_ places: [Int], in bytes: [UInt8]) -> Bool {
        let found = Set(places)
        var index = 0
        while index < places.count {
            var end = index + 1
            while end < places.count, places[end] == places[end - 1] + 1 { end += 1 }
            var beginning = places[index]
            while beginning > 0, isInsideWord(beginning, bytes) { beginning -= 1 }
            guard found.contains(beginning) || end - index >= 3 else { return false }
            index = end
        }
        return true
    }

    /// Returns whether a byte continues a word: a letter, other than a capital, after a letter.
    private static func isInsideWord(_ index: Int, _ bytes: [UInt8]) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }
        return isLetter(bytes[index]) && isLetter(bytes[index - 1]) && !(bytes[index] &- 0x41 < 26)
    }
}
