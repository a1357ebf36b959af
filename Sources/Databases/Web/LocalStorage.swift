/// The local storage of web pages: `ItemTable(key, value)`, where values are texts as UTF-16, stored as blobs.
package enum LocalStorage {
    /// Returns a value as text; nil unless the bytes are little-endian UTF-16 text.
    /// - Parameter bytes: The value or its beginning.
    package static func text(ofValue bytes: [UInt8]) -> String? {
        guard bytes.count % 2 == 0 else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        var decoder = UTF16()
        var iterator = units.makeIterator()
        var text = String.UnicodeScalarView()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): text.append(scalar)
            case .emptyInput: return String(text)
            case .error: return nil
            }
        }
    }
}
