import ContainerModel
import Databases

extension TableEntry {
    /// The schema of a database: the statements that created its contents.
    /// - Parameter names: The names of the rows and other entries, from which its own has to differ.
    static func schema(_ schema: DatabaseSchema, besides names: [String] = []) -> TableEntry {
        let statements = schema.statements
        var name = "schema"
        while names.contains(name) { name = "database " + name }
        let count = Pluralized.some(statements.count, "SQL statement")
        return TableEntry(name, count) { [name] form, limits in
            let text = Array(statements.map { $0 + ";\n" }.joined(separator: "\n").utf8)
            let file = DocumentSource(Array("schema.sql".utf8), bytes: text)
            var document = DocumentReaders.read(file, as: form == .decoded ? .text : form, within: limits)
            if form == .decoded { document.title = count }
            document.bytes = text
            document.value = ValueNode(
                name, .list("statements"),
                statements.enumerated().map { ValueNode("\($0.offset)", .string($0.element)) })
            return document
        }
    }

    /// The name of the entry for the header of a database.
    package static let headerName = "header"

    /// The numbers that an app has written into the header of a database.
    static func header(_ header: DatabaseHeader) -> TableEntry {
        let numbers = header.declared
        let title = numbers.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        return TableEntry(headerName, title) { _, _ in
            let nodes = numbers.map { ValueNode($0.name, .integer($0.value)) }
            return Document(
                "Header: \(title)", contents: .tree(ValueTree(root: ValueNode(headerName, .record("header"), nodes))))
        }
    }

    /// The name of the entry for the tables of a database that is not read as tables.
    package static let tablesName = "tables"

    /// All tables of a database that is not read as tables.
    static func tables(of database: Database, _ schema: DatabaseSchema) -> TableEntry {
        let count = schema.tables.count { !$0.isInternal }
        return TableEntry(tablesName, Pluralized.some(count, "SQLite table")) { _, _ in
            DatabaseDocumentReader.tables(of: database, schema)
        }
    }
}
