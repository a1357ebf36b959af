import Screen

extension PanelRow {
    /// The parts of a row, from left to right, and what choosing the row does.
    struct Parts: Sendable {
        let texts: [DisplayText]
        /// What tells the row from the others, whatever it says; nil if it is what it says.
        let identity: RowIdentity?
        let choose: Choice

        init(_ texts: [DisplayText], identity: RowIdentity? = nil, choose: @escaping Choice) {
            self.texts = texts
            self.identity = identity
            self.choose = choose
        }
    }

    /// The blanks between two columns.
    private static let gap = 2
    /// The widest column that is never cut for want of room.
    private static let shortest = 12

    /// Returns rows whose parts stand in columns, each as wide as its widest part. All but the first column are notes.
    ///
    /// A long name in the first column leaves room for a part of the notes; where a row is too long, its end is cut, or a wide column
    /// if the end is short.
    static func aligned(_ rows: [Parts], _ screen: ScreenContext) -> [PanelRow] {
        let maximum = max(1, screen.size.columns * 2 / 3 - 4)
        var widths: [Int] = []
        for row in rows {
            // What is last in its row needs no blanks behind it.
            for (index, text) in row.texts.dropLast().enumerated() {
                if index == widths.count { widths.append(0) }
                widths[index] = max(widths[index], min(text.width, maximum))
            }
        }
        makeRoom(for: rows.compactMap { $0.texts.count > widths.count ? $0.texts.last?.width : nil }.max() ?? 0)
        /// Narrows the widest columns for a short one at the end, such as a time, which says nothing if it is cut.
        func makeRoom(for last: Int) {
            guard (1...shortest).contains(last) else { return }
            let room = screen.size.columns - 4 - last
            func width() -> Int { widths.reduce(0) { $0 + ($1 > 0 ? $1 + gap : 0) } }
            while width() > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > shortest
            {
                widths[widest] -= 1
            }
        }
        return rows.map { row in
            var whole = DisplayText.empty
            var paints: [Paint] = []
            for (index, text) in row.texts.enumerated() {
                let isLast = index == row.texts.count - 1
                let shown = isLast ? text : text.truncated(to: widths[index], ellipsis: screen.glyphs.ellipsis)
                let start = whole.width
                whole = whole + shown
                if index > 0 { paints.append(Paint(columns: start..<whole.width, style: screen.theme[.panelNote])) }
                // A column that no row has anything in takes no room.
                let blanks = isLast || widths[index] == 0 ? 0 : widths[index] - shown.width + gap
                whole = whole + DisplayText(String(repeating: " ", count: blanks))
            }
            var result = PanelRow(whole, choose: row.choose)
            result.paints = paints
            result.linearTexts = row.texts
            result.identity = row.identity
            return result
        }
    }
}
