/// The reason why a query has no result, or not all of it.
package struct SQLFailure: Error, Hashable, Sendable {
    /// Whose fault it is.
    package enum Cause: Hashable, Sendable {
        /// The query is no valid statement, does something else than read, or computes what cannot be computed.
        case query
        /// A limit of time or memory was reached.
        case limit
        /// The database cannot be read.
        case database
        /// It was cancelled.
        case cancelled
    }

    /// Where a mistake stands in a query, from 1.
    package struct Place: Hashable, Sendable {
        package let line: Int
        /// In characters.
        package let column: Int
        /// The text of the line.
        package let text: String
    }

    package let cause: Cause
    /// The reason as a sentence without a full stop, in SQLite's words where it has some. Not sanitized.
    package let reason: String
    /// Where the mistake stands; nil if that is not known, and for other failures.
    package let place: Place?

    package init(_ cause: Cause, _ reason: String, at place: Place? = nil) {
        (self.cause, self.reason, self.place) = (cause, reason, place)
    }

    /// The failure that an error is.
    /// - Parameter place: Where SQLite says that it is, if the query is the reason.
    init(_ error: DatabaseError, at place: Place? = nil) {
        let cause: Cause =
            switch error.code {
            case .invalidExpression, .refused, .notFound: .query
            case .tooLarge, .timedOut: .limit
            case .cancelled: .cancelled
            case .notADatabase, .encrypted, .malformed, .inputOutput, .unsupported: .database
            }
        self.init(cause, error.message, at: cause == .query ? place : nil)
    }

    /// The reason, with the place behind it: "no such column: titel (line 1, column 8)".
    package var sentence: String {
        place.map { "\(reason) (line \($0.line), column \($0.column))" } ?? reason
    }
}

extension SQLFailure.Place {
    /// Creates the place of a byte.
    init(of offset: Int, in query: [UInt8]) {
        let offset = min(max(0, offset), query.count)
        let before = query[..<offset]
        let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let end = query[offset...].firstIndex(of: 0x0a) ?? query.count
        line = before.reduce(1) { $0 + ($1 == 0x0a ? 1 : 0) }
        column = String(decoding: query[start..<offset], as: UTF8.self).count + 1
        text = String(decoding: query[start..<end], as: UTF8.self)
    }
}

extension SQLFailure: CustomStringConvertible {
    package var description: String { sentence }
}
