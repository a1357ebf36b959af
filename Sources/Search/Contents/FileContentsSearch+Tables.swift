import Databases
import Documents
import FileTree
import Formats
import Jobs

/// Searching the rows of tables.
extension FileContentsSearch {
    /// The number of rows read at once.
    private static let rowsAtOnce = 1_000

    /// Searches a table, or all tables of a database.
    func search(_ table: DocumentTable, steps: [[UInt8]], depth: Int) {
        switch table.source.storage {
        case .tables(let tables): search(tables, besides: .none, steps: steps, depth: depth)
        case .rows(let rows):
            search(SearchedCells(rows.database, rows.query.table, steps), depth: depth)
        case .entities(let entities):
            do throws(DatabaseError) {
                for cells in try SearchedCells.all(of: entities.objects, steps, cancellation) where !mustStop {
                    search(cells, depth: depth)
                }
            } catch {
                if error.code != .cancelled { note("the tables cannot be listed: \(error.message)") }
            }
        case .archive(let archive): search(archive, steps: steps, depth: depth)
        case .decoded: searchRows(of: table.source, steps: steps, depth: depth)
        }
    }

    /// Searches the tables of a database, and the statements that made them.
    /// - Parameter explained: The columns that are searched otherwise.
    func search(_ tables: DatabaseTables, besides explained: ExplainedColumns, steps: [[UInt8]], depth: Int) {
        for table in tables.tables + tables.internalTables where table.kind == .table && !mustStop {
            let cells = SearchedCells(tables.database, table.name, steps + [Array(table.name.utf8)])
            search(cells, besides: explained, depth: depth)
        }
        searchStatements(of: tables, steps: steps)
    }

    private func search(_ archive: ArchiveListing, steps: [[UInt8]], depth: Int) {
        for problem in archive.problems { note(problem) }
        for name in archive.names where !mustStop {
            searchText(name, .name, steps + [Array(name.utf8)])
        }
        for name in archive.names where visitor != nil { visit(key: name) { steps + [Array(name.utf8)] } }
        for (name, path) in archive.files where !mustStop {
            do throws(FileTreeError) {
                try search(
                    try archive.file(at: path), steps: steps + [Array(name.utf8)], depth: depth + 1)
            } catch {
                note("\(name) cannot be read: \(error.reason)")
            }
        }
    }

    /// Searches rows that are decoded one by one.
    func searchRows(of source: any TableSource, steps: [[UInt8]], depth: Int) {
        var index = 0
        while !mustStop {
            let rows: [TableRow]
            do throws(DocumentFailure) {
                rows = try source.rows(from: index, count: Self.rowsAtOnce, within: limits)
            } catch {
                return note("not all rows can be read: \(error.reason)")
            }
            for row in rows where !mustStop {
                visitor?.visit(
                    row: row, of: source.columns, at: steps + (row.name.map { [Array($0.utf8)] } ?? []))
                // The names of the nodes are titles of columns, which are not part of the stored data.
                guard let name = row.name else {
                    search(row.nodes(source.columns), areNamed: false, steps: { steps }, level: 0, depth: depth)
                    continue
                }
                let opened: Document
                do throws(DocumentFailure) {
                    guard let found = try source.row(named: name, as: .decoded, within: limits) else { continue }
                    opened = found
                } catch {
                    note("a row cannot be read: \(error.reason)")
                    continue
                }
                let steps = steps + [Array(name.utf8)]
                if source.holdsTables { searchText(name, .name, steps) }
                if let tree = opened.tree, tree.isRooted, let root = tree.nodes.first {
                    search(root.children, areNamed: false, steps: { steps }, level: 0, depth: depth)
                } else {
                    search(opened, steps: steps, depth: depth)
                }
            }
            guard rows.count == Self.rowsAtOnce else { return }
            index += rows.count
        }
    }

