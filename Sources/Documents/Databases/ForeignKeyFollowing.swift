import Databases

/// Following the foreign keys of a row to the rows that they name, and back from those, as relationships of Core Data are
/// followed.
struct ForeignKeyFollowing {
    let database: Database

    /// Makes the values of foreign keys lead to the rows of other tables.
    /// - Parameters:
    ///   - nodes: The values of a row, one for each of its cells.
    ///   - columns: The names of its columns.
    func add(to nodes: inout [ValueNode], _ columns: [String], _ row: Row, of table: String) {
        guard let keys = try? database.foreignKeys(of: table), !keys.isEmpty else { return }
        for key in keys {
            guard let query = query(key, columns, row) else { continue }
            for pair in key.columns {
                // A column of several keys leads where the first of them does.
                guard let index = Self.index(of: pair.own, in: columns), nodes.indices.contains(index),
                    nodes[index].destination == nil
                else { continue }
                let value = nodes[index]
                nodes[index].destination = { form, limits throws(DocumentFailure) in
                    // Other forms are those of the value itself.
                    guard form == .decoded, var found = try document(query, within: limits) else {
                        return value.opened(as: form, within: limits, nil)
                    }
                    if case .string(let text) = value.value { found.bytes = value.storedText ?? Array(text.utf8) }
                    return found
                }
            }
        }
    }

    /// Returns a node for each foreign key of a table that names rows of this one: it leads to the rows that name this row.
    /// - Parameters:
    ///   - columns: The names of the row's columns; those that are not known are empty.
    func relations(_ columns: [String], _ row: Row, of table: String) -> [ValueNode] {
        guard let references = try? database.references(to: table), !references.isEmpty,
            let primary = (try? database.columns(of: table))?.primaryKey.map(\.name)
        else { return [] }
        return references.compactMap { reference in
            var conditions: [String] = []
            for (place, pair) in reference.key.columns.enumerated() {
                guard let column = pair.other ?? (primary.indices.contains(place) ? primary[place] : nil),
                    let index = Self.index(of: column, in: columns), row.cells.indices.contains(index),
                    let value = Self.value(row.cells[index])
                else { return nil }
                conditions.append(RowCondition(pair.own, .equal, value).expression)
            }
            guard !conditions.isEmpty else { return nil }
            let query = RowQuery(reference.table).narrowed(to: conditions)
            let own = reference.key.columns.map(\.own).joined(separator: "+")
            // They are counted when they are opened: there may be no index.
            var node = ValueNode("\(reference.table).\(own)", .reference("rows of \(reference.table)"))
            node.destination = { _, limits throws(DocumentFailure) in
                try rows(query, within: limits).map {
                    database.document("Rows of \(query.table)", .table(DocumentTable($0)))
                }
            }
            return node
        }
    }

    private static func index(of column: String, in columns: [String]) -> Int? {
        columns.firstIndex(of: column) ?? columns.firstIndex { $0.lowercased() == column.lowercased() }
    }

    /// Returns what finds the row that a key names; nil if it names none, as a value of it is NULL or not known.
    private func query(_ key: ForeignKey, _ columns: [String], _ row: Row) -> RowQuery? {
        guard let table = (try? database.schema())?.table(key.table)?.name,
            let others = try? database.columns(of: table)
        else { return nil }
        let primary = others.primaryKey.map(\.name)
        var conditions: [String] = []
        for (place, pair) in key.columns.enumerated() {
            guard let index = Self.index(of: pair.own, in: columns), row.cells.indices.contains(index),
                let other = pair.other ?? (primary.indices.contains(place) ? primary[place] : nil),
                let column = others.first(where: { $0.name.lowercased() == other.lowercased() })?.name,
                let value = Self.value(row.cells[index])
            else { return nil }
            conditions.append(RowCondition(column, .equal, value).expression)
        }
        return conditions.isEmpty ? nil : RowQuery(table).narrowed(to: conditions)
    }

    private static func value(_ cell: CellValue) -> RowCondition.Value? {
        switch cell {
        case .integer(let number): .integer(number)
        case .real(let number): .number(number)
        case .text(let text) where text.isWhole: String(validating: text.bytes, as: UTF8.self).map { .text($0) }
        case .blob(let blob) where blob.isWhole: .blob(blob.bytes)
        case .null, .text, .blob, .unread, .damaged: nil
        }
    }

    /// Returns the row that a query finds, or the table of all if there are several; nil if there is none.
    private func document(_ query: RowQuery, within limits: DocumentLimits) throws(DocumentFailure) -> Document? {
        guard let matching = try rows(query, within: limits) else { return nil }
        let found = try matching.rows(from: 0, count: 2, within: limits)
        guard let first = found.first else { return nil }
        guard found.count == 1, let name = first.name else {
            return database.document("Rows of \(query.table)", .table(DocumentTable(matching)))
        }
        return try matching.row(named: name, as: .decoded, within: limits)
    }

    /// Returns the rows that a query finds; nil if there is no such table.
    private func rows(_ query: RowQuery, within limits: DocumentLimits) throws(DocumentFailure) -> DatabaseRows? {
        let schema = try Database.found { () throws(DatabaseError) in try database.schema(limits.cancellation) }
        guard let schema,
            let table = try DatabaseTables(database, schema).table(named: query.table, within: limits)?.table,
            case .rows(let rows) = table.source.storage
        else { return nil }
        return rows.matching(query)
    }
}
