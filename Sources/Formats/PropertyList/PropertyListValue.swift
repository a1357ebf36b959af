/// A value of a property list, independent of the format it came from.
///
/// Values returned by a reader are no deeper than its limit, so comparing and releasing them is safe on any stack.
package enum PropertyListValue: Sendable {
    /// A null object. Only binary lists have it.
    case null
    case string(String)
    case integer(Int64)
    /// An integer that `Int64` does not hold; all others are represented by `integer`.
    case wide(Int128)
    case real(Double)
    case boolean(Bool)
    /// A point in time in seconds since 2001-01-01T00:00:00Z. In a binary list it can be any number, including NaN.
    case date(secondsSince2001: Double)
    case data([UInt8])
    /// A reference to an object of a keyed archive; in XML, a dictionary with the single key `CF$UID`.
    case uid(UInt64)
    case array([PropertyListValue])
    /// A set, in the order in which it is stored. Only binary lists have sets.
    case set([PropertyListValue])
    case dictionary(PropertyListDictionary)
}

extension PropertyListValue {
    /// The number of seconds from 1970-01-01T00:00:00Z to 2001-01-01T00:00:00Z. Add it to a date to get Unix time.
    package static let secondsFrom1970To2001: Double = 978_307_200

    /// Returns a number, of at most 128 bits with its sign, in the case that represents it.
    package static func integer(exactly number: some BinaryInteger) -> PropertyListValue {
        Int64(exactly: number).map(PropertyListValue.integer) ?? .wide(Int128(truncatingIfNeeded: number))
    }

    /// The string; nil for a value of another kind.
    package var stringValue: String? { if case .string(let string) = self { string } else { nil } }

    /// The integer; nil for a value of another kind and for one that `Int64` does not hold.
    package var integerValue: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The real, or the integer as a real; nil for a value of another kind.
    package var realValue: Double? {
        switch self {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .wide(let number): Double(number)
        default: nil
        }
    }

    /// The boolean; nil for a value of another kind. The integers 0 and 1 are not booleans.
    package var booleanValue: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

    /// Whether this is a boolean that is true, or an integer other than 0, as some writers store it.
    package var isTrue: Bool { booleanValue ?? integerValue.map { $0 != 0 } ?? false }

    /// The date in seconds since 2001-01-01T00:00:00Z; nil for a value of another kind.
    package var dateValue: Double? { if case .date(let seconds) = self { seconds } else { nil } }

    /// The data; nil for a value of another kind.
    package var dataValue: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

    /// The archive reference; nil for a value of another kind.
    package var uidValue: UInt64? { if case .uid(let number) = self { number } else { nil } }

    /// The elements of an array; nil for a value of another kind, including a set.
    package var arrayValue: [PropertyListValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The dictionary; nil for a value of another kind.
    package var dictionaryValue: PropertyListDictionary? {
        guard case .dictionary(let dictionary) = self else { return nil }
        return dictionary
    }

    /// The value for `key` of a dictionary; nil if there is none and for a value of another kind.
    package subscript(key: String) -> PropertyListValue? { dictionaryValue?[key] }
}

extension PropertyListValue: Equatable {
    /// Values are equal if they have the same kind and content. Strings are compared byte by byte, reals and dates as
    /// numbers (NaN equals nothing), dictionaries regardless of the order of their keys.
    package static func == (left: PropertyListValue, right: PropertyListValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
        case (.integer(let left), .integer(let right)): left == right
        case (.wide(let left), .wide(let right)): left == right
        case (.null, .null): true
        case (.real(let left), .real(let right)): left == right
        case (.boolean(let left), .boolean(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.uid(let left), .uid(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.set(let left), .set(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        default: false
        }
    }
}
