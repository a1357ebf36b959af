import ContainerModel
import ContainerStore
import Screen

/// A line of the palette.
struct PaletteCommand: Sendable {
    /// Identifies the command among those that were used.
    let id: String
    /// What it does.
    let title: DisplayText
    /// Its keys, or something else about it: that a setting has this value, a path.
    let note: String
    /// The role of the note: keys, or something else.
    let noteRole: Role
    /// The bytes in which typed characters are found: the title as bytes, and the name of an action.
    let searched: [UInt8]
    /// The number of bytes of `searched` that the title takes.
    let length: Int
    /// Whether it may change something, so that it is offered only to those who clearly meant it.
    let isConsequential: Bool
    /// Whether it asks for a name or a confirmation before it changes anything.
    let asksFirst: Bool
    /// Whether the title is a sentence to be read as a whole.
    let isSentence: Bool
    let perform: PanelRow.Choice

    init(
        _ id: String, _ title: DisplayText, bytes: [UInt8], name: String = "", note: String = "",
        noteRole: Role = .panelNote, isConsequential: Bool = false, asksFirst: Bool = false, isSentence: Bool = false,
        perform: @escaping PanelRow.Choice
    ) {
        self.id = id
        self.title = title
        self.note = note
        self.noteRole = noteRole
        self.isConsequential = isConsequential
        self.asksFirst = asksFirst
        self.isSentence = isSentence
        length = bytes.count
        searched = bytes + (name.isEmpty ? [] : [0x20] + Array(name.utf8))
        self.perform = perform
    }

    init(_ action: Action, note: String) {
        self.init(
            action.name, DisplayText(action.title), bytes: Array(action.title.utf8), name: action.name, note: note,
            noteRole: .key, isConsequential: action.isChange || action.reachesOutside, asksFirst: action.asksFirst
        ) { action.perform(&$0) }
    }

    /// Creates a command that only answers.
    init(_ answer: PaletteAnswer, _ state: BrowserState) {
        let sentence = state.keys.namingKeys(in: answer.sentence)
        self.init("", state.screen.text(sentence), bytes: Array(sentence.utf8), isSentence: true) { state in
            state.say(sentence)
            return []
        }
    }

    /// Returns whether a text, in small letters, is the name of the action, with hyphens or blanks, or another word for it,
    /// or its title, which may end at a comma and leave out the words that do not matter.
    func isCalled(_ text: String) -> Bool {
        id == text || words.contains(text) || Action.named(id)?.brief.lowercased() == text
            || text.contains(" ") && (id.replacing("-", with: " ") == text || isTitle(text))
    }

    private func isTitle(_ text: String) -> Bool {
        let title = String(decoding: searched.prefix(length), as: UTF8.self).lowercased()
        let wanted = Self.withoutFillers(text)
        return [title, String(title.prefix { !",;:(".contains($0) })].contains { Self.withoutFillers($0) == wanted }
    }

    /// Returns whether a text, in small letters, is the beginning of the title: two words or more, as a whole.
    func beginsTitle(_ text: String) -> Bool {
        let wanted = Self.withoutFillers(text).split(separator: " ")
        guard wanted.count > 1 else { return false }
        let title = String(decoding: searched.prefix(length), as: UTF8.self).lowercased()
        return Self.withoutFillers(title).split { $0 == " " || ",;:".contains($0) }.starts(with: wanted)
    }

    /// Words that people type between those that matter.
    private static let fillers: Set<String> = [
        "a", "all", "an", "as", "by", "for", "from", "in", "into", "of", "on", "the", "to", "with",
    ]

    /// Returns a text without the words that do not matter, if any is left.
    static func withoutFillers(_ text: String) -> String {
        let words = text.split(separator: " ")
        let kept = words.filter { !fillers.contains($0.lowercased()) }
        return kept.isEmpty || kept.count == words.count ? text : kept.joined(separator: " ")
    }

    private var words: [String] { Action.named(id)?.words ?? [] }

    /// Returns whether another word for the action begins with a text, in small letters. An action with consequences
    /// has to be called by the whole word, unless it asks first.
    func isCalled(beginning text: String) -> Bool {
        (!isConsequential || asksFirst) && text.count >= Action.minCharacters
            && words.contains { $0.hasPrefix(text) }
    }

