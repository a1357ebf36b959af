/// Reads the keys of one dictionary and keeps the names of those whose values are of no use.
struct InfoReader {
    private let values: [String: InfoValue]
    private let prefix: String
    private(set) var problems: [String] = []

    /// - Parameter prefix: what the dictionary's keys are called by in `problems`, with its dot.
    init(_ values: [String: InfoValue], prefix: String = "") {
        self.values = values
        self.prefix = prefix
    }

    var keys: [String] { values.keys.sorted() }

    /// The value of `key` as `read` understands it; nil, and a problem, where it does not.
    mutating func value<Value>(_ key: String, _ expected: String, _ read: (InfoValue) -> Value?) -> Value? {
        guard let value = values[key] else { return nil }
        if let result = read(value) { return result }
        problems.append("\(prefix)\(key): not \(expected)")
        return nil
    }

    mutating func string(_ key: String) -> String? { value(key, "a string", \.string) }

    mutating func integer(_ key: String) -> Int? { value(key, "a whole number", \.integer) }

    mutating func boolean(_ key: String) -> Bool? { value(key, "a boolean", \.boolean) }

    /// The strings of an array, none where the key is absent. What is no string is left out and told.
    mutating func strings(_ key: String) -> [String] {
        let values = value(key, "an array", \.array) ?? []
        let strings = values.compactMap(\.string)
        if strings.count < values.count { problems.append("\(prefix)\(key): not all strings") }
        return strings
    }

    /// One string, or the strings of an array: lists of types are written in both ways.
    mutating func oneOrSeveral(_ key: String) -> [String] {
        if let string = values[key]?.string { return [string] }
        return strings(key)
    }

    /// A reader for a dictionary; one of nothing where the key is absent.
    mutating func dictionary(_ key: String) -> InfoReader {
        InfoReader(value(key, "a dictionary", \.dictionary) ?? [:], prefix: "\(prefix)\(key).")
    }

    /// A reader for each dictionary of an array, none where the key is absent. What is none is left out and told.
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

    /// What a key that answers yes or no answers: absent counts as NO, as iOS reads it.
    mutating func answer(_ key: String) -> Answer {
        guard values[key] != nil else { return .no }
        return Answer(boolean(key))
    }

    mutating func note(_ other: [String]) { problems += other }
}
