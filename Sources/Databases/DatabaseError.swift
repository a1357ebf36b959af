/// The reason why a database, or something in it, could not be read.
package struct DatabaseError: Error, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The file is not an SQLite database.
        case notADatabase
        /// The file is not recognizable and looks random, as encrypted databases do.
        case encrypted
        /// The database violates its format.
        case malformed
        /// There is no such table, column or row.
        case notFound
        /// An expression that a person typed is invalid.
        case invalidExpression
        /// Evaluating it would do more than read, or use a function that is not permitted.
        case refused
        /// A value or result is larger than the limits.
        case tooLarge
        /// It takes longer than the limits.
        case timedOut
        /// It was cancelled.
        case cancelled
        /// The file could not be read.
        case inputOutput
        /// The database is of a newer version of its format.
        case unsupported
    }

    /// The kind of failure, for programs.
    package let code: Code
    /// The error for display, starting in lower case. It may quote the database and has to be sanitized.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A file that could not be read, for a reason.
    package static func unreadable(_ reason: String) -> DatabaseError { DatabaseError(.inputOutput, reason) }
    /// A table whose pages contradict each other.
    static let malformedPages = DatabaseError(.malformed, "the pages of the table are malformed")
    /// A table with cells beyond the limit, where all of its rows are needed.
    package static let cellsTooLarge = DatabaseError(.tooLarge, "some cells are too large to read")
    /// A database that its app writes to. What was read of it is of several moments.
    static let hasChanged = DatabaseError(.inputOutput, "it changed while it was read")
}

extension DatabaseError: CustomStringConvertible {
    package var description: String { message }
}
