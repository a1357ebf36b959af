import Screen

extension BrowserState {
    /// The box of a panel: in the middle, no larger than it has to be.
    private func area(of panel: Panel, rows: [Panel.Row]) -> Rectangle {
        let widest = rows.map { $0.text.width + $0.note.count + 4 }.max() ?? 0
        let columns = min(size.columns, max(widest + 4, panel.title.count + 6, min(size.columns, 44)))
        let height = min(size.rows - (size.rows > 10 ? 2 : 0), rows.count + 2)
        return Rectangle(
            column: (size.columns - columns) / 2,
            row: max(0, (size.rows - height) / 2),
            columns: columns,
            rows: max(3, height)
        )
    }

    /// How many rows of the panel are in view.
    var panelRows: Int {
        guard let panel else { return 0 }
        return max(1, area(of: panel, rows: panel.rows(self)).rows - 2)
    }

    func render(_ panel: Panel, _ canvas: inout Canvas) {
        let rows = panel.rows(self)
        let area = area(of: panel, rows: rows)
        // A blank column on either side, so that the words under the panel do not run into it.
        canvas.fill(
            Rectangle(column: area.column - 1, row: area.row, columns: area.columns + 2, rows: area.rows), .text)
        canvas.fill(area, .panel)
        let chosenRow = panel.isQuestion ? rows.count - panel.answers(self).count + panel.cursor : panel.cursor
        let title = DisplayText(" \(panel.title) ", ascii: isASCII)
        canvas.border(
            area, title: title.truncated(to: area.columns - 4, ellipsis: glyphs.ellipsis),
            hasMore: rows.count > panel.top + area.rows - 2)
        let inner = Rectangle(
            column: area.column + 2, row: area.row + 1, columns: area.columns - 4, rows: area.rows - 2
        )
        for offset in 0..<inner.rows where rows.indices.contains(panel.top + offset) {
            let row = rows[panel.top + offset]
            let line = inner.row + offset
            let noteColumns = min(row.note.count, max(inner.columns / 2, inner.columns - row.text.width - 2))
            let room = inner.columns - noteColumns - (noteColumns > 0 ? 2 : 0)
            canvas.write(
                row.text.truncated(to: room, ellipsis: glyphs.ellipsis), column: inner.column, row: line, columns: room,
                row.isHeading ? .heading : .panel
            )
            let note = DisplayText(glyphs.spelled(row.note), ascii: isASCII).truncated(
                to: noteColumns, ellipsis: glyphs.ellipsis)
            canvas.write(note, column: inner.endColumn - noteColumns, row: line, columns: noteColumns, .key)
            if panel.hasCursor, panel.top + offset == chosenRow {
                let chosen = Rectangle(column: area.column + 1, row: line, columns: area.columns - 2, rows: 1)
                canvas.highlight(chosen, .cursor)
            }
        }
        if rows.isEmpty {
            canvas.write("nothing matches", column: inner.column, row: inner.row, columns: inner.columns, .dimmed)
        }
    }
}

extension Canvas {
    fileprivate mutating func border(_ area: Rectangle, title: DisplayText, hasMore: Bool) {
        let right = area.endColumn - 1
        let bottom = area.endRow - 1
        for column in area.column...right {
            put(glyphs.horizontal, column: column, row: area.row, .panelBorder)
            put(glyphs.horizontal, column: column, row: bottom, .panelBorder)
        }
        for row in area.row...bottom {
            put(glyphs.vertical, column: area.column, row: row, .panelBorder)
            put(glyphs.vertical, column: right, row: row, .panelBorder)
        }
        put(glyphs.cornerTopLeft, column: area.column, row: area.row, .panelBorder)
        put(glyphs.cornerTopRight, column: right, row: area.row, .panelBorder)
        put(glyphs.cornerBottomLeft, column: area.column, row: bottom, .panelBorder)
        put(glyphs.cornerBottomRight, column: right, row: bottom, .panelBorder)
        write(title, column: area.column + 2, row: area.row, columns: max(0, area.columns - 4), .heading)
        let hint = hasMore ? " more below " : ""
        write(hint, column: right - hint.count, row: bottom, columns: hint.count, .panelBorder)
    }
}
