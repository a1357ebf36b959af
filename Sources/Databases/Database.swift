package import Jobs
import Synchronization
import System

/// An SQLite database, read within limits and without changing a byte or a time of any file.
///
/// It shows the state at the time when it was opened, including the changes in its write-ahead log. When a file has
/// changed since, it says so instead of an answer. No lock is taken. The database may be hostile: nothing in its schema
/// runs but expressions that only compute.
package final class Database: Sendable {
    /// The facts of the header; nil if the database is empty.
    package let header: DatabaseHeader?
    /// Noteworthy facts about its state.
    package let conditions: [DatabaseCondition]
    /// The size of the file in bytes.
    package let size: UInt64
    /// The bytes of the file behind its last page; nil if there are none, or if a log says what the pages are.
    package let bytesBehindPages: Range<UInt64>?

    let source: DatabaseSource
    let limits: DatabaseLimits
    private let moment: DatabaseImageMoment
    private let reader: Mutex<DatabaseReader>

    /// Opens a database.
    /// - Parameter unopened: The conditions that say which files beside it exist, but could not be opened.
    /// - Throws: `notADatabase`, `encrypted` or `malformed` if it is not a readable database; `inputOutput`, `cancelled`
    ///   or `timedOut`.
    package init(
        _ source: DatabaseSource,
        unopened: [DatabaseCondition] = [],
        limits: DatabaseLimits = .standard,
        cancellation: Cancellation? = nil
    ) throws(DatabaseError) {
        self.source = source
        self.limits = limits
        moment = DatabaseImageMoment(of: source)
        let interruption = StatementInterruption()
        interruption.start(cancellation, seconds: limits.seconds)
        let opening: DatabaseOpening
        do throws(DatabaseError) {
            opening = try DatabaseOpening(source, limits: limits, interruption: interruption)
        } catch {
            throw moment.explain(error, of: source)
        }
        header = opening.header
        let isLogThere = unopened.contains { if case .logUnopened = $0 { true } else { false } }
        conditions = unopened + (isLogThere ? opening.conditions.filter { $0 != .logMissing } : opening.conditions)
        size = opening.size
        bytesBehindPages = opening.bytesBehindPages
        reader = Mutex(DatabaseReader(try Connection(opening.pages, limits: limits, interruption: interruption)))
    }

    /// Whether the database has changed since it was opened, so that it should be opened again. What was added to its
    /// log is no change.
    package var hasChanged: Bool { !moment.isSame(as: DatabaseImageMoment(of: source)) }

    /// The pages of the database, with its log.
    var pages: DatabasePages { reader.withLock { $0.connection.pages } }

    /// Returns the error itself, or that the database has changed since it was opened, if that explains it.
    func explain(_ error: DatabaseError) -> DatabaseError { moment.explain(error, of: source) }

    /// Calls `body` with the reader, one caller at a time.
    /// - Throws: What `body` throws; `inputOutput` if the database has changed, since its pages may be of several moments.
    func withReader<Result: Sendable>(
        _ cancellation: Cancellation?,
        _ body: (DatabaseReader) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try reader.withLock { reader throws(DatabaseError) in
            reader.start(cancellation)
            do throws(DatabaseError) {
                let result = try body(reader)
                if hasChanged { throw .hasChanged }
                return result
            } catch {
                throw moment.explain(error, of: source)
            }
        }
    }
}

extension Database {
    /// Returns what says that the log or the journal of a database was not written for it, or is damaged; empty for a
    /// database that cannot be read. A log of more than 16 MiB is not examined.
    package static func misfits(in source: DatabaseSource) -> [DatabaseCondition] {
        var limits = DatabaseLimits.standard
        limits.logBytes = 16 << 20
        let interruption = StatementInterruption()
        interruption.start(nil, seconds: 2)
        let opening = try? DatabaseOpening(source, limits: limits, interruption: interruption)
        return opening?.conditions.filter(\.isMisfit) ?? []
    }

    /// Returns the tables, views, indexes and triggers.
    package func schema(_ cancellation: Cancellation? = nil) throws(DatabaseError) -> DatabaseSchema {
        try withReader(cancellation) { reader throws(DatabaseError) in try reader.readSchema() }
    }

    /// Returns the columns of a table or view.
    /// - Throws: `notFound` if there is none of this name; `refused` for a virtual table.
    package func columns(
        of table: String,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [DatabaseColumn] {
        try withReader(cancellation) { reader throws(DatabaseError) in try reader.access(table).columns }
    }

    /// Returns the foreign keys of a table; none for a view.
    /// - Throws: `notFound` if there is none of this name.
    package func foreignKeys(
        of table: String, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [ForeignKey] {
        try withReader(cancellation) { reader throws(DatabaseError) in
            try SchemaReader(connection: reader.connection).foreignKeys(of: reader.access(table).table)
        }
    }

    /// Returns the foreign keys of tables that name rows of a table.
    package func references(
        to table: String, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [ForeignReference] {
        try withReader(cancellation) { reader throws(DatabaseError) in try reader.references(to: table) }
    }

    /// Counts rows. For a table with row IDs this reads a few bytes of each of its pages; otherwise, all of them.
    /// - Parameter usesIndexes: Whether an index may find the rows of the filter. It may be damaged.
    package func rowCount(
        _ query: RowQuery, usesIndexes: Bool = false, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> Int {
        try withReader(cancellation) { reader throws(DatabaseError) in
            try reader.count(query, usesIndexes: usesIndexes)
        }
    }

    /// Reads consecutive rows, with the beginnings of long cells.
    /// - Parameters:
    ///   - index: The position of the first row in the result of the query, from 0.
    ///   - count: The number of rows; limited.
    /// - Throws: `invalidExpression` or `refused` for the filter; `notFound` if there is no such table or column.
    package func rows(
        _ query: RowQuery,
        from index: Int = 0,
        count: Int,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> RowPage {
        try withReader(cancellation) { reader throws(DatabaseError) in
            try reader.rows(query, from: index, count: count)
        }
    }

    /// Reads a row; nil if there is none with this key.
    package func row(
        _ key: RowKey,
        of table: String,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> Row? {
        try withReader(cancellation) { reader throws(DatabaseError) in try reader.row(key, of: table) }
    }

    /// Reads a cell.
    /// - Parameter range: The bytes of a text or blob to be read; nil for all, up to the limit.
    /// - Throws: `notFound` if there is no such table, column or row; `tooLarge`.
    package func cell(
        _ column: String,
        of table: String,
        row key: RowKey,
        range: Range<Int>? = nil,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> CellValue {
        try withReader(cancellation) { reader throws(DatabaseError) in
            let access = try reader.access(table)
            return try CellReader(connection: reader.connection, access: access)
                .value(key, column: column, range: range)
        }
    }
}
