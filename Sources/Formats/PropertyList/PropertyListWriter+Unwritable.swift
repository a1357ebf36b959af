extension PropertyListWriter {
    /// Something that XML cannot hold, and where it is.
    package struct Unwritable: Hashable, Sendable {
        /// What it is.
        package enum Reason: Hashable, Sendable {
            /// A character of the value, or of its key.
            case character(Unicode.Scalar, isInKey: Bool)
            /// A null object.
            case null
            /// A date that is no number, or outside the years 0 to 9999, in seconds since 2001.
            case date(Double)
        }

        /// The keys and indices that lead to the value, or the key.
        package let path: [String]
        /// What it is.
        package let reason: Reason
    }

    /// Returns the first thing that `xml` replaces, because XML 1.0 (section 2.2) or the PropertyList-1.0 DTD has no way to
    /// write it; nil if there is none.
    package static func firstUnwritable(in list: PropertyListValue) -> Unwritable? {
        var steps: [(value: PropertyListValue, path: [String])] = [(list, [])]
        while let (value, path) = steps.popLast() {
            switch value {
            case .string(let text):
                if let scalar = unwritable(in: text) {
                    return Unwritable(path: path, reason: .character(scalar, isInKey: false))
                }
            case .null: return Unwritable(path: path, reason: .null)
            case .date(let seconds):
                if !PropertyListDate.writable.contains(seconds.rounded(.down)) {
                    return Unwritable(path: path, reason: .date(seconds))
                }
            case .array(let items), .set(let items):
                steps += items.enumerated().reversed().map { ($0.element, path + ["\($0.offset)"]) }
            case .dictionary(let dictionary):
                for pair in dictionary {
                    guard let scalar = unwritable(in: pair.key) else { continue }
                    return Unwritable(path: path + [pair.key], reason: .character(scalar, isInKey: true))
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

extension PropertyListValue {
    /// Whether there is a date with a fraction of a second, which XML has not.
    package var hasFractionOfSecond: Bool {
        first { value in
            if case .date(let seconds) = value, seconds != seconds.rounded(.down) { true } else { nil }
        } ?? false
    }

    /// The first key that a dictionary has more than once; nil if there is none.
    package var firstRepeatedKey: String? {
        first { value in
            guard case .dictionary(let dictionary) = value, dictionary.repeatedCount > 0 else { return nil }
            var known: Set<ExactString> = []
            return dictionary.keys.first { !known.insert(ExactString($0)).inserted }
        }
    }

    /// Returns the first result for this value or one in it, in their order.
    private func first<Result>(_ find: (PropertyListValue) -> Result?) -> Result? {
        var rest = [self]
        while let value = rest.popLast() {
            if let found = find(value) { return found }
            switch value {
            case .array(let items), .set(let items): rest += items.reversed()
            case .dictionary(let dictionary): rest += dictionary.values.reversed()
            default: break
            }
        }
        return nil
    }
}
