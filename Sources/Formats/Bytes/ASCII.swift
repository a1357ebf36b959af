/// Classes of ASCII bytes, as used by XML and the text formats.
extension UInt8 {
    /// White space in XML: space, tab, line feed, carriage return (XML 1.0, production 3). JSON has the same (RFC 8259,
    /// section 2).
    var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }

    var isASCIILetter: Bool { (0x61...0x7a).contains(self | 0x20) }

    @inlinable package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// The value of a hexadecimal digit.
    package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes as hexadecimal digits.
    package func hexadecimal(uppercase: Bool = false, separator: String = "") -> String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: uppercase) }.joined(separator: separator)
    }
}

extension ArraySlice<UInt8> {
    /// The slice without leading and trailing white space.
    var trimmed: ArraySlice<UInt8> {
        let start = drop { $0.isXMLSpace }
        guard let last = start.lastIndex(where: { !$0.isXMLSpace }) else { return [] }
        return start[...last]
    }
}
