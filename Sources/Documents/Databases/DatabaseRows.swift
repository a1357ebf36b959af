import ContainerModel
package import Databases
import Formats
import System

/// The rows of a table or view, or some of them.
package struct DatabaseRows: TableSource {
    package let columns: [String]
    package let database: Database
    package let query: RowQuery
    /// The names by which its rows are opened.
    package let names: RowNames
    /// The columns whose numbers are dates of Core Data.
    let dates: Set<String>
    private let damage = FoundDamage()

    init(
        _ database: Database, _ query: RowQuery, _ columns: [String], names: RowNames, dates: Set<String> = []
    ) {
        (self.names, self.database, self.query, self.columns, self.dates) = (names, database, query, columns, dates)
    }

    /// Returns the rows of the same table that a query finds.
    package func matching(_ query: RowQuery) -> DatabaseRows {
        DatabaseRows(database, query, columns, names: names, dates: dates)
    }

    package var losses: [String] { damage.sentences }

    package var storage: TableStorage { .rows(self) }

    package func rowCount(within limits: DocumentLimits) -> Int? { try? database.rowCount(query, limits.cancellation) }

    package func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow]
    {
        let page = try mapError(try database.rows(query, from: index, count: count, limits.cancellation)) {
            (error: DatabaseError) in DocumentFailure(error)
        }
        return page.rows.map(tableRow)
    }

    package func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        guard let (key, row) = try names.row(named: name, in: database, within: limits) else { return nil }
        var nodes = zip(columns, row.cells).map { column, cell in
            database.node(of: cell, column, of: query.table, key) { value($0, in: column) }
        }
        let following = ForeignKeyFollowing(database: database)
        following.add(to: &nodes, columns, row, of: query.table)
        var document = database.document(ofRow: "Row \(names.title(of: name)) of \(query.table)", "row", nodes)
        document.relations = following.relations(columns, row, of: query.table)
        return document
    }

    /// Returns the row with a key; nil if there is none.
    /// - Throws: `DocumentFailure` if it cannot be read.
    package func row(at key: RowKey, within limits: DocumentLimits) throws(DocumentFailure) -> TableRow? {
        return try mapError(try database.row(key, of: query.table, limits.cancellation).map(tableRow)) {
            (error: DatabaseError) in DocumentFailure(error.message)
        }
    }

    private func tableRow(_ row: Row) -> TableRow {
        // The beginning of a text may end within a character.
        if row.cells.contains(where: { $0.isWhole && $0.invalidText != nil }) {
            damage.note(FoundDamage.replacedTexts)
        }
        return TableRow(
            name: names.name(of: row), cells: zip(columns, row.cells).map { value($1, in: $0) },
            isWhole: row.cells.allSatisfy(\.isExact))
    }

    private func value(_ cell: CellValue, in column: String) -> DocumentValue {
        (dates.isEmpty || !dates.contains(column) ? nil : CoreDataDate.value(cell)) ?? DocumentValue(cell)
    }
}

extension Database {
    /// Returns the values of a row, with the names of its columns.
    package func nodes(of row: Row, _ columns: [String], in table: String) -> [ValueNode] {
        zip(columns, row.cells).map { column, cell in
            row.key.map { node(of: cell, column, of: table, $0) { DocumentValue($0) } }
                ?? ValueNode(column, DocumentValue(cell))
        }
    }
}

extension RowKey {
    /// The row ID, or the position behind a number sign: the name of a row whose row ID is its declared key.
    package var name: String {
        switch self {
        case .rowID(let number): "\(number)"
        case .position(let index): "#\(index)"
        }
    }

    /// Recognizes the name of a row.
    init?(named name: String) {
        let key: RowKey? =
            name.hasPrefix("#") ? Int(name.dropFirst()).map { .position($0) } : Int64(name).map { .rowID($0) }
        guard let key else { return nil }
        self = key
    }
}

extension CellValue {
    /// Whether the value is all of the cell.
    var isWhole: Bool {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes.isWhole
        case .null, .integer, .real: true
        case .unread, .damaged: false
        }
    }

    /// Whether a value of a document says all of it: it is whole, and no text that has to be replaced.
    var isExact: Bool { isWhole && invalidText == nil }

    /// The bytes of a text that is not valid UTF-8; nil for any other value.
    var invalidText: [UInt8]? {
        guard case .text(let text) = self, String(validating: text.bytes, as: UTF8.self) == nil else { return nil }
        return text.bytes
    }
}

/// The form in which SQLite stores the value of a cell.
enum StoredForm {
    case null, number, text, blob

    /// The form of a value.
    init(_ cell: CellValue) {
        switch cell {
        case .null: self = .null
        case .integer, .real: self = .number
        case .text: self = .text
        case .blob, .unread, .damaged: self = .blob
        }
    }
}

extension ValueNode {
    /// Creates a node for a cell whose value a special view shows in a way that does not tell in which form it is stored; nil if
    /// it is stored as always.
    init?(_ name: String, stored cell: CellValue, usually forms: StoredForm...) {
        guard !forms.contains(StoredForm(cell)) || cell.invalidText != nil else { return nil }
        self.init(name, StoredForm(cell) == .null ? .reference("NULL") : DocumentValue(cell))
        storedText = cell.invalidText
    }
}

extension [UInt8] {
    /// The beginning of a text without its last character, of which there may be a part.
    fileprivate var withoutLastCharacter: ArraySlice<UInt8> {
        prefix(upTo: lastIndex { $0 & 0xc0 != 0x80 } ?? startIndex)
    }
}

extension DocumentValue {
    /// Creates the value of a cell; the beginning of a text ends with an ellipsis.
    init(_ cell: CellValue) {
        switch cell {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text):
            self = .string(
                text.isWhole
                    ? String(decoding: text.bytes, as: UTF8.self)
                    : String(decoding: text.bytes.withoutLastCharacter, as: UTF8.self) + "…")
        case .blob(let blob):
            self = blob.isWhole ? .data(blob.bytes) : .reference(Self.kind(ofData: blob.bytes, count: blob.count))
        case .unread: self = .reference("too large to be read")
        case .damaged: self = .reference("cannot be read: damaged")
        }
    }
}
