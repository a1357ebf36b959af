/// Reads rows of a view, or of a table without row IDs.
struct RowScan {
    let connection: Connection
    let access: TableAccess
    let query: RowQuery

    /// The number of bytes that rows without a key have together before their cells are cut, as no more of them can be read
    /// later.
    private static let maxBytes = 64 << 20

    func rows(from index: Int, count: Int) throws(DatabaseError) -> [Row] {
        var rows: [Row] = []
        while rows.count < count {
            do throws(DatabaseError) {
                try read(&rows, from: index, until: count)
                break
            } catch  where error.code == .tooLarge {
                // A row with a cell beyond the limit is read without its texts and blobs.
                guard let row = try shortRow(at: index + rows.count) else { throw error }
                rows.append(row)
            }
        }
        return rows
    }

    private func read(_ rows: inout [Row], from index: Int, until count: Int) throws(DatabaseError) {
        let statement = try statement(access.expressions(), from: index + rows.count, count: count - rows.count)
        var room = key(index) == nil ? Self.maxBytes : 0
        while try statement.step() {
            let cells = access.columns.indices.map { column in
                guard !access.refused.contains(column) else { return CellValue.unread }
                let value = statement.value(column, limit: max(room, connection.limits.previewBytes))
                if case .text(let contents) = value { room -= contents.bytes.count }
                if case .blob(let contents) = value { room -= contents.bytes.count }
                return value
            }
            rows.append(Row(key: key(index + rows.count), cells: cells))
        }
    }

    private func shortRow(at index: Int) throws(DatabaseError) -> Row? {
        connection.setCellLimit(.max)
        defer { connection.setCellLimit(DatabaseLimits.evaluatedCellBytes) }
        let columns = access.expressions { "CASE WHEN typeof(\($0)) IN ('text', 'blob') THEN NULL ELSE \($0) END" }
        let types = access.expressions { "typeof(\($0))" }
        let statement = try statement("\(columns), \(types)", from: index, count: 1)
        guard try statement.step() else { return nil }
        let cells = access.columns.indices.map { column in
            statement.text(access.columns.count + column).isTextOrBlob == nil
                ? statement.value(column, limit: 0) : CellValue.unread
        }
        return Row(key: key(index), cells: cells)
    }

    private func statement(_ columns: String, from index: Int, count: Int) throws(DatabaseError) -> Statement {
        if key(index) != nil, let mark = access.marks?.last(through: index) {
            return try Statement(
                "SELECT \(columns) FROM \(access.name) WHERE \(mark.condition) LIMIT \(count)"
                    + " OFFSET \(index - mark.position)", on: connection)
        }
        func text(_ texts: TextOrder) -> String {
            "SELECT \(columns) FROM \(access.name)\(query.condition)\(query.order(nil, texts: texts))"
                + " LIMIT \(count) OFFSET \(index)"
        }
        if TextOrder.sortsNaturally(connection.pages) { return try Statement(text(.natural), on: connection) }
        do throws(DatabaseError) {
            return try Statement(text(.declared), on: connection)
        } catch {
            guard query.sorting != nil, error.message.hasPrefix("no such collation") else { throw error }
            return try Statement(text(.binary), on: connection)
        }
    }

    private func key(_ position: Int) -> RowKey? {
        query.filter == nil && query.sorting == nil ? .position(position) : nil
    }
}
