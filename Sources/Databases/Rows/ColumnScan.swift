import CSQLite
package import Jobs

extension Database {
    /// Calls `body` with some columns of the rows of a table, until it returns false. Blocks all other readers of the
    /// database meanwhile, and must not be called by `body`.
    ///
    /// - Parameters:
    ///   - columns: The columns, in the order in which the rows have them.
    ///   - condition: A column and the text that it has in all rows; nil for all rows.
    ///   - usesIndexes: Whether an index may find the rows of the condition; otherwise the whole table is read, which also
    ///     works if the index is damaged.
    /// - Throws: `notFound` if there is no such table or column; `tooLarge` at a row with a cell larger than the limit; the
    ///   errors of reading the table.
    package func scan(
        _ table: String,
        _ columns: [String],
        where condition: (column: String, text: [UInt8])? = nil,
        usesIndexes: Bool = true,
        _ cancellation: Cancellation? = nil,
        _ body: (ScannedRow) -> Bool
    ) throws(DatabaseError) {
        try withReader(cancellation) { reader throws(DatabaseError) in
            let connection = reader.connection
            // A large table takes as long as it does; the user can cancel.
            connection.interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
            let access = try reader.access(table)
            for column in columns + (condition.map { [$0.column] } ?? []) {
                guard access.columns.contains(where: { $0.name == column }) else {
                    throw DatabaseError(.notFound, "“\(table)” has no column “\(column)”")
                }
            }
            guard let rowIDName = access.rowIDName else {
                throw DatabaseError(.refused, "“\(table)” has no row IDs")
            }
            connection.setCellLimit(Int32(clamping: limits.cellBytes))
            defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
            let names = columns.map(\.asIdentifier).joined(separator: ", ")
            let restriction = condition.map { " WHERE \($0.column.asIdentifier) = ?1" } ?? ""
            let statement = try Statement(
                "SELECT \(rowIDName), \(names) FROM "
                    + (usesIndexes && condition != nil ? access.indexedName : access.name) + restriction,
                on: connection)
            if let condition { statement.bind(condition.text) }
            while try statement.step() {
                guard body(ScannedRow(.rowID(statement.integer(0)), statement, offset: 1)) else { return }
            }
        }
    }

    /// Returns the different texts of a column. An index that begins with the column makes this quick, however many
    /// rows there are; without one, all rows are read.
    /// - Parameter maximum: The number of texts after which the search ends.
    /// - Throws: `notFound` if there is no such table or column; the errors of reading it.
    package func distinctTexts(
        _ column: String,
        of table: String,
        atMost maximum: Int,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [[UInt8]] {
        try withReader(cancellation) { reader throws(DatabaseError) in
            let connection = reader.connection
            connection.interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
            let access = try reader.access(table)
            guard access.columns.contains(where: { $0.name == column }) else {
                throw DatabaseError(.notFound, "“\(table)” has no column “\(column)”")
            }
            let name = column.asIdentifier
            guard try Self.hasIndex(on: column, of: access, connection) else {
                return try Self.texts("SELECT DISTINCT \(name) FROM \(access.name)", connection, maximum)
            }
            // One step in the index for each text, instead of one for each row.
            var found: [[UInt8]] = []
            // Numbers come before all texts, and blobs behind them.
            let first = try Statement(
                "SELECT min(\(name)) FROM \(access.indexedName) WHERE \(name) >= ''", on: connection)
            let next = try Statement(
                "SELECT min(\(name)) FROM \(access.indexedName) WHERE \(name) > ?1", on: connection)
            var statement = first
            while found.count < maximum, try statement.step(), statement.kind(0) == .text {
                let text = statement.withBytes(0) { Array($0) }
                found.append(text)
                next.restart()
                next.bind(text)
                statement = next
            }
            return found
        }
    }

    private static func texts(
        _ text: String, _ connection: Connection, _ maximum: Int
    ) throws(DatabaseError) -> [[UInt8]] {
        let statement = try Statement(text, on: connection)
        var found: [[UInt8]] = []
        while found.count < maximum, try statement.step() {
            if statement.kind(0) == .text { found.append(statement.withBytes(0) { Array($0) }) }
        }
        return found
    }

    /// Returns whether SQLite finds the least value of a column in an index.
    private static func hasIndex(
        on column: String, of access: TableAccess, _ connection: Connection
    ) throws(DatabaseError) -> Bool {
        let name = column.asIdentifier
        let plan = try Statement(
            "EXPLAIN QUERY PLAN SELECT 1 FROM \(access.indexedName) WHERE \(name) > ?1", on: connection)
        return try plan.step() && plan.text(3).hasPrefix("SEARCH")
    }
}

extension Statement {
    /// Sets the first parameter to a text.
    func bind(_ text: [UInt8]) {
        text.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(
                    handle, 1, characters.baseAddress, Int32(clamping: characters.count), sandglass_sqlite_transient())
            }
        }
    }
}
