package import Jobs

extension Database {
    /// Returns the columns of a unique index of a table, by which its rows can be told apart; nil if there is none. An
    /// index without columns that may be NULL is preferred: rows with NULL in them are all different.
    /// - Throws: `notFound` if there is no such table; the errors of reading the schema.
    package func uniqueKey(
        of table: String, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [String]? {
        try withReader(cancellation) { reader throws(DatabaseError) in
            let access = try reader.access(table)
            guard access.table.kind == .table else { return nil }
            let keys = try SchemaReader(connection: reader.connection).uniqueKeys(of: access.table)
            let mandatory = Set(access.columns.filter { $0.isNotNull || $0.primaryKeyIndex > 0 }.map(\.name))
            return keys.first { mandatory.isSuperset(of: $0) } ?? keys.first
        }
    }
}

extension SchemaReader {
    /// Returns the columns of each unique index of a table that covers all rows and has no expressions.
    fileprivate func uniqueKeys(of table: DatabaseSchema.Table) throws(DatabaseError) -> [[String]] {
        // Each row has the number, the name, whether it is unique, its origin, and whether it is partial.
        let list = try Statement("PRAGMA main.index_list(\(table.name.asIdentifier))", on: connection)
        var names: [String] = []
        while try list.step() {
            if list.integer(2) != 0, list.integer(4) == 0 { names.append(list.text(1)) }
        }
        var keys: [[String]] = []
        for name in names {
            // Each row has the number in the index, the column's number, its name, ..., and whether it is part of the key.
            let columns = try Statement("PRAGMA main.index_xinfo(\(name.asIdentifier))", on: connection)
            var key: [String] = []
            var isUsable = true
            while try columns.step() {
                guard columns.integer(5) != 0 else { continue }
                // The number of an expression is -2.
                isUsable = isUsable && columns.integer(1) >= 0
                key.append(columns.text(2))
            }
            if isUsable, !key.isEmpty { keys.append(key) }
        }
        return keys
    }
}
