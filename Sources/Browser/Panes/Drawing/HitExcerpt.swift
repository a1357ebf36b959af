import Screen
import Search

/// The line in which a text was found, cut so that the text is in view.
struct HitExcerpt {
    /// The line, as far as it fits.
    let text: DisplayText
    /// The columns of the text that was found, as far as they fit.
    let match: Range<Int>

    /// - Parameter columns: The columns that there is room for.
    init(_ excerpt: ContentsExcerpt, columns: Int, _ screen: ScreenContext) {
        let ellipsis = screen.glyphs.ellipsis
        let mark = DisplayText(String(Character(ellipsis)), ascii: screen.isASCII)
        // Blanks at the beginning of a line say nothing here.
        let lead = excerpt.bytes[..<excerpt.match.lowerBound].drop { $0 == 0x20 || $0 == 0x09 }
        let found = screen.display(excerpt.bytes[excerpt.match])
        var before = screen.display(lead)
        let isCut = excerpt.isCutBefore || before.width + found.width > columns
        if isCut {
            // A third of the room at most, so that what follows is seen too.
            let room = min(columns / 3, columns - found.width) - mark.width
            before = mark + before.suffix(max(0, room))
        }
        let after = screen.display(excerpt.bytes[excerpt.match.upperBound...])
        let whole = before + found + after + (excerpt.isCutAfter ? mark : .empty)
        text = whole.truncated(to: columns, ellipsis: ellipsis)
        match = (before.width..<before.width + found.width).clamped(to: 0..<max(0, columns))
    }
}
