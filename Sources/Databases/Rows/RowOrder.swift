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
    /// - Throws: `tooLarge` for a page far from both ends of a table without an intact index for the order.
    func rowIDs(from index: Int, count: Int) throws(DatabaseError) -> [Int64] {
        try collated { texts throws(DatabaseError) in
            var (skipped, length, isReversed) = (index, count, false)
            if query.filter == nil, query.sorting != nil, index > Self.remembersFrom {
                // From the nearer end.
                let total = try access.count()
                length = min(count, max(0, total - index))
                isReversed = index > total / 2
                if isReversed { skipped = total - index - length }
            }
            guard length > 0 else { return [] }
            let order = query.condition + query.order(rowIDName, reversed: isReversed, texts: texts)
            let rest = order + " LIMIT \(length) OFFSET \(skipped)"
            var text = "SELECT \(rowIDName) FROM \(access.name)" + rest
            if skipped > Self.maximumSkip, try sorts(text) {
                text = "SELECT \(rowIDName) FROM \(access.indexedName)" + rest
                guard try !sorts(text), try access.hasIntactIndexes() else {
                    throw DatabaseError(
                        .tooLarge, "there are too many rows to sort by a column without an intact index")
                }
            }
            let page = try connection.integers(text)
            return isReversed ? page.reversed() : page
        }
    }

    /// Returns whether SQLite would sort, as no index that it may use has the order.
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
        try collated { texts throws(DatabaseError) in
            try connection.integers(
                "SELECT \(rowIDName) FROM \(access.name)" + query.condition + query.order(rowIDName, texts: texts),
                atMost: connection.limits.orderedRows)
        }
    }

    /// Calls `body` with the order of texts, and again with a binary order if the app has defined the column's.
    private func collated(
        _ body: (TextOrder) throws(DatabaseError) -> [Int64]
    ) throws(DatabaseError) -> [Int64] {
        if try isNatural() { return try body(.natural) }
        do throws(DatabaseError) {
            return try body(.declared)
        } catch {
            guard query.sorting != nil, error.message.hasPrefix("no such collation") else { throw error }
            return try body(.binary)
        }
    }

    /// Whether texts are in natural order, which only takes too long in a very large table.
    private func isNatural() throws(DatabaseError) -> Bool {
        guard query.sorting != nil, TextOrder.sortsNaturally(connection.pages) else { return false }
        return try isSmall()
    }
}

/// The order of texts in a column that rows are sorted by.
enum TextOrder {
    /// Numbers by value, letters ignoring ASCII case.
    case natural
    /// As the column is declared.
    case declared
    /// By bytes.
    case binary

    /// The clause that names the order; empty for the column's own.
    fileprivate var clause: String {
        switch self {
        case .natural: " COLLATE sandglass_natural"
        case .declared: ""
        case .binary: " COLLATE BINARY"
        }
    }

    /// A larger database is sorted as its columns are declared, which is quicker.
    private static let maxBytes = 256 << 20

    /// Whether a database is small enough to be sorted naturally.
    static func sortsNaturally(_ pages: DatabasePages) -> Bool { pages.count <= maxBytes / max(1, pages.pageSize) }
}

extension RowQuery {
    /// The clause for the filter. Its line breaks end a comment in the filter.
    var condition: String { filter.map { " WHERE (\n\($0)\n)" } ?? "" }

    /// Returns the clause for the order.
    /// - Parameters:
    ///   - rowIDName: The name of the row IDs, which decide between equal values; nil if there are none.
    ///   - texts: The order of texts.
    func order(_ rowIDName: String?, reversed: Bool = false, texts: TextOrder) -> String {
        let direction = (sorting?.isDescending ?? false) != reversed ? " DESC" : ""
        let column = sorting.map { $0.column.asIdentifier + texts.clause }
        let terms = [column, rowIDName].compactMap { $0.map { $0 + direction } }
        return terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    }
}
