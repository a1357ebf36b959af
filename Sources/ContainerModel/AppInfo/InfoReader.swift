/// Reads the keys of one dictionary and collects those with unusable values as problems.
struct InfoReader {
    private let values: [String: InfoValue]
    private let prefix: String
    private(set) var problems: [String] = []

    /// - Parameter prefix: The prefix of the dictionary's keys in `problems`, including the trailing dot.
    init(_ values: [String: InfoValue], prefix: String = "") {
        self.values = values
        self.prefix = prefix
    }

    var keys: [String] { values.keys.sorted() }

    /// Returns the value of `key` converted by `read`; records a problem and returns nil if it cannot be converted.
    mutating func value<Value>(_ key: String, _ expected: String, _ read: (InfoValue) -> Value?) -> Value? {
        guard let value = values[key] else { return nil }
        if let result = read(value) { return result }
        problems.append("\(prefix)\(key): not \(expected)")
        return nil
    }

    mutating func string(_ key: String) -> String? { value(key, "a string", \.string) }

    mutating func integer(_ key: String) -> Int? { value(key, "a whole number", \.integer) }

    mutating func boolean(_ key: String) -> Bool? { value(key, "a boolean", \.boolean) }

    /// Returns the strings of an array; empty if the key is absent. Other elements are dropped and reported.
    mutating func strings(_ key: String) -> [String] {
        let values = value(key, "an array", \.array) ?? []
        let strings = values.compactMap(\.string)
        if strings.count < values.count { problems.append("\(prefix)\(key): not all strings") }
        return strings
    }

    /// Returns one string, or the strings of an array: lists of types are written in both forms.
    mutating func oneOrSeveral(_ key: String) -> [String] {
        if let string = values[key]?.string { return [string] }
        return strings(key)
    }

    /// Returns a reader for a dictionary; one for an empty dictionary if the key is absent.
    mutating func dictionary(_ key: String) -> InfoReader {
        InfoReader(value(key, "a dictionary", \.dictionary) ?? [:], prefix: "\(prefix)\(key).")
    }

    /// Returns a reader for each dictionary of an array; empty if the key is absent. Other elements are dropped and
    /// reported.
    mutating func dictionaries(_ key: String) -> [InfoReader] {
        let values = value(key, "an array", \.array) ?? []
        return values.enumerated().compactMap { index, value in
            if let dictionary = value.dictionary {
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
