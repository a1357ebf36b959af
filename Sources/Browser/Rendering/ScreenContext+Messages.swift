import Screen

/// Messages in the status line, which takes as many rows as a message needs.
extension ScreenContext {
    /// Returns the lines of a message: as many as fit in a third of the screen, the last one with an ellipsis if that is
    /// not enough.
    func messageLines(_ text: String, columns: Int) -> [DisplayText] {
        let lines = self.text(text).wrapped(to: max(1, columns))
        let maximum = max(1, size.rows / 3)
        guard lines.count > maximum, let last = lines.dropFirst(maximum - 1).first else { return lines }
        let cut = (last + DisplayText(String(repeating: " ", count: columns))).truncated(
            to: max(1, columns), ellipsis: glyphs.ellipsis)
        return lines.prefix(maximum - 1) + [cut]
    }

    /// Whether a message is shown as a whole.
    func fitsInMessage(_ text: String) -> Bool {
        self.text(text).wrapped(to: max(1, size.columns - 2)).count <= min(3, max(1, size.rows / 3))
    }

    /// Draws a message in the status line and as many rows above it as it needs.
    /// - Parameter columns: The columns that the last row has for it.
    func render(_ message: Panels.Message, _ canvas: inout Canvas, columns: Int) {
        let lines = messageLines(message.text, columns: columns - 2)
        let role: Role = message.isError ? .statusError : .statusLine
        overlay(lines.dropLast(), &canvas, above: size.rows - 1, role)
        guard let last = lines.last else { return }
        canvas.write(DisplayText(" ") + last, column: 0, row: size.rows - 1, columns: columns, role)
    }

    /// Draws lines over the panes, the last one directly above a row.
    func overlay(_ lines: some Collection<DisplayText>, _ canvas: inout Canvas, above row: Int, _ role: Role) {
        for (offset, line) in lines.enumerated() {
            let place = row - lines.count + offset
            canvas.fill(Rectangle(column: 0, row: place, columns: size.columns, rows: 1), .statusLine)
            canvas.write(DisplayText(" ") + line, column: 0, row: place, columns: size.columns, role)
        }
    }
}
