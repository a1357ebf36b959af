/// An object of a store.
package struct CoreDataObject: Hashable, Sendable {
    /// The name of its entity, or of one that its own inherits from.
    package let entity: String
    /// The row of the entity's table.
    package let key: RowKey
}

extension CoreDataStore {
    /// Returns the object that a relationship leads to; nil if it leads nowhere, or to many objects.
    /// - Parameter value: The value of the property's column.
    package func object(at property: CoreDataProperty, _ value: CellValue) -> CoreDataObject? {
        guard case .toOne(let entity?) = property.kind, case .integer(let key) = value else { return nil }
        return CoreDataObject(entity: entity, key: .rowID(key))
    }

    /// Returns the objects that a relationship to many leads to; nil for any other property.
    /// - Parameter key: The row of the object that has the relationship.
    package func objects(at property: CoreDataProperty, of key: RowKey) -> RowQuery? {
        guard case .rowID(let number) = key else { return nil }
        switch property.kind {
        case .toMany(let entity, let column):
            return self.entity(entity)?.query(where: "\(column.asIdentifier) = \(number)")
        case .manyToMany(let entity, let table, let ownColumn, let otherColumn):
            let pairs = "SELECT \(otherColumn.asIdentifier) FROM \(table.asIdentifier)"
            return self.entity(entity)?
                .query(where: "Z_PK IN (\(pairs) WHERE \(ownColumn.asIdentifier) = \(number))")
        default: return nil
        }
    }

    /// Returns the pairs of a relationship between many objects that lead from an object to none; nil for any other property.
    /// - Parameter key: The row of the object that has the relationship.
    package func pairsWithoutObject(at property: CoreDataProperty, of key: RowKey) -> RowQuery? {
        guard case .rowID(let number) = key,
            case .manyToMany(let entity, let table, let ownColumn, let otherColumn) = property.kind,
            let objects: RowQuery = self.entity(entity)?.query
        else { return nil }
        let keys = "SELECT Z_PK FROM \(objects.table.asIdentifier)" + (objects.filter.map { " WHERE \($0)" } ?? "")
        let (own, other) = (ownColumn.asIdentifier, otherColumn.asIdentifier)
        return RowQuery(table, where: "\(own) = \(number) AND coalesce(\(other) NOT IN (\(keys)), 1)")
    }
}
