/// One terminal cell: a character with up to two combining marks, and its style.
///
/// A character two columns wide stands in its first cell; the cell after it is a `continuation`.
package struct Cell: Hashable, Sendable {
    /// Three scalars of 21 bits each, the base lowest; bit 63 set for a wide character. Zero is a continuation.
    package let text: UInt64
    package var style: Style

    init(text: UInt64, style: Style) {
        self.text = text
        self.style = style
    }

    /// A cell that shows `base` with `marks` (at most two are kept) over it.
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

    /// An empty cell.
    package static func blank(_ style: Style) -> Cell { Cell(text: 0x20, style: style) }

    /// The second cell of a wide character.
    package static func continuation(_ style: Style) -> Cell { Cell(text: 0, style: style) }

    package var isContinuation: Bool { text == 0 }
    package var isWide: Bool { text >> 63 == 1 }
    package var base: Unicode.Scalar { Unicode.Scalar(UInt32(text & 0x1f_ffff)) ?? " " }
    package var firstMark: Unicode.Scalar? { Cell.mark(text >> 21) }
    package var secondMark: Unicode.Scalar? { Cell.mark(text >> 42) }

    private static func mark(_ bits: UInt64) -> Unicode.Scalar? {
        let value = UInt32(bits & 0x1f_ffff)
        return value == 0 ? nil : Unicode.Scalar(value)
    }
}