    /// Searches all cells of a table.
    /// - Parameter explained: The columns that are searched otherwise.
    private func search(_ cells: SearchedCells, besides explained: ExplainedColumns = .none, depth: Int) {
        do throws(DatabaseError) {
            let columns = try cells.database.columns(of: cells.table, cancellation).map(\.name)
            let indices = columns.indices.filter { !explained.contains(columns[$0], of: cells.table) }
            // The names of columns that are shown in another way are names, too.
            for (name, steps) in cells.names(columns) where !mustStop {
                searchText(name, .name, steps)
            }
            guard !indices.isEmpty else { return }
            let wishes = CellWishes(of: columns, visitor, mayMatchNumbers: finder.pattern.mayMatchNumbers)
            let pair = visitor == nil ? nil : NamedValues.Columns(columns)
            let leftOut = try cells.database.scan(cells.table, cancellation) { row in
                let name = pair.flatMap { row.name(in: $0.name, of: visitor) }
                for column in indices {
                    let name = pair?.values.contains(column) == true ? name : nil
                    guard let kind = row.kind(column),
                        kind != .number || wishes.numbers[column] || name.map(wantsNumber) == true
                    else { continue }
                    row.withBytes(column) { bytes in
                        guard kind != .text || mayWant(bytes, wishes, column, named: name) else {
                            if !bytes.isEmpty { hits += 1 }
                            return
                        }
                        search(bytes, kind, at: cells, columns, column, row, named: name, depth: depth)
                    }
                    guard !mustStop else { return false }
                }
                return true
            }
            for key in leftOut where !mustStop {
                try searchLargeCells(of: key, in: cells, indices.map { columns[$0] }, depth: depth)
            }
        } catch {
            if error.code != .cancelled { note("table \(cells.table) cannot be read: \(error.message)") }
        }
    }

    private func wantsNumber(named name: String) -> Bool { visitor?.wantsNumber(named: name) ?? false }

    /// Whether something may be wanted of a text in a cell.
    /// - Parameter name: The name that another cell of the row gives it.
    private func mayWant(
        _ text: UnsafeRawBufferPointer, _ wishes: CellWishes, _ column: Int, named name: String?
    ) -> Bool {
        guard name == nil else { return true }
        guard let visitor = wishes.visitor, !wishes.isOfRow[column], !Self.mayHoldValues(text) else {
            return true
        }
        return wishes.names[column].withUnsafeBytes { visitor.mayWant(text, named: $0, .unknown) }
    }

    private func search(
        _ bytes: UnsafeRawBufferPointer,
        _ kind: ScannedRow.Kind,
        at cells: SearchedCells,
        _ columns: [String],
        _ column: Int,
        _ row: ScannedRow,
        named other: String?,
        depth: Int
    ) {
        let name = columns[column]
        let known = other ?? name
        if kind == .number, let visitor {
            guard visitor.wantsNumber(named: known) else { return }
            _ = visit(bytes, isText: false, named: known) { cells.steps(to: row, name, columns) }
            return
        }
        if kind == .number, cells.dates.contains(name) {
            return searchDate(bytes, cells.plainSteps(to: row, name))
        }
        guard cells.hasNames || kind == .number else {
            return searchCell(
                bytes, isText: kind == .text, known, cells.plainSteps(to: row, name), depth: depth)
        }
        let place = cells.entity(of: row, columns)?.property(ofColumn: name)
        guard kind != .number else {
            guard !cells.hasNames || place?.isValue == true else { return }
            return searchNumber(bytes, place, cells.steps(to: row, name, columns))
        }
        guard case .attribute(let type)? = place?.kind else {
            return searchCell(
                bytes, isText: kind == .text, known, cells.steps(to: row, name, columns), depth: depth)
        }
        if type == .uuid, bytes.count == 16 {
            return searchText(UUIDText.text(Array(bytes)), .value, cells.steps(to: row, name, columns))
        }
        // The contents of an attribute that may be in a separate file.
        let external = kind == .blob ? CoreDataExternalData(Array(bytes.prefix(512))) : nil
        if let objects = cells.objects, case .file(let file)? = external {
            let node = objects.externalValue(file, of: known)
            return searchValue(of: node, steps: { cells.steps(to: row, name, columns) }, depth: depth)
        }
        let contents = external == .inline ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes
        searchCell(contents, isText: kind == .text, known, cells.steps(to: row, name, columns), depth: depth)
    }

