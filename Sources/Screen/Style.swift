/// A colour as a theme specifies it. The terminal converts it to one that it can show.
package struct Color: Hashable, Sendable {
    /// Two bits for the kind, above 24 bits for the value.
    package let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The terminal's own foreground or background.
    package static let terminalDefault = Color(rawValue: 0)

    /// Returns one of the terminal's 256 palette entries; 0 to 15 are the named colours.
    package static func palette(_ index: UInt8) -> Color { Color(rawValue: 1 << 24 | UInt32(index)) }

    /// Returns an sRGB colour with 8 bits per channel.
    package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        Color(rawValue: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// The components of a colour, for conversions.
    package enum Kind: Hashable, Sendable {
        case terminalDefault
        case palette(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
    }

    /// The components of the colour.
    package var kind: Kind {
        switch rawValue >> 24 {
        case 1: .palette(UInt8(truncatingIfNeeded: rawValue))
        case 2:
            .rgb(
                red: UInt8(truncatingIfNeeded: rawValue >> 16),
                green: UInt8(truncatingIfNeeded: rawValue >> 8),
                blue: UInt8(truncatingIfNeeded: rawValue)
            )
        default: .terminalDefault
        }
    }
}

/// Text attributes that every terminal supports.
package struct TextAttributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set of the members of a literal. The standard library's is generic, and is not specialized for a type
    /// of another module: it takes a microsecond.
    package init(arrayLiteral attributes: TextAttributes...) { rawValue = attributes.reduce(0) { $0 | $1.rawValue } }

    package static let bold = TextAttributes(rawValue: 1)
    package static let dim = TextAttributes(rawValue: 2)
    package static let italic = TextAttributes(rawValue: 4)
    package static let underline = TextAttributes(rawValue: 8)
    package static let reverse = TextAttributes(rawValue: 16)
}

/// The look of a cell: two colours and attributes, packed into 64 bits so that frames compare fast.
package struct Style: Hashable, Sendable {
    /// Two colours of 26 bits each, the foreground lowest, and the attributes from bit 52.
    package let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    /// Creates a style.
    package init(
        foreground: Color = .terminalDefault,
        background: Color = .terminalDefault,
        attributes: TextAttributes = []
    ) {
        bits =
            UInt64(foreground.rawValue) | UInt64(background.rawValue) << 26 | UInt64(attributes.rawValue) << 52
    }

    /// The terminal's own colours without attributes.
    package static let plain = Style()

    package var foreground: Color { Color(rawValue: UInt32(truncatingIfNeeded: bits & 0x3ff_ffff)) }
    package var background: Color { Color(rawValue: UInt32(truncatingIfNeeded: bits >> 26 & 0x3ff_ffff)) }
    package var attributes: TextAttributes { TextAttributes(rawValue: UInt8(truncatingIfNeeded: bits >> 52)) }

    /// Returns this style with `attributes` added.
    package func adding(_ attributes: TextAttributes) -> Style {
        Style(bits: bits | UInt64(attributes.rawValue) << 52)
    }

    /// What blanks show of the style: its background, unless a line or the text's colour is seen, too.
    package var onBlanks: Style {
        // Asked for each run of cells of each frame: a set made of a literal would allocate memory.
        let seen = TextAttributes.underline.rawValue | TextAttributes.reverse.rawValue
        return attributes.rawValue & seen == 0 ? Style(background: background) : self
    }

    /// Returns this style with another background.
    package func on(_ background: Color) -> Style {
        Style(foreground: foreground, background: background, attributes: attributes)
    }
}
