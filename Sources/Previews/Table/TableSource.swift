import Formats

/// A table of any size, whose rows are read when they are shown.
package protocol TableSource: Sendable {
    /// The titles of the columns. Not sanitized.
    var columns: [String] { get }

    /// Returns the number of rows; nil if it is not known or counting takes too long.
    func rowCount(within limits: PreviewLimits) -> Int?

    /// Reads rows; fewer than asked for only at the end.
    /// - Throws: `PreviewFailure` if they cannot be read.
    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow]

    /// Returns what a row stands for, by its name; nil if there is no such row.
    func row(named name: String, as form: ViewForm) -> Preview?
}

/// A row of a table.
package struct TableRow: Sendable {
    /// The name by which the row is opened; nil if it cannot be.
    package var name: String?
    /// The values, in the order of the columns.
    package var cells: [OutlineValue]
    /// Whether no cell is cut off.
    package var isWhole: Bool

    package init(name: String?, cells: [OutlineValue], isWhole: Bool = true) {
        self.name = name
        self.cells = cells
        self.isWhole = isWhole
    }
}
