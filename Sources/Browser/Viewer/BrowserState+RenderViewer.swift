import ContainerModel
import Documents
import Previews
import Screen

extension BrowserState {
    /// Draws the viewer over everything but the status line.
    func renderViewer(_ viewer: Viewer, _ canvas: inout Canvas) {
        let level = viewer.level
        canvas.fill(Rectangle(column: 0, row: 0, columns: screen.size.columns, rows: 1), .topLine)
        let forms = screen.text(formNames(of: level))
        // With a blank on either side.
        let notice = topLineNotice.isEmpty ? 0 : topLineNotice.count
        let end = screen.size.columns - (notice > 0 ? notice + 1 : 0)
        let room = end - 2 - (forms.width > 0 ? forms.width + 1 : 0)
        canvas.write(
            trail(of: viewer, columns: room), column: 1, row: 0, columns: room, .topLine)
        canvas.write(
            forms, column: max(0, end - 1 - forms.width), row: 0, columns: min(forms.width, max(0, end - 1)), .topLine)
        renderNotice(&canvas)
        let remarks = level.remarks.map { "(\($0))" }
        let heading = [level.heading] + (level.heading.isEmpty ? [] : [otherSide(of: level)].compactMap(\.self))
        let about = (heading + remarks).joined(separator: " ")
        renderAbout(screen.text(about), &canvas)
        var row = 2
        if let header = level.page.header {
            write(header, &canvas, row: row)
            if let range = level.page.table?.range(of: level.column) { highlight(range, .column, &canvas, row: row) }
            row += 1
        }
        let chosen = chosenLine(of: level)
        for index in level.top..<min(level.top + viewerRows, max(level.top, level.page.lines.count)) {
            write(level.page.lines[index].line, &canvas, row: row)
            let isMarked = viewer.search.map { mark($0, in: level.page.lines[index].line, &canvas, row: row) } ?? true
            if let tiles = level.page.tiles {
                markTile(level.tile, of: tiles, at: level.page.lines[index].position, &canvas, row: row)
            } else if index == chosen {
                canvas.frame.selection = Position(column: Viewer.margin, row: row)
            }
            if level.page.hasCursor, index == level.cursor {
                canvas.highlight(Rectangle(column: 0, row: row, columns: screen.size.columns, rows: 1), .cursor)
                if !isMarked { markCell(of: level, at: index, &canvas, row: row) }
            }
            row += 1
        }
    }

    /// The index of the line that the terminal's cursor is on: without a cursor, what was found or gone to, if it is on the
    /// screen, or else the first one.
    private func chosenLine(of level: Viewer.Level) -> Int {
        guard !level.page.hasCursor else { return level.cursor }
        let found = level.match.flatMap { match in level.page.lines.firstIndex { $0.position == match.line } }
        return found.flatMap { (level.top..<level.top + viewerRows).contains($0) ? $0 : nil } ?? level.top
    }

    /// Draws the line about the contents; if it does not fit, with the key that shows all of it.
    private func renderAbout(_ about: DisplayText, _ canvas: inout Canvas) {
        let room = screen.size.columns - 2
        guard about.width > room else {
            canvas.write(about, column: 1, row: 1, columns: room, .heading)
            return
        }
        let key = screen.text(" \(keys.key("viewer-about"))")
        let hint = screen.text(": all")
        let shown = about.truncated(to: room - key.width - hint.width, ellipsis: screen.glyphs.ellipsis)
        var column = 1 + canvas.write(shown, column: 1, row: 1, columns: room, .heading)
        column += canvas.write(key, column: column, row: 1, columns: key.width, .key)
        canvas.write(hint, column: column, row: 1, columns: hint.width, .dimmed)
    }

    /// Marks where the text occurs that was searched for.
    /// - Returns: Whether it occurs.
    private func mark(_ search: TextSearch, in line: PreviewLine, _ canvas: inout Canvas, row: Int) -> Bool {
        let whole = line.spans.reduce(DisplayText.empty) { $0 + $1.text }
        let found = whole.columns(of: screen.text(search.text), ignoringCase: search.ignoresCase)
        for columns in found { highlight(columns, .match, &canvas, row: row) }
        return !found.isEmpty
    }

