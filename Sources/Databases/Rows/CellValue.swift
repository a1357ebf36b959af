/// The contents of a text or a blob, or their beginning.
package struct CellBytes: Hashable, Sendable {
    /// The bytes that were read; text as UTF-8, which need not be valid.
    package let bytes: [UInt8]
    /// Where they begin in the cell.
    package let offset: Int
    /// The size of the cell in bytes. A long text of a UTF-16 database is measured in its own encoding.
    package let count: Int
    /// Whether the bytes are all of the cell.
    package let isWhole: Bool

    /// - Parameter isWhole: Whether the bytes are all of the cell; nil if their number tells it.
    init(bytes: [UInt8], offset: Int = 0, count: Int, isWhole: Bool? = nil) {
        (self.bytes, self.offset, self.count) = (bytes, offset, count)
        self.isWhole = isWhole ?? (bytes.count >= count)
    }
}

/// The value of a cell. In SQLite, each cell has its own type.
package enum CellValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(CellBytes)
    case blob(CellBytes)
    /// A cell that was not read, as it is too large or its expression is not permitted.
    case unread
    /// A cell on pages that are missing or malformed.
    case damaged
}

/// The identity of a row of a table.
package enum RowKey: Hashable, Sendable {
    /// Its row ID.
    case rowID(Int64)
    /// The position from 0 in a view, or in a table without row IDs: in its own order, without filter and sorting.
    case position(Int)
}

/// A row of a table or view.
package struct Row: Hashable, Sendable {
    /// Identifies the row; nil if it cannot be identified, such as in a filtered view.
    package let key: RowKey?
    /// The values, in the order of the columns.
    package let cells: [CellValue]

    package init(key: RowKey?, cells: [CellValue]) { (self.key, self.cells) = (key, cells) }
}

/// Consecutive rows of a table or view.
package struct RowPage: Hashable, Sendable {
    /// The position of the first row.
    package let first: Int
    /// The names of the columns.
    package let columns: [String]
    /// The rows; fewer than asked for only at the end.
    package let rows: [Row]
}

/// The rows of a table or view to be read, and their order.
package struct RowQuery: Hashable, Sendable {
    /// A column by which rows are sorted.
    package struct Sorting: Hashable, Sendable {
        /// The name of the column.
        package let column: String
        /// Whether the largest values come first.
        package let isDescending: Bool

        package init(by column: String, descending: Bool = false) {
            self.column = column
            isDescending = descending
        }
    }

    /// The name of the table or view.
    package let table: String
    /// An SQL expression that is true for the rows; nil for all rows.
    package let filter: String?
    /// The order; nil for the table's own.
    package let sorting: Sorting?

    /// Creates a query for all rows, or some.
    package init(_ table: String, where filter: String? = nil, sorted sorting: Sorting? = nil) {
        (self.table, self.filter, self.sorting) = (table, filter, sorting)
    }
}
