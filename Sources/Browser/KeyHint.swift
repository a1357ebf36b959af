import Screen

/// Keys and what they do, in a few words: "Esc closes". A click on a hint does what its key does.
struct KeyHint: Hashable, Sendable {
    /// One key, or several that do alike.
    let keys: [Key]
    let title: String

    /// - Parameter keys: as the table of actions spells them, such as `j k`.
    init(_ keys: KeySequence, _ title: String) {
        self.keys = keys.keys
        self.title = title
    }

    static let closes = KeyHint("Esc", "closes")
    static let chooses = KeyHint("Enter", "chooses")
    static let scrolls = KeyHint("j k", "scroll")
    static let movesFocus = KeyHint("Tab", "moves")
    static let answers = KeyHint("Enter", "answers")
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
            let width = Self.width(of: [hint], gap: gap)
            guard next + width <= columns.upperBound else { continue }
            let start = next
            for key in hint.keys {
                parts.append(Part(text: KeySequence([key]).description, column: next, key: key, isKey: true))
                next = parts[parts.count - 1].columns.upperBound + 1
            }
            guard let key = hint.keys.first else { continue }
            parts.append(Part(text: hint.title, column: next, key: key, isKey: false))
            places.append(start..<start + width)
            next = start + width + gap
        }
        self.parts = parts
        self.hints = places
    }

    /// How many columns hints take.
    static func width(of hints: [KeyHint], gap: Int) -> Int {
        let widths = hints.map { KeySequence($0.keys).description.count + 1 + $0.title.count }
        return widths.reduce(0, +) + max(0, hints.count - 1) * gap
    }

    /// The key whose name, or what it does, stands at a position.
    func key(at position: Position) -> Key? {
        guard position.row == row else { return nil }
        return parts.first { $0.columns.contains(position.column) }?.key
    }
}
