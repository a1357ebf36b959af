import ContainerModel
import Formats

/// Reads the keys of one dictionary and collects those with unusable values as problems.
struct InfoReader {
    private let values: PropertyListDictionary
    private let prefix: String
    private(set) var problems: [String] = []

    /// - Parameter prefix: The prefix of the dictionary's keys in `problems`, including the trailing dot.
    init(_ values: PropertyListDictionary, prefix: String = "") {
        self.values = values
        self.prefix = prefix
    }

    var keys: [String] { Set(values.map(\.key)).sorted() }

    /// Returns the value of `key` converted by `read`; records a problem and returns nil if it cannot be converted.
    mutating func value<Value>(_ key: String, _ expected: String, _ read: (PropertyListValue) -> Value?) -> Value? {
        guard let value = values[key] else { return nil }
        if let result = read(value) { return result }
        problems.append("\(prefix)\(key): not \(expected)")
        return nil
    }

    mutating func string(_ key: String) -> String? { value(key, "a string", \.stringValue) }

    mutating func integer(_ key: String) -> Int? { value(key, "a whole number", \.wholeNumber) }

    mutating func boolean(_ key: String) -> Bool? { value(key, "a boolean", \.spelledBoolean) }

    /// Returns the strings of an array; empty if the key is absent. Other elements are dropped and reported.
    mutating func strings(_ key: String) -> [String] {
        let values = value(key, "an array", \.arrayValue) ?? []
        let strings = values.compactMap(\.stringValue)
        if strings.count < values.count { problems.append("\(prefix)\(key): not all strings") }
        return strings
    }

    /// Returns one string, or the strings of an array: lists of types are written in both forms.
    mutating func oneOrSeveral(_ key: String) -> [String] {
        if let string = values[key]?.stringValue { return [string] }
        return strings(key)
    }

    /// Returns a reader for a dictionary; one for an empty dictionary if the key is absent.
    mutating func dictionary(_ key: String) -> InfoReader {
        InfoReader(value(key, "a dictionary", \.dictionaryValue) ?? [:], prefix: "\(prefix)\(key).")
    }

    /// Returns a reader for each dictionary of an array; empty if the key is absent. Other elements are dropped and
    /// reported.
    mutating func dictionaries(_ key: String) -> [InfoReader] {
        let values = value(key, "an array", \.arrayValue) ?? []
        return values.enumerated().compactMap { index, value in
            if let dictionary = value.dictionaryValue {
                return InfoReader(dictionary, prefix: "\(prefix)\(key)[\(index)].")
            }
            problems.append("\(prefix)\(key)[\(index)]: not a dictionary")
            return nil
        }
    }

    /// Returns the value of a yes-or-no key. An absent key counts as NO, as on iOS.
    mutating func answer(_ key: String) -> Answer {
        guard values[key] != nil else { return .no }
        return Answer(boolean(key))
    }

    mutating func note(_ other: [String]) { problems += other }
}

extension PropertyListValue {
    /// The number; nil for a real with a fraction, and for anything else.
    var wholeNumber: Int? {
        switch self {
        case .integer(let integer): Int(exactly: integer)
        // Within ±2^53 every integer is exact.
        case .real(let real): real.magnitude <= 0x1p53 ? Int(exactly: real) : nil
        default: nil
        }
    }

    /// The truth value in any form that Apple's tools write: a boolean, an integer, `YES`, `true`, `1`.
    var spelledBoolean: Bool? {
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
