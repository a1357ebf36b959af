/// Determines the meaning of the columns and join tables of a store.
struct CoreDataPropertyReader {
    let reader: CoreDataStoreReader
    let model: CoreDataModel?
    /// The names of all entities.
    let names: [String]
    /// The names of all entities by their numbers.
    let numbers: [Int64: String]
    /// The columns of the properties that the model describes.
    let assigned: CoreDataColumns
    /// Returns the numbers of an entity and of those that it inherits from, by its name.
    let lineage: (String) -> [Int64]

    func properties(of entity: String, number: Int64, table: String) throws(DatabaseError) -> [CoreDataProperty] {
        let columns = try reader.database.columns(of: table, reader.cancellation)
            .filter { $0.name.hasPrefix("Z") && !$0.name.hasPrefix("Z_") && !isEntityColumn($0.name) }
        guard let described = model?.entities[entity] else {
            return columns.map { guess($0, table: table) } + joins(of: number)
        }
        var properties: [CoreDataProperty] = []
        for column in columns {
            guard let name = assigned.property(in: column.name, of: number) else { continue }
            if let attribute = described.attributes.first(where: { $0.name == name }) {
                properties.append(
                    CoreDataProperty(name: attribute.name, column: column.name, kind: .attribute(attribute.type)))
            } else if let relationship = described.relationships.first(where: {
                !$0.isToMany && $0.name == name
            }) {
                let kind = CoreDataProperty.Kind.toOne(entity: relationship.destination)
                properties.append(CoreDataProperty(name: relationship.name, column: column.name, kind: kind))
            }
        }
        for relationship in described.relationships where relationship.isToMany {
            let kind = toMany(relationship, of: number)
            properties.append(CoreDataProperty(name: relationship.name, column: nil, kind: kind))
        }
        return properties
    }

    /// Whether a column, such as `Z3_OWNER`, holds the number of the entity of the object that another one leads to.
    private func isEntityColumn(_ name: String) -> Bool {
        let rest = name.dropFirst().drop { $0.isNumber }
        return rest.count < name.count - 1 && rest.hasPrefix("_")
    }

    /// Without a model: relationships to one object have an index named after the table and the column.
    private func guess(_ column: DatabaseColumn, table: String) -> CoreDataProperty {
        let name = String(column.name.dropFirst()).lowercased()
        let isIndexed = reader.schema.indexes.contains { $0.name == "\(table)_\(column.name)_INDEX" }
        let entity = names.first { $0.lowercased() == name }
        guard column.declaredType.uppercased() == "INTEGER", isIndexed || entity != nil else {
            let type = CoreDataAttributeType(declaredType: column.declaredType)
            return CoreDataProperty(name: name, column: column.name, kind: .attribute(type))
        }
        return CoreDataProperty(name: name, column: column.name, kind: .toOne(entity: entity))
    }

    private func toMany(_ relationship: CoreDataModel.Relationship, of number: Int64) -> CoreDataProperty.Kind {
        guard let destination = relationship.destination else { return .unknown }
        let inverse = model?.entities[destination]?.relationships.first { $0.name == relationship.inverse }
        if let inverse, !inverse.isToMany {
            let column = assigned.column(of: inverse.name, of: lineage(destination))
            return .toMany(entity: destination, column: column ?? "Z" + inverse.name.uppercased())
        }
        let joins = joins(of: number)
        let name = relationship.name.lowercased()
        let ends = [relationship.name, relationship.inverse].compactMap { $0.map { $0.uppercased() } }
        // The other end is named after the relationship. Between objects of one entity, only the table is.
        let found =
            joins.first { $0.name == name && $0.destination == destination }
            ?? joins.first { join in ends.contains { join.joinTable?.hasSuffix($0) == true } }
        if let found { return found.kind }
        return .unknown
    }

    /// Returns the relationships of an entity by the tables of pairs, `Z_<number><NAME>` with a column
    /// `Z_<number><NAME>` for each end. The number identifies the entity whose primary keys the column holds.
    private func joins(of number: Int64) -> [CoreDataProperty] {
        reader.schema.tables.filter { CoreDataTableKind(ofTable: $0.name) == .join }.flatMap { table in
            let columns = (try? reader.database.columns(of: table.name, reader.cancellation))?.map(\.name) ?? []
            let ends = columns.filter { !$0.hasPrefix("Z_FOK_") }
            guard ends.count == 2 else { return [CoreDataProperty]() }
            return [(ends[0], ends[1]), (ends[1], ends[0])].compactMap { own, other in
                guard self.number(own) == number else { return nil }
                let destination = self.number(other) ?? number
                guard let entity = numbers[destination] else { return nil }
                let name = other.drop { !$0.isNumber }.drop { $0.isNumber }.lowercased()
                return CoreDataProperty(
                    name: name.isEmpty ? other.lowercased() : name, column: nil,
                    kind: .manyToMany(
                        entity: entity, table: table.name, ownColumn: own, otherColumn: other))
            }
        }
    }

    /// The number in the name of a column of a join table; nil for the other end of a relationship with the same entity.
    private func number(_ column: String) -> Int64? {
        guard column.hasPrefix("Z_") else { return nil }
        return Int64(column.dropFirst(2).prefix { $0.isNumber })
    }
}

extension CoreDataProperty {
    /// The table of pairs of a relationship between many objects.
    fileprivate var joinTable: String? { if case .manyToMany(_, let table, _, _) = kind { table } else { nil } }

    /// The entity that such a relationship leads to.
    fileprivate var destination: String? { if case .manyToMany(let entity, _, _, _) = kind { entity } else { nil } }
}
