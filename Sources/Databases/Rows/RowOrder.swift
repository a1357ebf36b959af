/// Finds the row IDs of a page of a sorted or filtered table.
struct RowOrder {
    let connection: Connection
    let access: TableAccess
    let query: RowQuery
    /// The name of the row IDs.
    let rowIDName: String

    /// Up to this position, a page is found without remembering the order of all rows.
    static let remembersFrom = 1_000

    /// Without an index, SQLite keeps this many rows in memory to find the page after them.
    static let maximumSkip = 200_000

    /// Returns whether the order of all rows may be small enough to be remembered.
    func isSmall() throws(DatabaseError) -> Bool {
        guard query.filter == nil else { return true }
        return try access.count() <= connection.limits.orderedRows
    }

    /// Returns the row IDs of a page near the beginning, or of any page of a table with too many rows to remember.
    /// - Throws: `tooLarge` for a page far from both ends of a table without an index for the order.
    func rowIDs(from index: Int, count: Int) throws(DatabaseError) -> [Int64] {
        try collated { binary throws(DatabaseError) in
            var (skipped, length, isReversed) = (index, count, false)
            if query.filter == nil, query.sorting != nil, index > Self.remembersFrom {
                // From the nearer end.
                let total = try access.count()
                length = min(count, max(0, total - index))
                isReversed = index > total / 2
                if isReversed { skipped = total - index - length }
            }
            guard length > 0 else { return [] }
            let text = text(reversed: isReversed, binary) + " LIMIT \(length) OFFSET \(skipped)"
            if skipped > Self.maximumSkip, try sorts(text) {
                throw DatabaseError(.tooLarge, "there are too many rows to sort by a column without an index")
            }
            let page = try connection.integers(text)
            return isReversed ? page.reversed() : page
        }
    }

    /// Returns whether SQLite would sort, as no index has the order.
    private func sorts(_ text: String) throws(DatabaseError) -> Bool {
        let plan = try Statement("EXPLAIN QUERY PLAN " + text, on: connection)
        while try plan.step() {
            if plan.text(3).hasPrefix("USE TEMP B-TREE") { return true }
        }
        return false
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