    private func searchNumber(
        _ bytes: UnsafeRawBufferPointer, _ property: CoreDataProperty?, _ steps: @autoclosure () -> [[UInt8]]
    ) {
        guard case .attribute(.date)? = property?.kind else { return searchValue(bytes, .value, steps()) }
        searchDate(bytes, steps())
    }

    /// Searches a number of seconds as the date that is shown.
    private func searchDate(_ bytes: UnsafeRawBufferPointer, _ steps: @autoclosure () -> [[UInt8]]) {
        guard let seconds = Double(String(decoding: bytes, as: UTF8.self)) else {
            return searchValue(bytes, .value, steps())
        }
        searchText(ValueNode("", CoreDataDate.value(seconds)).summary.value, .value, steps())
    }
}

/// What is wanted of the cells of columns, as far as the names of these tell.
private struct CellWishes {
    let visitor: (any ContentsVisitor)?
    let names: [[UInt8]]
    /// The columns whose numbers are wanted.
    let numbers: [Bool]
    /// The columns whose values have the names of their rows.
    let isOfRow: [Bool]

    init(of columns: [String], _ visitor: (any ContentsVisitor)?, mayMatchNumbers: Bool) {
        self.visitor = visitor
        names = columns.map { Array($0.utf8) }
        numbers = columns.map { visitor?.wantsNumber(named: $0) ?? mayMatchNumbers }
        isOfRow = names.map { $0.withUnsafeBytes { FileContentsSearch.isOfOuterName($0) } }
    }
}

/// The cells of a table, and the ways to them.
struct SearchedCells {
    let database: Database
    let table: String
    /// The names that lead to the table.
    private let steps: [[UInt8]]
    /// The way to the table as such, where its rows are shown in another way.
    private let plainSteps: [[UInt8]]
    /// The entities whose objects are in the table, by their numbers; empty if the table is shown as such.
    private let entities: [Int64: CoreDataEntity]
    private let wholeSteps: [[UInt8]]
    /// The names of its rows.
    private let rowNames: RowNames
    /// The columns whose numbers are dates, of a table that is shown as such.
    let dates: Set<String>
    /// The objects that are in the table; nil if it is shown as such.
    let objects: CoreDataObjects?

    /// A table that is shown as such.
    /// - Parameter steps: The names that lead to it.
    init(_ database: Database, _ table: String, _ steps: [[UInt8]]) {
        dates = Self.dates(of: table, in: database)
        self.database = database
        self.table = table
        objects = nil
        rowNames = RowNames(of: table, in: database)
        self.steps = steps
        plainSteps = self.steps
        wholeSteps = steps
        entities = [:]
    }

    private static func dates(of table: String, in database: Database) -> Set<String> {
        (try? CoreDataStore.historyDates(of: table, in: database)) ?? []
    }

    private init(_ objects: CoreDataObjects, _ table: String, _ steps: [[UInt8]]) {
        dates = Self.dates(of: table, in: objects.database)
        database = objects.database
        self.objects = objects
        self.table = table
        rowNames = RowNames(of: table, in: objects.database)
        wholeSteps = steps
        plainSteps = steps + [Array(TableEntry.tablesName.utf8), Array(table.utf8)]
        self.steps = plainSteps
        let own = objects.store.entities.filter { $0.table == table }
        entities = Dictionary(own.map { ($0.number, $0) }) { first, _ in first }
    }

