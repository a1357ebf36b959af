import Databases
import Formats

extension CoreDataObjects {
    /// Returns the value of a property by its type: dates as such, a relationship as the entity and the key.
    func value(_ cell: CellValue, of property: CoreDataProperty) -> DocumentValue {
        switch (property.kind, cell) {
        case (.toOne(let entity), .integer(let key)): .reference("\(entity ?? "object") \(key)")
        case (.attribute(.boolean), .integer(let number)): .boolean(number != 0)
        case (.attribute(.date), .integer), (.attribute(.date), .real): CoreDataDate.value(cell) ?? DocumentValue(cell)
        case (.attribute(.uuid), .blob(let bytes)) where bytes.bytes.count == 16 && bytes.isWhole:
            .string(UUIDText.text(bytes.bytes))
        case (.attribute, .blob(let bytes)) where CoreDataExternalData(bytes.bytes) == .inline && bytes.isWhole:
            .data(Array(bytes.bytes.dropFirst()))
        default: DocumentValue(cell)
        }
    }

    /// Returns what tells the entity of a row's object: its name, or what is stored if that is the number of no entity.
    /// - Parameters:
    ///   - columns: The names of the table's columns.
    ///   - entity: The entity whose row it is.
    func entityValue(of row: Row, _ columns: [String], in entity: CoreDataEntity) -> DocumentValue {
        guard let index = columns.firstIndex(of: CoreDataTable.entityTitle), row.cells.indices.contains(index) else {
            return .string(entity.name)
        }
        guard case .integer(let number) = row.cells[index],
            let own = store.entities.first(where: { $0.number == number })
        else { return DocumentValue(row.cells[index]) }
        return .string(own.name)
    }
}
