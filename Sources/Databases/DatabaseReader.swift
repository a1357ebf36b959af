import Formats
import Jobs

/// Reads a database by one connection, and remembers its findings. Used by one thread at a time.
final class DatabaseReader {
    let connection: Connection
    private var schema: DatabaseSchema?
    private var accesses: [ExactString: TableAccess] = [:]
    private var order: (query: RowQuery, rowIDs: [Int64])?
    /// The foreign keys of all tables, by the lowercased name of the table whose rows they name.
    private var references: [String: [ForeignReference]]?

    init(_ connection: Connection) { self.connection = connection }

    /// Applies limits to what follows.
    func start(_ cancellation: Cancellation?) {
        connection.interruption.start(cancellation, seconds: connection.limits.seconds)
    }

    func readSchema() throws(DatabaseError) -> DatabaseSchema {
        if let schema { return schema }
        let schema = try SchemaReader(connection: connection).schema()
        self.schema = schema
        return schema
    }

    func references(to table: String) throws(DatabaseError) -> [ForeignReference] {
        if let references { return references[table.lowercased()] ?? [] }
        var found: [String: [ForeignReference]] = [:]
        for other in try readSchema().tables where other.kind == .table && !other.isInternal {
            for key in try SchemaReader(connection: connection).foreignKeys(of: other) {
                found[key.table.lowercased(), default: []].append(ForeignReference(table: other.name, key: key))
            }
        }
        references = found
        return found[table.lowercased()] ?? []
    }

    func access(_ name: String) throws(DatabaseError) -> TableAccess {
        guard let table = try readSchema().table(name) else {
            throw DatabaseError(.notFound, "there is no table “\(name)”")
        }
        if let known = accesses[ExactString(table.name)] { return known }
        let access = try TableAccess(table, on: connection)
        accesses[ExactString(table.name)] = access
        return access
    }

    func count(_ query: RowQuery, usesIndexes: Bool) throws(DatabaseError) -> Int {
        let access = try access(query.table)
        guard query.filter != nil else { return try access.count() }
        if let order, order.query == query { return order.rowIDs.count }
        let table = usesIndexes ? access.indexedName : access.name
        let statement = try Statement("SELECT count(*) FROM \(table)\(query.condition)", on: connection)
        return try statement.step() ? Int(clamping: statement.integer(0)) : 0
    }

    func rows(_ query: RowQuery, from index: Int, count: Int) throws(DatabaseError) -> RowPage {
        let access = try access(query.table)
        if let column = query.sorting?.column, !access.columns.contains(where: { $0.name == column }) {
            throw DatabaseError(.notFound, "“\(query.table)” has no column “\(column)”")
        }
        let (first, count) = (max(0, index), min(max(0, count), connection.limits.pageRows))
        let rows: [Row]
        if let rowIDName = access.rowIDName {
            let rowIDs = try rowIDs(query, access, rowIDName, from: first, count: count)
            rows = try self.rows(rowIDs, access, rowIDName)
            // SQLite does not find a row by the row ID that its page has: fewer rows would look like the end.
            guard rows.count == rowIDs.count else { throw DatabaseError.malformedPages }
        } else {
            rows = try RowScan(connection: connection, access: access, query: query).rows(from: first, count: count)
        }
        return RowPage(first: first, columns: access.columns.map(\.name), rows: rows)
    }

    private func rows(
        _ rowIDs: [Int64], _ access: TableAccess, _ rowIDName: String
    ) throws(DatabaseError) -> [Row] {
        var fetch = try RowFetch(access, rowIDName: rowIDName, on: connection)
        var rows: [Row] = []
        rows.reserveCapacity(rowIDs.count)
        for rowID in rowIDs {
            if let row = try fetch.row(rowID) { rows.append(row) }
        }
        return rows
    }

    /// Returns the row with a key; nil if there is none.
    func row(_ key: RowKey, of table: String) throws(DatabaseError) -> Row? {
        let access = try access(table)
        switch (key, access.rowIDName) {
        case (.rowID(let rowID), let rowIDName?): return try rows([rowID], access, rowIDName).first
        case (.position(let position), _): return try rows(RowQuery(table), from: position, count: 1).rows.first
        case (.rowID, nil): return nil
        }
    }

    private func rowIDs(
        _ query: RowQuery,
        _ access: TableAccess,
        _ rowIDName: String,
        from index: Int,
        count: Int
    ) throws(DatabaseError) -> [Int64] {
        guard query.filter != nil || query.sorting != nil else {
            return try access.rowIDs(from: index, count: count)
        }
        if order?.query != query {
            let order = RowOrder(connection: connection, access: access, query: query, rowIDName: rowIDName)
            let (end, overflows) = index.addingReportingOverflow(count)
            guard overflows || end > RowOrder.remembersFrom, try order.isSmall() else {
                return try order.rowIDs(from: index, count: count)
            }
            do throws(DatabaseError) {
                self.order = (query, try order.all())
            } catch  where error.code == .tooLarge {
                return try order.rowIDs(from: index, count: count)
            }
        }
        let rowIDs = order?.rowIDs ?? []
        let start = min(index, rowIDs.count)
        return Array(rowIDs[start..<min(start + count, rowIDs.count)])
    }
}
