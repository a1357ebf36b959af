import Formats

extension PropertyListValue {
    /// The value as one line that preserves every bit, in the form that the Python script in `Plistlib` writes.
    var canonical: String {
        switch self {
        case .null: "n"
        case .string(let string): "s" + hexadecimal(string.utf8)
        case .integer(let number): "i\(number)"
        case .wide(let number): "i\(number)"
        case .real(let number): "r" + (number.isNaN ? "nan" : String(number.bitPattern, radix: 16))
        case .boolean(let boolean): boolean ? "b1" : "b0"
        case .date(let seconds): "d" + (seconds.isNaN ? "nan" : String(seconds.bitPattern, radix: 16))
        case .data(let bytes): "x" + hexadecimal(bytes)
        case .uid(let number): "u\(number)"
        case .array(let elements): "[" + elements.map(\.canonical).joined(separator: ",") + "]"
        case .set(let elements): "<" + elements.map(\.canonical).joined(separator: ",") + ">"
        case .dictionary(let dictionary):
            "{" + dictionary.found.map { "\(hexadecimal($0.key.utf8)):\($0.value.canonical)" }.joined(separator: ",")
                + "}"
        }
    }
}

extension PropertyListDictionary {
    /// The pairs without those whose key is repeated, as Python has them: at the place of the first, with the value that counts.
    fileprivate var found: [Element] {
        var keys: Set<[UInt8]> = []
        return compactMap { pair in
            keys.insert(Array(pair.key.utf8)).inserted ? self[pair.key].map { (pair.key, $0) } : nil
        }
    }
}

/// Returns the bytes as lowercase hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
        for half in [byte >> 4, byte & 0x0f] { digits.append(half < 10 ? 0x30 + half : 0x57 + half) }
    }
    return String(decoding: digits, as: UTF8.self)
}

/// Returns the bytes that hexadecimal digits represent, ignoring white space.
func bytes(hexadecimal text: some StringProtocol) -> [UInt8] {
    let digits = text.utf8.filter { $0 > 0x20 }.map { $0 < 0x40 ? $0 - 0x30 : ($0 | 0x20) - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Returns the UTF-8 bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
