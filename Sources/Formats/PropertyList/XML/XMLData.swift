import FoundationEssentials

/// The content of a `data` element: base64 (RFC 4648, section 4) with white space.
enum XMLData {
    /// Decodes base64; nil if `text` is invalid. The padding may be missing, as in CoreFoundation.
    static func bytes(from text: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let (digits, pads) = counts(in: text), digits % 4 != 1, pads <= (4 - digits % 4) % 4 else { return nil }
        return bytes(plain: text)
    }

    /// The value of each digit; white space is 64, all else 255.
    private static let values: [UInt8] = (0...UInt8.max).map { byte in
        switch byte {
        case 0x41...0x5a: byte - 0x41
        case 0x61...0x7a: byte - 0x61 + 26
        case 0x30...0x39: byte - 0x30 + 52
        case 0x2b: 62
        case 0x2f: 63
        default: byte.isXMLSpace ? 64 : 255
        }
    }

    /// Whether text is base64 with all of its padding, and white space at most.
    static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        counts(in: text).map { $0.pads <= 2 && ($0.digits + $0.pads) % 4 == 0 } ?? false
    }

    /// Returns the number of digits and of the padding behind them; nil if there is anything else than white space.
    private static func counts(in text: UnsafeRawBufferPointer) -> (digits: Int, pads: Int)? {
        var (digits, pads) = (0, 0)
        return values.withUnsafeBufferPointer { values in
            for byte in text {
                let value = values[Int(byte)]
                if value < 64, pads == 0 {
                    digits += 1
                } else if byte == UInt8(ascii: "=") {
                    pads += 1
                } else if value != 64 {
                    return nil
                }
            }
            return (digits, pads)
        }
    }

    /// Decodes base64 that is valid.
    static func bytes(plain text: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { buffer, filled in
            values.withUnsafeBufferPointer { values in
                var (bits, count) = (UInt32(0), 0)
                for byte in text {
                    let value = values[Int(byte)]
                    guard value < 64 else { continue }
                    bits = bits << 6 | UInt32(value)
                    count += 1
                    guard count == 4 else { continue }
                    buffer[filled] = UInt8(truncatingIfNeeded: bits >> 16)
                    buffer[filled + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                    buffer[filled + 2] = UInt8(truncatingIfNeeded: bits)
                    filled += 3
                    (bits, count) = (0, 0)
                }
                if count >= 2 {
                    buffer[filled] = UInt8(truncatingIfNeeded: bits >> (count == 2 ? 4 : 10))
                    filled += 1
                }
                if count == 3 {
                    buffer[filled] = UInt8(truncatingIfNeeded: bits >> 2)
                    filled += 1
                }
            }
        }
    }

    /// Encodes `bytes` as padded base64 without white space.
    static func text(of bytes: [UInt8]) -> Data { Data(bytes).base64EncodedData() }
}
