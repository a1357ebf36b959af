package import Databases

/// What the bytes of a source hold besides the contents of its document.
///
/// A special view adds names to what the general one shows, and hides nothing: whoever compares, searches, audits or
/// packs a document visits its rest as well.
package struct DocumentRest: Sendable {
    /// All tables of a database of which the contents explain a part.
    package let tables: DatabaseTables
    /// The part that the contents explain.
    package let explained: ExplainedColumns

    init(_ database: Database, _ schema: DatabaseSchema, besides explained: ExplainedColumns) {
        tables = DatabaseTables(database, schema)
        self.explained = explained
    }
}

/// The columns of a database whose values a special view shows.
package struct ExplainedColumns: Sendable {
    private enum Columns {
        case all
        case these(Set<String>)
    }

    private var tables: [String: Columns] = [:]
    /// The rows of these tables that the view does not show.
    package private(set) var otherRows: [RowQuery] = []

    /// No columns: the tables are shown as such.
    package static let none = ExplainedColumns()

    private init() {}

    /// Creates a set of columns by their tables.
    /// - Parameter otherRows: The rows of these tables that the view does not show, by expressions.
    init(_ columns: [String: [String]], otherRows: [(table: String, expression: String)] = []) {
        tables = columns.mapValues { .these(Set($0)) }
        self.otherRows = otherRows.map { RowQuery($0.table, where: $0.expression) }
    }

    /// Adds all columns of a table.
    mutating func insert(table: String) { tables[table] = .all }

    /// Adds columns of a table.
    mutating func insert(_ columns: [String], of table: String) {
        switch tables[table] {
        case .all: break
        case .these(let known): tables[table] = .these(known.union(columns))
        case nil: tables[table] = .these(Set(columns))
        }
    }

    /// Whether a table has such columns, so that the special view tells which rows it has.
    package func contains(table: String) -> Bool { tables[table] != nil }

    /// Whether the values of a column are shown.
    package func contains(_ column: String, of table: String) -> Bool {
        switch tables[table] {
        case .all: true
        case .these(let columns): columns.contains(column)
        case nil: false
        }
    }
}
