/// Base64 with the standard alphabet (RFC 4648, section 4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The bytes that `text` stands for; white space counts for nothing, padding may be missing. Nil if it is not
    /// base64.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var group: UInt32 = 0
        var digits = 0
        var paddings = 0
        for byte in text where !byte.isXMLSpace {
            if byte == padding {
                paddings += 1
                continue
            }
            guard paddings == 0, let value = value(of: byte) else { return nil }
            group = group << 6 | UInt32(value)
            digits += 1
            if digits % 4 == 0 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
            }
        }
        switch digits % 4 {
        case 0:
            return paddings == 0 ? bytes : nil
        case 2:
            bytes.append(UInt8(truncatingIfNeeded: group >> 4))
            return paddings <= 2 ? bytes : nil
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
            return paddings <= 1 ? bytes : nil
        default:
            return nil
        }
    }

    /// `bytes` as padded base64.
    static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var rest = bytes
        while !rest.isEmpty {
            let three = rest.prefix(3)
            rest = rest.dropFirst(3)
            let group = three.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - three.count))
            for digit in 0..<4 {
                let index = Int(group >> UInt32(18 - 6 * digit)) & 0x3f
                text.append(digit <= three.count ? alphabet[index] : padding)
            }
        }
        return text
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x41...0x5a: digit - 0x41
        case 0x61...0x7a: digit - 0x61 + 26
        case 0x30...0x39: digit - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
