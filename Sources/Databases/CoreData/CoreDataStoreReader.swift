import Jobs

/// Reads what describes a store.
struct CoreDataStoreReader {
    let database: Database
    let schema: DatabaseSchema
    let cancellation: Cancellation?

    private static let maximumEntities = 5_000

    /// Returns the model in the store; nil if there is none that can be read.
    func model() -> CoreDataModel? {
        guard schema.table("Z_MODELCACHE") != nil,
            let key = try? database.rows(RowQuery("Z_MODELCACHE"), count: 1, cancellation).rows.first?.key,
            case .blob(let contents)? = try? database.cell(
                "Z_CONTENT", of: "Z_MODELCACHE", row: key, cancellation)
        else { return nil }
        return CoreDataModel(contents.bytes)
    }

    /// Returns the entities, with Core Data's own, and the columns of their properties.
    func entities(
        _ model: CoreDataModel?
    ) throws(DatabaseError) -> (entities: [CoreDataEntity], columns: CoreDataColumns) {
        let page = try database.rows(RowQuery("Z_PRIMARYKEY"), count: Self.maximumEntities, cancellation)
        let rows = page.rows.compactMap { Registration($0, page.columns) }
        let byNumber = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
        let tables = Dictionary(grouping: rows) { root(of: $0, byNumber).number }
        let columns = try columns(of: tables, byNumber, model)
        let named = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
        let propertyReader = CoreDataPropertyReader(
            reader: self, model: model, names: rows.map(\.name), numbers: byNumber.mapValues(\.name),
            assigned: columns,
            lineage: { name in named[name].map { lineage(of: $0, byNumber).map(\.number) } ?? [] })
        var found: [CoreDataEntity] = []
        for row in rows {
            let root = root(of: row, byNumber)
            guard let table = table(of: root.name) else { continue }
            let heirs = rows.filter { isHeir($0, of: row, byNumber) }.map(\.number)
            let isShared = (tables[root.number]?.count ?? 1) > heirs.count
            var properties: [CoreDataProperty] = []
            for line in lineage(of: row, byNumber).reversed() {
                let own = try propertyReader.properties(of: line.name, number: line.number, table: table)
                properties += own.filter { property in !properties.contains { $0.name == property.name } }
            }
            found.append(
                CoreDataEntity(
                    number: row.number, name: row.name, parent: byNumber[row.parent]?.name, table: table,
                    sharedNumbers: isShared ? heirs : [], properties: properties))
        }
        return (found, columns)
    }

    /// Returns the columns of all properties that a model describes.
    /// - Parameter tables: The entities by the number of the one that they all inherit from.
    private func columns(
        of tables: [Int64: [Registration]], _ byNumber: [Int64: Registration], _ model: CoreDataModel?
    ) throws(DatabaseError) -> CoreDataColumns {
        var columns = CoreDataColumns()
        guard let model else { return columns }
        for (root, rows) in tables {
            guard let table = byNumber[root].flatMap({ table(of: $0.name) }) else { continue }
            let names = try database.columns(of: table, cancellation).map(\.name)
            let members = rows.compactMap { row -> (String, CoreDataColumns.Member)? in
                guard let described = model.entities[row.name] else { return nil }
                let properties =
                    described.attributes.map(\.name) + described.relationships.filter { !$0.isToMany }.map(\.name)
                return (
                    row.name,
                    .init(
                        number: row.number, ancestors: lineage(of: row, byNumber).dropFirst().map(\.number),
                        properties: properties)
                )
            }
            columns.assign(members, Set(names)) { number, candidates in
                let heirs = rows.filter { row in lineage(of: row, byNumber).contains { $0.number == number } }
                return filled(candidates, of: table, heirs.map(\.number))
            }
        }
        return columns
    }

    /// Returns which of some columns have a value in the first rows of entities; nil if there are no rows.
    private func filled(_ candidates: [String], of table: String, _ numbers: [Int64]) -> Set<String>? {
        let list = numbers.map { "\($0)" }.joined(separator: ", ")
        let query = RowQuery(table, where: "Z_ENT IN (\(list))")
        guard let page = try? database.rows(query, count: CoreDataColumns.maxRows, cancellation), !page.rows.isEmpty
        else {
            return nil
        }
        return Set(
            candidates.filter { candidate in
                guard let place = page.columns.firstIndex(of: candidate) else { return false }
                return page.rows.contains { row in
                    guard row.cells.indices.contains(place) else { return false }
                    if case .null = row.cells[place] { return false }
                    return true
                }
            })
    }

    /// Returns the name of an entity's table; nil if there is none.
    func table(of entity: String) -> String? {
        schema.table("Z" + entity.uppercased())?.name ?? schema.table("A" + entity.uppercased())?.name
    }

    /// Returns an entity and those that it inherits from, the root last.
    private func lineage(of row: Registration, _ byNumber: [Int64: Registration]) -> [Registration] {
        var line = [row]
        // A chain of parents that is longer is a cycle.
        while line.count <= 64, let parent = line.last.flatMap({ byNumber[$0.parent] }) { line.append(parent) }
        return line
    }

    private func root(of row: Registration, _ byNumber: [Int64: Registration]) -> Registration {
        lineage(of: row, byNumber).last ?? row
    }

    private func isHeir(_ row: Registration, of other: Registration, _ byNumber: [Int64: Registration]) -> Bool {
        lineage(of: row, byNumber).contains { $0.number == other.number }
    }

    /// A row of `Z_PRIMARYKEY`.
    private struct Registration {
        let number: Int64
        let name: String
        /// The number of the entity that it inherits from; 0 for none.
        let parent: Int64

        init?(_ row: Row, _ columns: [String]) {
            var values: [String: CellValue] = [:]
            for (column, cell) in zip(columns, row.cells) { values[column] = cell }
            guard case .integer(let number)? = values["Z_ENT"], case .text(let name)? = values["Z_NAME"] else {
                return nil
            }
            self.number = number
            self.name = String(decoding: name.bytes, as: UTF8.self)
            if case .integer(let parent)? = values["Z_SUPER"] { self.parent = parent } else { parent = 0 }
        }
    }
}
