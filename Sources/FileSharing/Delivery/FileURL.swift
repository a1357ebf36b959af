/// File URLs as Foundation makes them of paths (RFC 3986; RFC 8089).
package enum FileURL {
    /// `file://` and the path, percent-encoded but for what a URL's path may hold as it is.
    /// - Parameter path: absolute; a directory's ends in a slash.
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

    /// `CharacterSet.urlPathAllowed`: what RFC 3986 allows in a path, without `;`.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,:=@/".utf8.contains(byte)
        }
    }
}
