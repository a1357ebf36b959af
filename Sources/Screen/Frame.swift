/// The contents of the whole screen, cell by cell and row by row.
///
/// Drawing code is pure and produces a frame; only the terminal decides which parts have to be sent.
package struct Frame: Hashable, Sendable {
    package let size: Size
    /// The cells of each row. Frames share the rows that they have in common: most of them, from one key to the next.
    private var rows: [[Cell]]
    /// The cells, row by row.
    package var cells: [Cell] { Array(rows.joined()) }
    /// The position of the text cursor; nil hides it.
    package var cursor: Position?
    /// Where the text cursor stands while it is hidden: on the selected row, which screen readers and magnifiers
    /// follow; nil leaves it anywhere.
    package var selection: Position?
    /// The pictures over the cells, which do not overlap.
    package internal(set) var placements: [PicturePlacement] = []

    /// Creates a frame of blanks.
    package init(size: Size, style: Style = .plain) {
        self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
        rows = Array(repeating: Array(repeating: .blank(style), count: self.size.columns), count: self.size.rows)
    }

    /// The cells of one row, left to right.
    package func row(_ row: Int) -> ArraySlice<Cell> { rows[row][...] }

    /// Calls `body` with the cells of one row, left to right.
    package func withRow<Answer>(_ row: Int, _ body: (UnsafeBufferPointer<Cell>) -> Answer) -> Answer {
        rows[row].withUnsafeBufferPointer(body)
    }

    /// The cell at a position, which must be inside the frame.
    package subscript(position: Position) -> Cell {
        rows[position.row][position.column]
    }

    /// Fills the part of `area` that is on the screen with blanks. Pictures that are there are removed.
    package mutating func fill(_ area: Rectangle, style: Style) {
        if !placements.isEmpty { placements.removeAll { $0.area.overlaps(area) } }
        blank(area, style: style)
    }

    /// Replaces cells by blanks.
    package mutating func blank(_ area: Rectangle, style: Style) {
        let columns = max(0, area.column)..<max(0, area.column, min(area.endColumn, size.columns))
        guard let first = columns.first else { return }
        for row in max(0, area.row)..<max(0, area.row, min(area.endRow, size.rows)) {
            splitWide(at: first, row: row)
            blankContinuation(at: columns.upperBound, row: row)
            rows[row].withUnsafeMutableBufferPointer { cells in
                for column in columns { cells[column] = .blank(style) }
            }
        }
    }

    /// Changes the style of the part of `area` that is on the screen and keeps its text.
    package mutating func restyle(_ area: Rectangle, _ change: (Style) -> Style) {
        let columns = max(0, area.column)..<max(0, area.column, min(area.endColumn, size.columns))
        for row in max(0, area.row)..<max(0, area.row, min(area.endRow, size.rows)) {
            rows[row].withUnsafeMutableBufferPointer { cells in
                for column in columns { cells[column].style = change(cells[column].style) }
            }
        }
    }

    /// Writes `text` at a position, into at most `columns` cells and never past the edge of the screen.
    ///
    /// A wide character without room for its second half is left out. If `text` overwrites half of a wide character,
    /// the other half becomes a blank.
    /// - Returns: The number of cells written.
    @discardableResult
    package mutating func write(
        _ text: DisplayText,
        column: Int,
        row: Int,
        columns: Int = .max,
        style: Style
    ) -> Int {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns, columns > 0 else { return 0 }
        let end = column + min(columns, size.columns - column)
        guard let first = text.clusters.first, column + (first.isWide ? 2 : 1) <= end else { return 0 }
        splitWide(at: column, row: row)
        var index = column
        rows[row].withUnsafeMutableBufferPointer { cells in
            for cluster in text.clusters {
                let width = cluster.isWide ? 2 : 1
                guard index + width <= end else { break }
                cells[index] = Cell(text: cluster.bits, style: style)
                if cluster.isWide {
                    cells[index + 1] = .continuation(style)
                }
                index += width
            }
        }
        blankContinuation(at: index, row: row)
        return index - column
    }

    /// Writes one of the program's own characters, one cell wide; does nothing outside the screen.
    package mutating func put(_ scalar: Unicode.Scalar, column: Int, row: Int, style: Style) {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
        splitWide(at: column, row: row)
        rows[row].withUnsafeMutableBufferPointer { cells in
            if cells[column].isWide, column + 1 < cells.count {
                cells[column + 1] = .blank(cells[column + 1].style)
            }
            cells[column] = Cell(text: UInt64(scalar.value), style: style)
        }
    }

    /// Draws a border along the inner edges of an area that is not empty.
    package mutating func drawBorder(_ area: Rectangle, _ glyphs: Glyphs, style: Style) {
        let (right, bottom) = (area.endColumn - 1, area.endRow - 1)
        for column in area.column..<area.endColumn {
            put(glyphs.horizontal, column: column, row: area.row, style: style)
            put(glyphs.horizontal, column: column, row: bottom, style: style)
        }
        for row in area.row..<area.endRow {
            put(glyphs.vertical, column: area.column, row: row, style: style)
            put(glyphs.vertical, column: right, row: row, style: style)
        }
        put(glyphs.cornerTopLeft, column: area.column, row: area.row, style: style)
        put(glyphs.cornerTopRight, column: right, row: area.row, style: style)
        put(glyphs.cornerBottomLeft, column: area.column, row: bottom, style: style)
        put(glyphs.cornerBottomRight, column: right, row: bottom, style: style)
    }

    /// Writes one of the program's own strings; for text from outside see `write(_:column:row:columns:style:)`.
    @discardableResult
    package mutating func write(_ text: String, column: Int, row: Int, columns: Int = .max, style: Style) -> Int {
        var text = text
        let direct = text.withUTF8 { writeASCII($0, column: column, row: row, columns: columns, style: style) }
        return direct ?? write(DisplayText(text), column: column, row: row, columns: columns, style: style)
    }

    /// Writes the bytes of a name or of contents, sanitized and shortened to `columns`.
    @discardableResult
    package mutating func write(
        bytes: ArraySlice<UInt8>,
        ascii: Bool,
        column: Int,
        row: Int,
        columns: Int,
        keeping kept: DisplayText.Kept,
        ellipsis: Unicode.Scalar,
        style: Style
    ) -> Int {
        if bytes.count <= columns {
            let direct = bytes.withUnsafeBufferPointer {
                writeASCII($0, column: column, row: row, columns: columns, style: style)
            }
            if let direct { return direct }
        }
        let text = DisplayText(bytes: bytes, ascii: ascii).truncated(to: columns, keeping: kept, ellipsis: ellipsis)
        return write(text, column: column, row: row, columns: columns, style: style)
    }

    /// Writes printable ASCII, which is most of a screen, without making clusters first.
    /// - Returns: nil, without writing, if any byte is not printable ASCII.
    private mutating func writeASCII(
        _ bytes: UnsafeBufferPointer<UInt8>,
        column: Int,
        row: Int,
        columns: Int,
        style: Style
    ) -> Int? {
        guard bytes.allSatisfy({ $0 &- 0x20 < 0x5f }) else { return nil }
        guard row >= 0, row < size.rows, column >= 0, column < size.columns, columns > 0 else { return 0 }
        let count = min(bytes.count, columns, size.columns - column)
        guard count > 0 else { return 0 }
        splitWide(at: column, row: row)
        rows[row].withUnsafeMutableBufferPointer { cells in
            for offset in 0..<count { cells[column + offset] = Cell(text: UInt64(bytes[offset]), style: style) }
        }
        blankContinuation(at: column + count, row: row)
        return count
    }

    /// Blanks the first half of a wide character whose second half at `column` is about to be overwritten.
    private mutating func splitWide(at column: Int, row: Int) {
        guard rows[row][column].isContinuation, column > 0 else { return }
        rows[row][column - 1] = .blank(rows[row][column - 1].style)
    }

    /// Blanks the second half of a wide character whose first half, before `column`, was overwritten.
    private mutating func blankContinuation(at column: Int, row: Int) {
        guard column < size.columns, rows[row][column].isContinuation else { return }
        rows[row][column] = .blank(rows[row][column].style)
    }
}

extension Frame {
    /// The frame as lines of text without styles and trailing blanks, for tests and for screenshots in prose.
    package var text: String {
        var lines: [String] = []
        for row in 0..<size.rows {
            var line = String.UnicodeScalarView()
            for cell in self.row(row) where !cell.isContinuation {
                line.append(cell.base)
                if let mark = cell.firstMark { line.append(mark) }
                if let mark = cell.secondMark { line.append(mark) }
            }
            while line.last == " " { line.removeLast() }
            lines.append(String(line))
        }
        return lines.joined(separator: "\n")
    }
}
