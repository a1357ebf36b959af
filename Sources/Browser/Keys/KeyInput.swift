package import Screen

/// The keys that were pressed and have not had an effect yet, and the keys of actions as the user's keymap has them.
/// Everything on the screen that names a key asks here.
package struct KeyInput: Sendable {
    /// What the next key, the name of a mark, is for.
    enum PendingMark: Hashable, Sendable {
        case set
        case goTo
    }

    /// What becomes of a key.
    enum Resolution {
        /// It was a digit, or it began a sequence, or ended one that means nothing and needs no word.
        case none
        /// It completes the keys of an action, which is performed as often as the number says that was typed before.
        case action(Action, count: Int?)
        /// No action has these keys.
        case unbound([Key])
    }

    /// No listing has more entries that anybody would count.
    private static let maxRepeated = 9_999_999

    /// The user's keys.
    package var keymap = Keymap() {
        didSet { if keymap != oldValue { allFrameHints = AllFrameHints(self) } }
    }
    /// The hints that each frame shows.
    private(set) var allFrameHints = AllFrameHints.usual
    /// The keys of an incomplete sequence.
    private(set) var pending: [Key] = []
    /// Whether the next key does nothing, because it would continue a sequence of another program.
    var ignoresNext = false
    /// What the next key, the name of a mark, is for.
    var pendingMark: PendingMark?
    /// The number typed before a key; nil if there is none.
    private(set) var count: Int?
    /// Whether the last event was a key that did nothing but move a cursor.
    var onlyMovedCursor = false
    /// The actions to be performed as soon as what is listed is complete.
    var queued: [Action] = []

    /// Whether a key, a number or the name of a mark is awaited.
    var isPending: Bool { !pending.isEmpty || pendingMark != nil || count != nil }

    /// Takes a key of the panes or the viewer, together with those pressed before it.
    /// - Parameter actions: The actions that keys perform at the moment.
    mutating func resolve(_ key: Key, among actions: [Action]) -> Resolution {
        if ignoresNext {
            ignoresNext = false
            return .none
        }
        if pending.isEmpty, typeCount(key) { return .none }
        if key == .escape, count != nil {
            count = nil
            return .none
        }
        let sequence = pending + [key]
        pending = []
        if let action = actions.first(where: { keys(of: $0).contains { $0.keys == sequence } }) {
            defer { count = nil }
            return .action(action, count: count)
        }
        if actions.contains(where: { keys(of: $0).contains { $0.keys.starts(with: sequence) } }) {
            pending = sequence
            return .none
        }
        count = nil
        return key == .escape ? .none : .unbound(sequence)
    }

    /// Forgets the keys of an incomplete sequence, and the number before them.
    mutating func cancelPending() { (pending, count) = ([], nil) }

    /// Adds a digit to the number before a key. A zero does not begin a number.
    /// - Returns: Whether the key was a digit.
    private mutating func typeCount(_ key: Key) -> Bool {
        guard case .character(let scalar) = key, ("0"..."9").contains(scalar), scalar != "0" || count != nil else {
            return false
        }
        count = min(Self.maxRepeated, (count ?? 0) * 10 + Int(scalar.value - 0x30))
        return true
    }

    // MARK: The keys of actions

    /// Returns the keys of an action.
    func keys(of action: Action) -> [KeySequence] { keymap.keys[action.name] ?? action.keys }

    /// Returns the action of a list that a single key performs.
    func action(of key: Key, in actions: [Action]) -> Action? {
        actions.first { keys(of: $0).contains { $0.keys == [key] } }
    }

    /// Returns the keys of an action as shown on screen; empty if it has none.
    func keyNames(of action: Action) -> String { keys(of: action).map(\.description).joined(separator: "  ") }

    /// Returns the first key of an action for a sentence such as "y copies"; if it has none, its name as the palette
    /// finds it.
    func key(_ name: String) -> String { key(name, preferring: nil) }

    /// Returns a key of an action for a sentence.
    /// - Parameter preferred: The key to be named if it is one of several.
    func key(_ name: String, preferring preferred: Key?) -> String {
        guard let action = Action.named(name) else { return name }
        let keys = keys(of: action)
        return (keys.first { $0.keys == [preferred] } ?? keys.first)?.description ?? ":\(name)"
    }

    /// Returns a sentence with the keys of actions in place of their names in braces: "{quit} quits".
    func namingKeys(in sentence: String) -> String {
        var text = ""
        for (index, part) in sentence.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            let halves = index == 0 ? ["", part] : part.split(separator: "}", maxSplits: 1)
            text += (index == 0 ? "" : key(String(halves.first ?? ""))) + (halves.dropFirst().first ?? "")
        }
        return text
    }

    /// Returns a hint for the first key of an action; nil if it has none.
    func hint(_ name: String, _ title: String) -> KeyHint? {
        Action.named(name).flatMap { keys(of: $0).first }.map { KeyHint(sequences: [$0], title) }
    }

    /// Returns a hint for the shortest key of an action that none of other actions has; nil if there is none.
    func hint(_ name: String, _ title: String, besides others: [Action]) -> KeyHint? {
        let taken = others.flatMap { keys(of: $0) }
        let free = Action.named(name).map { keys(of: $0).filter { !taken.contains($0) } } ?? []
        return free.min { $0.description.count < $1.description.count }.map { KeyHint(sequences: [$0], title) }
    }

    /// Returns a hint for the first keys of two actions that belong together; nil if one of them has none.
    func hint(_ one: String, _ other: String, _ title: String) -> KeyHint? {
        let sequences = [one, other].compactMap { Action.named($0).flatMap { keys(of: $0).first } }
        return sequences.count == 2 ? KeyHint(sequences: sequences, title) : nil
    }

    /// Returns the hints of the keys that answer a question, or move the focus in it.
    /// - Parameter takesLetters: Whether the keys of Yes and No answer.
    func answerHints(takesLetters: Bool) -> [KeyHint?] {
        let letters = takesLetters ? [hint("question-yes", "yes"), hint("question-no", "no")].compactMap(\.self) : []
        return (letters.count == 2 ? letters : [hint("question-next", "moves")]) + [.answers]
    }
}

/// The hints that each frame shows.
struct AllFrameHints: Hashable, Sendable {
    /// The keys that a new user has to know, which the status line names.
    let first: [KeyHint?]
    /// The key that explains the badges of an item, in the title of its details.
    let explains: KeyHint?

    /// The hints of the usual keys. To make them of the table of actions, whose keys are then all read, would take a sixth of
    /// the time to the first frame.
    static let usual = AllFrameHints(
        first: [KeyHint("?", "help"), KeyHint(":", "commands"), KeyHint("q", "quit")],
        explains: KeyHint("E", "explains"))

    private init(first: [KeyHint?], explains: KeyHint?) { (self.first, self.explains) = (first, explains) }

    /// Creates the hints of a user's keys.
    init(_ keys: KeyInput) {
        first = [keys.hint("help", "help"), keys.hint("palette", "commands"), keys.hint("quit", "quit")]
        explains = keys.hint("explain", "explains")
    }
}
