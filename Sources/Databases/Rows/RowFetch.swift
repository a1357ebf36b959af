/// Reads rows of a table with row IDs, and never more of a large cell than its beginning.
struct RowFetch {
    private let connection: Connection
    private let access: TableAccess
    private let rowIDName: String
    private let direct: Statement
    private var careful: Statement?

    init(_ access: TableAccess, rowIDName: String, on connection: Connection) throws(DatabaseError) {
        (self.connection, self.access, self.rowIDName) = (connection, access, rowIDName)
        direct = try Statement(
            "SELECT \(access.expressions()) FROM \(access.name) WHERE \(rowIDName) = ?1", on: connection)
    }

    /// Reads a row; nil if there is none.
    mutating func row(_ rowID: Int64) throws(DatabaseError) -> Row? {
        try connection.interruption.check()
        do throws(DatabaseError) {
            return try directRow(rowID)
        } catch  where error.code == .tooLarge {
            return try carefulRow(rowID)
        } catch  where error.code == .malformed {
            // A large cell continues on other pages; the part on this one can be read.
            guard let row = try? carefulRow(rowID) else { throw error }
            return row
        }
    }

    private func directRow(_ rowID: Int64) throws(DatabaseError) -> Row? {
        connection.setCellLimit(DatabaseLimits.directCellBytes)
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        direct.restart(with: rowID)
        guard try direct.step() else { return nil }
        let cells = access.columns.indices.map { column in
            access.refused.contains(column)
                ? CellValue.unread : direct.value(column, limit: connection.limits.previewBytes)
        }
        return Row(key: .rowID(rowID), cells: cells)
    }

    /// Reads a row with large cells. `typeof` does not load a cell.
    private mutating func carefulRow(_ rowID: Int64) throws(DatabaseError) -> Row? {
        connection.setCellLimit(.max)
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        if careful == nil {
            let columns = access.expressions { "CASE WHEN typeof(\($0)) IN ('text', 'blob') THEN NULL ELSE \($0) END" }
            let types = access.expressions { "typeof(\($0))" }
            careful = try Statement(
                "SELECT \(columns), \(types) FROM \(access.name) WHERE \(rowIDName) = ?1", on: connection)
        }
        guard let careful else { return nil }
        careful.restart(with: rowID)
        guard try careful.step() else { return nil }
        let count = access.columns.count
        var cells: [CellValue] = []
        for (index, column) in access.columns.enumerated() {
            if access.refused.contains(index) {
                cells.append(.unread)
            } else if let isText = careful.text(count + index).isTextOrBlob {
                cells.append(beginning(of: column.name, rowID, isText: isText))
            } else {
                cells.append(careful.value(index, limit: 0))
            }
        }
        return Row(key: .rowID(rowID), cells: cells)
    }

    private func beginning(of column: String, _ rowID: Int64, isText: Bool) -> CellValue {
        let range = 0..<connection.limits.previewBytes
        let part = CellPart(column: column, table: access.table.name, rowID: rowID, isText: isText)
        do throws(DatabaseError) {
            return try part.read(range, on: connection)
        } catch {
            return error.code == .malformed ? .damaged : .unread
        }
    }
}

extension String {
    /// For the result of `typeof`: true for a text, false for a blob and nil for other types.
    var isTextOrBlob: Bool? { self == "text" ? true : self == "blob" ? false : nil }
}
