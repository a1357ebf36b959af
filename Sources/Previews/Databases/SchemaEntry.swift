import Databases

/// The schema of a database as one more entry of a list: the statements that created what is in it.
struct SchemaEntry: Sendable {
    /// The name by which it is opened.
    let name: String
    private let statements: [String]

    /// Creates an entry.
    /// - Parameter names: The names of the other entries, from which its own has to differ.
    init(_ schema: DatabaseSchema, besides names: [String]) {
        statements = schema.statements
        var name = "schema"
        while names.contains(name) { name = "database " + name }
        self.name = name
    }

    /// The entry as a row: its name, the number of statements, and what it is.
    var row: TableRow {
        TableRow(
            name: name, cells: [.string(name), .integer(Int64(statements.count)), .string("SQL statements")])
    }

    /// Returns the statements as text.
    func preview(as form: ViewForm) -> Preview {
        let text = Array(statements.map { $0 + ";\n" }.joined(separator: "\n").utf8)
        let previewers = form == .decoded ? ViewForm.text.previewers : form.previewers
        var preview = Previewers.preview(
            of: PreviewedFile(Array("schema.sql".utf8), bytes: text), within: PreviewLimits(), by: previewers)
        if form == .decoded { preview.title = statements.count == 1 ? "1 statement" : "\(statements.count) statements" }
        preview.exports.bytes = text
        preview.exports.value = OutlineNode(
            name, .list("statements"),
            statements.enumerated().map { OutlineNode("\($0.offset)", .string($0.element)) })
        return preview
    }
}
