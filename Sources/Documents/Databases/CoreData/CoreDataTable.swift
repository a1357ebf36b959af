import Databases
import System

/// The objects of an entity, or some of them, as rows: their keys, attributes and relationships to one object.
struct CoreDataTable: TableSource {
    let columns: [String]
    let objects: CoreDataObjects
    let entity: CoreDataEntity
    let query: RowQuery
    let properties: [CoreDataProperty]
    private let showsEntities: Bool
    private let damage = FoundDamage()

    /// The title of the column with the keys. It is not a name that a property can have.
    static let keyTitle = "Z_PK"
    /// The title of the column with the entities of objects that inherit from another one.
    static let entityTitle = "Z_ENT"

    init(_ objects: CoreDataObjects, _ entity: CoreDataEntity, _ query: RowQuery) {
        (self.objects, self.entity, self.query) = (objects, entity, query)
        properties = entity.properties.filter { $0.column != nil }
        showsEntities = objects.store.hasHeirs(entity)
        columns = [Self.keyTitle] + (showsEntities ? [Self.entityTitle] : []) + properties.map(\.name)
    }

    var losses: [String] { damage.sentences }

    func rowCount(within limits: DocumentLimits) -> Int? { try? objects.database.rowCount(query, limits.cancellation) }

    func rows(from index: Int, count: Int, within limits: DocumentLimits) throws(DocumentFailure) -> [TableRow] {
        let page = try mapError(try objects.database.rows(query, from: index, count: count, limits.cancellation)) {
            (error: DatabaseError) in DocumentFailure(error)
        }
        let indices = properties.map { property in page.columns.firstIndex { $0 == property.column } }
        return page.rows.map { row in self.row(row, page.columns, indices) }
    }

    private func row(_ row: Row, _ columns: [String], _ indices: [Int?]) -> TableRow {
        var cells = [DocumentValue.null]
        if case .rowID(let number)? = row.key { cells[0] = .integer(number) }
        if showsEntities { cells.append(objects.entityValue(of: row, columns, in: entity)) }
        var isWhole = true
        for (property, index) in zip(properties, indices) {
            let cell = index.map { row.cells[$0] } ?? .null
            if case .blob(let bytes) = cell, case .file? = CoreDataExternalData(bytes.bytes) {
                // The file is read when the object is.
                cells.append(.reference("external data"))
                isWhole = false
            } else {
                cells.append(objects.value(cell, of: property))
                isWhole = isWhole && cell.isExact
                if cell.isWhole, cell.invalidText != nil { damage.note(FoundDamage.replacedTexts) }
            }
        }
        return TableRow(name: row.key?.name, cells: cells, isWhole: isWhole)
    }

    func row(
        named name: String, as form: DocumentForm, within limits: DocumentLimits
    ) throws(DocumentFailure) -> Document? {
        try RowKey(named: name).flatMap { key throws(DocumentFailure) in
            try objects.document(of: key, in: entity, within: limits)
        }
    }
}
