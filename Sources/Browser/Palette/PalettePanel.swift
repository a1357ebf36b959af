import FileTree
import Screen

/// The command palette: actions, places and settings, found by characters in their order, the best match first.
///
/// Enter performs the first one, so that what may change something is found only by the beginnings of its words.
struct PalettePanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: true)

    var title: String { "Command: \(search?.shownText ?? "")" }
    let textColumns = 80
    let isPinned = true

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard search?.text.contains(where: { $0 != " " }) == true else {
            return PaletteCommand.byRelevance(state).flatMap { heading, commands in
                [PanelRow(heading, isHeading: true)] + commands.map { row($0, marks: []) }
            }
        }
        let rows = numberRow(state) + found(state).map { row($0, marks: $1) }
        return rows.isEmpty ? [PanelRow.wrapped(state.screen.text(PaletteAnswer.nothing))] : rows
    }

    private func row(_ command: PaletteCommand, marks: [Int]) -> PanelRow {
        var row = PanelRow(command.title, note: command.note) { state in
            state.panels.current = nil
            state.panels.noteUse(of: command)
            return command.perform(&state)
        }
        row.noteRole = command.noteRole
        row.marks = marks
        row.isWrapped = command.isSentence
        return row
    }

    /// A number is a row to go to, as in vim.
    private func numberRow(_ state: BrowserState) -> [PanelRow] {
        guard let text = search?.text, let row = Int(text), row > 0 else { return [] }
        return [
            PanelRow(DisplayText("Go to row \(text)")) { state in
                state.panels.current = nil
                return state.browse { $0.moveToRow(row, &$1) }
            }
        ]
    }

    /// A command, with the columns of its title that matched.
    private typealias Match = (command: PaletteCommand, marks: [Int])

    /// Returns the commands that match what is typed; if there are none, what is known of a word that begins with it.
    private func found(_ state: BrowserState) -> [Match] {
        let text = String((search?.text ?? "").drop { $0 == " " })
        let word = String(text.prefix { $0 != " " })
        let commands = PaletteCommand.byUse(state)
        let typed = TypedLine(text).flatMap { $0.paletteCommand(state) ?? $0.argumentCommand(state) }.map { [$0] } ?? []
        let elsewhere = PaletteAnswer.named(word.lowercased(), in: PaletteAnswer.elsewhere)
        let found = unmarked(typed) + unmarked(elsewhere, state) + matches(of: text, among: commands, state)
        guard found.isEmpty else { return found }
        // An argument behind the command: those that ask for it are offered, and those that change nothing.
        let called = matches(of: word, among: word == text ? [] : commands, state)
            .filter { !$0.command.isConsequential || $0.command.asksFirst }
        guard called.isEmpty else { return called }
        return unmarked(PaletteAnswer.beginning(with: word.lowercased()), state)
    }

    private func unmarked(_ commands: [PaletteCommand]) -> [Match] { commands.map { ($0, []) } }

    private func unmarked(_ answers: [PaletteAnswer], _ state: BrowserState) -> [Match] {
        unmarked(answers.map { PaletteCommand($0, state) })
    }

    /// Returns the commands that match a text: those that it is a name of, then what is known of something that the
    /// program does not do, then those in whose titles or other words it is found.
    private func matches(of text: String, among commands: [PaletteCommand], _ state: BrowserState) -> [Match] {
        // nil for a text that is longer than anything it could be found in.
        guard !commands.isEmpty, let pattern = FuzzyPattern(Array(text.utf8)) else { return [] }
        func marked(_ commands: [PaletteCommand]) -> [Match] {
            commands.map { ($0, $0.columns(of: pattern.places(in: $0.searched))) }
        }
        let name = text.lowercased()
        let exact = commands.filter { $0.id == name } + commands.filter { $0.id != name && $0.isCalled(name) }
        let likely = ranked(by: pattern, commands).filter { command in
            Self.isLikely(pattern.places(in: command.searched), in: command.searched)
                && !exact.contains { $0.id == command.id } && (!command.isConsequential || command.isNamed(by: text))
        }
        let called = commands.filter { command in
            command.isCalled(beginning: name) && !(exact + likely).contains { $0.id == command.id }
        }
        let limits = unmarked(PaletteAnswer.named(name, in: PaletteAnswer.limits), state)
        return marked(exact) + limits + marked(likely) + unmarked(called)
    }

    /// Returns the commands in which a pattern is found, the best match first.
    private func ranked(by pattern: FuzzyPattern, _ commands: [PaletteCommand]) -> [PaletteCommand] {
        let scored = commands.enumerated().compactMap { place, command in
            pattern.score(command.searched).map { (score: $0, place: place, command: command) }
        }
        // As in fzf, the shorter one of equals comes first.
        return scored.sorted { one, other in
            (other.score, one.command.length, one.place) < (one.score, other.command.length, other.place)
        }.map { $0.command }
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
