/// The size of a screen or of a part of it, in terminal cells.
package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The position of a cell on the screen, zero-based from the upper left corner.
package struct Position: Hashable, Sendable {
    package var column: Int
    package var row: Int

    /// Creates a position.
    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A rectangle of cells. It is empty if it has no columns or no rows.
package struct Rectangle: Hashable, Sendable {
    package var column: Int
    package var row: Int
    package var columns: Int
    package var rows: Int

    /// Creates a rectangle; a negative extent counts as zero.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// The column after the last one.
    package var endColumn: Int { column + columns }
    /// The row after the last one.
    package var endRow: Int { row + rows }

    /// Returns whether the rectangles have a cell in common.
    package func overlaps(_ other: Rectangle) -> Bool {
        column < other.endColumn && other.column < endColumn && row < other.endRow && other.row < endRow
    }

    /// Returns whether the cell at `position` is inside the rectangle.
    package func contains(_ position: Position) -> Bool {
        position.column >= column && position.column < endColumn && position.row >= row && position.row < endRow
    }
}

/// The size of a terminal's cell in pixels.
package struct CellPixels: Hashable, Sendable {
    /// The width, from 1 to 128.
    package let width: Int
    /// The height, from 1 to 256.
    package let height: Int

    /// Creates a size; nil if no font that can be read has it.
    package init?(width: Int, height: Int) {
        guard (1...128).contains(width), (1...256).contains(height) else { return nil }
        (self.width, self.height) = (width, height)
    }

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// The size that is assumed of a terminal that does not tell it.
    package static let usual = CellPixels(10, 20)
}
