import Screen

extension BrowserState {
    func render(_ panel: OpenPanel, _ canvas: inout Canvas) {
        let layout = PanelLayout(panel, self)
        let box = layout.box
        let inner = layout.inner
        // A blank column on either side, so that the words under the panel do not run into it.
        canvas.fill(Rectangle(column: box.column - 1, row: box.row, columns: box.columns + 2, rows: box.rows), .text)
        canvas.fill(box, .panel)
        let title = DisplayText(" \(panel.title) ", ascii: isASCII)
        canvas.border(
            box, title: title.truncated(to: box.columns - 4, ellipsis: glyphs.ellipsis),
            hasMore: layout.lines.count > panel.top + box.rows - 2)
        for place in layout.visible {
            let row = inner.row + place - layout.visible.lowerBound
            render(layout.lines[place].row, &canvas, inner, row)
            if let choice = layout.lines[place].choice, choice == panel.cursor {
                let chosen = Rectangle(column: box.column + 1, row: row, columns: box.columns - 2, rows: 1)
                canvas.highlight(chosen, .cursor)
            }
        }
        if layout.lines.isEmpty {
            canvas.write("nothing matches", column: inner.column, row: inner.row, columns: inner.columns, .dimmed)
        }
    }

    private func render(_ line: PanelRow, _ canvas: inout Canvas, _ inner: Rectangle, _ row: Int) {
        let noteColumns = min(line.note.count, max(inner.columns / 2, inner.columns - line.text.width - 2))
        let room = inner.columns - noteColumns - (noteColumns > 0 ? 2 : 0)
        canvas.write(
            line.text.truncated(to: room, ellipsis: glyphs.ellipsis), column: inner.column, row: row, columns: room,
            line.isHeading ? .heading : .panel)
        let note = DisplayText(glyphs.spelled(line.note), ascii: isASCII).truncated(
            to: noteColumns, ellipsis: glyphs.ellipsis)
        canvas.write(note, column: inner.endColumn - noteColumns, row: row, columns: noteColumns, .key)
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
