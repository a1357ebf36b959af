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
        let found = bytes.withUnsafeBytes { buffer -> (trailer: BinaryPropertyListTrailer, digests: [UInt64])? in
            guard let source = BinaryPropertyListObjects(recognizing: buffer) else { return nil }
            var digester = PropertyListDigester(source, .standard)
            return digester.digests().map { (source.trailer, $0) }
        }
        guard let found else { return nil }
        (self.bytes, trailer, digests) = (bytes, found.trailer, found.digests)
    }

    /// The ranges of bytes that belong to no value.
    package var leftovers: [Range<Int>] { PropertyListLeftovers.ranges(in: bytes) }

    /// The top object.
    package var top: Number { trailer.topObject }

    /// Returns the digest of an object that the top leads to.
    package func digest(of object: Number) -> UInt64 { digests[object] }

    /// Returns what an object is, with its children.
    package func object(_ number: Number) -> Object {
        withObjects { source in
            guard let object = try? source.object(number) else { return .other }
            let references = source.references(of: object)
            switch object.kind {
            case .array: return .array(references)
            case .dictionary:
                let count = references.count / 2
                return .dictionary(keys: Array(references[..<count]), values: Array(references[count...]))
            default: return .other
            }
        }
    }

    /// Returns the text of a key; empty for any other object.
    package func key(_ number: Number) -> String { withObjects { Self.key(number, in: $0) } }

    /// Returns the value of an object, with everything in it.
    package func value(of number: Number) -> PropertyListValue { withObjects { Self.value(of: number, in: $0) } }

    private func withObjects<Result>(_ body: (BinaryPropertyListObjects) -> Result) -> Result {
        bytes.withUnsafeBytes { body(BinaryPropertyListObjects($0, trailer)) }
    }

    private static func key(_ number: Number, in source: BinaryPropertyListObjects) -> String {
        guard let object = try? source.object(number), object.kind.isText else { return "" }
        return source.repairedString(object)
    }

    private static func value(of number: Number, in source: BinaryPropertyListObjects) -> PropertyListValue {
        // A list that was digested has no object that cannot be read, and none deeper than recursion may go.
        guard let object = try? source.object(number) else { return .null }
        if let scalar = source.scalar(object) { return scalar }
        let references = source.references(of: object)
        guard object.kind == .dictionary else {
            let values = references.map { value(of: $0, in: source) }
            return object.kind == .set ? .set(values) : .array(values)
        }
        let (keys, values) = (references.prefix(references.count / 2), references.dropFirst(references.count / 2))
        return .dictionary(
            PropertyListDictionary(
                keys: keys.map { key($0, in: source) }, values: values.map { value(of: $0, in: source) }))
    }
}
