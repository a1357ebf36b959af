import ContainerModel
import Databases
import System

/// Reads the local storage of web pages: keys and values, as text.
struct WebStorageDocumentReader: DocumentReader {
    func recognizes(_ file: DocumentSource) -> Bool { file.isDatabase }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let kind = DatabaseKind.localStorage
        let (database, schema) = try file.database(of: kind, within: limits)
        guard let columns = try? database.columns(of: WebStorageItems.table).map(\.name),
            let key = columns.firstIndex(of: "key"), let value = columns.firstIndex(of: "value")
        else { throw DocumentFailure.otherKind }
        let items = WebStorageItems(database: database, key: key, value: value)
        let count = items.rowCount(within: limits).map { ", " + Pluralized.items($0) } ?? ""
        return database.wholeDocument(
            "\(kind.title)\(count)", items, schema,
            explaining: ExplainedColumns([WebStorageItems.table: ["key", "value"]]))
    }
}

/// The items of a storage. An item is opened by its key.
struct WebStorageItems: TableSource {
    let columns = ["key", "value"]
    let identity = TableIdentity(["key"], isAbridged: true)
    let database: Database
    /// The indices of the columns.
    let key: Int
    let value: Int
    private let damage = FoundDamage()

    static let table = "ItemTable"

    var losses: [String] { damage.sentences }

    func rowCount(within limits: DocumentLimits) -> Int? {
        try? database.rowCount(RowQuery(Self.table), limits.cancellation)
    }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        let page = try mapError(try database.rows(RowQuery(Self.table), from: index, count: count, limits.cancellation))
        { (error: DatabaseError) in DocumentFailure(error) }
        return page.rows.map { row in
            let (key, value) = (row.cells[key], row.cells[value])
            // Rows have only the beginnings of long cells, and the name has to be the whole key.
            var name: String?
            if case .text(let text) = key, text.isWhole { name = String(validating: text.bytes, as: UTF8.self) }
            if [key, value].contains(where: { $0.isWhole && !$0.isExact }) { damage.note(FoundDamage.replacedTexts) }
            return TableRow(
                name: name ?? row.key?.name, cells: [DocumentValue(key), Self.text(of: value)],
                isWhole: key.isExact && value.isExact)
        }
    }

    /// Returns a value as the text that it is; other bytes as data.
    private static func text(of value: CellValue) -> DocumentValue {
        guard case .blob(let bytes) = value else { return DocumentValue(value) }
        // A pair of surrogates may be cut in two.
        let text =
            LocalStorage.text(ofValue: bytes.bytes)
            ?? (bytes.isWhole ? nil : LocalStorage.text(ofValue: bytes.bytes.dropLast(2)))
        return text.map { .string($0) } ?? DocumentValue(value)
    }

    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        let query = RowQuery(Self.table, where: RowCondition("key", .equal, .text(name)).expression)
        let found = try Database.found { () throws(DatabaseError) in
            if let row = try database.rows(query, count: 1, limits.cancellation).rows.first { return row }
            return try RowKey(named: name).flatMap { key throws(DatabaseError) in
                try database.row(key, of: Self.table, limits.cancellation)
            }
        }
        guard let row = found, let rowKey = row.key else { return nil }
        let key = database.node(of: row.cells[key], "key", of: Self.table, rowKey) { DocumentValue($0) }
        let value = database.node(of: row.cells[value], "value", of: Self.table, rowKey) { Self.text(of: $0) }
        let forms = [
            ValueNode("key is stored as", stored: row.cells[self.key], usually: .text),
            ValueNode("value is stored as", stored: row.cells[self.value], usually: .blob),
        ].compactMap(\.self)
        return Document(ofRow: name, "item", [key, value] + forms)
    }
}
