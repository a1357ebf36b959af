/// The bits, in tenths, that characters take in the texts of a model: −10 · log₂ of their probability. The probabilities of the
/// classes are estimates; what matters is that they add up to no more than 1.
struct CharacterCosts {
    private let model: EncodingTrial.Model
    private let common: Set<UInt32>

    init(_ model: EncodingTrial.Model) {
        self.model = model
        common =
            switch model {
            case .japanese: CommonCharacters.japanese
            case .korean: CommonCharacters.korean
            case .simplifiedChinese: CommonCharacters.simplifiedChinese
            case .traditionalChinese: CommonCharacters.traditionalChinese
            case .windows1252, .eucJP, .thai: []
            }
    }

    /// Returns what it takes that a character of ASCII or another one follows one of the other kind, or of the same.
    func change(from wasBeyond: Bool, to isBeyond: Bool) -> Int {
        if model == .windows1252 {
            // Most letters with accents stand between others.
            return wasBeyond ? (isBeyond ? 23 : 3) : (isBeyond ? 38 : 1)
        }
        return wasBeyond == isBeyond ? 3 : 23
    }

    /// Returns the cost of a character of ASCII among those: 64 % are small letters and blanks.
    static func ascii(_ byte: UInt8) -> Int { byte == 0x20 || (0x61...0x7a).contains(byte) ? 54 : 77 }

    /// What a character of two bytes costs besides if its second byte and one beside it are letters of ASCII.
    static let withinWord = 80

    /// Returns the cost of a character of several bytes, or of half-width katakana, among those.
    func of(_ scalar: UInt32, _ first: UInt8, _ second: UInt8, length: Int) -> Int {
        switch model {
        case .japanese: japanese(scalar, first)
        case .korean: korean(scalar, first, second)
        case .simplifiedChinese: simplifiedChinese(scalar, first, second, length)
        case .traditionalChinese: traditionalChinese(scalar, first)
        case .windows1252, .eucJP, .thai: 320
        }
    }

    private func japanese(_ scalar: UInt32, _ first: UInt8) -> Int {
        switch scalar {
        // Private characters: bytes without a meaning, and those that users define.
        case 0xe000...0xf8ff: return 242
        case 0x3041...0x3096: return 76
        case 0x30a1...0x30fa, 0x30fc: return 92
        case 0xff61...0xff9f: return 116
        default: break
        }
        if common.contains(scalar) { return 100 }
        switch first {
        case 0x81: return 128
        case 0x82: return 116
        // The first level of JIS X 0208 ends within row 0x98.
        case 0x88...0x98: return 143
        case 0x99...0x9f, 0xe0...0xea: return 187
        default: return 189
        }
    }

    private func korean(_ scalar: UInt32, _ first: UInt8, _ second: UInt8) -> Int {
        if common.contains(scalar) { return 81 }
        // Outside of KS X 1001, there are only rare syllables.
        guard second >= 0xa1, first >= 0xa1 else { return 198 }
        switch first {
        case 0xb0...0xc8: return 127
        case 0xa1...0xa3: return 125
        case 0xa4...0xaf: return 158
        default: return 173
        }
    }

    private func simplifiedChinese(_ scalar: UInt32, _ first: UInt8, _ second: UInt8, _ length: Int) -> Int {
        guard length == 2 else { return scalar < 0x10000 ? 232 : 290 }
        if common.contains(scalar) { return 88 }
        if (0xe000...0xf8ff).contains(scalar) { return 200 }
        // Outside of GB 2312, characters are rare.
        guard second >= 0xa1, first >= 0xa1 else { return 194 }
        switch first {
        case 0xa1, 0xa3: return 116
        case 0xb0...0xd7: return 134
        case 0xd8...0xf7: return 162
        default: return 160
        }
    }

    private func traditionalChinese(_ scalar: UInt32, _ first: UInt8) -> Int {
        if common.contains(scalar) { return 88 }
        switch first {
        case 0xa1...0xa3: return 125
        case 0xa4...0xc6: return 139
        case 0xc9...0xf9: return 174
        default: return 186
        }
    }

    /// Returns the cost and the length of a character of an encoding that is not decoded; nil if there is none.
    func undecoded(at index: Int, in buffer: UnsafeRawBufferPointer) -> (cost: Int, length: Int)? {
        guard model == .thai else { return Self.eucJP(at: index, in: buffer) }
        switch buffer[index] {
        case 0xa1...0xda, 0xdf...0xfb: return (64, 1)
        default: return nil
        }
    }

    private static func eucJP(at index: Int, in buffer: UnsafeRawBufferPointer) -> (cost: Int, length: Int)? {
        guard index + 1 < buffer.count else { return (160, 1) }
        let (first, second) = (buffer[index], buffer[index + 1])
        if first == 0x8e { return (0xa1...0xdf).contains(second) ? (126, 2) : nil }
        if first == 0x8f { return index + 2 < buffer.count ? (220, 3) : (220, 2) }
        guard (0xa1...0xfe).contains(first), (0xa1...0xfe).contains(second) else { return nil }
        switch first {
        case 0xa4: return (76, 2)
        case 0xa5: return (92, 2)
        case 0xa1: return (95, 2)
        case 0xb0...0xcf: return (129, 2)
        case 0xd0...0xf4: return (187, 2)
        default: return (189, 2)
        }
    }

    // MARK: Windows-1252

    /// The classes of the bytes outside ASCII: 30 small letters, marks of punctuation, and capital letters.
    private static let windows1252Classes: [Int] = {
        var costs = [Int](repeating: 98, count: 128)
        for byte in "éèàçùêâîôûëïüöäßñóíáúãõåæøòìœý".unicodeScalars.compactMap({ Windows1252.byte($0.value) }) {
            costs[Int(byte & 0x7f)] = 56
        }
        for byte in "’‘“”„–—…•€£©®°«»·™¿¡\u{a0}§‹›‚".unicodeScalars.compactMap({ Windows1252.byte($0.value) }) {
            costs[Int(byte & 0x7f)] = 66
        }
        for byte in "ÉÈÀÇÙÊÂÎÔÛËÏÜÖÄÑÓÍÁÚÃÕÅÆØÒÌŒÝ".unicodeScalars.compactMap({ Windows1252.byte($0.value) }) {
            costs[Int(byte & 0x7f)] = 86
        }
        return costs
    }()

    /// Marks that do not stand between two letters; other encodings have letters in their places.
    private static let marks: Set<UInt8> = [0x80, 0x82, 0x84, 0x85, 0x8b, 0x91, 0x93, 0x94, 0x95, 0x99, 0x9b]

    /// Returns the cost of a byte outside ASCII.
    func windows1252(at index: Int, in buffer: UnsafeRawBufferPointer) -> Int {
        let byte = buffer[index]
        if Self.marks.contains(byte), index > 0, index + 1 < buffer.count, buffer[index - 1].isASCIILetter,
            buffer[index + 1].isASCIILetter
        {
            return 98
        }
        return Self.windows1252Classes[Int(byte & 0x7f)]
    }
}
