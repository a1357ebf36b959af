/// A dictionary of a property list: its keys in the order in which they are stored, with indexed lookup.
///
/// Keys are compared byte by byte. As a collection, it consists of its key-value pairs in order. A list can hold a key
/// twice: both pairs are part of the collection, and lookup finds the one that CoreFoundation finds.
package struct PropertyListDictionary: Sendable {
    private var pairs: [Element] = []
    /// The index of each key in `pairs`. Maintained only from `indexedFrom` pairs on; below that a linear search is
    /// faster.
    private var positions: [ExactString: Int] = [:]
    /// The number of pairs whose key another pair has as well.
    package private(set) var repeatedCount = 0
    /// Whether the last of several pairs with a key counts, and not the first.
    private var lastCounts = false

    private static let indexedFrom = 9

    /// Creates an empty dictionary.
    package init() {}

    /// Creates a dictionary from pairs. If a key occurs twice, the first value is kept.
    package init(_ pairs: some Sequence<(String, PropertyListValue)>) {
        self.pairs.reserveCapacity(pairs.underestimatedCount)
        for (key, value) in pairs { insert(value, for: key) }
    }

    /// Creates a dictionary from pairs. If a key occurs twice, the first value is kept.
    ///
    /// For other rooms, the initializer above is not specialized: it looks for the conformances of its sequence.
    package init(_ pairs: [(String, PropertyListValue)]) {
        reserveCapacity(pairs.count)
        for (key, value) in pairs { insert(value, for: key) }
    }

    /// Creates a dictionary from keys and as many values. If a key occurs twice, the first value counts.
    init(keys: [String], values: [PropertyListValue]) {
        reserveCapacity(keys.count)
        for index in 0..<Swift.min(keys.count, values.count) { add(values[index], for: keys[index]) }
    }

    /// Returns a dictionary with a pair for each one of this.
    func mapped(_ transform: (Element) -> Element) -> PropertyListDictionary {
        var result = PropertyListDictionary()
        result.reserveCapacity(count)
        for pair in pairs {
            let (key, value) = transform(pair)
            result.add(value, for: key, lastCounts: lastCounts)
        }
        return result
    }

    /// The value for `key`. Setting a new key appends it; setting nil removes the key, in time proportional to the
    /// number of keys.
    package subscript(key: String) -> PropertyListValue? {
        get { position(of: key).map { pairs[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): pairs[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(value, for: key)
            case (nil, nil): break
            }
        }
    }

    /// The keys, in order.
    package var keys: some RandomAccessCollection<String> { pairs.lazy.map(\.key) }

    /// The values, in the order of their keys.
    package var values: some RandomAccessCollection<PropertyListValue> { pairs.lazy.map(\.value) }

    /// Adds `value` unless the dictionary already has `key`.
    /// - Returns: Whether the value was added.
    @discardableResult
    package mutating func insert(_ value: PropertyListValue, for key: String) -> Bool {
        guard position(of: key) == nil else { return false }
        append(value, for: key)
        return true
    }

    /// Adds a pair, also if the dictionary already has the key.
    /// - Parameter lastCounts: Whether the last of several pairs with a key is found, and not the first.
    mutating func add(_ value: PropertyListValue, for key: String, lastCounts: Bool = false) {
        guard position(of: key) != nil else { return append(value, for: key) }
        if positions.isEmpty { indexAll() }
        self.lastCounts = lastCounts
        repeatedCount += 1
        pairs.append((key, value))
        if lastCounts { positions[ExactString(key)] = pairs.count - 1 }
    }

    /// The pairs as they are written for readers that find the last of several with one key, or the first: all of them if that
    /// is the one that counts here, otherwise that one alone, at the place of the first.
    func pairs(lastCounts: Bool) -> [Element] {
        guard repeatedCount > 0, self.lastCounts != lastCounts else { return pairs }
        var written: Set<ExactString> = []
        return pairs.compactMap { pair in
            written.insert(ExactString(pair.key)).inserted ? self[pair.key].map { (pair.key, $0) } : nil
        }
    }

    mutating func reserveCapacity(_ count: Int) {
        pairs.reserveCapacity(count)
        if count >= Self.indexedFrom { positions.reserveCapacity(count) }
    }

    private func position(of key: String) -> Int? {
        let key = ExactString(key)
        guard positions.isEmpty else { return positions[key] }
        return pairs.firstIndex { ExactString($0.key) == key }
    }

    private mutating func append(_ value: PropertyListValue, for key: String) {
        pairs.append((key, value))
        if !positions.isEmpty {
            positions[ExactString(key)] = pairs.count - 1
        } else if pairs.count >= Self.indexedFrom {
            indexAll()
        }
    }

    private mutating func remove(at position: Int) {
        let key = ExactString(pairs[position].key)
        pairs.remove(at: position)
        if repeatedCount > 0 {
            let count = pairs.count
            pairs.removeAll { ExactString($0.key) == key }
            repeatedCount -= count - pairs.count
        }
        positions.removeAll()
        if pairs.count >= Self.indexedFrom || repeatedCount > 0 { indexAll() }
    }

    private mutating func indexAll() {
        for (position, pair) in pairs.enumerated() {
            let key = ExactString(pair.key)
            if lastCounts || positions[key] == nil { positions[key] = position }
        }
    }
}

extension PropertyListDictionary: RandomAccessCollection {
    package typealias Element = (key: String, value: PropertyListValue)

    package var startIndex: Int { 0 }
    package var endIndex: Int { pairs.count }

    package subscript(position: Int) -> Element { pairs[position] }
}

extension PropertyListDictionary: Equatable {
    /// Dictionaries are equal if they have the same keys and values, in any order; in the same order if a key occurs twice.
    package static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
        guard left.count == right.count, left.repeatedCount == right.repeatedCount else { return false }
        guard left.repeatedCount == 0 else {
            return zip(left, right).allSatisfy { ExactString($0.key) == ExactString($1.key) && $0.value == $1.value }
        }
        return left.allSatisfy { right[$0.key] == $0.value }
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, PropertyListValue)...) { self.init(elements) }
}
