/// Creates file URLs from paths, as Foundation does (RFC 3986; RFC 8089).
package enum FileURL {
    /// Returns `file://` and the path, with percent-encoding where a URL requires it.
    /// - Parameter path: An absolute path, with a trailing slash for a directory.
    package static func string(path: some Sequence<UInt8>) -> String {
        var result = "file://"
        for byte in path {
            if isAllowed(byte) {
                result.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                result += "%" + String(byte >> 4, radix: 16, uppercase: true)
                result += String(byte & 15, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// Returns whether `CharacterSet.urlPathAllowed` contains a byte: what RFC 3986 allows in a path, except `;`.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,:=@/".utf8.contains(byte)
        }
    }
}
