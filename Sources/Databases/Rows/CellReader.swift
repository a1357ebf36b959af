/// Reads a cell as a whole, or a range of it.
struct CellReader {
    let connection: Connection
    let access: TableAccess

    func value(_ key: RowKey, column name: String, range: Range<Int>?) throws(DatabaseError) -> CellValue {
        guard let column = access.columns.firstIndex(where: { $0.name == name }) else {
            throw DatabaseError(.notFound, "“\(access.table.name)” has no column “\(name)”")
        }
        guard !access.refused.contains(column) else { return .unread }
        let limit = connection.limits.cellBytes
        let range = (range ?? 0..<limit).clamped(to: 0..<Int(Int32.max))
        guard range.count <= limit else {
            throw DatabaseError(.tooLarge, "a range of \(range.count) bytes is larger than the limit of \(limit)")
        }
        guard case .rowID(let rowID) = key, let rowIDName = access.rowIDName else {
            return try wholeValue(name, key, range)
        }
        connection.setCellLimit(.max)
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        // `typeof` does not load the cell.
        let type = try Statement(
            "SELECT typeof(\(name.asIdentifier)) FROM \(access.name) WHERE \(rowIDName) = \(rowID)", on: connection)
        guard try type.step() else { throw DatabaseError(.notFound, "there is no such row") }
        if let isText = type.text(0).isTextOrBlob,
            let value = try? CellPart(column: name, table: access.table.name, rowID: rowID, isText: isText)
                .read(range, on: connection)
        {
            return value
        }
        return try wholeValue(name, key, range)
    }

    /// Reads a cell that SQLite can only load as a whole.
    private func wholeValue(_ name: String, _ key: RowKey, _ range: Range<Int>) throws(DatabaseError) -> CellValue {
        connection.setCellLimit(Int32(clamping: connection.limits.cellBytes))
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        let condition =
            switch key {
            case .rowID(let rowID): "WHERE \(access.rowIDName ?? "rowid") = \(rowID)"
            case .position(let position): "LIMIT 1 OFFSET \(max(0, position))"
            }
        let statement = try Statement(
            "SELECT \(name.asIdentifier) FROM \(access.name) \(condition)", on: connection)
        guard try statement.step() else { throw DatabaseError(.notFound, "there is no such row") }
        return statement.value(0, limit: connection.limits.cellBytes).part(range)
    }
}

extension CellValue {
    /// Returns the part of a whole text or blob in a range of its bytes.
    fileprivate func part(_ range: Range<Int>) -> CellValue {
        switch self {
        case .text(let contents): .text(contents.part(range))
        case .blob(let contents): .blob(contents.part(range))
        default: self
        }
    }
}

extension CellBytes {
    fileprivate func part(_ range: Range<Int>) -> CellBytes {
        let range = range.clamped(to: bytes.indices)
        return CellBytes(bytes: Array(bytes[range]), offset: range.lowerBound, count: count)
    }
}
