package import Jobs

/// A row in SQLite's memory, to be looked at without copying its cells. It must not be kept.
package struct ScannedRow {
    /// The kind of a cell.
    package enum Kind: Hashable, Sendable {
        case number
        case text
        case blob
    }

    /// Identifies the row.
    package let key: RowKey
    private let statement: Statement
    /// The number of columns of the statement before the table's columns.
    private let offset: Int

    init(_ key: RowKey, _ statement: Statement, offset: Int) {
        (self.key, self.statement, self.offset) = (key, statement, offset)
    }

    /// Returns the kind of a cell; nil for NULL and for a cell that may not be computed.
    package func kind(_ column: Int) -> Kind? { statement.kind(offset + column) }

    /// Calls `body` with the bytes of a cell: text as UTF-8, which need not be valid, and a number as text, as it is shown.
    package func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // SQLite writes `1.0e+16`, and 15 digits.
        if let real = statement.real(offset + column) {
            var text = "\(real)"
            return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
        }
        return statement.withBytes(offset + column) { body(UnsafeRawBufferPointer($0)) }
    }

    /// Returns a number for cells with their types: the same for the same values, and another one in each run of the program.
    package func digest(of columns: [Int]) -> UInt64 { statement.digest(of: columns, offset: offset) }

    /// Returns the number in a cell, as exactly as a floating-point number can be; nil if it is none.
    package func number(_ column: Int) -> Double? { statement.number(offset + column) }

    /// Returns an integer in a cell; 0 if it is none.
    package func integer(_ column: Int) -> Int64 { statement.integer(offset + column) }
}

extension Database {
    /// Calls `body` with every row of a table, in the order of the keys, until it returns false. Blocks all other readers
    /// of the database meanwhile, and must not be called by `body`.
    /// - Parameter rows: The rows that are read.
    /// - Throws: `notFound` if there is no such table; the errors of reading it.
    /// - Returns: The keys of rows with cells larger than the limit, which are left out.
    package func scan(
        _ table: String,
        rows: ChangedRows.Rows = .all,
        _ cancellation: Cancellation? = nil,
        _ body: (ScannedRow) -> Bool
    ) throws(DatabaseError) -> [RowKey] {
        try withReader(cancellation) { reader throws(DatabaseError) in
            // A large table takes as long as it does; the user can cancel.
            reader.connection.interruption.start(cancellation, seconds: .greatestFiniteMagnitude)
            let access = try reader.access(table)
            reader.connection.setCellLimit(Int32(clamping: limits.cellBytes))
            defer { reader.connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
            let scan = TableScan(reader.connection, access)
            guard case .ranges(let ranges) = rows, access.rowIDName != nil else { return try scan.scanRows(body) }
            var leftOut: [RowKey] = []
            var isWanted = true
            for range in ranges where isWanted {
                leftOut += try scan.scanRows(in: range) { row in
                    isWanted = body(row)
                    return isWanted
                }
            }
            return leftOut
        }
    }
}

/// Reads all rows of a table with as few statements as possible.
private struct TableScan {
    let connection: Connection
    let access: TableAccess

    init(_ connection: Connection, _ access: TableAccess) {
        self.connection = connection
        self.access = access
    }

    /// - Parameter range: The row IDs that are read.
    func scanRows(
        in range: ClosedRange<Int64> = Int64.min...Int64.max, _ body: (ScannedRow) -> Bool
    ) throws(DatabaseError) -> [RowKey] {
        guard let rowIDName = access.rowIDName else { return try scanByPosition(body) }
        var leftOut: [RowKey] = []
        let isPart = range != Int64.min...Int64.max
        let end = isPart ? "\(rowIDName) <= \(range.upperBound)" : ""
        // The literal of the least number would be one of a real number.
        var condition = isPart ? "WHERE \(rowIDName) >= \(range.lowerBound.literal) AND \(end)" : ""
        while true {
            let statement = try Statement(
                "SELECT \(rowIDName), \(access.expressions()) FROM \(access.name) \(condition) ORDER BY \(rowIDName)",
                on: connection)
            var last: Int64?
            do throws(DatabaseError) {
                while try statement.step() {
                    let rowID = statement.integer(0)
                    last = rowID
                    guard body(ScannedRow(.rowID(rowID), statement, offset: 1)) else { return leftOut }
                }
                return leftOut
            } catch  where error.code == .tooLarge {
                // The row behind the last one is the one that cannot be read as a whole.
                let rest = isPart ? " AND \(end)" : ""
                if let last { condition = "WHERE \(rowIDName) > \(last)\(rest)" }
                guard let next = try firstRowID(rowIDName, condition) else { throw error }
                // Row IDs that do not ascend could lead back to a row that was left out, again and again.
                if case .rowID(let before)? = leftOut.last, next <= before { throw DatabaseError.malformedPages }
                leftOut.append(.rowID(next))
                condition = "WHERE \(rowIDName) > \(next)\(rest)"
            }
        }
    }

    private func firstRowID(_ rowIDName: String, _ condition: String) throws(DatabaseError) -> Int64? {
        let text = "SELECT \(rowIDName) FROM \(access.name) \(condition) ORDER BY \(rowIDName) LIMIT 1"
        return try connection.integers(text).first
    }

    /// Rows without row IDs are identified by their position.
    private func scanByPosition(_ body: (ScannedRow) -> Bool) throws(DatabaseError) -> [RowKey] {
        var leftOut: [RowKey] = []
        var position = 0
        while true {
            let statement = try Statement(
                "SELECT \(access.expressions()) FROM \(access.name) LIMIT -1 OFFSET \(position)", on: connection)
            do throws(DatabaseError) {
                while try statement.step() {
                    let row = ScannedRow(.position(position), statement, offset: 0)
                    access.marks?.note(row, at: position)
                    guard body(row) else { return leftOut }
                    position += 1
                }
                return leftOut
            } catch  where error.code == .tooLarge {
                leftOut.append(.position(position))
                position += 1
            }
        }
    }
}

extension Int64 {
    /// The number as an expression of SQL: its digits behind a sign are a number of their own, which the least one does
    /// not fit.
    var literal: String { self == .min ? "(-9223372036854775807 - 1)" : "\(self)" }
}
