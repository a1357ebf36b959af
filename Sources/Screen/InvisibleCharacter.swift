/// Characters that are invisible themselves but change the appearance of others, or only make two names differ.
///
/// https://www.unicode.org/reports/tr36/ (security) and tr9 (directions) say why they matter.
enum InvisibleCharacter {
    enum Treatment: Hashable {
        /// Not an invisible character.
        case no
        /// Dropped: it belongs to the character before it.
        case drop
        /// Shown by this name.
        case show(String)
    }

    /// A fast test that rules out most characters.
    static func mayBeOne(_ value: UInt32) -> Bool {
        switch value {
        case 0xad, 0x34f, 0x61c, 0x115f...0x1160, 0x17b4...0x17b5, 0x180b...0x180f, 0x200b...0x200f, 0x2028...0x202e,
            0x2060...0x206f, 0x3164, 0xfe00...0xfe0f, 0xfeff, 0xffa0, 0xfff0...0xfffb, 0x1bca0...0x1bca3,
            0x1d173...0x1d17a, 0x1f3fb...0x1f3ff, 0xe0000...0xe0fff, 0xf0000...:
            true
        default: false
        }
    }

    /// Whether a character beyond ASCII acts on the text around it: C1 controls, line and paragraph separators,
    /// controls of writing direction.
    static func actsOnText(_ value: UInt32) -> Bool {
        switch value {
        case 0x80...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    /// Returns the treatment of a character for which `mayBeOne` is true.
    ///
    /// - Parameters:
    ///   - base: The character before it; 0 if there is none.
    ///   - next: The character after it; 0 if there is none, and for any byte that is none.
    static func treatment(of value: UInt32, after base: UInt32, before next: UInt32) -> Treatment {
        if let name = names[value] { return joins(value, base, next) ? .drop : .show(name) }
        switch value {
        case 0xfe00...0xfe0d:
            // Forms of symbols, of digits, and of letters that have several.
            return base >= 0x1000 || isKeycapBase(base) ? .drop : .show(hexadecimal(value))
        case 0xfe0e...0xfe0f:
            // The base of a keycap is `1`, `#`, `*`.
            return isPictograph(base) || isKeycapBase(base) ? .drop : .show(hexadecimal(value))
        case 0x180b...0x180d, 0x180f: return isMongolian(base) ? .drop : .show(hexadecimal(value))
        case 0xe0100...0xe01ef: return isIdeograph(base) ? .drop : .show(hexadecimal(value))
        case 0x1f3fb...0x1f3ff:
            return takesSkinTone(base) ? .drop : .no
        default: return .show(hexadecimal(value))
        }
    }

    private static let names: [UInt32: String] = [
        0x61c: "ALM", 0x200c: "ZWNJ", 0x200d: "ZWJ", 0x200e: "LRM", 0x200f: "RLM", 0x202a: "LRE", 0x202b: "RLE",
        0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
        0x200b: "ZWSP", 0xad: "SHY", 0xfeff: "BOM", 0x2060: "WJ",
    ]

    /// Whether a character is a joiner between two characters that are written with one. Anywhere else, such as between
    /// Latin letters, between ideographs and at the end of a name, a joiner only disguises a name.
    private static func joins(_ value: UInt32, _ base: UInt32, _ next: UInt32) -> Bool {
        switch value {
        case 0x200c: usesJoiners(base) && usesJoiners(next)
        case 0x200d: usesJoiners(base) && usesJoiners(next) || isPictograph(base) && isPictograph(next)
        default: false
        }
    }

    /// Whether a character belongs to a script whose letters joiners connect or separate: Arabic and its relatives, the
    /// scripts of India and their relatives, Mongolian, Adlam (Unicode, chapters 9, 12 to 16 and 19).
    private static func usesJoiners(_ value: UInt32) -> Bool {
        switch value {
        case 0x600...0xdff, 0x1000...0x109f, 0x1700...0x18af, 0x1900...0x1cff, 0xa800...0xabff, 0xfb50...0xfdff,
            0xfe70...0xfefe, 0x10a00...0x10aff, 0x10d00...0x10fff, 0x11000...0x11fff, 0x1e900...0x1e95f:
            true
        default: false
        }
    }

    /// Whether a character is a symbol that may have an emoji form.
    private static func isPictograph(_ value: UInt32) -> Bool {
        switch value {
        case 0xa9, 0xae, 0x203c, 0x2049, 0x2100...0x214f, 0x2190...0x21ff, 0x2300...0x27bf, 0x2900...0x297f,
            0x2b00...0x2bff, 0x3030, 0x303d, 0x3297, 0x3299, 0x1f000...0x1faff:
            true
        default: false
        }
    }

    private static func isMongolian(_ value: UInt32) -> Bool { (0x1800...0x18af).contains(value) }

    private static func isIdeograph(_ value: UInt32) -> Bool {
        (0x2e80...0x9fff).contains(value) || (0xf900...0xfaff).contains(value) || (0x20000...0x3ffff).contains(value)
    }

    private static func isKeycapBase(_ value: UInt32) -> Bool {
        value == 0x23 || value == 0x2a || (0x30...0x39).contains(value)
    }

    private static func takesSkinTone(_ base: UInt32) -> Bool {
        switch base {
        case 0x261d, 0x26f9, 0x270a...0x270d, 0x1f385...0x1f3cc, 0x1f400...0x1faff: true
        default: false
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String { String(value, radix: 16, uppercase: true) }
}
