import ContainerModel
import Databases
import Jobs

/// The rows of a query in memory, each of which can be opened, and whose keys lead to the rows and objects that they name.
struct QueryTable: TableSource {
    let columns: [String]
    let losses: [String]
    fileprivate let cells: [[CellValue]]
    fileprivate let origins: [QueryOrigin?]
    fileprivate let database: Database
    fileprivate let objects: CoreDataObjects?

    func rowCount(within limits: DocumentLimits) -> Int? { cells.count }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) -> [TableRow] {
        let range = cells.indices.clamped(to: index..<index.addingReportingOverflow(count).partialValue)
        return range.map { row(at: $0) }
    }

    private func row(at index: Int) -> TableRow {
        var row = TableRow(name: "\(index + 1)", cells: cells[index].map { DocumentValue($0) })
        for (column, cell) in cells[index].enumerated() {
            if let bytes = cell.invalidText { row.storedTexts[column] = bytes }
        }
        return row
    }

    func row(named name: String, as form: DocumentForm, within limits: DocumentLimits) -> Document? {
        guard let number = Int(name), cells.indices.contains(number - 1) else { return nil }
        var nodes = row(at: number - 1).nodes(columns)
        let row = Row(key: nil, cells: cells[number - 1])
        var relations: [ValueNode] = []
        for table in Set(origins.compactMap { $0?.table }) {
            let own = origins.map { $0?.table == table ? $0?.column ?? "" : "" }
            if objects != nil {
                addObjects(to: &nodes, own, row, of: table)
            } else {
                let following = ForeignKeyFollowing(database: database)
                following.add(to: &nodes, own, row, of: table)
                relations += following.relations(own, row, of: table)
            }
        }
        var document = Document(ofRow: "Row \(number)", "row", nodes)
        document.relations = relations
        return document
    }

    /// Makes keys of objects lead to the objects.
    private func addObjects(to nodes: inout [ValueNode], _ columns: [String], _ row: Row, of table: String) {
        guard let objects, let entity = objects.store.entities.first(where: { $0.table == table && $0.parent == nil })
        else { return }
        let properties = objects.store.entities.filter { $0.table == table }.flatMap(\.properties)
        for (index, column) in columns.enumerated() where nodes.indices.contains(index) {
            guard case .integer(let key) = row.cells[index] else { continue }
            let property = properties.first { $0.column == column }
            let leads = property.flatMap { objects.store.object(at: $0, row.cells[index]) }
            let name = column == CoreDataTable.keyTitle ? entity.name : leads?.entity
            guard let destination = name.flatMap({ objects.store.entity($0) }) else { continue }
            nodes[index].destination = { _, limits throws(DocumentFailure) in
                try objects.document(of: .rowID(key), in: destination, within: limits)
            }
        }
    }
}

extension QueriedDatabase {
    /// The most rows, and the most bytes of their texts and data, that are held in memory.
    private static let maxHeld = (rows: 50_000, bytes: 32 << 20)

    /// Returns the rows of a query as a table, as many as fit into memory.
    /// - Throws: `SQLFailure`
    func document(of query: [UInt8], within limits: DocumentLimits) throws(SQLFailure) -> Document {
        let found = try rows(of: query, limits.cancellation)
        var cells: [[CellValue]] = []
        var bytes = 0
        var remarks = self.remarks
        var isCut = false
        do throws(SQLFailure) {
            while let row = try found.query.rows(from: cells.count, count: 1).first {
                guard cells.count < Self.maxHeld.rows, bytes < Self.maxHeld.bytes else {
                    isCut = true
                    break
                }
                bytes += row.reduce(0) { $0 + $1.heldBytes }
                cells.append(row)
                if cells.count % 1_000 == 0 { limits.progress?.reach(files: UInt64(cells.count), bytes: 0) }
            }
        } catch {
            // The rows before are worth more than the reason alone.
            guard !cells.isEmpty, error.cause != .cancelled else { throw error }
            remarks.append("there are more rows: \(error.reason)")
        }
        if isCut { remarks.append("only the first rows are shown; `sandglass sql` prints all") }
        let table = QueryTable(
            columns: found.columns, losses: found.losses, cells: cells, origins: found.query.origins,
            database: database, objects: store)
        let title = Pluralized.some(cells.count, "row") + (isCut ? " and more" : "")
        var document = Document(title, remarks: remarks, contents: .table(DocumentTable(table)))
        document.addLosses(problems)
        return document
    }
}

extension Document {
    /// Returns the rows of a query about a database; nil if the document is none, and for other forms than the decoded one.
    /// - Throws: `DocumentFailure` if they cannot be read.
    func rows(
        of query: [UInt8], as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        guard form == .decoded, let source, source.isDatabase else { return nil }
        do throws(SQLFailure) {
            return try QueriedDatabase(source, within: limits).document(of: query, within: limits)
        } catch {
            throw DocumentFailure(error.sentence)
        }
    }
}

extension CellValue {
    /// The number of bytes of a text or data.
    fileprivate var heldBytes: Int {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes.bytes.count
        case .null, .integer, .real, .unread, .damaged: 8
        }
    }
}
