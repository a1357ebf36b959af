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

    /// Returns the entities, with Core Data's own.
    func entities(_ model: CoreDataModel?) throws(DatabaseError) -> [CoreDataEntity] {
        let page = try database.rows(RowQuery("Z_PRIMARYKEY"), count: Self.maximumEntities, cancellation)
        let rows = page.rows.compactMap { Registration($0, page.columns) }
        let byNumber = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
        let tables = Dictionary(grouping: rows) { root(of: $0, byNumber).number }
        var found: [CoreDataEntity] = []
        for row in rows {
            let root = root(of: row, byNumber)
            guard let table = table(of: root.name) else { continue }
            let heirs = rows.filter { isHeir($0, of: row, byNumber) }.map(\.number)
            let isShared = (tables[root.number]?.count ?? 1) > heirs.count
            let propertyReader = CoreDataPropertyReader(
                reader: self, model: model, names: rows.map(\.name), numbers: byNumber.mapValues(\.name))
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
        return found
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
