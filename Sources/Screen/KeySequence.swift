/// One or more keys pressed one after another, such as `g g`.
package struct KeySequence: Hashable, Sendable {
    /// The keys in the order in which they are pressed.
    package let keys: [Key]

    /// Creates a sequence.
    package init(_ keys: [Key]) { self.keys = keys }

    /// Parses keys separated by blanks, such as `g g`, `^d`, `Enter`, `F5`, `M-x`; the spellings of other programs,
    /// such as `C-d`, `<C-d>` and `ctrl-d`, are also accepted.
    /// - Throws: The mistake in the first invalid key.
    package init(parsing text: String) throws(KeySpelling.Mistake) {
        var keys: [Key] = []
        for word in text.split(separator: " ") { keys.append(try KeySpelling.key(word)) }
        self.keys = keys
    }
}

extension KeySequence: ExpressibleByStringLiteral {
    /// Creates a sequence of the program's own, which is spelled correctly, or of keys that few terminals report.
    package init(stringLiteral text: String) {
        var text = text
        if let keys = text.withUTF8({ KeySpelling.plainKeys($0) }) {
            self.keys = keys
            return
        }
        keys = text.split(separator: " ").compactMap { word in
            if let key = try? KeySpelling.key(word) { return key }
            let scalars = word.unicodeScalars
            return scalars.first == "^" ? scalars.last.map { .control($0) } : scalars.first.map { .character($0) }
        }
    }
}

extension KeySequence: CustomStringConvertible {
    /// The keys as shown on screen, separated by spaces.
    package var description: String {
        // The function that joins strings is generic, and the runtime resolves its types when it is first called.
        keys.count == 1 ? KeySpelling.text(keys[0]) : keys.map(KeySpelling.text).joined(separator: " ")
    }
}
