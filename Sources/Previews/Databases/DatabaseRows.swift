import ContainerModel
import Databases
import Formats

/// The rows of a table or view, or some of them.
struct DatabaseRows: TableSource {
    let columns: [String]
    let database: Database
    let query: RowQuery
    /// The columns whose numbers are dates of Core Data.
    let dates: Set<String>

    init(_ database: Database, _ query: RowQuery, _ columns: [String], dates: Set<String> = []) {
        self.database = database
        self.query = query
        self.columns = columns
        self.dates = dates
    }

    func rowCount(within limits: PreviewLimits) -> Int? { try? database.rowCount(query, limits.cancellation) }

    func rows(from index: Int, count: Int, within limits: PreviewLimits) throws(PreviewFailure) -> [TableRow] {
        do throws(DatabaseError) {
            let page = try database.rows(query, from: index, count: count, limits.cancellation)
            return page.rows.map { row in
                TableRow(
                    name: row.key?.name, cells: zip(columns, row.cells).map { value($1, in: $0) },
                    isWhole: row.cells.allSatisfy(\.isWhole))
            }
        } catch {
            throw PreviewFailure(error.message)
        }
    }

    func row(named name: String, as form: ViewForm) -> Preview? {
        guard let key = RowKey(named: name), let row = try? database.row(key, of: query.table) else { return nil }
        let nodes = zip(columns, row.cells).map { column, cell in
            OutlineNode(column, value(database.whole(cell, column, of: query.table, key), in: column))
        }
        let title = "Row \(name) of \(query.table)"
        return Preview(
            title, remarks: database.problems,
            content: OutlineContent(root: OutlineNode(title, .record("row"), nodes)))
    }

    private func value(_ cell: CellValue, in column: String) -> OutlineValue {
        (dates.isEmpty || !dates.contains(column) ? nil : CoreDataDate.value(cell)) ?? OutlineValue(cell)
    }
}

extension Database {
    /// Returns all of a cell of which a row has the beginning; the beginning if it is too large to be read.
    func whole(_ cell: CellValue, _ column: String, of table: String, _ key: RowKey) -> CellValue {
        guard !cell.isWhole else { return cell }
        do throws(DatabaseError) {
            return try self.cell(column, of: table, row: key)
        } catch {
            // A part of it would look like all of it.
            return error.code == .malformed ? .damaged : cell
        }
    }
}

extension RowKey {
    /// The name by which a row is opened: the row ID, or the position behind a number sign.
    var name: String {
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
}

extension OutlineValue {
    /// Creates the value of a cell.
    init(_ cell: CellValue) {
        switch cell {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .string(String(decoding: text.bytes, as: UTF8.self))
        case .blob(let blob): self = blob.isWhole ? .data(blob.bytes) : .reference(Self.beginning(blob))
        case .unread: self = .reference("too large to be read")
        case .damaged: self = .reference("cannot be read: damaged")
        }
    }

    /// Describes data of which only the beginning is known.
    private static func beginning(_ blob: CellBytes) -> String {
        let size = "data, \(Counted.bytes(blob.count))"
        let head = Array(blob.bytes.prefix(FileSignature.length))
        return FileSignature(head).map { "\(size): \($0.title)" } ?? size
    }
}
