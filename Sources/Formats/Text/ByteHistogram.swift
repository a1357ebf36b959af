/// Statistics about the bytes of a file.
struct ByteHistogram {
    /// The number of characters, with each byte that is not UTF-8 counted as one.
    var characters = 0
    /// The number of control characters that do not occur in text.
    var controls = 0
    var nulls = 0
    /// The number of characters outside ASCII.
    var multibyte = 0
    /// The number of bytes that are not valid UTF-8.
    var invalid = 0
    /// The number of bytes that are neither valid UTF-8 nor printable in Latin 1.
    var foreign = 0

    init(_ bytes: ArraySlice<UInt8>, isWhole: Bool) {
        let end = isWhole ? bytes.count : bytes.count - Self.incompleteTail(bytes)
        bytes.withUnsafeBytes { count($0, upTo: end) }
    }

    private mutating func count(_ bytes: UnsafeRawBufferPointer, upTo end: Int) {
        var index = 0
        while index < end {
            // Nearly all bytes of most texts: one by one, they take a third of the time of a search.
            if index + 8 <= end, Self.isPrintable(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) {
                let run = UnsafeRawBufferPointer(rebasing: bytes[index..<end]).plainPrefix
                characters += run
                index += run
                continue
            }
            let byte = bytes[index]
            characters += 1
            if byte < 0x80 {
                if byte == 0 { nulls += 1 }
                if byte < 0x20 && !Self.isUsual(byte) || byte == 0x7f { controls += 1 }
                index += 1
            } else if let length = Self.length(bytes[index..<end]) {
                multibyte += 1
                index += length
            } else {
                invalid += 1
                if byte < 0xa0 { foreign += 1 }
                index += 1
            }
        }
    }

    /// Returns whether all eight bytes are printable ASCII or line feeds.
    private static func isPrintable(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let rest = ones * 0x7f
        // A byte is zero where there is a line feed, and the highest bit of its sum clear.
        let difference = word ^ (ones * 0x0a)
        let isFeed = ~(((difference & rest) &+ rest) | difference | rest)
        // 0x2a instead of each line feed.
        let word = word | isFeed >> 2
        // The highest bit of a byte is set if it is outside of ASCII, below a space, or DEL.
        return (word | (word &- ones * 0x20) | (word &+ ones)) & (ones * 0x80) == 0
    }

    func isText(_ charactersPerControl: Int) -> Bool { controls * charactersPerControl <= characters }

    /// Whether the bytes that are not valid UTF-8 can be Latin 1 letters and are a minority.
    var isLatin: Bool { foreign == 0 && controls == 0 && (invalid + multibyte) * 3 <= characters }

    /// Returns whether a control character is white space, or one used by old printers and terminals.
    static func isUsual(_ byte: UInt8) -> Bool { (0x08...0x0d).contains(byte) || byte == 0x1b }

    /// Returns the length of the UTF-8 character at the start of `bytes`; nil if it is invalid (Unicode 3.9, table
    /// 3-7).
    private static func length(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard let first = bytes.first, let length = expectedLength(first), bytes.count >= length else { return nil }
        let rest = bytes.dropFirst().prefix(length - 1)
        guard rest.allSatisfy({ $0 & 0xc0 == 0x80 }), let second = rest.first else { return nil }
        switch (first, second) {
        case (0xe0, ..<0xa0), (0xed, 0xa0...), (0xf0, ..<0x90), (0xf4, 0x90...): return nil
        default: return length
        }
    }

    private static func expectedLength(_ first: UInt8) -> Int? {
        switch first {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: nil
        }
    }

    /// Returns the number of bytes at the end that belong to a truncated character.
    static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
        for (offset, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xc0 != 0x80 {
            return (expectedLength(byte) ?? 0) > offset + 1 ? offset + 1 : 0
        }
        return 0
    }
}
