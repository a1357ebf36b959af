/// Where the columns of a table are on the screen.
package struct TableLayout: Hashable, Sendable {
    /// The number of cells between two columns.
    static let gap = 2

    /// The titles of all columns. Not sanitized.
    package let titles: [String]
    /// The widths of all columns in cells.
    package let widths: [Int]
    /// The widths of all columns without the arrow of the one that the rows are sorted by, for later pages: the arrow
    /// does not make a column wider for good.
    package let lastingWidths: [Int]
    /// What the values of each column are; empty if they were not looked at.
    package let kinds: [ColumnKind]
    /// The number of columns skipped on the left.
    package let skipped: Int

    /// What the values of a column are, as far as a page shows them.
    package enum ColumnKind: Hashable, Sendable {
        case numbers
        case dates
        case others
    }

    init(_ titles: [String], widths: [Int], lasting: [Int], kinds: [ColumnKind] = [], skipped: Int) {
        self.titles = titles
        self.widths = widths
        lastingWidths = lasting
        self.kinds = kinds
        self.skipped = skipped
    }

    /// The cells of a column, which may be beyond the right edge; nil for a column skipped on the left.
    package func range(of column: Int) -> Range<Int>? {
        guard column >= skipped, widths.indices.contains(column) else { return nil }
        let start = widths[skipped..<column].reduce(0) { $0 + $1 + Self.gap }
        return start..<start + widths[column]
    }

    /// Returns the column at a cell, or left of it; nil without columns.
    package func column(at cell: Int) -> Int? {
        widths.indices.dropFirst(skipped).last { (range(of: $0)?.lowerBound ?? 0) <= cell }
    }

    /// Returns how many columns to skip, as few changes as possible, so that a column is on a screen with `columns`
    /// cells.
    package func skipped(showing column: Int, in columns: Int) -> Int {
        guard column > skipped, widths.indices.contains(column) else { return max(0, column) }
        var (first, end) = (skipped, range(of: column)?.upperBound ?? 0)
        while end > columns, first < column {
            end -= widths[first] + Self.gap
            first += 1
        }
        return first
    }
}
