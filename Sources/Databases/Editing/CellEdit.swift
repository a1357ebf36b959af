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

    /// The name of the table.
    package let table: String
    /// The row ID of the row.
    package let row: Int64
    /// The name of the column.
    package let column: String
    /// The value.
    package let value: Value
    /// A column that counts the changes of the row, and is increased by one; nil if there is none.
    package let counter: String?

    /// Creates a new value.
    package init(table: String, row: Int64, column: String, value: Value, counter: String? = nil) {
        (self.table, self.row, self.column, self.value, self.counter) = (table, row, column, value, counter)
    }
}
