import ContainerModel
import Databases
import Formats
import System

/// The rows of a table that an asterisk in the place of a row stands for.
package struct RowSelection: Hashable, Sendable {
    /// The most rows that are changed at once without being asked for.
    package static let most = 1_000

    /// All of them hold for a row; none for all rows.
    package let conditions: [TableCondition]
    /// Whether any number of rows is changed.
    package let isUnlimited: Bool

    /// Creates a selection.
    package init(_ conditions: [TableCondition] = [], isUnlimited: Bool = false) {
        (self.conditions, self.isUnlimited) = (conditions, isUnlimited)
    }

    /// Requires that a number of rows may be changed at once.
    func require(_ count: Int) throws(ValueEditError) {
        guard isUnlimited || count <= Self.most else {
            throw ValueEditError(.refused, "\(Pluralized.some(count, "row")) would be changed at once; --all does that")
        }
    }
}

extension DatabaseCells {
    /// What stands for all rows in an address.
    private static let asterisk = "*"

    /// The rows that are changed at once.
    struct Selected {
        /// The first of them, of which the others have the type.
        let first: RowKey
        let rows: CellEdit.Rows
        let count: Int
    }

    /// Returns the rows that an asterisk in an address stands for; nil for an address of one row.
    func selected(at path: [ValueStep], _ selection: RowSelection) throws(ValueEditError) -> Selected? {
        let names = path.prefix(3).map { String(decoding: $0.name, as: UTF8.self) }
        guard names.count > 1, names[1] == Self.asterisk else {
            guard selection.conditions.isEmpty else {
                throw ValueEditError(.unsupported, "--where is for all rows: TABLE/*/COLUMN")
            }
            return nil
        }
        guard path.count == 3 else {
            throw ValueEditError(.unsupported, "of all rows, cells are changed as a whole: TABLE/*/COLUMN")
        }
        let query: RowQuery
        let count: Int
        let first: RowKey?
        do throws(DocumentFailure) {
            guard let found = try self.query(ofRowsIn: names[0], selection) else { throw Self.missing }
            query = found
            count = try mapError(try database.rowCount(query, cancellation)) { (error: DatabaseError) in
                DocumentFailure(error)
            }
            first = try mapError(try database.rows(query, count: 1, cancellation).rows.first?.key) {
                (error: DatabaseError) in DocumentFailure(error)
            }
        } catch {
            throw Self.error(error)
        }
        guard let first else { throw ValueEditError(.missing, "there is no such row") }
        try selection.require(count)
        return Selected(first: first, rows: .matching(query.filter, count: count), count: count)
    }

    /// Returns what finds the rows of a table or an entity for which conditions hold; nil if there is none of the name, or
    /// if a row of it has the name that stands for all.
    private func query(ofRowsIn name: String, _ selection: RowSelection) throws(DocumentFailure) -> RowQuery? {
        let choice = TableChoice(selection.conditions)
        if let store, let entity = store.entity(name) {
            let objects = CoreDataObjects(database: database, store: store, file: file)
            let chosen = try CoreDataTable(objects, entity, entity.query).choosing(choice)
            return (chosen as? CoreDataTable)?.query
        }
        guard let table = schema.table(name), table.kind == .table else { return nil }
        let names = RowNames(of: table.name, in: database)
        if (try? names.row(named: Self.asterisk, in: database, within: .unlimited(cancellation))) ?? nil != nil {
            throw DocumentFailure("a row of “\(table.name)” is named *, which then stands for none else")
        }
        let columns = try mapError(try database.columns(of: table.name, cancellation)) { (error: DatabaseError) in
            DocumentFailure(error)
        }
        let rows = DatabaseRows(database, RowQuery(table.name), columns.map(\.name), names: names)
        return (try rows.choosing(choice) as? DatabaseRows)?.query
    }
}
