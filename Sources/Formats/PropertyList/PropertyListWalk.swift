/// Passes the values of a property list one by one, in their order, without making a tree of them.
///
/// It reads nothing that `PropertyListReader` would not read, within the same limits. Archives of objects, texts that are
/// repaired, and all that is unusual are left to the reader.
package protocol PropertyListWalk {
    /// Returns the next value, or array or dictionary, before what is in it; nil at the end, and where the walk cannot go
    /// on. The bytes of a value are valid while those of the list are.
    mutating func next() -> PropertyListItem?

    /// Whether the list was read to its end.
    var isComplete: Bool { get }

    /// The keys and indices that lead to the value that was returned last.
    var path: [String] { get }
}

/// A value in a property list, with its name.
package struct PropertyListItem {
    /// The bytes of a text in UTF-8, or of data.
    package enum Bytes {
        /// They are a part of the list.
        case plain(UnsafeRawBufferPointer)
        case decoded([UInt8])
        /// Valid base64 in the list.
        case base64(UnsafeRawBufferPointer)

        /// Whether there are none.
        package var isEmpty: Bool {
            switch self {
            case .plain(let bytes): bytes.isEmpty
            case .decoded(let bytes): bytes.isEmpty
            case .base64(let text): text.allSatisfy(\.isXMLSpace)
            }
        }

        /// Calls a closure with the bytes, which are valid during the call.
        package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            switch self {
            case .plain(let bytes): body(bytes)
            case .decoded(let bytes): bytes.withUnsafeBytes { body($0) }
            case .base64(let text): XMLData.bytes(plain: text).withUnsafeBytes { body($0) }
            }
        }
    }

    /// What it is.
    package enum Value {
        case text(Bytes)
        case data(Bytes)
        case integer(Int64)
        case wide(Int128)
        case real(Double)
        /// A number that is no integer, as it is written.
        case writtenReal(UnsafeRawBufferPointer)
        /// A Boolean value, a date, an archive reference.
        case other(PropertyListValue)
        /// An array, a set or a dictionary.
        case group(isDictionary: Bool)
    }

    /// What it is.
    package let value: Value
    /// Its key; nil for an item of an array.
    package let name: Bytes?

    /// Returns the number; nil for any other value.
    package var number: PropertyListValue? {
        switch value {
        case .integer(let number): .integer(number)
        case .wide(let number): .wide(number)
        case .real(let number): .real(number)
        case .writtenReal(let text): XMLNumber.real(Array(text)[...]).map { .real($0) }
        case .text, .data, .other, .group: nil
        }
    }
}
