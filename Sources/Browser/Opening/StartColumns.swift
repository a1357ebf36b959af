import Screen

/// The columns of the start screen: name, kind, path, and when it was last open. Where there is no room for all of
/// them, the time is left out first, then the kind, then the path.
struct StartColumns: Hashable, Sendable {
    private(set) var name = 0
    private(set) var kind = 0
    private(set) var path = 0
    private(set) var opened = 0
    /// The room for a sentence after the name.
    private(set) var note = 0

    /// The blanks between columns.
    private static let gap = 2
    /// Fewer columns say too little of a path.
    private static let leastPath = 16

    /// Divides the room.
    /// - Parameters:
    ///   - widths: The width of each column's longest text.
    ///   - columns: The room for all of them.
    init(widths: (name: Int, kind: Int, path: Int, opened: Int), columns: Int) {
        let columns = max(0, columns)
        // Names are never cut for the sake of the columns after them, unless they take more than half of the room.
        name = min(widths.name, widths.path > 0 ? max(columns / 2, columns - widths.path - Self.gap) : columns)
        var rest = columns - name
        /// Takes a column if the path then still has room.
        func taken(_ width: Int) -> Int {
            guard width > 0, rest >= width + Self.leastPath + 2 * Self.gap else { return 0 }
            rest -= width + Self.gap
            return width
        }
        kind = taken(widths.kind)
        opened = taken(widths.opened)
        note = max(0, columns - name - Self.gap)
        path = rest >= Self.gap + min(Self.leastPath, widths.path) ? min(widths.path, rest - Self.gap) : 0
    }

    /// Returns a row.
    /// - Parameter difference: Where the path begins to differ from that of another row with the same name; nil if there is
    ///   none.
    func text(_ entry: StartEntry, differingAt difference: Int?, on screen: ScreenContext) -> DisplayText {
        let blanks = DisplayText(String(repeating: " ", count: Self.gap))
        guard entry.note.isEmpty else {
            let note = screen.text(entry.note).truncated(to: note, ellipsis: screen.glyphs.ellipsis)
            return cell(screen.text(entry.name), name, .start, screen) + (note.width > 0 ? blanks + note : .empty)
        }
        let (shown, kept) = shownPath(entry.path, differingAt: difference, screen)
        let cells: [(text: DisplayText, columns: Int, kept: DisplayText.Kept)] = [
            (screen.display(entry.kind.utf8), kind, .start), (shown, path, kept),
            (screen.display(entry.opened.utf8), opened, .start),
        ]
        let first = cell(screen.display(entry.name.utf8), name, .start, screen)
        return cells.filter { $0.columns > 0 }
            .reduce(first) { $0 + blanks + cell($1.text, $1.columns, $1.kept, screen) }
    }

    /// Returns as much of a path as tells it from that of another row, and the part to keep of that; all of it if it fits
    /// or if there is no such row.
    private func shownPath(
        _ bytes: [UInt8], differingAt difference: Int?, _ screen: ScreenContext
    ) -> (DisplayText, DisplayText.Kept) {
        let whole = screen.display(bytes)
        guard whole.width > path, let difference, difference < bytes.count else { return (whole, .bothEnds) }
        let component = bytes[..<difference].lastIndex(of: 0x2f).map { $0 + 1 } ?? 0
        // Nothing is in front of the first name that could be left out.
        guard component > 1 || difference >= path / 2 - 1 else { return (whole, .bothEnds) }
        let ellipsis = DisplayText(String(Character(screen.glyphs.ellipsis)), ascii: screen.isASCII)
        let names = ellipsis + DisplayText("/") + screen.display(bytes[component...])
        guard names.width > path, component < difference else { return (names, .start) }
        // A little of what the names have in common, and no part of a character.
        var start = max(component, difference - 2)
        while start > component, bytes[start] & 0xc0 == 0x80 { start -= 1 }
        return (ellipsis + screen.display(bytes[start...]), .start)
    }

    /// Returns what the columns of a row say, uncut.
    static func texts(_ entry: StartEntry, on screen: ScreenContext) -> [DisplayText] {
        guard entry.note.isEmpty else { return [screen.text(entry.name), screen.text(entry.note)] }
        return [
            screen.display(entry.name.utf8), screen.display(entry.kind.utf8), screen.display(entry.path),
            screen.display(entry.opened.utf8),
        ]
    }

    /// Returns a text with exactly so many columns.
    private func cell(
        _ text: DisplayText, _ columns: Int, _ kept: DisplayText.Kept, _ screen: ScreenContext
    ) -> DisplayText {
        let cut = text.truncated(to: columns, keeping: kept, ellipsis: screen.glyphs.ellipsis)
        return cut + DisplayText(String(repeating: " ", count: max(0, columns - cut.width)))
    }
}
