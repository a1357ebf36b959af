import Screen

/// A key and a few words about what it does, such as "Esc closes". A click on a hint does what its key does.
struct KeyHint: Hashable, Sendable {
    /// A key or a sequence of keys, and its name on the screen.
    struct Label: Hashable, Sendable {
        let keys: [Key]
        let text: String
    }

    /// The keys of the hint: one, or several with similar effects.
    let keys: [Label]
    let title: String
    /// The number of columns that the hint takes.
    let width: Int

    /// Creates a hint for keys of a panel.
    /// - Parameter keys: The keys, spelled as in the table of actions, such as `j k`.
    init(_ keys: KeySequence, _ title: String) {
        self.init(labels: keys.keys.map { Label(keys: [$0], text: KeySequence([$0]).description) }, title)
    }

    /// Creates a hint for sequences of keys.
    init(sequences: [KeySequence], _ title: String) {
        self.init(labels: sequences.map { Label(keys: $0.keys, text: $0.description) }, title)
    }

    private init(labels: [Label], _ title: String) {
        keys = labels
        self.title = title
        width = labels.reduce(0) { $0 + $1.text.count + 1 } + title.count
    }

    static let answers = KeyHint("Enter", "answers")

    /// Returns the hint with a title that fits in a number of columns.
    /// - Parameter ellipsis: What stands for the end of the title, one column wide.
    func cut(to columns: Int, ellipsis: String) -> KeyHint {
        guard width > columns else { return self }
        let room = max(0, columns - (width - title.count) - 1)
        return KeyHint(labels: keys, String(title.prefix(room)) + ellipsis)
    }
}

/// A line of hints on the screen, with the columns of each.
struct HintLine: Sendable {
    /// A key's name, or what the key does.
    struct Part: Sendable {
        let text: String
        let column: Int
        let keys: [Key]
        let isKey: Bool
        /// The number of columns that it takes.
        let width: Int

        init(_ text: String, column: Int, keys: [Key], isKey: Bool) {
            (self.text, self.column, self.keys, self.isKey) = (text, column, keys, isKey)
            width = text.count
        }

        var columns: Range<Int> { column..<column + width }
    }

    let row: Int
    let parts: [Part]
    /// The columns of each hint.
    let hints: [Range<Int>]

    /// Places the first hints, as many as fit: what one width shows, every larger one shows.
    /// - Parameters:
    ///   - gap: The number of columns between two hints.
    ///   - keepsLast: Whether the last hint has precedence over all others.
    init(_ hints: [KeyHint], row: Int, columns: Range<Int>, gap: Int, keepsLast: Bool = false) {
        self.row = row
        var parts: [Part] = []
        var places: [Range<Int>] = []
        var next = columns.lowerBound
        let reserved = keepsLast ? hints.last.map { $0.width + gap } ?? 0 : 0
        var isFull = false
        for (index, hint) in hints.enumerated() {
            let isLast = index == hints.count - 1
            guard let first = hint.keys.first, !isFull || isLast && keepsLast else { continue }
            guard next + hint.width <= columns.upperBound - (isLast ? 0 : reserved) else {
                isFull = true
                continue
            }
            var column = next
            for key in hint.keys {
                let part = Part(key.text, column: column, keys: key.keys, isKey: true)
                parts.append(part)
                column += part.width + 1
            }
            parts.append(Part(hint.title, column: column, keys: first.keys, isKey: false))
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

    /// Returns the keys of the hint part at a position, which are pressed one after another.
    func keys(at position: Position) -> [Key]? {
        guard position.row == row else { return nil }
        return parts.first { $0.columns.contains(position.column) }?.keys
    }
}
