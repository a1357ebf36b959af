/// Percent-encoding (RFC 3986, section 2.1): bytes as `%` and two hexadecimal digits.
package enum PercentEncoding {
    private static let escape = UInt8(ascii: "%")

    /// Encodes all bytes except letters, digits and some others.
    /// - Parameter plain: The further characters that stay as they are, in ASCII.
    package static func encoded(_ bytes: some Sequence<UInt8>, except plain: String) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if byte.isASCIILetterOrDigit || plain.utf8.contains(byte) {
                text.append(byte)
            } else {
                text += [escape] + [byte].hexadecimal(uppercase: true).utf8
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes bytes; what begins like an escape and is none stays as it is.
    /// - Parameter isDecoded: Whether an escape with some digits is replaced.
    package static func decoded(
        _ bytes: ArraySlice<UInt8>, where isDecoded: (ArraySlice<UInt8>) -> Bool = { _ in true }
    ) -> [UInt8] {
        guard bytes.contains(escape) else { return Array(bytes) }
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let values = rest.prefix(2).compactMap(\.hexadecimalValue)
            if byte == escape, values.count == 2, isDecoded(rest.prefix(2)) {
                result.append(values[0] << 4 | values[1])
                rest.removeFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
