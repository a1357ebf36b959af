import ContainerModel
package import Databases
import System

/// The tables of a database, by name.
package struct DatabaseTables: TableSource {
    package let columns = ["table", "rows", "kind"]
    package let holdsTables = true
    /// The tables and views, except SQLite's own.
    package let tables: [DatabaseSchema.Table]
    /// SQLite's own tables, which are not listed: the counters of row IDs and the statistics.
    package let internalTables: [DatabaseSchema.Table]
    /// The kind of the database; nil if it is of none that is known.
    package let kind: DatabaseKind?
    package let database: Database
    private let damage = FoundDamage()

    init(_ database: Database, _ schema: DatabaseSchema) {
        self.database = database
        kind = DatabaseKind(schema)
        tables = schema.tables.filter { !$0.isInternal }.sorted { $0.name < $1.name }
        internalTables = schema.tables.filter(\.isInternal).sorted { $0.name < $1.name }
    }

    package func rowCount(within limits: DocumentLimits) -> Int? { tables.count }

    package var losses: [String] { damage.sentences }

    package var storage: TableStorage { .tables(self) }

    /// The numbers of tables and views, in words: "10 tables, 1 view".
    var counts: String {
        let views = tables.count { $0.kind == .view }
        return ([Pluralized.tables(tables.count - views)] + (views == 0 ? [] : [Pluralized.views(views)]))
            .joined(separator: ", ")
    }

    package func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow]
    {
        tables.dropFirst(index).prefix(count).map { table in
            // Views are not counted: that would compute all of their rows, and they may have rows without end.
            let virtual = VirtualTable(table)
            let rows =
                table.kind == .table
                ? rowCount(of: table, limits)
                : virtual?.rowCount(in: database, tables, limits).map { .integer(Int64($0)) } ?? .null
            return TableRow(
                name: table.kind == .virtual && virtual?.isRead != true ? nil : table.name,
                cells: [.string(table.name), rows, .string(table.kind.title)])
        }
    }

    private func rowCount(of table: DatabaseSchema.Table, _ limits: DocumentLimits) -> DocumentValue {
        guard !limits.mustStop else { return .string("?") }
        do throws(DatabaseError) {
            return .integer(Int64(try database.rowCount(RowQuery(table.name), limits.cancellation)))
        } catch {
            guard error.code == .malformed else { return .string("?") }
            damage.note("the table “\(table.name)” is damaged: \(error.message)")
            return .string("damaged")
        }
    }

    package func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        if let found = try table(named: name, within: limits) { return found }
        // Behind this name are the tables of a store, which is read as a mere database if it is damaged.
        guard name == TableEntry.tablesName,
            let schema = try Database.found({ () throws(DatabaseError) in try database.schema(limits.cancellation) })
        else { return nil }
        return DatabaseDocumentReader.tables(of: database, schema)
    }

    /// Returns the rows of a table; nil if there is none of that name, in the case of the schema.
    /// - Throws: `DocumentFailure` if it cannot be read.
    func table(named name: String, within limits: DocumentLimits) throws(DocumentFailure) -> Document? {
        guard let table = (tables + internalTables).first(named: name, \.name) else { return nil }
        if let virtual = VirtualTable(table) { return try virtual.document(in: database, tables, within: limits) }
        guard table.kind != .virtual else { throw DocumentFailure("a virtual table, which is not read") }
        let columns = try mapError(try database.columns(of: table.name)) { (error: DatabaseError) in
            DocumentFailure(error)
        }
        let dates = (try? CoreDataStore.historyDates(of: table.name, in: database)) ?? []
        let names = RowNames(table.name, columns, isWithoutRowID: table.isWithoutRowID)
        let rows = DatabaseRows(database, RowQuery(table.name), columns.map(\.name), names: names, dates: dates)
        return database.document("Table \(table.name)", .table(DocumentTable(rows)))
    }
}

extension DatabaseSchema.Table.Kind {
    /// The kind as displayed.
    var title: String {
        switch self {
        case .table: "table"
        case .view: "view"
        case .virtual: "virtual table"
        }
    }
}
