/// The rows of a table that are all in memory.
package struct ListedRows: TableSource {
    package let columns: [String]
    package let identity: TableIdentity
    private let rows: [TableRow]
    package let losses: [String]
    /// Returns the title of a row and what it is.
    private let title: @Sendable (TableRow) -> (title: String, kind: String)

    /// - Parameter title: Returns the title of a row that is opened, and what it is.
    package init(
        _ columns: [String], _ rows: [TableRow] = [], _ identity: TableIdentity = TableIdentity(),
        title: @escaping @Sendable (TableRow) -> (title: String, kind: String) = { ("Row \($0.name ?? "")", "row") }
    ) {
        (self.columns, self.rows, self.identity, self.title) = (columns, rows, identity, title)
        losses = rows.allSatisfy(\.storedTexts.isEmpty) ? [] : [FoundDamage.replacedTexts]
    }

    package func rowCount(within limits: DocumentLimits) -> Int? { rows.count }

    package func rows(from index: Int, count: Int, within limits: DocumentLimits) -> [TableRow] {
        Array(rows.dropFirst(index).prefix(count))
    }

    package func row(named name: String, as form: DocumentForm, within limits: DocumentLimits) -> Document? {
        guard let row = rows.first(where: { $0.name == name }) else { return nil }
        let (title, kind) = title(row)
        return Document(ofRow: title, kind, row.nodes(columns))
    }
}
