/// The character encoding of a text.
package enum TextEncoding: Hashable, Sendable, CaseIterable {
    case ascii
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    /// ISO 8859-1, which represents all single-byte encodings, since they cannot be distinguished.
    case latin1

    /// The encoding's name, for display.
    package var title: String {
        switch self {
        case .ascii: "ASCII"
        case .utf8: "UTF-8"
        case .utf16LittleEndian: "UTF-16, little-endian"
        case .utf16BigEndian: "UTF-16, big-endian"
        case .latin1: "Latin 1"
        }
    }
}

/// The encoding of a text, detected from a byte order mark or from the bytes themselves.
package struct TextDetection: Hashable, Sendable {
    /// The detected encoding.
    package let encoding: TextEncoding
    /// The length of the byte order mark in bytes; 0 if there is none.
    package let markLength: Int
    /// The number of bytes, or pairs of bytes, that are invalid in that encoding.
    package let errors: Int

    /// In text, at most one in this many characters is a control character other than white space.
    private static let charactersPerControl = 20

    /// Detects the encoding of a text.
    /// - Parameters:
    ///   - bytes: The beginning of a file.
    ///   - isWhole: Whether `bytes` are the complete file; if not, a truncated character at the end is not an error.
    /// - Returns: nil if the bytes are not text. Without a byte order mark of UTF-16, a NUL byte rules out text.
    package init?(_ bytes: [UInt8], isWhole: Bool) {
        let hasMark = bytes.first ?? 0 >= 0xfe
        // Most of what is no text is told by a NUL.
        guard hasMark || bytes.withUnsafeBytes({ $0.count(of: 0) }) == 0 else { return nil }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            let histogram = ByteHistogram(bytes[3...], isWhole: isWhole)
            guard histogram.nulls == 0, histogram.isText(Self.charactersPerControl) else { return nil }
            self.init(.utf8, markLength: 3, errors: histogram.invalid)
        } else if bytes.starts(with: [0xff, 0xfe]), !bytes.dropFirst(2).starts(with: [0, 0]) {
            self.init(utf16: bytes, .utf16LittleEndian, isWhole)
        } else if bytes.starts(with: [0xfe, 0xff]) {
            self.init(utf16: bytes, .utf16BigEndian, isWhole)
        } else {
            let histogram = ByteHistogram(bytes[...], isWhole: isWhole)
            guard histogram.nulls == 0, histogram.isText(Self.charactersPerControl) else { return nil }
            guard histogram.invalid > 0 else {
                self.init(histogram.multibyte > 0 ? .utf8 : .ascii, markLength: 0, errors: 0)
                return
            }
            if histogram.multibyte >= histogram.invalid {
                self.init(.utf8, markLength: 0, errors: histogram.invalid)
            } else if histogram.isLatin {
                self.init(.latin1, markLength: 0, errors: 0)
            } else if histogram.invalid * Self.charactersPerControl <= histogram.characters {
                self.init(.utf8, markLength: 0, errors: histogram.invalid)
            } else {
                return nil
            }
        }
    }

    /// Takes bytes for UTF-8 however many control characters they have.
    /// - Parameter bytes: All of the bytes.
    /// - Returns: nil if they are not UTF-8.
    package init?(anyUTF8 bytes: [UInt8]) {
        let histogram = ByteHistogram(bytes[...], isWhole: true)
        guard histogram.invalid == 0 else { return nil }
        self.init(histogram.multibyte > 0 ? .utf8 : .ascii, markLength: 0, errors: 0)
    }

    private init(_ encoding: TextEncoding, markLength: Int, errors: Int) {
        self.encoding = encoding
        self.markLength = markLength
        self.errors = errors
    }

    private init?(utf16 bytes: [UInt8], _ encoding: TextEncoding, _ isWhole: Bool) {
        let units = TextDetection.units(bytes[2...], encoding)
        var errors = isWhole ? bytes.count % 2 : 0
        var controls = 0
        var high = false
        for (index, unit) in units.enumerated() {
            let isLow = (0xdc00...0xdfff).contains(unit)
            if high != isLow { errors += 1 }
            high = (0xd800...0xdbff).contains(unit)
            if high, index == units.count - 1, isWhole { errors += 1 }
            if unit < 0x20, !ByteHistogram.isUsual(UInt8(unit)) { controls += 1 }
        }
        guard (controls + errors) * Self.charactersPerControl <= units.count else { return nil }
        self.init(encoding, markLength: 2, errors: errors)
    }

    private static func units(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> [UInt16] {
        stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return encoding == .utf16BigEndian ? first << 8 | second : second << 8 | first
        }
    }

    /// Returns the text as UTF-8, without the byte order mark. Invalid bytes of a UTF-8 text are left for the caller to
    /// handle.
    /// - Parameter isWhole: Whether `bytes` are the complete file; if not, a truncated character at the end is dropped.
    package func utf8(_ bytes: [UInt8], isWhole: Bool) -> [UInt8] {
        utf8(bytes.dropFirst(markLength), isWhole: isWhole)
    }

    /// Returns a part of the text as UTF-8, as `utf8` does.
    package func utf8(_ text: ArraySlice<UInt8>, isWhole: Bool) -> [UInt8] {
        switch encoding {
        case .ascii: return Array(text)
        case .utf8: return Array(isWhole ? text : text.dropLast(ByteHistogram.incompleteTail(text)))
        case .latin1:
            var result: [UInt8] = []
            result.reserveCapacity(text.count + text.count / 8)
            for byte in text {
                if byte < 0x80 { result.append(byte) } else { result += [0xc0 | byte >> 6, 0x80 | byte & 0x3f] }
            }
            return result
        case .utf16LittleEndian, .utf16BigEndian:
            var units = Self.units(text, encoding)
            if !isWhole, let last = units.last, (0xd800...0xdbff).contains(last) { units.removeLast() }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
    }
}

/// Statistics about the bytes of a file.
private struct ByteHistogram {
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