    /// Returns the tables of a store: its objects are found by their entities, all else by the tables.
    /// - Throws: `DatabaseError` if they cannot be listed.
    static func all(
        of objects: CoreDataObjects, _ steps: [[UInt8]], _ cancellation: Cancellation
    ) throws(DatabaseError) -> [SearchedCells] {
        let tables = try objects.database.schema(cancellation).tables
        return tables.filter { $0.kind == .table && !$0.isInternal }.map { SearchedCells(objects, $0.name, steps) }
    }

    /// Returns the names of the table and its columns, or of the entities and their properties, with the ways to them.
    func names(_ columns: [String]) -> [(name: String, steps: [[UInt8]])] {
        guard hasNames else { return ([table] + columns).map { ($0, plainSteps) } }
        let known = Set(entities.values.flatMap { $0.properties.compactMap(\.column) })
        // Core Data's own columns begin with Z and an underscore.
        let others = columns.filter { !known.contains($0) && !$0.hasPrefix("Z_") }
        return entities.values.sorted { $0.name < $1.name }.flatMap { entity in
            ([entity.name] + entity.properties.map(\.name)).map { ($0, wholeSteps + [Array(entity.name.utf8)]) }
        } + others.map { ($0, plainSteps) }
    }

    /// Whether cells are found by the names of an app's model.
    var hasNames: Bool { !entities.isEmpty }

    /// Returns the entity that a row is an object of; nil if the table is shown as such.
    func entity(of row: ScannedRow, _ columns: [String]) -> CoreDataEntity? {
        guard hasNames else { return nil }
        guard let index = columns.firstIndex(of: "Z_ENT") else { return entities.values.first }
        return entities[row.integer(index)] ?? (entities.count == 1 ? entities.values.first : nil)
    }

    /// Returns the names that lead to a cell of a table that is shown as such.
    func plainSteps(to row: ScannedRow, _ column: String) -> [[UInt8]] {
        plainSteps + [Array(rowNames.name(row.key) { row.keyText($0) }.utf8), Array(column.utf8)]
    }

    /// Returns the names that lead to a cell of a row that cannot be read as a whole.
    func steps(to key: RowKey, _ column: String) -> [[UInt8]] {
        plainSteps + [Array(rowNames.name(key) { _ in nil }.utf8), Array(column.utf8)]
    }

    /// Returns the way to a cell, by entity and property if it is one.
    func steps(to row: ScannedRow, _ column: String, _ columns: [String]) -> [[UInt8]] {
        guard let entity = entity(of: row, columns), let property = entity.property(ofColumn: column) else {
            return plainSteps(to: row, column)
        }
        return wholeSteps + [Array(entity.name.utf8), Array(row.key.name.utf8), Array(property.name.utf8)]
    }
}

extension ScannedRow {
    /// Returns the text in a column with names if it tells a visitor something of the values that it names.
    fileprivate func name(in column: Int, of visitor: (any ContentsVisitor)?) -> String? {
        guard let visitor, kind(column) == .text else { return nil }
        return withBytes(column) { text in
            text.count <= NamedValues.longestName && visitor.mayTell(text) ? String(decoding: text, as: UTF8.self) : nil
        }
    }

    /// Returns the text of an integer or a text, and whether it is a number; nil for all else.
    fileprivate func keyText(_ column: Int) -> (text: String, isNumber: Bool)? {
        guard let kind = kind(column), kind != .blob else { return nil }
        guard let text = withBytes(column, { String(validating: $0, as: UTF8.self) }) else { return nil }
        if kind == .text { return (text, false) }
        return Int64(text) == nil ? nil : (text, true)
    }
}

extension CoreDataEntity {
    /// Returns the property whose values are in a column.
    fileprivate func property(ofColumn name: String) -> CoreDataProperty? { properties.first { $0.column == name } }
}

extension CoreDataProperty {
    /// Whether it is a value, and no key of another object.
    fileprivate var isValue: Bool {
        if case .attribute = kind { return true }
        return false
    }
}
