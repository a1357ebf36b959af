import CSQLite

extension CellEdit.Value {
    /// Returns the value as a column stores it: a text that is written as a number is one in a column of numbers, and a number
    /// is a text in a column of texts (SQLite, "Datatypes In SQLite", 3). An integer and a real number are the same here if
    /// they are equal.
    /// - Parameter affinity: That of the column.
    package func stored(by affinity: String) -> Self {
        switch self {
        case .null, .blob: return self
        case .integer, .real, .text: break
        }
        var database: OpaquePointer?
        var statement: OpaquePointer?
        defer {
            sqlite3_finalize(statement)
            sqlite3_close_v2(database)
        }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
        guard sqlite3_open_v2(":memory:", &database, flags, nil) == SQLITE_OK,
            sqlite3_exec(database, "CREATE TABLE t(a \(affinity))", nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v2(database, "INSERT INTO t VALUES (?1) RETURNING a", -1, &statement, nil) == SQLITE_OK,
            DatabaseEditor.bind(self, statement) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
        else { return self }
        switch (self, sqlite3_column_type(statement, 0)) {
        case (.real(let number), SQLITE_INTEGER) where number == sqlite3_column_double(statement, 0): return self
        case (.integer(let number), SQLITE_FLOAT)
        where Int64(exactly: sqlite3_column_double(statement, 0)) == number:
            return self
        case (_, SQLITE_INTEGER): return .integer(sqlite3_column_int64(statement, 0))
        case (_, SQLITE_FLOAT): return .real(sqlite3_column_double(statement, 0))
        case (.integer, _), (.real, _):
            return sqlite3_column_text(statement, 0).map { .text(String(cString: $0)) } ?? self
        default: return self
        }
    }
}
