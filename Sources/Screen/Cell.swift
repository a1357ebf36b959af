/// A terminal cell: a character with up to two combining marks, and its style.
///
/// A wide character is in the first of its two cells; the second is a `continuation`.
package struct Cell: Hashable, Sendable {
    /// Three 21-bit scalars, the base lowest; bit 63 is set for a wide character. Zero is a continuation.
    package let text: UInt64
    package var style: Style

    init(text: UInt64, style: Style) {
        self.text = text
        self.style = style
    }

    /// Creates a cell that shows `base` with up to two combining marks.
    package init(
        _ base: Unicode.Scalar,
        marks: (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil),
        wide: Bool = false,
        style: Style
    ) {
        text =
            UInt64(base.value) | UInt64(marks.0?.value ?? 0) << 21 | UInt64(marks.1?.value ?? 0) << 42
            | (wide ? 1 << 63 : 0)
        self.style = style
    }

    /// Returns an empty cell.
    package static func blank(_ style: Style) -> Cell { Cell(text: 0x20, style: style) }

    /// Returns the second cell of a wide character.
    package static func continuation(_ style: Style) -> Cell { Cell(text: 0, style: style) }

    /// Whether this is the second cell of a wide character.
    package var isContinuation: Bool { text == 0 }
    /// Whether this is the first cell of a wide character.
    package var isWide: Bool { text >> 63 == 1 }
    /// The character without its marks; NUL in a continuation.
    package var base: Unicode.Scalar { Unicode.Scalar(UInt32(text & 0x1f_ffff)) ?? " " }
    /// The first combining mark, if there is one.
    package var firstMark: Unicode.Scalar? { Cell.mark(text >> 21) }
    /// The second combining mark, if there is one.
    package var secondMark: Unicode.Scalar? { Cell.mark(text >> 42) }

    private static func mark(_ bits: UInt64) -> Unicode.Scalar? {
        let value = UInt32(bits & 0x1f_ffff)
        return value == 0 ? nil : Unicode.Scalar(value)
    }
}
