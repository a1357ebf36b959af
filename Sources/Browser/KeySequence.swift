package import Screen

/// One or more keys pressed one after another, such as `g g`.
package struct KeySequence: Hashable, Sendable {
    /// The keys in the order in which they are pressed.
    package let keys: [Key]

    /// Creates a sequence.
    package init(_ keys: [Key]) { self.keys = keys }

    private static let names: [(name: String, key: Key)] = [
        ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("S-Tab", .backTab), ("Backspace", .backspace),
        ("Del", .delete), ("Ins", .insert), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
        ("PgUp", .pageUp), ("PgDn", .pageDown), ("Home", .home), ("End", .end), ("Space", .character(" ")),
    ]
}

extension KeySequence: ExpressibleByStringLiteral {
    /// Creates a sequence from keys separated by spaces: a character, `^d`, `Enter`, `F5`, `M-x`.
    package init(stringLiteral text: String) {
        keys = text.split(separator: " ").map { word in
            if let named = Self.names.first(where: { $0.name == word }) { return named.key }
            let scalars = Array(word.unicodeScalars)
            if scalars.count == 2, scalars[0] == "^" { return .control(scalars[1]) }
            if scalars.count == 3, word.hasPrefix("M-") { return .alt(scalars[2]) }
            if word.hasPrefix("F"), let number = Int(word.dropFirst()) { return .function(number) }
            return .character(scalars[0])
        }
    }
}

extension KeySequence: CustomStringConvertible {
    /// The keys as shown on screen, separated by spaces.
    package var description: String { keys.map(Self.text).joined(separator: " ") }

    private static func text(_ key: Key) -> String {
        if let named = names.first(where: { $0.key == key }) { return named.name }
        switch key {
        case .character(let scalar): return String(scalar)
        case .control(let scalar): return "^" + String(scalar)
        case .alt(let scalar): return "M-" + String(scalar)
        case .function(let number): return "F\(number)"
        default: return "?"
        }
    }
}
