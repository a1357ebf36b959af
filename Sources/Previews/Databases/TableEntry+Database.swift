import Databases

extension TableEntry {
    /// The schema of a database: the statements that created what is in it.
    /// - Parameter names: The names of the rows and other entries, from which its own has to differ.
    static func schema(_ schema: DatabaseSchema, besides names: [String] = []) -> TableEntry {
        let statements = schema.statements
        var name = "schema"
        while names.contains(name) { name = "database " + name }
        let count = statements.count == 1 ? "1 SQL statement" : "\(statements.count) SQL statements"
        return TableEntry(name, count) { [name] form in
            let text = Array(statements.map { $0 + ";\n" }.joined(separator: "\n").utf8)
            let file = PreviewedFile(Array("schema.sql".utf8), bytes: text)
            let previewers = form == .decoded ? ViewForm.text.previewers : form.previewers
            var preview = Previewers.preview(of: file, within: PreviewLimits(), by: previewers)
            if form == .decoded { preview.title = count }
            preview.exports.bytes = text
            preview.exports.value = OutlineNode(
                name, .list("statements"),
                statements.enumerated().map { OutlineNode("\($0.offset)", .string($0.element)) })
            return preview
        }
    }

    /// The name of the entry for the tables of a database that is shown in another way.
    static let tablesName = "tables"

    /// All tables of a database that is shown in another way.
    static func tables(of database: Database, _ schema: DatabaseSchema) -> TableEntry {
        let count = schema.tables.count { !$0.isInternal }
        return TableEntry(tablesName, count == 1 ? "1 SQLite table" : "\(count) SQLite tables") { _ in
            DatabasePreviewer.tables(of: database, schema)
        }
    }
}
