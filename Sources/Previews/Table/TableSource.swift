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

    /// Returns the nearest row with a cell in which a text occurs; nil if there is none, or if the work was cancelled.
    /// - Parameters:
    ///   - index: The first row searched; backwards, the row behind the last one searched.
    /// - Throws: `PreviewFailure` if the rows cannot be read.
    func find(
        _ search: PreviewSearch,
        from index: Int,
        isBackwards: Bool,
        within limits: PreviewLimits
    ) throws(PreviewFailure) -> TableMatch?
}

/// A cell of a table in which a text occurs.
package struct TableMatch: Hashable, Sendable {
    /// The index of the row.
    package var row: Int
    /// The index of the column.
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

extension TableSource {
    package func find(
        _ search: PreviewSearch,
        from index: Int,
        isBackwards: Bool,
        within limits: PreviewLimits
    ) throws(PreviewFailure) -> TableMatch? {
        let atOnce = 1_024
        var bounds = isBackwards ? max(0, index - atOnce)..<index : index..<index.addingReportingOverflow(atOnce).0
        while !bounds.isEmpty, !limits.mustStop {
            let rows = try rows(from: bounds.lowerBound, count: bounds.count, within: limits)
            let found = rows.indices.lazy.compactMap { row in
                rows[row].cells.firstIndex { OutlineNode("", $0).matches(search) }.map { (row, $0) }
            }
            if let (row, column) = isBackwards ? Array(found).last : found.first {
                return TableMatch(row: bounds.lowerBound + row, column: column)
            }
            if isBackwards {
                bounds = max(0, bounds.lowerBound - atOnce)..<bounds.lowerBound
            } else {
                guard rows.count == bounds.count else { return nil }
                bounds = bounds.upperBound..<bounds.upperBound + atOnce
            }
        }
        return nil
    }
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