    /// Returns whether each word of a text begins a word of the title or of the name, in their order, or the text
    /// begins the name written as one word.
    func isNamed(by text: String) -> Bool {
        let typed = Self.words(of: text)
        guard !typed.isEmpty else { return false }
        var rest = Self.words(of: String(decoding: searched, as: UTF8.self))[...]
        let isInOrder = typed.allSatisfy { part in
            guard let place = rest.firstIndex(where: { $0.hasPrefix(part) }) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
        return isInOrder || id.filter { $0 != "-" }.hasPrefix(typed.joined())
    }

    /// The words of the title and of the name, and other words for the action, in small letters.
    var allWords: [Substring] {
        Self.words(of: String(decoding: searched, as: UTF8.self)) + words.flatMap { Self.words(of: $0) }
    }

    /// Returns the words of a text, in small letters.
    static func words(of text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    /// Returns the columns of the title in which bytes are shown.
    /// - Parameter places: Indices into `searched`.
    func columns(of places: [Int]) -> [Int] {
        places.filter { $0 < length }.map { DisplayText(bytes: searched.prefix($0)).width }
    }
}

extension PaletteCommand {
    /// Returns what the palette offers, the commands used last first.
    static func byUse(_ state: BrowserState) -> [PaletteCommand] {
        let commands = all(state)
        return used(among: commands, state) + commands.filter { !state.panels.usedCommands.contains($0.id) }
    }

    /// Returns what the palette offers while nothing is typed, under headings: first what concerns the item at hand, then
    /// the commands used last.
    static func byRelevance(_ state: BrowserState) -> [(heading: DisplayText, commands: [PaletteCommand])] {
        let commands = all(state)
        let names = TargetCommand.names(state)
        let ofTarget = names.compactMap { name in commands.first { $0.id == name } }
        let used = used(among: commands, state).filter { !names.contains($0.id) }
        let others = commands.filter { !names.contains($0.id) && !state.panels.usedCommands.contains($0.id) }
        let groups: [(heading: DisplayText, commands: [PaletteCommand])] = [
            (CommandTarget.title(state), ofTarget), (DisplayText("Used last"), used),
            (DisplayText("All commands"), others),
        ]
        return groups.filter { !$0.commands.isEmpty }
    }

    private static func used(among commands: [PaletteCommand], _ state: BrowserState) -> [PaletteCommand] {
        state.panels.usedCommands.compactMap { id in commands.first { $0.id == id } }
    }

    private static func all(_ state: BrowserState) -> [PaletteCommand] {
        let places = places(state)
        let offered = Set(places.map(\.id))
        let actions = Action.all.filter { $0.place == nil || !offered.contains($0.name) }
        return actions.map { PaletteCommand($0, note: state.keys.keyNames(of: $0)) } + places + recent(state)
            + settings(state) + [coverDemonstration]
    }

    /// The demonstration of the cover, which has no key: nobody shows it often.
    private static let coverDemonstration = PaletteCommand(
        "snapshot-hide", DisplayText("Demonstrate the cover"), bytes: Array("Demonstrate the cover".utf8),
        name: "snapshot-hide"
    ) { $0.start(.coverDemonstration) }

    private static func recent(_ state: BrowserState) -> [PaletteCommand] {
        let open = state.container?.hostPath.bytes
        return (state.opening.recent ?? []).filter { $0.exists && $0.hostPath != open }.map { recent in
            let bytes = Array("Open \(recent.name)".utf8)
            return PaletteCommand(
                "open \(recent.hostPath)", DisplayText("Open ") + state.screen.display(recent.name.utf8), bytes: bytes,
                note: state.screen.display(ReservedPath.shown(recent.hostPath)).description
            ) { recent.open(in: &$0) }
        }
    }

    /// Returns the places of the container, the unfolded ones of the tree included; the action that goes to one stands for
    /// it.
    private static func places(_ state: BrowserState) -> [PaletteCommand] {
        state.panes.places.directories.filter { !$0.isRoot }.map { path in
            let bytes = Array("Go to ".utf8) + path.bytes
            let title = DisplayText("Go to ") + state.screen.display(path.bytes)
            guard let action = Action.places.first(where: { $0.place == path }) else {
                return PaletteCommand("place \(path)", title, bytes: bytes) { state in
                    state.browse { $0.goToPlace(path, &$1) }
                }
            }
            return PaletteCommand(
                action.name, title, bytes: bytes, name: action.name, note: state.keys.keyNames(of: action),
                noteRole: .key
            ) { action.perform(&$0) }
        }
    }
}
