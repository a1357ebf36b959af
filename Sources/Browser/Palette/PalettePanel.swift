import ContainerModel
import FileTree
import Screen

/// The command palette: actions, places and settings, found by characters in their order, the best match first.
///
/// Enter performs the first one, so that what may change something is found only by the beginnings of its words, and as
/// the first one only performed if it is typed as a whole: Enter writes it out before.
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
        let (number, found) = (numberRow(state), self.found(state))
        var rows = number
        if found.isNearest { rows.append(PanelRow(DisplayText("No command matches. The nearest:"), isHeading: true)) }
        for (index, match) in found.matches.enumerated() {
            let isFirst = index == 0 && number.isEmpty
            rows.append(row(match.command, marks: match.marks, isWrittenOut: isFirst && isPartial(match.command)))
        }
        return rows.isEmpty ? [PanelRow.wrapped(state.screen.text(PaletteAnswer.nothing))] : rows
    }

    /// What is typed, without blanks before it.
    private var typedText: String { String((search?.text ?? "").drop { $0 == " " }) }

    /// Returns whether a command changes something at once, and is not typed as a whole.
    private func isPartial(_ command: PaletteCommand) -> Bool {
        command.isConsequential && !command.asksFirst && !command.isCalled(typedText.lowercased())
    }

    /// - Parameter isWrittenOut: Whether the command is only written out as a whole, to be performed then.
    private func row(_ command: PaletteCommand, marks: [Int], isWrittenOut: Bool = false) -> PanelRow {
        var row = PanelRow(command.title, note: command.note) { state in
            guard !isWrittenOut else {
                state.panels.current?.content.search?.removeAll()
                state.panels.current?.insert(command.id)
                state.say("\(state.keys.key("panel-choose")) again performs it: \(command.title)")
                return []
            }
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

    /// Returns the commands that match what is typed; if there are none, what is known of a word that begins with it, or
    /// else the nearest commands.
    private func found(_ state: BrowserState) -> (matches: [Match], isNearest: Bool) {
        let text = typedText
        let word = String(text.prefix { $0 != " " })
        let commands = PaletteCommand.byUse(state)
        let typed = TypedLine(text).flatMap { $0.paletteCommand(state) ?? $0.argumentCommand(state) }.map { [$0] } ?? []
        let elsewhere = PaletteAnswer.named(word.lowercased(), in: PaletteAnswer.elsewhere)
        let (exact, others, areScattered) = matches(of: text, among: commands, state)
        // A command that takes what follows it may be the first word of another one.
        let hasArgument = word != text
        var found: [Match] = hasArgument ? exact : []
        found += unmarked(typed) + unmarked(elsewhere, state)
        if !hasArgument { found += exact }
        if found.isEmpty, areScattered {
            let nearest = nearest(to: text, among: commands)
            // Letters here and there in other titles are not what was meant by a name with one of them wrong.
            if let first = nearest.first, isMisspelled(first), !others.contains(where: { $0.command.id == first.id }) {
                return (unmarked(nearest), true)
            }
        }
        found += others
        guard found.isEmpty else { return (found, false) }
        let called = matches(of: word, among: hasArgument ? commands : [], state)
        // An argument behind a command that takes none: those that change something without asking are not offered.
        let offered = (called.exact + called.others).filter { !$0.command.isConsequential || $0.command.asksFirst }
        guard offered.isEmpty else { return (offered, offered.first?.command.isSentence == false) }
        let answers = unmarked(PaletteAnswer.beginning(with: word.lowercased()), state)
        guard answers.isEmpty else { return (answers, false) }
        let nearest = unmarked(self.nearest(to: text, among: commands))
        return (nearest, !nearest.isEmpty)
    }

    private static let maxNearest = 5
    /// A longer text is no typing error.
    private static let maxCorrected = 64
    /// Of shorter words, too many are near to each other.
    private static let minCorrected = 4

    /// Returns the commands with words in which one letter differs from what is typed.
    private func nearest(to text: String, among commands: [PaletteCommand]) -> [PaletteCommand] {
        guard text.utf8.count <= Self.maxCorrected else { return [] }
        let typed = PaletteCommand.words(of: text).filter { $0.count >= Self.minCorrected }
        let letters = typed.map { $0.unicodeScalars.map(\.value) }
        /// The typed words that a word is near to, by their distances.
        var known: [Substring: [Int: Int]] = [:]
        func distances(_ word: Substring) -> [Int: Int] {
            if let distances = known[word] { return distances }
            let scalars = word.unicodeScalars.map(\.value)
            let near = letters.indices.compactMap { index in
                NameLikeness.distance(letters[index], scalars, limit: 1).map { (index, $0) }
            }
            known[word] = Dictionary(near) { one, _ in one }
            return known[word] ?? [:]
        }
        typealias Ranked = (rank: (Int, Int, Int, Int), command: PaletteCommand)
        let near = commands.enumerated().compactMap { place, command -> Ranked? in
            let found = command.allWords.reduce(into: [Int: Int]()) { $0.merge(distances($1)) { min($0, $1) } }
            // What is called so comes before what only mentions it.
            let isMentioned = distances(Substring(command.id)).isEmpty
            let rank = (typed.count - found.count, found.values.reduce(0, +), isMentioned ? 1 : 0, place)
            return found.isEmpty ? nil : (rank: rank, command: command)
        }
        return near.sorted { $0.rank < $1.rank }.prefix(Self.maxNearest).map(\.command)
    }

    /// Returns whether what is typed is the name of a command, but for one letter.
    private func isMisspelled(_ command: PaletteCommand) -> Bool {
        func letters(_ text: some StringProtocol) -> [UInt32] { text.unicodeScalars.map(\.value) }
        let typed = PaletteCommand.words(of: typedText)
        guard typed.count == 1, let word = typed.first else { return false }
        return NameLikeness.distance(letters(word), letters(command.id), limit: 1) != nil
    }

    private func unmarked(_ commands: [PaletteCommand]) -> [Match] { commands.map { ($0, []) } }

    private func unmarked(_ answers: [PaletteAnswer], _ state: BrowserState) -> [Match] {
        unmarked(answers.map { PaletteCommand($0, state) })
    }

    /// Returns the commands that match a text: those that it is a name of; and what is known of something that the
    /// program does not do, then those in which its words begin words, and those in whose titles or other words it is
    /// found; and whether there are none but the last ones, only the letters of which were found.
    private func matches(
        of text: String, among commands: [PaletteCommand], _ state: BrowserState
    ) -> (exact: [Match], others: [Match], areScattered: Bool) {
        let wanted = PaletteCommand.withoutFillers(text)
        // nil for a text that is longer than anything it could be found in.
        guard !commands.isEmpty, let pattern = FuzzyPattern(Array(wanted.utf8)) else { return ([], [], false) }
        func marked(_ commands: [PaletteCommand]) -> [Match] {
            commands.map { ($0, $0.columns(of: pattern.places(in: $0.searched))) }
        }
        let name = text.lowercased()
        let called = commands.filter { $0.isCalled(name) }
        let exact =
            called.filter { $0.id == name } + called.filter { $0.id != name }
            + commands.filter { $0.beginsTitle(name) && !$0.isCalled(name) }
        let likely = ranked(by: pattern, commands).filter { command in
            Self.isLikely(pattern.places(in: command.searched), in: command.searched)
                && !exact.contains { $0.id == command.id }
        }
        let named = likely.filter { $0.isNamed(by: wanted) }
        let scattered = likely.filter { !$0.isConsequential && !$0.isNamed(by: wanted) }
        let meant = commands.filter { command in
            command.isCalled(beginning: name) && !(exact + named + scattered).contains { $0.id == command.id }
        }
        let limits = unmarked(PaletteAnswer.named(name, in: PaletteAnswer.limits), state)
        let areScattered = exact.isEmpty && limits.isEmpty && named.isEmpty && meant.isEmpty && !scattered.isEmpty
        return (marked(exact), limits + marked(named) + marked(scattered) + unmarked(meant), areScattered)
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
