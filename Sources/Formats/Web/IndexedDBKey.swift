/// A key of WebKit's IndexedDB (WebKit, Source/WebCore/Modules/indexeddb/server/IDBSerialization.cpp, "The IDBKeyData
/// serialization format").
package enum IndexedDBKey: Hashable, Sendable {
    /// Less than every other key.
    case minimum
    case number(Double)
    case date(millisecondsSince1970: Double)
    case string(String)
    case binary([UInt8])
    case array([IndexedDBKey])
    /// Greater than every other key.
    case maximum

    /// The maximum number of keys in a key.
    private static let maxKeys = 10_000
    /// The maximum depth of arrays in arrays.
    private static let maxLevels = 32

    /// Reads a key.
    /// - Throws: `unsupported` for another version, such as the older keys that are property lists; `malformed`,
    ///   `truncated`, `tooLarge` or `tooDeep`.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        guard bytes.first == 0 else { throw FormatError(.unsupported, "a key of an unsupported version", offset: 0) }
        var reader = LittleEndianReader(bytes, from: 1)
        var count = 0
        self = try Self.key(&reader, level: 0, &count)
        guard reader.position == bytes.count else { throw reader.malformed("something follows the key") }
        // With escapes, two keys may look the same.
        guard !reader.hasHalves else { throw reader.failure(.unsupported, "half a surrogate pair in a key") }
    }

    private static func key(
        _ reader: inout LittleEndianReader, level: Int, _ count: inout Int
    ) throws(FormatError) -> IndexedDBKey {
        count += 1
        guard count <= maxKeys else { throw reader.failure(.tooLarge, "more than \(maxKeys) keys in a key") }
        switch try reader.byte() {
        case 0x00: return .minimum
        case 0x20: return .number(try reader.double())
        case 0x40: return .date(millisecondsSince1970: try reader.double())
        case 0x60: return .string(try reader.text(units: try reader.number(4)))
        case 0x80: return .binary(try reader.bytes(try reader.number(8)))
        case 0xa0:
            guard level < maxLevels else { throw reader.failure(.tooDeep, "nested more than \(maxLevels) deep") }
            var keys: [IndexedDBKey] = []
            for _ in 0..<Int(clamping: try reader.number(8)) {
                keys.append(try key(&reader, level: level + 1, &count))
            }
            return .array(keys)
        case 0xff: return .maximum
        default: throw reader.malformed("a key of an unknown type")
        }
    }
}
