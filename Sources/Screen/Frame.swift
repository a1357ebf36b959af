/// The contents of the whole screen, cell by cell and row by row.
///
/// Drawing code is pure and produces a frame; only the terminal decides which parts have to be sent.
package struct Frame: Hashable, Sendable {
    package let size: Size
    /// The cells, row by row.
    package private(set) var cells: [Cell]
    /// The position of the text cursor; nil hides it.
    package var cursor: Position?
    /// Where the text cursor stands while it is hidden: on the selected row, which screen readers and magnifiers follow;
    /// nil leaves it anywhere.
    package var selection: Position?

    /// Creates a frame of blanks.
    package init(size: Size, style: Style = .plain) {
        self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank(style), count: self.size.columns * self.size.rows)
    }

    /// The cells of one row, left to right.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The cell at a position, which must be inside the frame.
    package subscript(position: Position) -> Cell {
        cells[position.row * size.columns + position.column]
    }

    /// Fills the part of `area` that is on the screen with blanks.
    package mutating func fill(_ area: Rectangle, style: Style) {
        let columns = max(0, area.column)..<max(0, area.column, min(area.endColumn, size.columns))
        guard let first = columns.first else { return }
        for row in max(0, area.row)..<max(0, area.row, min(area.endRow, size.rows)) {
            splitWide(at: row * size.columns + first, row: row)
            blankContinuation(at: row * size.columns + columns.upperBound, row: row)
            for column in columns { cells[row * size.columns + column] = .blank(style) }
        }
    }

    /// Changes the style of the part of `area` that is on the screen and keeps its text.
    package mutating func restyle(_ area: Rectangle, _ change: (Style) -> Style) {
        let columns = max(0, area.column)..<max(0, area.column, min(area.endColumn, size.columns))
        for row in max(0, area.row)..<max(0, area.row, min(area.endRow, size.rows)) {
            for column in columns {
                let index = row * size.columns + column
                cells[index].style = change(cells[index].style)
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
        let start = row * size.columns + column
        let end = start + min(columns, size.columns - column)
        var index = start
        for cluster in text.clusters {
            let width = cluster.isWide ? 2 : 1
            guard index + width <= end else { break }
            if index == start { splitWide(at: index, row: row) }
            cells[index] = Cell(text: cluster.bits, style: style)
            if cluster.isWide {
                cells[index + 1] = .continuation(style)
            }
            index += width
        }
        if index > start { blankContinuation(at: index, row: row) }
        return index - start
    }

    /// Writes one of the program's own characters, one cell wide; does nothing outside the screen.
    package mutating func put(_ scalar: Unicode.Scalar, column: Int, row: Int, style: Style) {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
        let index = row * size.columns + column
        splitWide(at: index, row: row)
        if cells[index].isWide, column + 1 < size.columns { cells[index + 1] = .blank(cells[index + 1].style) }
        cells[index] = Cell(text: UInt64(scalar.value), style: style)
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
        let start = row * size.columns + column
        let count = min(bytes.count, columns, size.columns - column)
        guard count > 0 else { return 0 }
        splitWide(at: start, row: row)
        cells.withUnsafeMutableBufferPointer { cells in
            for offset in 0..<count { cells[start + offset] = Cell(text: UInt64(bytes[offset]), style: style) }
        }
        blankContinuation(at: start + count, row: row)
        return count
    }

    /// Blanks the first half of a wide character whose second half at `index` is about to be overwritten.
    private mutating func splitWide(at index: Int, row: Int) {
        guard cells[index].isContinuation, index > row * size.columns else { return }
        cells[index - 1] = .blank(cells[index - 1].style)
    }

    /// Blanks the second half of a wide character whose first half, before `index`, was overwritten.
    private mutating func blankContinuation(at index: Int, row: Int) {
        guard index < (row + 1) * size.columns, cells[index].isContinuation else { return }
        cells[index] = .blank(cells[index].style)
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
