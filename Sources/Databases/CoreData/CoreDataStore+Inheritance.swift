extension CoreDataStore {
    /// Returns the entity that a row of an entity's table is an object of: the entity itself or one that inherits from it;
    /// nil if the row is an object of another one.
    /// - Parameter columns: The names of the table's columns.
    package func entity(
        ofRow row: Row,
        _ columns: [String],
        in entity: CoreDataEntity
    ) -> CoreDataEntity? {
        guard let index = columns.firstIndex(of: "Z_ENT"), row.cells.indices.contains(index),
            case .integer(let number) = row.cells[index], number != entity.number
        else { return entity }
        guard entity.sharedNumbers.isEmpty || entity.sharedNumbers.contains(number) else { return nil }
        return entities.first { $0.number == number && $0.table == entity.table } ?? entity
    }

    /// Whether objects of other entities, which inherit from an entity, are among its own.
    package func hasHeirs(_ entity: CoreDataEntity) -> Bool { entities.contains { $0.parent == entity.name } }
}
