/// A document with stand-ins for the characters that XML 1.0 does not allow (production 2) but CoreFoundation accepts:
/// control characters, U+FFFE and U+FFFF.
///
/// A stand-in consists of the noncharacter U+FDD0 and a private-use character that identifies the original. U+FDD0
/// itself is also represented by a stand-in, so the encoding is unambiguous.
struct XMLStandIns {
    /// The document with stand-ins.
    let document: [UInt8]
    /// The offset of each stand-in in `document`, and how much longer it is than the original character.
    private let places: [(offset: Int, growth: Int)]

    private static let escape: [UInt8] = [0xef, 0xb7, 0x90]

    /// Returns nil if no character needs a stand-in.
    init?(in original: ArraySlice<UInt8>) {
        var document: [UInt8] = []
        document.reserveCapacity(original.count + 1_024)
        var places: [(offset: Int, growth: Int)] = []
        var index = original.startIndex
        while index < original.endIndex {
            let byte = original[index]
            let (code, length): (UInt8, Int)
            if byte < 0x20, !byte.isXMLSpace {
                (code, length) = (byte, 1)
            } else if byte == 0xef, let noncharacter = Self.noncharacter(original[index...].prefix(3)) {
                (code, length) = (noncharacter, 3)
            } else {
                document.append(byte)
                index += 1
                continue
            }
            places.append((document.count, 6 - length))
            // U+E000 plus the code.
            document += Self.escape + [0xee, 0x80, 0x80 + code]
            index += length
        }
        guard !places.isEmpty else { return nil }
        self.document = document
        self.places = places
    }

    /// Returns the offset in the original that corresponds to `offset` in `document`.
    func originalOffset(of offset: Int) -> Int {
        offset - places.prefix { $0.offset < offset }.reduce(0) { $0 + $1.growth }
    }

    /// Returns a text with its stand-ins replaced by the original characters.
    static func resolve(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            guard text.matches(escape, at: index), index + 5 < text.count else {
                result.append(text[index])
                index += 1
                continue
            }
            let code = text[index + 5] & 0x3f
            result += characters[code] ?? [code]
            index += 6
        }
        return result
    }

    /// Returns the code of a three-byte character that needs a stand-in.
    private static func noncharacter(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        characters.first { $0.value.elementsEqual(bytes) }?.key
    }

    /// The characters other than control characters, by their codes.
    private static let characters: [UInt8: [UInt8]] = [
        0x20: [0xef, 0xbf, 0xbe], 0x21: [0xef, 0xbf, 0xbf], 0x22: escape,
    ]
}
