import Formats

/// The primary keys of some rows of a table without row IDs, by which rows at later positions are found.
///
/// SQLite can only skip rows one by one, and passes over a million of them in some 30 ms.
struct KeyMarks {
    /// A row, and the condition that holds for it and for all rows behind it.
    struct Mark {
        let position: Int
        let condition: String
    }

    /// The number of rows between two marks.
    private static let distance = 1_024
    /// Longer keys are not remembered, in bytes.
    private static let longestKey = 256

    /// The columns of the key: their names, and their indices in the table.
    private let columns: [(name: String, index: Int)]
    private var marks: [Mark] = []

    /// Returns nil unless the rows are in the order in which their keys are compared: in an ascending order, and with the
    /// collations of the columns.
    init?(_ table: DatabaseSchema.Table, _ columns: [DatabaseColumn]) {
        let sql = table.sql.uppercased()
        guard table.isWithoutRowID, !sql.contains("DESC"), !sql.contains("COLLATE") else { return nil }
        self.columns = columns.primaryKey.compactMap { column in
            columns.firstIndex { $0.name == column.name }.map { (column.name.asIdentifier, $0) }
        }
        guard !self.columns.isEmpty else { return nil }
    }

    /// Remembers a row of a scan from the first row on, if it is one of those at which there are marks.
    mutating func note(_ row: ScannedRow, at position: Int) {
        guard position > 0, position % Self.distance == 0, marks.last.map({ $0.position < position }) ?? true else {
            return
        }
        let values = columns.compactMap { Self.literal(of: row, $0.index) }
        guard values.count == columns.count else { return }
        let names = columns.map(\.name).joined(separator: ", ")
        marks.append(Mark(position: position, condition: "(\(names)) >= (\(values.joined(separator: ", ")))"))
    }

    /// Returns the last mark that is not behind a position.
    func last(through position: Int) -> Mark? {
        marks.prefix(marks.indices.partitioningIndex { marks[$0].position > position }).last
    }

    /// Returns a cell as an expression that compares as the cell does; nil for others than whole numbers and texts.
    private static func literal(of row: ScannedRow, _ column: Int) -> String? {
        guard let kind = row.kind(column), kind != .blob else { return nil }
        return row.withBytes(column) { bytes in
            guard bytes.count <= longestKey, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
            else { return nil }
            // The digits of a real number may not be exact.
            return kind == .text ? text.asLiteral : Int64(text)?.literal
        }
    }
}
