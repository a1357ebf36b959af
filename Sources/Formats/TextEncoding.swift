/// How the bytes of a text stand for characters.
package enum TextEncoding: Hashable, Sendable, CaseIterable {
    case ascii
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    /// ISO 8859-1: what stands in for every encoding of one byte per character, since nothing tells them apart.
    case latin1

    /// What people call it.
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

/// Text as its bytes tell it: by a byte order mark, or by what the bytes could be.
package struct TextDetection: Hashable, Sendable {
    /// How the bytes stand for characters.
    package let encoding: TextEncoding
    /// Bytes of the byte order mark at the beginning.
    package let markLength: Int
    /// Bytes, or pairs of bytes, that stand for no character in that encoding.
    package let errors: Int

    /// Text has at most one control character, other than white space, among so many characters.
    private static let charactersPerControl = 20

    /// - Parameters:
    ///   - bytes: the beginning of a file.
    ///   - isWhole: whether that is all of it; else a character that is cut off at the end is no error.
    /// - Returns: nil for bytes that are no text, or no text without a byte order mark: a NUL among them says so.
    package init?(_ bytes: [UInt8], isWhole: Bool) {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            let census = Census(bytes[3...], isWhole: isWhole)
            guard census.nulls == 0, census.isText(Self.charactersPerControl) else { return nil }
            self.init(.utf8, markLength: 3, errors: census.invalid)
        } else if bytes.starts(with: [0xff, 0xfe]), !bytes.dropFirst(2).starts(with: [0, 0]) {
            self.init(utf16: bytes, .utf16LittleEndian, isWhole)
        } else if bytes.starts(with: [0xfe, 0xff]) {
            self.init(utf16: bytes, .utf16BigEndian, isWhole)
        } else {
            let census = Census(bytes[...], isWhole: isWhole)
            guard census.nulls == 0, census.isText(Self.charactersPerControl) else { return nil }
            guard census.invalid > 0 else {
                self.init(census.multibyte > 0 ? .utf8 : .ascii, markLength: 0, errors: 0)
                return
            }
            if census.multibyte >= census.invalid {
                self.init(.utf8, markLength: 0, errors: census.invalid)
            } else if census.isLatin {
                self.init(.latin1, markLength: 0, errors: 0)
            } else if census.invalid * Self.charactersPerControl <= census.characters {
                self.init(.utf8, markLength: 0, errors: census.invalid)
            } else {
                return nil
            }
        }
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
            if unit < 0x20, !Census.isUsual(UInt8(unit)) { controls += 1 }
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

    /// The text as UTF-8, without the byte order mark. Bytes of a UTF-8 text that are not UTF-8 stay as they are, for
    /// whoever shows them.
    /// - Parameter isWhole: as above; a character that is cut off at the end is left out.
    package func utf8(_ bytes: [UInt8], isWhole: Bool) -> [UInt8] {
        let text = bytes.dropFirst(markLength)
        switch encoding {
        case .ascii: return Array(text)
        case .utf8: return Array(isWhole ? text : text.dropLast(Census.incompleteTail(text)))
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

/// What is among the bytes of a file.
private struct Census {
    /// Characters, those that are no UTF-8 counted by their bytes.
    var characters = 0
    /// Control characters that no text has.
    var controls = 0
    var nulls = 0
    /// Characters beyond ASCII.
    var multibyte = 0
    /// Bytes that are not UTF-8.
    var invalid = 0
    /// Bytes that are no UTF-8 and no letters of Latin 1.
    var foreign = 0

    init(_ bytes: ArraySlice<UInt8>, isWhole: Bool) {
        var index = bytes.startIndex
        let end = isWhole ? bytes.endIndex : bytes.endIndex - Self.incompleteTail(bytes)
        while index < end {
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

    func isText(_ charactersPerControl: Int) -> Bool { controls * charactersPerControl <= characters }

    /// Whether what is not UTF-8 could be letters, and is not most of the text.
    var isLatin: Bool { foreign == 0 && controls == 0 && (invalid + multibyte) * 3 <= characters }

    /// White space, and what old printers and terminals understand.
    static func isUsual(_ byte: UInt8) -> Bool { (0x08...0x0d).contains(byte) || byte == 0x1b }

    /// The length of the character that begins here; nil where it is not UTF-8 (Unicode 3.9, table 3-7).
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
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

    /// How many bytes at the end begin a character that is not there as a whole.
    static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
        for (offset, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xc0 != 0x80 {
            return (expectedLength(byte) ?? 0) > offset + 1 ? offset + 1 : 0
        }
        return 0
    }
}
