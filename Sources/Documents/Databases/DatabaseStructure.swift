import Databases

/// The structure of a database: its tables with their columns, indexes and triggers, and its views, a row for each.
enum DatabaseStructure {
    /// The name of the entry in the list of tables.
    static let name = "structure"

    /// Reads the columns of the tables. Those of virtual tables are known to their modules alone.
    static func rows(of database: Database, _ schema: DatabaseSchema, within limits: DocumentLimits) -> ListedRows {
        let indexes = Dictionary(grouping: schema.indexes, by: \.table)
        let triggers = Dictionary(grouping: schema.triggers, by: \.table)
        var rows: [TableRow] = []
        func add(_ table: String, _ name: String, _ kind: String, type: String = "", _ statement: String = "") {
            let cells = [table, name, kind, type, statement].map { $0.isEmpty ? DocumentValue.null : .string($0) }
            rows.append(TableRow(name: nil, cells: cells))
        }
        for table in schema.tables where !table.isInternal && !limits.mustStop {
            add(table.name, table.name, table.kind.title, table.sql)
            let columns = table.kind == .virtual ? nil : try? database.columns(of: table.name, limits.cancellation)
            for column in columns ?? [] { add(table.name, column.name, "column", type: column.declaration) }
            for index in indexes[table.name] ?? [] { add(table.name, index.name, "index", index.sql) }
            for trigger in triggers[table.name] ?? [] { add(table.name, trigger.name, "trigger", trigger.sql) }
        }
        return ListedRows(["table", "name", "kind", "type", "statement"], rows)
    }
}

extension TableEntry {
    /// The structure of a database, as a table.
    static func structure(of database: Database, _ schema: DatabaseSchema) -> TableEntry {
        let parts = [
            Self.some(schema.indexes.count, "index", "indexes"),
            Self.some(schema.triggers.count, "trigger", "triggers"),
        ]
        let title = (["columns"] + parts.compactMap(\.self)).joined(separator: ", ")
        return TableEntry(DatabaseStructure.name, title) { form, limits in
            let structure = DatabaseStructure.rows(of: database, schema, within: limits)
            return Document("structure: \(title)", contents: .table(DocumentTable(structure)))
        }
    }

    private static func some(_ count: Int, _ one: String, _ several: String) -> String? {
        count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
    }
}

extension DatabaseColumn {
    /// The type with what else was declared: "BLOB(9) NOT NULL".
    fileprivate var declaration: String {
        let parts = [
            declaredType, isNotNull ? "NOT NULL" : "", primaryKeyIndex > 0 ? "PRIMARY KEY" : "",
            isGenerated ? "GENERATED" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
