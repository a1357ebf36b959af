import Databases

/// The tables of a database by name, and its schema.
struct DatabaseTables: TableSource {
    let columns = ["table", "rows", "kind"]
    let holdsTables = true
    /// The tables and views, except SQLite's own.
    let tables: [DatabaseSchema.Table]
    private let database: Database
    private let schema: SchemaEntry

    init(_ database: Database, _ schema: DatabaseSchema) {
        self.database = database
        tables = schema.tables.filter { !$0.isInternal }.sorted { $0.name < $1.name }
        self.schema = SchemaEntry(schema, besides: tables.map(\.name))
    }

    func rowCount(within limits: PreviewLimits) -> Int? { tables.count + 1 }

    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow] {
        (0..<tables.count + 1).dropFirst(index).prefix(count).map { position in
            guard tables.indices.contains(position) else { return schema.row }
            let table = tables[position]
            // Views are not counted: that would compute all of their rows.
            let isCounted = table.kind == .table && !limits.mustStop
            let rows = isCounted ? try? database.rowCount(RowQuery(table.name), limits.cancellation) : nil
            return TableRow(
                name: table.kind == .virtual ? nil : table.name,
                cells: [
                    .string(table.name), rows.map { .integer(Int64($0)) } ?? .string("?"), .string(table.kind.title),
                ])
        }
    }

    func row(named name: String, as form: ViewForm) -> Preview? {
        guard name != schema.name else { return schema.preview(as: form) }
        guard let table = tables.first(where: { $0.name == name }),
            let columns = try? database.columns(of: table.name)
        else { return nil }
        let rows = DatabaseRows(database, RowQuery(table.name), columns.map(\.name))
        return Preview("Table \(table.name)", content: TableContent(rows))
    }
}

extension DatabaseSchema.Table.Kind {
    /// The kind as displayed.
    fileprivate var title: String {
        switch self {
        case .table: "table"
        case .view: "view"
        case .virtual: "virtual table"
        }
    }
}
