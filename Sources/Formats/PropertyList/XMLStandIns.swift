/// A document with stand-ins for the characters that XML 1.0 does not allow (production 2) but CoreFoundation reads:
/// control characters, U+FFFE and U+FFFF.
///
/// A stand-in is two characters: the noncharacter U+FDD0, and one of the private use area that says which is meant. A
/// U+FDD0 of the document's own gets one, too, so every document has exactly one such form.
struct XMLStandIns {
    /// The document with the stand-ins.
    let document: [UInt8]
    /// Where the stand-ins begin in `document`, and how much longer each is than what it stands for.
    private let places: [(offset: Int, growth: Int)]

    private static let escape: [UInt8] = [0xef, 0xb7, 0x90]

    /// Nil if the document has no such character.
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
            // U+E000 and the code.
            document += Self.escape + [0xee, 0x80, 0x80 + code]
            index += length
        }
        guard !places.isEmpty else { return nil }
        self.document = document
        self.places = places
    }

    /// Where something at `offset` of `document` is in the original.
    func originalOffset(of offset: Int) -> Int {
        offset - places.prefix { $0.offset < offset }.reduce(0) { $0 + $1.growth }
    }

    /// A text of the document as it was meant.
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

    /// The code of a character of three bytes that needs a stand-in.
    private static func noncharacter(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        characters.first { $0.value.elementsEqual(bytes) }?.key
    }

    /// The characters that are no control characters, by their codes.
    private static let characters: [UInt8: [UInt8]] = [
        0x20: [0xef, 0xbf, 0xbe], 0x21: [0xef, 0xbf, 0xbf], 0x22: escape,
    ]
}
