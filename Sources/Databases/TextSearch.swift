import System

/// A text to be found in bytes, regardless of the case of ASCII letters.
struct TextSearch: Sendable {
    /// The text in UTF-8 with lowercase ASCII letters.
    private let wanted: [UInt8]

    /// The longest text in bytes.
    private static let maximumLength = 4_096

    /// - Returns: nil for an empty or very long text.
    init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        wanted = text.utf8.map(\.asciiLowercased)
    }

    /// The length of the text in bytes.
    var length: Int { wanted.count }

    /// Returns the offset of the first occurrence; nil if there is none.
    func firstMatch(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = bytes.baseAddress, bytes.count >= wanted.count else { return nil }
        return wanted.withUnsafeBufferPointer { wanted in
            let first = wanted[0]
            let capital = first.asciiUppercased
            let last = bytes.count - wanted.count
            var index = 0
            while index <= last {
                // memchr is many times faster than a loop, but it finds only one case of a letter.
                if first == capital {
                    guard let found = memchr(start + index, Int32(first), last + 1 - index) else { return nil }
                    index = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
                } else if start[index] != first, start[index] != capital {
                    index += 1
                    continue
                }
                var length = 1
                while length < wanted.count, start[index + length].asciiLowercased == wanted[length] { length += 1 }
                if length == wanted.count { return index }
                index += 1
            }
            return nil
        }
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 { (0x41...0x5a).contains(self) ? self | 0x20 : self }
    fileprivate var asciiUppercased: UInt8 { (0x61...0x7a).contains(self) ? self & 0xdf : self }
}
