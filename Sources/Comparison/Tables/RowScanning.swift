import Databases
import Documents
import Jobs

/// Reads the rows of a table of a database as digests, in one pass.
struct RowScanning: Sendable {
    /// What identifies a row.
    enum Identity: Hashable, Sendable {
        /// A column of unique integers, in whose order the rows mostly are.
        case integer(String)
        /// Other columns; rows with NULL in one of them are identified by all values.
        case columns([String])
        case values
    }

    /// The columns that are compared, by name.
    let columns: [String]
    let identity: Identity
    /// The part of all rows that is read, by their keys, and how many parts there are.
    var part: UInt64 = 0
    var parts: UInt64 = 1
    /// The rows that are read.
    var rows = ChangedRows.Rows.all

    /// Returns the digest of each row in the part.
    func digests(of table: DatabaseRows, _ cancellation: Cancellation) -> Result<[RowDigest], DatabaseError> {
        digests(of: table.query.table, with: table.columns, in: table.database, cancellation)
    }

    /// Returns the digest of each row of a table in the part.
    /// - Parameter names: The columns of the table, in its order.
    func digests(
        of table: String, with names: [String], in database: Database, _ cancellation: Cancellation
    ) -> Result<[RowDigest], DatabaseError> {
        var digests: [RowDigest] = []
        return Result { () throws(DatabaseError) in
            try forEachDigest(of: table, with: names, in: database, cancellation) { digest in
                digests.append(digest)
                return true
            }
            return digests
        }
    }

    /// Calls `receive` with the digest of each row of a table in the part, in the order in which they are read, until it returns
    /// false.
    /// - Throws: `DatabaseError` if the table cannot be read as a whole.
    func forEachDigest(
        of table: String, with names: [String], in database: Database, _ cancellation: Cancellation,
        _ receive: (RowDigest) -> Bool
    ) throws(DatabaseError) {
        let indices = columns.compactMap { name in names.firstIndex(of: name) }
        let keys = identity.columns.compactMap { name in names.firstIndex(of: name) }
        var count = 0
        let leftOut = try database.scan(table, rows: rows, cancellation) { row in
            count += 1
            if count % Self.rowsPerCheck == 0, cancellation.isCancelled { return false }
            let digest = row.digest(of: indices)
            let key = self.key(of: row, digest, keys)
            guard parts == 1 || key % parts == part else { return true }
            return receive(RowDigest(key: key, row: digest, place: row.place))
        }
        for place in leftOut where !cancellation.isCancelled {
            let found = try database.digests(ofLarge: place, in: table, columns: indices, keys: keys, cancellation)
            let key = key(of: found)
            guard parts == 1 || key % parts == part else { continue }
            guard receive(RowDigest(key: key, row: found.row, place: place.place)) else { return }
        }
    }

    private func key(of row: LargeRowDigests) -> UInt64 {
        switch identity {
        case .values: row.row
        case .integer: row.integer.map { UInt64(bitPattern: $0) } ?? row.row
        // NULLs differ from each other.
        case .columns: row.key ?? row.row
        }
    }

    /// How many rows are read before the next look whether it was cancelled.
    private static let rowsPerCheck = 256

    private func key(of row: ScannedRow, _ digest: UInt64, _ keys: [Int]) -> UInt64 {
        switch identity {
        case .values: return digest
        case .integer: return keys.first.map { UInt64(bitPattern: row.integer($0)) } ?? digest
        case .columns:
            // NULLs differ from each other.
            guard !keys.contains(where: { row.kind($0) == nil }) else { return digest }
            return row.digest(of: keys)
        }
    }
}

extension RowScanning.Identity {
    /// The columns of the key.
    fileprivate var columns: [String] {
        switch self {
        case .integer(let column): [column]
        case .columns(let columns): columns
        case .values: []
        }
    }
}

extension ScannedRow {
    /// The row ID or the position.
    var place: Int64 { key.place }
}

extension RowKey {
    /// The row ID or the position.
    var place: Int64 {
        switch self {
        case .rowID(let number): number
        case .position(let index): Int64(index)
        }
    }
}

/// Finds rows of a table by their places, of which those without row IDs are read in pages.
struct RowPages {
    /// The least and the greatest number of rows of a page: it grows while the rows that are looked for are close together.
    private static let sizes = 16...10_000

    private let rows: DatabaseRows
    private let limits: DocumentLimits
    private let hasRowIDs: Bool
    private var page: (start: Int, rows: [TableRow]) = (0, [])
    private var size = sizes.lowerBound

    init(_ rows: DatabaseRows, _ limits: DocumentLimits) {
        self.rows = rows
        self.limits = limits
        let first = try? rows.database.rows(rows.query, count: 1, limits.cancellation).rows.first
        if case .rowID? = first?.key { hasRowIDs = true } else { hasRowIDs = false }
    }

    /// Returns the row at a place; nil if there is none.
    /// - Throws: `DocumentFailure` if it cannot be read.
    mutating func row(at place: Int64) throws(DocumentFailure) -> TableRow? {
        if hasRowIDs { return try rows.row(at: .rowID(place), within: limits) }
        let position = Int(place)
        let end = page.start + page.rows.count
        if !(page.start..<end).contains(position) {
            let isClose = (end..<end + 4 * size).contains(position)
            size = isClose ? min(4 * size, Self.sizes.upperBound) : Self.sizes.lowerBound
            page = (position, try rows.rows(from: position, count: size, within: limits))
        }
        let index = position - page.start
        return page.rows.indices.contains(index) ? page.rows[index] : nil
    }
}
