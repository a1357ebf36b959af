import CSQLite
import Formats
package import Jobs

/// A row with cells beyond the limit, whose texts and blobs are read piece by piece.
private struct LargeRow {
    /// The number of bytes that are in memory at once.
    private static let partLength = 1 << 20

    let connection: Connection
    let access: TableAccess
    let rowID: Int64
    let rowIDName: String

    /// Returns the number for cells with their types that `Statement.digest` has for smaller ones.
    func digest(of columns: [Int]) throws(DatabaseError) -> UInt64 {
        var hasher = RowHasher()
        for column in columns { try combine(column, into: &hasher) }
        return hasher.value
    }

    /// Returns the type of a cell, and its value if it is a number, by a statement that does not load any other.
    private func statement(of column: Int) throws(DatabaseError) -> Statement {
        let name = access.columns[column].name.asIdentifier
        let statement = try Statement(
            "SELECT typeof(\(name)), CASE WHEN typeof(\(name)) IN ('text', 'blob') THEN NULL ELSE \(name) END "
                + "FROM \(access.name) WHERE \(rowIDName) = \(rowID.literal)", on: connection)
        guard try statement.step() else { throw DatabaseError(.notFound, "there is no such row") }
        return statement
    }

    /// Whether a cell is NULL.
    func isNull(_ column: Int) throws(DatabaseError) -> Bool {
        access.refused.contains(column) ? true : try statement(of: column).text(0) == "null"
    }

    /// Returns an integer in a cell; 0 if it is none.
    func integer(_ column: Int) throws(DatabaseError) -> Int64 {
        access.refused.contains(column) ? 0 : try statement(of: column).integer(1)
    }

    private func combine(_ column: Int, into hasher: inout RowHasher) throws(DatabaseError) {
        guard !access.refused.contains(column) else {
            return hasher.combine(UInt64(truncatingIfNeeded: SQLITE_NULL))
        }
        let statement = try statement(of: column)
        guard let isText = statement.text(0).isTextOrBlob else { return statement.combine(1, into: &hasher) }
        hasher.combine(UInt64(truncatingIfNeeded: isText ? SQLITE_TEXT : SQLITE_BLOB))
        let blob = try Blob(access.columns[column].name, of: access.table.name, rowID: rowID, on: connection)
        var text = isText ? UTF16Pieces(connection.encoding) : nil
        var (rest, total): ([UInt8], Int) = ([], 0)
        var offset = 0
        while offset < blob.count {
            try connection.interruption.check()
            let part = try blob.read(offset..<offset + Self.partLength)
            offset += part.count
            let piece = text?.utf8(part, isLast: offset == blob.count) ?? part
            rest += piece
            total += piece.count
            let added = rest.withUnsafeBytes { hasher.combine(wordsOf: $0) }
            rest.removeFirst(added)
        }
        rest.withUnsafeBytes { hasher.combine(end: $0, of: total) }
    }
}

/// A text in UTF-16 that comes in pieces, as UTF-8.
private struct UTF16Pieces {
    private let isBigEndian: Bool
    /// The first half of a pair whose second half is in the next piece.
    private var half: UInt16?

    /// Creates a converter; nil for UTF-8.
    init?(_ encoding: DatabaseHeader.Encoding) {
        guard encoding != .utf8 else { return nil }
        isBigEndian = encoding == .utf16BigEndian
    }

    /// Returns a piece of an even number of bytes in UTF-8.
    mutating func utf8(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        var units = half.map { [$0] } ?? []
        half = nil
        units += isBigEndian ? bytes.bigEndianUnits : bytes.littleEndianUnits
        if !isLast, let last = units.last, (0xd800...0xdbff).contains(last) { half = units.removeLast() }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// What identifies a row and what it says, as numbers that differ from run to run.
package struct LargeRowDigests: Hashable, Sendable {
    /// The number for the cells that are compared.
    package let row: UInt64
    /// The number for the cells of the key; nil if one of them is NULL.
    package let key: UInt64?
    /// The integer in the first cell of the key; nil if the key has no cells.
    package let integer: Int64?
}

extension Database {
    /// Returns the numbers for a row that `scan` leaves out, which are the same as those of `ScannedRow`.
    /// - Parameters:
    ///   - columns: The cells that are compared, by the indices of their columns.
    ///   - keys: The cells of the key.
    /// - Throws: `cellsTooLarge` if the table's cells can only be read as a whole; the errors of reading them.
    package func digests(
        ofLarge key: RowKey, in table: String, columns: [Int], keys: [Int], _ cancellation: Cancellation
    ) throws(DatabaseError) -> LargeRowDigests {
        try withReader(cancellation) { reader throws(DatabaseError) in
            let connection = reader.connection
            // A large cell takes as long as it does; the user can cancel.
            connection.interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
            let access = try reader.access(table)
            guard case .rowID(let rowID) = key, let rowIDName = access.rowIDName else {
                throw DatabaseError.cellsTooLarge
            }
            // `typeof` does not load the cell.
            connection.setCellLimit(.max)
            defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
            let row = LargeRow(connection: connection, access: access, rowID: rowID, rowIDName: rowIDName)
            do throws(DatabaseError) {
                var hasNull = false
                for column in keys where try row.isNull(column) { hasNull = true }
                return LargeRowDigests(
                    row: try row.digest(of: columns), key: hasNull ? nil : try row.digest(of: keys),
                    integer: try keys.first.map { column throws(DatabaseError) in try row.integer(column) })
            } catch  where error.code == .invalidExpression {
                // A cell that is computed is no blob that can be opened.
                throw DatabaseError.cellsTooLarge
            }
        }
    }

    /// Reads a part of a text or blob as it is stored: a text in the encoding of the database.
    /// - Throws: The errors of reading it; `notFound` if the row has no row ID.
    package func storedBytes(
        of column: String, in table: String, row key: RowKey, _ range: Range<Int>
    ) throws(DatabaseError) -> [UInt8] {
        try withReader(nil) { reader throws(DatabaseError) in
            guard case .rowID(let rowID) = key else { throw DatabaseError(.notFound, "the row has no row ID") }
            let table = try reader.access(table).table.name
            return try Blob(column, of: table, rowID: rowID, on: reader.connection).read(range)
        }
    }
}
