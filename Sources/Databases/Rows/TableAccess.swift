import CSQLite

/// How the rows of a table or view are addressed, and the known positions.
final class TableAccess {
    let table: DatabaseSchema.Table
    let columns: [DatabaseColumn]
    /// The name by which SQLite knows the row IDs; nil if there are none, or columns have taken all names.
    let rowIDName: String?
    /// The columns whose expressions call functions that are not permitted.
    let refused: Set<Int>
    private let restriction: String
    private let connection: Connection
    private var positions: RowPositions?
    private var isIntact: Bool?
    /// Where rows without row IDs are, as far as they were scanned; nil if their keys are in another order than SQLite
    /// compares them in.
    var marks: KeyMarks?

    init(_ table: DatabaseSchema.Table, on connection: Connection) throws(DatabaseError) {
        guard table.kind != .virtual else {
            throw DatabaseError(.refused, "virtual tables are not read; their data is in tables with longer names")
        }
        self.table = table
        self.connection = connection
        columns = try SchemaReader(connection: connection).columns(of: table)
        rowIDName = table.rowIDName(columns)
        refused = try Self.refusedColumns(table, columns, connection)
        restriction = try Self.restriction(table, connection)
        marks = KeyMarks(table, columns)
        if rowIDName != nil { positions = RowPositions(connection.pages, root: table.root) }
    }

    /// Returns the generated columns that cannot be evaluated, if any.
    private static func refusedColumns(
        _ table: DatabaseSchema.Table,
        _ columns: [DatabaseColumn],
        _ connection: Connection
    ) throws(DatabaseError) -> Set<Int> {
        var refused: Set<Int> = []
        for (index, column) in columns.enumerated() where column.isGenerated {
            do throws(DatabaseError) {
                _ = try Statement("SELECT \(column.name.asIdentifier) FROM \(table.name.asIdentifier)", on: connection)
            } catch  where error.code == .refused || error.code == .invalidExpression {
                refused.insert(index)
            }
        }
        return refused
    }

    /// The table as part of a statement, by which no index finds or sorts its rows: in a damaged file, an index lacks some
    /// of them. Row IDs, and the primary key of a table without them, are the order of the table itself.
    var name: String { indexedName + restriction }

    /// The table as part of a statement that may rely on its indexes.
    var indexedName: String { "main." + table.name.asIdentifier }

    /// Returns what makes SQLite read a table itself. It ignores `NOT INDEXED` for one without row IDs, which is the index
    /// of its primary key. What the tables under a view are read by is SQLite's choice.
    private static func restriction(
        _ table: DatabaseSchema.Table, _ connection: Connection
    ) throws(DatabaseError) -> String {
        guard table.kind == .table else { return "" }
        guard table.isWithoutRowID else { return " NOT INDEXED" }
        let key = try SchemaReader(connection: connection).indexOfKey(table)
        return key.map { " INDEXED BY " + $0.asIdentifier } ?? ""
    }

    /// Returns expressions for all columns.
    /// - Parameter transform: Returns the expression for a column.
    func expressions(_ transform: (String) -> String = { $0 }) -> String {
        guard !columns.isEmpty else { return "NULL" }
        return columns.indices.map { index in
            refused.contains(index) ? "NULL" : transform(columns[index].name.asIdentifier)
        }.joined(separator: ", ")
    }

    /// Returns the number of rows.
    func count() throws(DatabaseError) -> Int {
        if let count = try? positions?.count(connection.interruption) { return count }
        try connection.interruption.check()
        // Any index would do for `count(*)`.
        let statement = try Statement("SELECT count(1) FROM \(name)", on: connection)
        return try statement.step() ? Int(clamping: statement.integer(0)) : 0
    }

    /// Whether the table and its indexes have the same rows, which takes as long as reading them all, once.
    func hasIntactIndexes() throws(DatabaseError) -> Bool {
        if let isIntact { return isIntact }
        let check = try Statement("PRAGMA main.integrity_check(\(table.name.asIdentifier))", on: connection)
        let found = try check.step() && check.text(0) == "ok"
        isIntact = found
        return found
    }

    /// Returns row IDs in their own order.
    func rowIDs(from index: Int, count: Int) throws(DatabaseError) -> [Int64] {
        if let found = try? positions?.rowIDs(from: index, count: count, connection.interruption) { return found }
        // SQLite may know better how to read a malformed table, and otherwise reports the problem.
        try connection.interruption.check()
        guard let rowIDName else { return [] }
        let text = "SELECT \(rowIDName) FROM \(name) ORDER BY \(rowIDName) LIMIT \(count) OFFSET \(index)"
        return try connection.integers(text)
    }
}

extension Connection {
    /// Runs a statement and returns the first column of its result.
    /// - Throws: `tooLarge` if there are more rows than the limit.
    func integers(_ text: String, atMost limit: Int = .max) throws(DatabaseError) -> [Int64] {
        let statement = try Statement(text, on: self)
        var found: [Int64] = []
        while try statement.step() {
            guard found.count < limit else { throw DatabaseError(.tooLarge, "there are too many rows") }
            found.append(statement.integer(0))
        }
        return found
    }
}
