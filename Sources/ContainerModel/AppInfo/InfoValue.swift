/// A property list value, as other modules read it from a file.
package indirect enum InfoValue: Hashable, Sendable {
    case string(String)
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case data([UInt8])
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case array([InfoValue])
    case dictionary([String: InfoValue])
}

extension InfoValue {
    /// The string; nil for anything else.
    package var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The elements; nil for anything else.
    package var array: [InfoValue]? {
        guard case .array(let array) = self else { return nil }
        return array
    }

    /// The entries; nil for anything else.
    package var dictionary: [String: InfoValue]? {
        guard case .dictionary(let dictionary) = self else { return nil }
        return dictionary
    }

    /// The number; nil for a real with a fraction, and for anything else.
    package var integer: Int? {
        switch self {
        case .integer(let integer): Int(exactly: integer)
        // Within ±2^53 every integer is exact, and the conversion cannot trap.
        case .real(let real): real.magnitude <= 0x1p53 && Double(Int(real)) == real ? Int(real) : nil
        default: nil
        }
    }

    /// The truth value in any form that Apple's tools write: a boolean, an integer, `YES`, `true`, `1`.
    package var boolean: Bool? {
        switch self {
        case .boolean(let boolean): boolean
        case .integer(let integer): integer != 0
        case .string(let string): Self.spellings.first { $0.text == string.lowercased() }?.value
        default: nil
        }
    }

    private static let spellings: [(text: String, value: Bool)] = [
        ("yes", true), ("true", true), ("y", true), ("1", true),
        ("no", false), ("false", false), ("n", false), ("0", false),
    ]
}
