/// A new value for a cell.
package struct CellEdit: Hashable, Sendable {
    /// A value as it is stored.
    package enum Value: Hashable, Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])
    }

    /// The rows whose cell of a column gets the value.
    package enum Rows: Hashable, Sendable {
        /// The one with a row ID.
        case one(Int64)
        /// All for which an expression is true, or all of the table, as many as were counted.
        case matching(String?, count: Int)
    }

    /// The name of the table.
    package let table: String
    /// The rows.
    package let rows: Rows
    /// The name of the column.
    package let column: String
    /// The value.
    package let value: Value
    /// A column that counts the changes of the row, and is increased by one; nil if there is none.
    package let counter: String?

    /// Creates a new value for rows.
    package init(table: String, rows: Rows, column: String, value: Value, counter: String? = nil) {
        (self.table, self.rows, self.column, self.value, self.counter) = (table, rows, column, value, counter)
    }

    /// Creates a new value for a row.
    package init(table: String, row: Int64, column: String, value: Value, counter: String? = nil) {
        self.init(table: table, rows: .one(row), column: column, value: value, counter: counter)
    }
}
