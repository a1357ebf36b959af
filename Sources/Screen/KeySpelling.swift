/// The spelling of keys on the screen, and the other spellings accepted in a keymap file.
package enum KeySpelling {
    /// A word that is not a key.
    package struct Mistake: Error, Hashable, Sendable {
        /// The word.
        package let word: String
        /// The mistake in it, as a sentence.
        package let message: String
        /// Whether the word may be a typing error for one of `names`.
        package let isUnknown: Bool
    }

    /// The names of keys other than characters, as the screen shows them.
    package static let names = named.map(\.name)

    private static let named: [(name: String, key: Key)] = [
        ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("S-Tab", .backTab), ("Backspace", .backspace),
        ("Del", .delete), ("Ins", .insert), ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
        ("PgUp", .pageUp), ("PgDn", .pageDown), ("Home", .home), ("End", .end), ("Space", .character(" ")),
    ]

    /// The names that vim, helix, yazi and mc have for them, in small letters.
    private static let otherNames: [String: Key] = [
        "return": .enter, "ret": .enter, "cr": .enter, "escape": .escape, "backtab": .backTab, "bs": .backspace,
        "delete": .delete, "insert": .insert, "pageup": .pageUp, "pagedown": .pageDown, "spc": .character(" "),
        "lt": .character("<"), "gt": .character(">"), "minus": .character("-"), "plus": .character("+"),
        "bar": .character("|"), "pipe": .character("|"), "bslash": .character("\\"), "backslash": .character("\\"),
    ]

    private enum Modifier {
        case control
        case alt
        case shift
    }

    private static let modifiers: [(prefixes: [String], modifier: Modifier)] = [
        (["c-", "ctrl-", "ctrl+", "control-"], .control),
        (["m-", "a-", "alt-", "alt+", "meta-", "option-"], .alt),
        (["s-", "shift-", "shift+"], .shift),
    ]

    /// Returns a key as shown on screen.
    static func text(_ key: Key) -> String {
        if let named = named.first(where: { $0.key == key }) { return named.name }
        switch key {
        case .character(let scalar): return String(scalar)
        case .control(" "): return "^Space"
        case .control(let scalar): return "^" + String(scalar)
        case .alt(" "): return "M-Space"
        case .alt(let scalar): return "M-" + String(scalar)
        case .function(let number): return "F\(number)"
        default: return "?"
        }
    }

    /// Returns the keys of a text in which each is spelled as on the screen, and is a character of ASCII, a letter with
    /// Control, or a key with a name; nil if one is not. The table of actions has hundreds, and the first key waits for
    /// it.
    static func plainKeys(_ text: UnsafeBufferPointer<UInt8>) -> [Key]? {
        var keys: [Key] = []
        for word in text.split(separator: 0x20) {
            guard let first = word.first, (0x21..<0x7f).contains(first) else { return nil }
            let last = word[word.endIndex - 1]
            if word.count == 1 {
                keys.append(.character(Unicode.Scalar(first)))
            } else if word.count == 2, first == 0x5e, lettersWithControl.contains(last) {
                keys.append(.control(Unicode.Scalar(last)))
            } else if let named = named.first(where: { $0.name.utf8.elementsEqual(word) }) {
                keys.append(named.key)
            } else if first == 0x46, let number = Int(Substring(decoding: word.dropFirst(), as: UTF8.self)),
                (1...63).contains(number), word[word.startIndex + 1] != 0x2b
            {
                keys.append(.function(number))
            } else {
                return nil
            }
        }
        return keys
    }

    /// The letters that are told from other keys when they are pressed with Control.
    private static let lettersWithControl = Array("abcdefgklnopqrstuvwxy".utf8)

    /// Returns the key that a word stands for.
    static func key(_ word: some StringProtocol) throws(Mistake) -> Key {
        if let scalar = single(word) { return try character(scalar, word) }
        var rest = word[...]
        if rest.count > 2, rest.first == "<", rest.last == ">" { rest = rest.dropFirst().dropLast() }
        var found: Set<Modifier> = []
        while let (modifier, length) = modifier(of: rest) {
            found.insert(modifier)
            rest = rest.dropFirst(length)
        }
        guard
            let plain = try single(rest).map({ (scalar) throws(Mistake) in try character(scalar, word) }) ?? name(rest)
        else { throw unknown(word) }
        return try modified(plain, by: found, word)
    }

    private static func single(_ word: some StringProtocol) -> Unicode.Scalar? {
        word.unicodeScalars.count == 1 ? word.unicodeScalars.first : nil
    }

    private static func character(_ scalar: Unicode.Scalar, _ word: some StringProtocol) throws(Mistake) -> Key {
        guard scalar.value > 0x20, !(0x7f..<0xa0).contains(scalar.value) else { throw unknown(word) }
        return .character(scalar)
    }

    private static func modifier(of word: some StringProtocol) -> (Modifier, length: Int)? {
        if word.first == "^", word.count > 1 { return (.control, 1) }
        let small = word.lowercased()
        for (prefixes, modifier) in modifiers {
            if let prefix = prefixes.first(where: { small.hasPrefix($0) && small.count > $0.count }) {
                return (modifier, prefix.count)
            }
        }
        return nil
    }

    private static func name(_ word: some StringProtocol) -> Key? {
        let small = word.lowercased()
        if let key = named.first(where: { $0.name.lowercased() == small })?.key ?? otherNames[small] { return key }
        guard small.hasPrefix("f"), let number = Int(small.dropFirst()), (1...63).contains(number) else { return nil }
        return .function(number)
    }

    private static func unknown(_ word: some StringProtocol) -> Mistake {
        let spaced = spaced(word)
        return Mistake(
            word: String(word),
            message: "\"\(word)\" is not a key."
                + (spaced.map { " Separate keys pressed one after another with spaces: \"\($0)\"." } ?? ""),
            isUnknown: spaced == nil)
    }

    /// Returns a few keys that were written without blanks with blanks between them: `M-? x` for `M-?x`; nil for a word
    /// that does not look like that.
    private static func spaced(_ word: some StringProtocol) -> String? {
        var keys: [String] = []
        var rest = word[...]
        while !rest.isEmpty {
            let length = modifier(of: rest).map { $0.length + 1 } ?? 1
            keys.append(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        let isLikely = (2...4).contains(keys.count) && word.allSatisfy { $0.isASCII && !$0.isWhitespace }
        return isLikely ? keys.joined(separator: " ") : nil
    }

    /// Returns a key with modifiers, as far as terminals report it.
    private static func modified(
        _ key: Key,
        by modifiers: Set<Modifier>,
        _ word: some StringProtocol
    ) throws(Mistake) -> Key {
        func mistake(_ message: String) -> Mistake {
            Mistake(word: String(word), message: message, isUnknown: false)
        }
        switch (key, modifiers) {
        case (_, []): return key
        case (.tab, [.shift]): return .backTab
        case (.character(let scalar), [.shift]) where scalar.properties.isLowercase || scalar.properties.isUppercase:
            return .character(upper(scalar))
        case (.character(let scalar), [.alt]): return .alt(scalar)
        case (.character(let scalar), [.alt, .shift]) where scalar.properties.isAlphabetic: return .alt(upper(scalar))
        case (.character(let scalar), [.control]):
            let small = scalar.isASCII ? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar
            if let same = sameAsControl[small] {
                throw mistake("Terminals send the same for \"\(word)\" and \(text(same)). Write \"\(text(same))\".")
            }
            guard small != "z", small != "\\" else {
                throw mistake(
                    "\"\(word)\" is a signal of the terminal: ^z suspends, ^\\ pressed twice ends the program.")
            }
            guard
                lettersWithControl.contains(where: { Unicode.Scalar($0) == small })
                    || " ]^_".unicodeScalars.contains(small)
            else {
                throw mistake("Terminals send no distinct sequence for \"\(word)\".")
            }
            return .control(small)
        case (.function(let number), [.shift]) where number <= 12:
            throw mistake("Most terminals send F\(number + 12) for \"\(word)\". Write \"F\(number + 12)\".")
        default: throw mistake("Terminals do not tell \"\(word)\" from \(text(key)), or not in the same way.")
        }
    }

    /// The keys that send the same bytes as letters with Control.
    private static let sameAsControl: [Unicode.Scalar: Key] = [
        "i": .tab, "m": .enter, "j": .enter, "[": .escape, "h": .backspace, "?": .backspace, "@": .control(" "),
    ]

    private static func upper(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let mapping = scalar.properties.uppercaseMapping.unicodeScalars
        return mapping.count == 1 ? mapping.first ?? scalar : scalar
    }
}
