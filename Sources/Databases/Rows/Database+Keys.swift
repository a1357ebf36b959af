package import Jobs

/// Finding rows by the values of their table's primary key.
extension Database {
    /// Returns the key of the row whose primary key has given values; nil if there is none.
    /// - Parameters:
    ///   - values: The values as text, in the order of the primary key.
    ///   - table: The name of a table with a primary key.
    /// - Throws: `notFound` if there is no such table.
    package func key(
        ofRowWith values: [String], in table: String, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> RowKey? {
        try withReader(cancellation) { reader throws(DatabaseError) in
            try KeySearch(connection: reader.connection, access: try reader.access(table)).key(values)
        }
    }
}

/// Looks for a row by its primary key.
private struct KeySearch {
    let connection: Connection
    let access: TableAccess

    func key(_ values: [String]) throws(DatabaseError) -> RowKey? {
        let columns = access.columns.primaryKey
        guard !columns.isEmpty, columns.count == values.count else { return nil }
        // The first comparison can use the index of the key; a column without a type has numbers and texts as they are.
        let names = columns.map { $0.name.asIdentifier }
        // What reads as a number is the name of the number.
        let areNumbers = zip(columns, values).contains { $0.hasNoAffinity && Int64($1) != nil }
        let numbers = zip(columns, values).map { column, value in
            "\(column.name.asIdentifier) = "
                + (column.hasNoAffinity ? Int64(value).map { "\($0)" } ?? value.asLiteral : value.asLiteral)
        }
        if areNumbers, let found = try key(where: numbers) { return found }
        if let found = try key(where: zip(names, values).map { "\($0) = \($1.asLiteral)" }) { return found }
        return try key(where: zip(names, values).map { "CAST(\($0) AS TEXT) = \($1.asLiteral)" }, in: access.name)
    }

    /// - Parameter table: The table as part of a statement; nil for one that may rely on the index of the key.
    private func key(where conditions: [String], in table: String? = nil) throws(DatabaseError) -> RowKey? {
        let condition = conditions.joined(separator: " AND ")
        if let rowIDName = access.rowIDName {
            let table = table ?? access.indexedName
            return try connection.integers("SELECT \(rowIDName) FROM \(table) WHERE \(condition) LIMIT 1")
                .first.map { .rowID($0) }
        }
        // Rows without row IDs are identified by their position.
        let statement = try Statement("SELECT \(condition) FROM \(access.name)", on: connection)
        var position = 0
        while try statement.step() {
            if statement.integer(0) != 0 { return .position(position) }
            position += 1
        }
        return nil
    }
}

extension [DatabaseColumn] {
    /// The columns of the primary key, in its order.
    package var primaryKey: [DatabaseColumn] {
        filter { $0.primaryKeyIndex > 0 }.sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }
    }
}
