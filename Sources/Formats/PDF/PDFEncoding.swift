/// The characters that the bytes of strings stand for (ISO 32000-1, Annex D).
enum PDFEncoding {
    case standard
    case macRoman
    case windows
    /// That of texts outside of contents.
    case document

    init?(name: String) {
        switch name {
        case "StandardEncoding": self = .standard
        case "MacRomanEncoding": self = .macRoman
        case "WinAnsiEncoding": self = .windows
        case "PDFDocEncoding": self = .document
        default: return nil
        }
    }

    /// Returns the character of a byte; nil if it has none.
    func character(_ byte: UInt8) -> Unicode.Scalar? {
        switch self {
        case .windows: return Windows1252.scalar(byte).flatMap { Unicode.Scalar($0) }
        case .macRoman: return byte < 0x80 ? Unicode.Scalar(byte) : Self.macRomanCharacters[Int(byte - 0x80)]
        case .document:
            switch byte {
            case 0x18...0x1f: return Self.accents[Int(byte - 0x18)]
            case 0x80...0x9e: return Self.signs[Int(byte - 0x80)]
            case 0x9f: return nil
            case 0xa0: return "\u{20ac}"
            default: return Unicode.Scalar(byte)
            }
        case .standard:
            switch byte {
            case 0x27: return "\u{2019}"
            case 0x60: return "\u{2018}"
            case ..<0x80: return Unicode.Scalar(byte)
            case 0xa1...:
                let character = Self.standardCharacters[Int(byte - 0xa1)]
                return character == " " ? nil : character
            default: return nil
            }
        }
    }

    /// Returns a text string (ISO 32000-1, 7.9.2.2).
    static func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xfe, 0xff]) { return String(escaping: bytes[2...].bigEndianUnits) }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return String(name: bytes.dropFirst(3)) }
        return String(String.UnicodeScalarView(bytes.map { PDFEncoding.document.character($0) ?? "\u{fffd}" }))
    }

    /// Returns the character of a name of a glyph; nil for one that is not known: those of ASCII, some signs beyond, and names made
    /// of numbers (Adobe Glyph List Specification, 2).
    static func character(ofGlyph name: String) -> Unicode.Scalar? {
        if name.utf8.count == 1 { return name.unicodeScalars.first.flatMap { $0.properties.isAlphabetic ? $0 : nil } }
        if let known = glyphs[name] { return known }
        let digits = name.hasPrefix("uni") ? name.dropFirst(3) : name.hasPrefix("u") ? name.dropFirst() : ""
        guard (4...6).contains(digits.count), let number = UInt32(digits, radix: 16) else { return nil }
        return Unicode.Scalar(number)
    }

    private static let glyphs: [String: Unicode.Scalar] = {
        let names = """
            space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma \
            hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater \
            question at bracketleft backslash bracketright asciicircum underscore grave braceleft bar braceright asciitilde \
            quoteleft quoteright quotedblleft quotedblright endash emdash bullet ellipsis fi fl Adieresis Odieresis \
            Udieresis adieresis odieresis udieresis germandbls eacute egrave agrave ccedilla Euro
            """
        let characters = " !\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~‘’“”–—•…ﬁﬂÄÖÜäöüßéèàç€"
        let pairs = zip(names.split(separator: " ").map(String.init), characters.unicodeScalars)
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    private static let macRomanCharacters = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæ"
            + "ø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)

    /// From 0x18 on.
    private static let accents = Array("˘ˇˆ˙˝˛˚˜".unicodeScalars)
    /// From 0x80 on.
    private static let signs = Array("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž".unicodeScalars)
    /// From 0xa1 on, with a space where there is none.
    private static let standardCharacters = Array(
        ("¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ"
            + "—                Æ ª    ŁØŒº     æ   ı  łøœß    ").unicodeScalars)
}
