import Formats
package import Jobs

/// A cell that contains a text.
package struct SearchHit: Hashable, Sendable {
    /// The name of the table.
    package let table: String
    /// Identifies the row; nil if it cannot be identified.
    package let key: RowKey?
    /// The name of the column.
    package let column: String
    /// Where the text begins: in bytes of the cell, of its UTF-8 form or of a number as text.
    package let offset: Int
    /// The text with what surrounds it.
    package let excerpt: [UInt8]
}

extension Database {
    /// Searches all cells of all tables for a text, regardless of the case of ASCII letters. Blobs are searched for its
    /// UTF-8 form.
    ///
    /// The search uses a separate connection, so that rows can be read meanwhile.
    /// - Parameters:
    ///   - tables: The names of the tables to be searched; nil for all, except views.
    ///   - seconds: The time limit.
    ///   - report: Called for each cell found; returns whether to continue.
    /// - Returns: The number of cells that are too large to be searched.
    /// - Throws: `cancelled` or `timedOut`; the error of the first table that could not be read to its end, after the
    ///   others have been searched.
    @discardableResult
    package func search(
        for text: String,
        in tables: [String]? = nil,
        seconds: Double = 600,
        _ cancellation: Cancellation? = nil,
        report: @escaping (SearchHit) -> Bool
    ) throws(DatabaseError) -> Int {
        guard let search = BytePattern(text.utf8, ignoringCase: true) else { return 0 }
        let interruption = Interruption()
        interruption.start(cancellation, seconds: seconds)
        let connection = try Connection(pages, limits: limits, interruption: interruption)
        var run = SearchRun(connection: connection, search: search, report: report)
        var failure: DatabaseError?
        let schema = try SchemaReader(connection: connection).schema()
        for table in schema.tables where table.kind == .table && tables?.contains(table.name) != false {
            do throws(DatabaseError) {
                guard try run.search(table) else { return run.skipped }
            } catch {
                guard error.code != .cancelled, error.code != .timedOut else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return run.skipped
    }
}

/// A search in progress.
private struct SearchRun {
    let connection: Connection
    let search: BytePattern
    let report: (SearchHit) -> Bool
    /// The number of cells that could not be searched.
    private(set) var skipped = 0

    /// Cells above this size, in bytes, are searched in parts.
    private static let partBytes = 1 << 20
    /// The number of bytes before and after the text in an excerpt.
    private static let context = (before: 24, after: 72)

    init(connection: Connection, search: BytePattern, report: @escaping (SearchHit) -> Bool) {
        self.connection = connection
        self.search = search
        self.report = report
    }

    /// Returns whether to continue.
    mutating func search(_ table: DatabaseSchema.Table) throws(DatabaseError) -> Bool {
        let access = try TableAccess(table, on: connection)
        guard let rowIDName = access.rowIDName else { return try searchScan(access) }
        var next: Int64? = .min
        while let start = next {
            var last: Int64?
            do throws(DatabaseError) {
                return try search(access, rowIDName, from: start, last: &last)
            } catch  where error.code == .tooLarge {
                // The row after the last one has a large cell.
                let text = "SELECT \(rowIDName) FROM \(access.name) WHERE \(rowIDName) >= ?1 ORDER BY 1 LIMIT 1"
                let statement = try Statement(text, on: connection)
                statement.restart(with: last.map { $0 &+ 1 } ?? start)
                guard try statement.step() else { return true }
                let rowID = statement.integer(0)
                // Row IDs that do not ascend are a sign of a malformed table.
                guard rowID >= start else { return true }
                guard try searchInParts(access, rowID) else { return false }
                next = rowID < .max ? rowID + 1 : nil
            }
        }
        return true
    }

    private func search(
        _ access: TableAccess,
        _ rowIDName: String,
        from start: Int64,
        last: inout Int64?
    ) throws(DatabaseError) -> Bool {
        connection.setCellLimit(Int32(Self.partBytes))
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        let text = """
            SELECT \(rowIDName), \(access.expressions()) FROM \(access.name)
            WHERE \(rowIDName) >= ?1 ORDER BY \(rowIDName)
            """
        let statement = try Statement(text, on: connection)
        statement.restart(with: start)
        while try statement.step() {
            let rowID = statement.integer(0)
            last = rowID
            guard matches(statement, access, firstColumn: 1, key: .rowID(rowID)) else { return false }
        }
        return true
    }

    /// Searches a table without row IDs.
    private mutating func searchScan(_ access: TableAccess) throws(DatabaseError) -> Bool {
        connection.setCellLimit(Int32(Self.partBytes))
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        var position = 0
        while true {
            let statement = try Statement(
                "SELECT \(access.expressions()) FROM \(access.name) LIMIT -1 OFFSET \(position)", on: connection)
            do throws(DatabaseError) {
                while try statement.step() {
                    guard matches(statement, access, firstColumn: 0, key: .position(position)) else { return false }
                    position += 1
                }
                return true
            } catch  where error.code == .tooLarge {
                skipped += 1
                position += 1
            }
        }
    }

    private func matches(
        _ statement: Statement,
        _ access: TableAccess,
        firstColumn: Int,
        key: RowKey
    ) -> Bool {
        for (index, column) in access.columns.enumerated() where !statement.isNull(firstColumn + index) {
            let hit = statement.withBytes(firstColumn + index) { bytes in
                search.first(in: UnsafeRawBufferPointer(bytes)).map { offset in
                    SearchHit(
                        table: access.table.name, key: key, column: column.name, offset: offset,
                        excerpt: excerpt(of: bytes, at: offset))
                }
            }
            if let hit, !report(hit) { return false }
        }
        return true
    }

    private func excerpt(of bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> [UInt8] {
        Array(
            bytes[max(0, offset - Self.context.before)..<min(bytes.count, offset + search.count + Self.context.after)])
    }

    /// Searches the cells of a row by parts that overlap.
    private mutating func searchInParts(_ access: TableAccess, _ rowID: Int64) throws(DatabaseError) -> Bool {
        for (index, column) in access.columns.enumerated() where !access.refused.contains(index) {
            try connection.interruption.check()
            let reader = CellReader(connection: connection, access: access)
            var offset = 0
            parts: while true {
                let range = offset..<offset + Self.partBytes
                guard let value = try? reader.value(.rowID(rowID), column: column.name, range: range) else {
                    skipped += 1
                    break
                }
                switch value {
                case .text(let part), .blob(let part):
                    let hit = part.bytes.withUnsafeBufferPointer { bytes in
                        search.first(in: UnsafeRawBufferPointer(bytes)).map { found in
                            SearchHit(
                                table: access.table.name, key: .rowID(rowID), column: column.name,
                                offset: part.offset + found, excerpt: excerpt(of: bytes, at: found))
                        }
                    }
                    if let hit {
                        guard report(hit) else { return false }
                        break parts
                    }
                    guard part.offset + Self.partBytes < part.count else { break parts }
                    offset += Self.partBytes - (2 * search.count & ~1)
                default: break parts
                }
            }
        }
        return true
    }
}
