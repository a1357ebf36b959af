extension PropertyListWriter {
    /// A character that XML cannot hold, and where it is.
    package struct UnwritableCharacter: Hashable, Sendable {
        /// The keys and indices that lead to the value, or the key, with the character.
        package let path: [String]
        /// Whether it is in the key and not in the value.
        package let isInKey: Bool
        /// The character.
        package let scalar: Unicode.Scalar
    }

    /// Returns the first character that `xml` replaces, because XML 1.0 has no way to write it (section 2.2); nil if there
    /// is none.
    package static func firstUnwritable(in list: PropertyListValue) -> UnwritableCharacter? {
        var steps: [(value: PropertyListValue, path: [String])] = [(list, [])]
        while let (value, path) = steps.popLast() {
            switch value {
            case .string(let text):
                if let scalar = unwritable(in: text) {
                    return UnwritableCharacter(path: path, isInKey: false, scalar: scalar)
                }
            case .array(let items), .set(let items):
                steps += items.enumerated().reversed().map { ($0.element, path + ["\($0.offset)"]) }
            case .dictionary(let dictionary):
                for pair in dictionary {
                    guard let scalar = unwritable(in: pair.key) else { continue }
                    return UnwritableCharacter(path: path + [pair.key], isInKey: true, scalar: scalar)
                }
                steps += dictionary.map { ($0.value, path + [$0.key]) }.reversed()
            default: break
            }
        }
        return nil
    }

    private static func unwritable(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            switch scalar {
            case "\t", "\n", "\r", "\u{20}"..."\u{fffd}", "\u{10000}"...: false
            default: true
            }
        }
    }
}
