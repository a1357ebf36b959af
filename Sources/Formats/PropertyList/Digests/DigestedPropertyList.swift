/// A binary property list in memory with a digest of each of its objects: objects with one digest mean the same.
///
/// Two lists are compared by it without making values of what they share. The form in which a value is stored is not part
/// of its digest: the order of keys, the width of a number, ASCII and UTF-16. The digests of one run
/// of the program belong together; another run has others, so that no file can be made to have a known one.
package struct DigestedPropertyList: Sendable {
    /// An object by its number in the list.
    package typealias Number = Int

    /// What an object is.
    package enum Object: Sendable {
        /// A dictionary, whose keys are unique.
        case dictionary(keys: [Number], values: [Number])
        case array([Number])
        /// Anything else: a value without children, or a set.
        case other
    }

    private let bytes: [UInt8]
    private let trailer: BinaryPropertyListTrailer
    private let digests: [UInt64]

    /// Reads all objects.
    ///
    /// Whatever needs care is left to `PropertyListReader`: damage, text to be repaired, keys that occur twice, lists
    /// beyond the limits or nested more than 350 deep, and keyed archives.
    /// - Returns: nil for those, and for lists that are not binary.
    package init?(_ bytes: [UInt8]) {
        let limits = PropertyListLimits.standard
        guard bytes.count <= limits.bytes, PropertyListFormat(recognizing: bytes) == .binary,
            let trailer = try? BinaryPropertyListTrailer(bytes, limits: limits),
            let digests = bytes.withUnsafeBytes({ buffer -> [UInt64]? in
                var digester = PropertyListDigester(buffer, trailer, limits)
                return digester.digests()
            })
        else { return nil }
        self.bytes = bytes
        self.trailer = trailer
        self.digests = digests
    }

    /// The ranges of bytes that belong to no value.
    package var leftovers: [Range<Int>] { PropertyListLeftovers.ranges(in: bytes) }

    /// The top object.
    package var top: Number { trailer.topObject }

    /// Returns the digest of an object that the top leads to.
    package func digest(of object: Number) -> UInt64 { digests[object] }

    /// Returns what an object is, with its children.
    package func object(_ number: Number) -> Object {
        var source = BinaryPropertyListObjects(bytes, trailer: trailer, isExact: false)
        guard case .collection(let kind, let count, let references)? = try? source.read(number) else { return .other }
        func children(_ range: Range<Int>) -> [Number] {
            range.compactMap { try? source.reference($0, from: references) }
        }
        switch kind {
        case .array: return .array(children(0..<count))
        case .dictionary: return .dictionary(keys: children(0..<count), values: children(count..<2 * count))
        case .set: return .other
        }
    }

    /// Returns the text of a key; empty for any other object.
    package func key(_ number: Number) -> String {
        var source = BinaryPropertyListObjects(bytes, trailer: trailer, isExact: false)
        guard case .scalar(.string(let text))? = try? source.read(number) else { return "" }
        return text
    }

    /// Returns the value of an object, with everything in it.
    package func value(of number: Number) -> PropertyListValue {
        // A list that was digested has no object that cannot be read, and none deeper than recursion may go.
        var source = BinaryPropertyListObjects(bytes, trailer: trailer, isExact: false)
        guard case .collection(let kind, let count, let references)? = try? source.read(number) else {
            return scalar(number)
        }
        func child(_ index: Int) -> Number? { try? source.reference(index, from: references) }
        switch kind {
        case .array: return .array((0..<count).compactMap { child($0).map(value) })
        case .set: return .set((0..<count).compactMap { child($0).map(value) })
        case .dictionary:
            let keys = (0..<count).compactMap { child($0).map(key) }
            return .dictionary(
                PropertyListDictionary(keys: keys, values: (count..<2 * count).compactMap { child($0).map(value) }))
        }
    }

    private func scalar(_ number: Number) -> PropertyListValue {
        var source = BinaryPropertyListObjects(bytes, trailer: trailer, isExact: false)
        guard case .scalar(let value)? = try? source.read(number) else { return .string("") }
        return value
    }
}
