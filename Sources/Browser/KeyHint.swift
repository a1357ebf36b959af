import Screen

/// Keys and what they do, in a few words: "Esc closes". A click on a hint does what its key does.
struct KeyHint: Hashable, Sendable {
    /// A key, and how it is written on the screen.
    struct Label: Hashable, Sendable {
        let key: Key
        let text: String
    }

    /// One key, or several that do alike.
    let keys: [Label]
    let title: String
    /// How many columns it takes.
    let width: Int

    /// - Parameter keys: as the table of actions spells them, such as `j k`.
    init(_ keys: KeySequence, _ title: String) {
        self.keys = keys.keys.map { Label(key: $0, text: KeySequence([$0]).description) }
        self.title = title
        width = self.keys.reduce(0) { $0 + $1.text.count + 1 } + title.count
    }

    static let closes = KeyHint("Esc", "closes")
    static let chooses = KeyHint("Enter", "chooses")
    static let scrolls = KeyHint("j k", "scroll")
    static let movesFocus = KeyHint("Tab", "moves")
    static let answers = KeyHint("Enter", "answers")

    /// What somebody new has to know.
    static let first = [KeyHint("?", "help"), KeyHint(":", "commands"), KeyHint("q", "quit")]
}

/// Hints in a line of the screen, each with the columns where it is.
struct HintLine: Sendable {
    /// A key's name, or what it does.
    struct Part: Sendable {
        let text: String
        let column: Int
        let key: Key
        let isKey: Bool

        var columns: Range<Int> { column..<column + text.count }
    }

    let row: Int
    let parts: [Part]
    /// The columns of each hint.
    let hints: [Range<Int>]

    /// Places as many hints as there is room for, the first ones first.
    /// - Parameter gap: how many columns are between two hints.
    init(_ hints: [KeyHint], row: Int, columns: Range<Int>, gap: Int) {
        self.row = row
        var parts: [Part] = []
        var places: [Range<Int>] = []
        var next = columns.lowerBound
        for hint in hints {
            guard let first = hint.keys.first, next + hint.width <= columns.upperBound else { continue }
            var column = next
            for key in hint.keys {
                parts.append(Part(text: key.text, column: column, key: key.key, isKey: true))
                column += key.text.count + 1
            }
            parts.append(Part(text: hint.title, column: column, key: first.key, isKey: false))
            places.append(next..<next + hint.width)
            next += hint.width + gap
        }
        self.parts = parts
        self.hints = places
    }

    /// How many columns hints take.
    static func width(of hints: [KeyHint], gap: Int) -> Int {
        hints.reduce(0) { $0 + $1.width } + max(0, hints.count - 1) * gap
    }

    /// The key whose name, or what it does, stands at a position.
    func key(at position: Position) -> Key? {
        guard position.row == row else { return nil }
        return parts.first { $0.columns.contains(position.column) }?.key
    }
}
