/// Finds the row IDs of a page of a sorted or filtered table.
struct RowOrder {
    let connection: Connection
    let access: TableAccess
    let query: RowQuery
    /// The name of the row IDs.
    let rowIDName: String

    /// Up to this position, a page is found without remembering the order of all rows.
    static let remembersFrom = 1_000

    /// Returns the row IDs of a page near the beginning, or of any page of a table with too many rows to remember.
    func rowIDs(from index: Int, count: Int) throws(DatabaseError) -> [Int64] {
        try collated { binary throws(DatabaseError) in
            // From the nearer end.
            if query.filter == nil, index > Self.remembersFrom, query.sorting != nil {
                let total = try access.count()
                if index > total / 2 {
                    let length = min(count, max(0, total - index))
                    guard length > 0 else { return [] }
                    let page = try connection.integers(
                        text(reversed: true, binary) + " LIMIT \(length) OFFSET \(total - index - length)")
                    return page.reversed()
                }
            }
            return try connection.integers(text(reversed: false, binary) + " LIMIT \(count) OFFSET \(index)")
        }
    }

    /// Returns the row IDs of all rows in order.
    /// - Throws: `tooLarge` if there are more than the limit.
    func all() throws(DatabaseError) -> [Int64] {
        try collated { binary throws(DatabaseError) in
            try connection.integers(text(reversed: false, binary), atMost: connection.limits.orderedRows)
        }
    }

    /// Calls `body` again with a binary order if the app has defined the order of the column.
    private func collated(_ body: (Bool) throws(DatabaseError) -> [Int64]) throws(DatabaseError) -> [Int64] {
        do throws(DatabaseError) {
            return try body(false)
        } catch {
            guard query.sorting != nil, error.message.hasPrefix("no such collation") else { throw error }
            return try body(true)
        }
    }

    private func text(reversed: Bool, _ isBinary: Bool) -> String {
        "SELECT \(rowIDName) FROM \(access.name)" + query.condition
            + query.order(rowIDName, reversed: reversed, isBinary: isBinary)
    }
}

extension RowQuery {
    /// The clause for the filter. Its line breaks end a comment in the filter.
    var condition: String { filter.map { " WHERE (\n\($0)\n)" } ?? "" }

    /// Returns the clause for the order.
    /// - Parameter rowIDName: The name of the row IDs, which decide between equal values; nil if there are none.
    func order(_ rowIDName: String?, reversed: Bool = false, isBinary: Bool = false) -> String {
        let direction = (sorting?.isDescending ?? false) != reversed ? " DESC" : ""
        let column = sorting.map { $0.column.asIdentifier + (isBinary ? " COLLATE BINARY" : "") }
        let terms = [column, rowIDName].compactMap { $0.map { $0 + direction } }
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    }
}
