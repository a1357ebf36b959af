import CSQLite

/// The column of a table that the values of a query's column come from as they are.
package struct QueryOrigin: Hashable, Sendable {
    /// The name of the table.
    package let table: String
    /// The name of its column.
    package let column: String

    /// Finds out where a column of a statement comes from; nil if it is computed, or of an attached database.
    init?(ofColumn index: Int32, of statement: Statement) {
        guard let database = sqlite3_column_database_name(statement.handle, index),
            String(cString: database) == "main",
            let table = sqlite3_column_table_name(statement.handle, index),
            let column = sqlite3_column_origin_name(statement.handle, index)
        else { return nil }
        (self.table, self.column) = (String(cString: table), String(cString: column))
    }
}