    /// Marks the name of an item that stands beside others.
    private func markTile(_ item: Int, of tiles: TileLayout, at line: UInt64, _ canvas: inout Canvas, row: Int) {
        let lines = tiles.captionLines(of: item)
        guard lines.contains(Int(clamping: line)) else { return }
        let columns = tiles.columns(of: item)
        highlight(columns, .cursor, &canvas, row: row)
        guard Int(clamping: line) == lines.lowerBound else { return }
        canvas.frame.selection = Position(column: Viewer.margin + columns.lowerBound, row: row)
    }

    /// Marks the cell in whose cut-off part the text was found.
    private func markCell(of level: Viewer.Level, at index: Int, _ canvas: inout Canvas, row: Int) {
        guard let match = level.match, match.line == level.page.lines[index].position, let column = match.column,
            let range = level.page.table?.range(of: column)
        else { return }
        highlight(range, .match, &canvas, row: row)
    }

    /// Highlights columns of the contents, as far as they are on the screen.
    private func highlight(_ columns: Range<Int>, _ role: Role, _ canvas: inout Canvas, row: Int) {
        let shown = columns.clamped(to: 0..<Viewer.columns(of: screen.size))
        canvas.highlight(
            Rectangle(column: Viewer.margin + shown.lowerBound, row: row, columns: shown.count, rows: 1), role)
    }

    private func write(_ line: PreviewLine, _ canvas: inout Canvas, row: Int) {
        canvas.write(line, column: Viewer.margin, row: row, columns: screen.size.columns - Viewer.margin)
    }

    /// Returns the path of the file and the names of the values that were opened in it. What does not fit is left out
    /// from the beginning: directories of the path first, then the values around the last one.
    private func trail(of viewer: Viewer, columns: Int) -> DisplayText {
        let subject = viewer.level.subject
        let arrow = screen.text(" › ")
        let path = screen.display(subject.file.shown)
        let steps = subject.steps.map { arrow + screen.display(QueryStep.shown($0)) }
        let room = columns - steps.reduce(0) { $0 + $1.width }
        let name = screen.display(subject.file.shown.split(separator: 0x2f).last ?? [])
        if path.width <= room || name.width + 2 <= room {
            return steps.reduce(screen.cutAtSlashes(path, to: room), +)
        }
        let ellipsis = screen.text("…")
        let ends = steps.indices.dropFirst().lazy.map { steps[$0...].reduce(ellipsis, +) }
        let last = steps.last.map { ellipsis + $0 } ?? path
        return ends.first { $0.width <= columns }
            ?? last.truncated(to: columns, keeping: .bothEnds, ellipsis: screen.glyphs.ellipsis)
    }

    /// The forms of what is shown, the present one in brackets; nothing if there is only one.
    private func formNames(of level: Viewer.Level) -> String {
        guard level.forms.count > 1 else { return "" }
        let names = level.forms.map { $0.form == level.subject.form ? "[\($0.title)]" : $0.title }
        let all = names.joined(separator: " ")
        guard all.count * 2 > screen.size.columns else { return all }
        let index = level.forms.firstIndex { $0.form == level.subject.form } ?? 0
        return "\(index + 1)/\(names.count)"
    }

    /// Where the viewer is: "row 12 of 340", "40 %".
    var viewerPosition: String {
        guard let level = viewer?.level, let line = level.current else { return "" }
        if let tiles = level.page.tiles { return "\(level.tile + 1) of \(tiles.items.count)" }
        guard !level.page.hasCursor else {
            let row = "row \(ByteCount.grouped(line.position + 1))"
            return level.page.total.map { "\(row) of \(ByteCount.grouped($0))" } ?? row
        }
        guard let total = level.page.total, total > 0 else { return "" }
        let last = level.top + viewerRows >= level.page.lines.count && level.page.isComplete
        return last ? "100 %" : "\(line.position.multipliedReportingOverflow(by: 100).partialValue / total) %"
    }
}

extension BrowserState {
    /// Returns where the state before is, of two files that are compared; nil of one file.
    private func otherSide(of level: Viewer.Level) -> String? {
        level.subject.compared.map { "from \(name(ofOrigin: $0))" }
    }
}
