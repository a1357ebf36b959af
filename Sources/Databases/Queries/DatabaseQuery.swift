package import Jobs
import Synchronization

/// A query that a person has written, and its rows, which are read one after the other.
///
/// It reads the same state as the database that it is about, the changes in the log included, by a connection of its
/// own. Nothing is written, locked or attached by it; see `QueryPermissions`.
package final class DatabaseQuery: Sendable {
    /// A database that is attached.
    package struct Attachment: Sendable {
        /// The name of its schema in the query.
        package let name: String
        package let database: Database

        package init(_ name: String, _ database: Database) { (self.name, self.database) = (name, database) }
    }

    /// What a connection for queries has besides SQLite's functions and the tables of the database.
    package struct Additions: Sendable {
        package var views: [QueryView] = []
        package var functions: [QueryFunction] = []
        package var attachments: [Attachment] = []

        package init() {}
    }

    /// The titles of the columns. They need not differ.
    package let columns: [String]
    /// Where the values of each column come from; nil for computed ones, and for those of attached databases.
    package let origins: [QueryOrigin?]
    private let state: Mutex<QueryState>

    /// Prepares a query.
    /// - Parameters:
    ///   - text: One statement.
    ///   - limits: The time counts from now on, until the last row was read.
    /// - Throws: `SQLFailure`
    package init(
        _ text: [UInt8], of database: Database, with additions: Additions = Additions(),
        limits: QueryLimits = QueryLimits(), cancellation: Cancellation? = nil
    ) throws(SQLFailure) {
        let state = try QueryState(text, of: database, with: additions, limits, cancellation)
        columns = state.columns
        origins = state.origins
        self.state = Mutex(state)
    }

    /// Reads rows.
    /// - Parameters:
    ///   - index: The position of the first row. Going back means running the query again.
    ///   - count: The number of rows.
    ///   - cellBytes: The number of bytes of a text or blob that are returned of it.
    /// - Returns: The rows; fewer only at the end.
    /// - Throws: `SQLFailure`
    package func rows(from index: Int, count: Int, cellBytes: Int = .max) throws(SQLFailure) -> [[CellValue]] {
        try state.withLock { state throws(SQLFailure) in
            try state.rows(from: index, count: count, cellBytes: cellBytes)
        }
    }

    /// Returns how SQLite finds the rows, without reading any.
    /// - Throws: `SQLFailure`
    package func plan() throws(SQLFailure) -> [QueryPlanStep] {
        try state.withLock { state throws(SQLFailure) in try state.plan() }
    }
}
