import Screen

extension PanelLayout {
    func render(_ panel: OpenPanel, _ canvas: inout Canvas, _ screen: ScreenContext) {
        // A blank column on either side separates the panel from the text under it.
        canvas.fill(Rectangle(column: box.column - 1, row: box.row, columns: box.columns + 2, rows: box.rows), .text)
        canvas.fill(box, .panel)
        let title = DisplayText(" \(panel.title) ", ascii: screen.isASCII)
        canvas.border(
            box, title: title.truncated(to: box.columns - 4, ellipsis: screen.glyphs.ellipsis),
            note: overflowNote)
        for hint in hints.hints {
            let blanks = String(repeating: " ", count: hint.count + 2)
            canvas.write(blanks, column: hint.lowerBound - 1, row: hints.row, columns: blanks.count, .panel)
        }
        canvas.write(hints, .panelBorder)
        for (offset, place) in visible.enumerated() {
            let line = lines[place]
            let row = inner.row + offset
            let indent = line.indent(keyColumns)
            if let keys = line.row.keys.first {
                canvas.write(keys, column: inner.column, row: row, columns: keyColumns, line.row.keyRole)
            }
            let area = Rectangle(
                column: inner.column + indent, row: inner.row, columns: inner.columns - indent, rows: inner.rows)
            render(line.row, &canvas, area, row, screen)
        }
        if lines.isEmpty {
            canvas.write("nothing matches", column: inner.column, row: inner.row, columns: inner.columns, .dimmed)
        }
        canvas.lay(box, on: .panel)
        canvas.frame.selection = Position(column: inner.column, row: inner.row)
        guard !choices.isEmpty else { return }
        for (offset, place) in visible.enumerated() where lines[place].choice == panel.cursor {
            let row = inner.row + offset
            canvas.highlight(Rectangle(column: box.column + 1, row: row, columns: box.columns - 2, rows: 1), .cursor)
            paint(lines[place].row, &canvas, inner, row, isUnderCursor: true)
            // Of an answer that takes several lines, the first.
            if line(of: panel.cursor) == place {
                canvas.frame.selection = Position(column: inner.column, row: row)
            }
        }
    }

    private func render(
        _ line: PanelRow, _ canvas: inout Canvas, _ inner: Rectangle, _ row: Int, _ screen: ScreenContext
    ) {
        let noteColumns = noteColumns(of: line, inner)
        let room = textColumns(of: line, inner)
        canvas.write(
            line.truncated(to: room, ellipsis: screen.glyphs.ellipsis), column: inner.column, row: row, columns: room,
            line.isHeading ? .heading : .panel)
        paint(line, &canvas, inner, row, isUnderCursor: false)
        let cut = line.text.width - room
        for column in line.marks {
            // Of a text whose middle is cut, the end has moved.
            let isEnd = cut > 0 && line.keepsEnd && column >= line.text.width - (room - 1) / 2
            let isBeginning = cut <= 0 || column < (line.keepsEnd ? (room - 1) / 2 : room)
            guard isEnd || isBeginning else { continue }
            let place = inner.column + (isEnd ? column - cut : column)
            canvas.highlight(Rectangle(column: place, row: row, columns: 1, rows: 1), .match)
        }
        let note = screen.text(line.note).truncated(
            to: noteColumns, ellipsis: screen.glyphs.ellipsis)
        canvas.write(note, column: inner.endColumn - noteColumns, row: row, columns: noteColumns, line.noteRole)
    }

    /// The columns that the note of a row gets.
    private func noteColumns(of line: PanelRow, _ inner: Rectangle) -> Int {
        let left = max(0, inner.columns - line.text.width - 2)
        return min(line.note.count, line.isNoteMinor ? left : max(inner.columns / 2, left))
    }

    /// The columns that the text of a row gets.
    private func textColumns(of line: PanelRow, _ inner: Rectangle) -> Int {
        let noteColumns = noteColumns(of: line, inner)
        return inner.columns - noteColumns - (noteColumns > 0 ? 2 : 0)
    }

    /// Gives parts of a row's text their own colours.
    private func paint(
        _ line: PanelRow, _ canvas: inout Canvas, _ inner: Rectangle, _ row: Int, isUnderCursor: Bool
    ) {
        let room = textColumns(of: line, inner)
        // The last column of a text that is cut at its end is an ellipsis.
        let shown = max(0, line.text.width > room && !line.keepsEnd ? room - 1 : room)
        for paint in line.paints where !isUnderCursor || paint.underCursor != .highlighted {
            let columns = paint.columns.clamped(to: 0..<shown)
            let place = Rectangle(column: inner.column + columns.lowerBound, row: row, columns: columns.count, rows: 1)
            let isReversed = isUnderCursor && paint.underCursor == .reversed
            canvas.paint(place, isReversed ? paint.style.adding(.reverse) : paint.style, on: .panel)
        }
    }
}

extension PanelRow {
    /// Returns the text as far as it fits.
    fileprivate func truncated(to room: Int, ellipsis: Unicode.Scalar) -> DisplayText {
        let rest = room - wholeColumns
        guard keepsEnd, wholeColumns > 0, text.width > room else {
            return text.truncated(to: room, keeping: keepsEnd ? .bothEnds : .start, ellipsis: ellipsis)
        }
        guard rest > 2 else { return text.truncated(to: room, ellipsis: ellipsis) }
        let end = text.suffix(text.width - wholeColumns)
        return text.prefix(wholeColumns) + end.truncated(to: rest, keeping: .end, ellipsis: ellipsis)
    }
}

extension Canvas {
    fileprivate mutating func border(_ area: Rectangle, title: DisplayText, note: String) {
        frame.drawBorder(area, glyphs, style: theme[.panelBorder])
        write(title, column: area.column + 2, row: area.row, columns: max(0, area.columns - 4), .heading)
        write(note, column: area.endColumn - 1 - note.count, row: area.endRow - 1, columns: note.count, .panelBorder)
    }
}
