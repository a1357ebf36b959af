import Screen

/// A key and a few words about what it does, such as "Esc closes". A click on a hint does what its key does.
struct KeyHint: Hashable, Sendable {
    /// A key, and its name on the screen.
    struct Label: Hashable, Sendable {
        let key: Key
        let text: String
    }

    /// The keys of the hint: one, or several with similar effects.
    let keys: [Label]
    let title: String
    /// The number of columns that the hint takes.
    let width: Int

    /// Creates a hint.
    /// - Parameter keys: The keys, spelled as in the table of actions, such as `j k`.
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
    static let help = KeyHint("?", "help")

    /// The keys that somebody who is new to the viewer has to know.
    static let inViewer = [
        KeyHint("Tab", "text or bytes"), KeyHint("/", "search"), KeyHint("l", "opens"), KeyHint("h", "back"),
        help,
    ]
    /// The keys that a new user has to know.
    static let first = [help, KeyHint(":", "commands"), KeyHint("q", "quit")]
}

/// A line of hints on the screen, with the columns of each.
struct HintLine: Sendable {
    /// A key's name, or what the key does.
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

    /// Places as many hints as fit, giving precedence to the first ones.
    /// - Parameter gap: The number of columns between two hints.
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

    /// Returns the number of columns that hints take.
    static func width(of hints: [KeyHint], gap: Int) -> Int {
        hints.reduce(0) { $0 + $1.width } + max(0, hints.count - 1) * gap
    }

    /// Returns the key of the hint part at a position.
    func key(at position: Position) -> Key? {
        guard position.row == row else { return nil }
        return parts.first { $0.columns.contains(position.column) }?.key
    }
}
