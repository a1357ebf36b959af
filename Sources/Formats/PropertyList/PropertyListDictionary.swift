/// A dictionary of a property list: unique keys in the order in which they are stored, with indexed lookup.
///
/// Keys are compared byte by byte. As a collection, it consists of its key-value pairs in order.
package struct PropertyListDictionary: Sendable {
    private var pairs: [Element] = []
    /// The index of each key in `pairs`. Maintained only from `indexedFrom` pairs on; below that a linear search is
    /// faster.
    private var positions: [ExactString: Int] = [:]

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

    /// Creates a dictionary from keys and as many values. If a key occurs twice, the first value is kept.
    init(keys: [String], values: [PropertyListValue]) {
        reserveCapacity(keys.count)
        for index in 0..<Swift.min(keys.count, values.count) { insert(values[index], for: keys[index]) }
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
        if pairs.count == Self.indexedFrom {
            indexAll()
        } else if pairs.count > Self.indexedFrom {
            positions[ExactString(key)] = pairs.count - 1
        }
    }

    private mutating func remove(at position: Int) {
        pairs.remove(at: position)
        positions.removeAll()
        if pairs.count >= Self.indexedFrom { indexAll() }
    }

    private mutating func indexAll() {
        for (position, pair) in pairs.enumerated() { positions[ExactString(pair.key)] = position }
    }
}

extension PropertyListDictionary: RandomAccessCollection {
    package typealias Element = (key: String, value: PropertyListValue)

    package var startIndex: Int { 0 }
    package var endIndex: Int { pairs.count }

    package subscript(position: Int) -> Element { pairs[position] }
}

extension PropertyListDictionary: Equatable {
    /// Dictionaries are equal if they have the same keys and values, in any order.
    package static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, PropertyListValue)...) { self.init(elements) }
}
