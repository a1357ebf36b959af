import Databases
import Formats

/// Shows SQLite databases: their tables, the rows of each, and what is in a row.
struct DatabasePreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool {
        FileSignature(Array(file.head.prefix(FileSignature.length)))?.title == FileSignature.databaseTitle
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        do throws(DatabaseError) {
            let database = try Database(file.databaseSource, cancellation: limits.cancellation)
            let schema = try database.schema(limits.cancellation)
            let tables = schema.tables.filter { !$0.isInternal }
            var preview = Preview("SQLite database", content: TableContent(DatabaseTables(database, tables)))
            preview.title += tables.count == 1 ? ", 1 table" : ", \(tables.count) tables"
            preview.remarks = database.conditions.map { "\($0)".trimmedOfPeriod }
            if schema.isIncomplete { preview.remarks.append("it has more tables than are listed") }
            return preview
        } catch {
            throw PreviewFailure("a database that cannot be read: \(error.message)")
        }
    }
}

extension String {
    /// The sentence without the full stop at its end.
    fileprivate var trimmedOfPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// The tables of a database, by name.
struct DatabaseTables: TableSource {
    let columns = ["table", "rows", "kind"]
    private let database: Database
    private let tables: [DatabaseSchema.Table]

    init(_ database: Database, _ tables: [DatabaseSchema.Table]) {
        self.database = database
        self.tables = tables.sorted { $0.name < $1.name }
    }

    func rowCount(within limits: PreviewLimits) -> Int? { tables.count }

    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow] {
        tables.dropFirst(index).prefix(count).map { table in
            // Views are not counted: that would compute all of their rows.
            let isCounted = table.kind == .table && !limits.mustStop
            let rows = isCounted ? try? database.rowCount(RowQuery(table.name), limits.cancellation) : nil
            let kind =
                switch table.kind {
                case .table: "table"
                case .view: "view"
                case .virtual: "virtual table"
                }
            return TableRow(
                name: table.kind == .virtual ? nil : table.name,
                cells: [.string(table.name), rows.map { .integer(Int64($0)) } ?? .string("?"), .string(kind)])
        }
    }

    func row(named name: String, as form: ViewForm) -> Preview? {
        guard let table = tables.first(where: { $0.name == name }),
            let columns = try? database.columns(of: table.name)
        else { return nil }
        let rows = DatabaseRows(database, table.name, columns.map(\.name))
        return Preview("Table \(table.name)", content: TableContent(rows))
    }
}

/// The rows of a table or view.
struct DatabaseRows: TableSource {
    let columns: [String]
    private let database: Database
    private let table: String

    init(_ database: Database, _ table: String, _ columns: [String]) {
        self.database = database
        self.table = table
        self.columns = columns
    }

    func rowCount(within limits: PreviewLimits) -> Int? {
        try? database.rowCount(RowQuery(table), limits.cancellation)
    }

    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow] {
        do throws(DatabaseError) {
            let page = try database.rows(RowQuery(table), from: index, count: count, limits.cancellation)
            return page.rows.map { row in
                TableRow(
                    name: row.key.map(Self.name), cells: row.cells.map(OutlineValue.init),
                    isWhole: row.cells.allSatisfy(\.isWhole))
            }
        } catch {
            throw PreviewFailure(error.message)
        }
    }

    func row(named name: String, as form: ViewForm) -> Preview? {
        guard let key = Self.key(name), let row = try? database.row(key, of: table) else { return nil }
        let nodes = zip(columns, row.cells).map { column, cell in
            // The row has the beginnings of long cells.
            let whole = cell.isWhole ? cell : (try? database.cell(column, of: table, row: key)) ?? cell
            return OutlineNode(column, OutlineValue(whole))
        }
        let title = "Row \(name) of \(table)"
        return Preview(title, content: OutlineContent(root: OutlineNode(title, .record("row"), nodes)))
    }

    /// The row ID, or the position behind a number sign.
    private static func name(_ key: RowKey) -> String {
        switch key {
        case .rowID(let number): "\(number)"
        case .position(let index): "#\(index)"
        }
    }

    private static func key(_ name: String) -> RowKey? {
        name.hasPrefix("#") ? Int(name.dropFirst()).map { .position($0) } : Int64(name).map { .rowID($0) }
    }
}

extension CellValue {
    /// Whether the value is all of the cell.
    fileprivate var isWhole: Bool {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes.isWhole
        case .null, .integer, .real: true
        case .unread: false
        }
    }
}

extension OutlineValue {
    /// Creates the value of a cell.
    init(_ cell: CellValue) {
        switch cell {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .string(String(decoding: text.bytes, as: UTF8.self))
        case .blob(let blob): self = .data(blob.bytes)
        case .unread: self = .reference("too large to be read")
        }
    }
}
