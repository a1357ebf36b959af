import Databases

extension CoreDataStore {
    /// The entities as views for queries, with the names of attributes and values as the app sees them; and the
    /// relationships to many objects as views of pairs of keys: `"Note.tags"`.
    var queryViews: [QueryView] { entities.flatMap { entity in [view(of: entity)] + pairs(of: entity) } }

    private func view(of entity: CoreDataEntity) -> QueryView {
        var columns = [CoreDataTable.keyTitle]
        var expressions = [CoreDataTable.keyTitle]
        if hasHeirs(entity) {
            columns.append(CoreDataTable.entityTitle)
            let names = entities.filter { $0.table == entity.table }
                .map { "WHEN \($0.number) THEN \($0.name.asLiteral)" }.joined(separator: " ")
            expressions.append("CASE \(CoreDataTable.entityTitle) \(names) ELSE \(CoreDataTable.entityTitle) END")
        }
        for property in entity.properties {
            guard let column = property.column?.asIdentifier else { continue }
            columns.append(property.name)
            expressions.append(expression(of: property, column))
        }
        let condition = entity.query.filter.map { " WHERE \($0)" } ?? ""
        return QueryView(
            entity.name, columns: columns,
            select: "SELECT \(expressions.joined(separator: ", ")) FROM main.\(entity.table.asIdentifier)\(condition)")
    }

    private func expression(of property: CoreDataProperty, _ column: String) -> String {
        switch property.kind {
        case .attribute(.date): "\(QueryFunctions.date)(\(column)) COLLATE sandglass_time"
        case .attribute(.uuid): "\(QueryFunctions.uuid)(\(column))"
        case .attribute(.binary), .attribute(.transformable): "\(QueryFunctions.data)(\(column))"
        case .attribute, .toOne, .toMany, .manyToMany, .unknown: column
        }
    }

    private func pairs(of entity: CoreDataEntity) -> [QueryView] {
        entity.properties.compactMap { property in
            let (table, own, other): (String, String, String)
            var conditions: [String] = []
            switch property.kind {
            case .toMany(let destination, let column):
                guard let destination = self.entity(destination) else { return nil }
                (table, own, other) = (destination.table, column, CoreDataTable.keyTitle)
                conditions = ["\(column.asIdentifier) IS NOT NULL"] + (destination.query.filter.map { [$0] } ?? [])
            case .manyToMany(_, let pairs, let ownColumn, let otherColumn):
                (table, own, other) = (pairs, ownColumn, otherColumn)
            case .attribute, .toOne, .unknown: return nil
            }
            let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
            let select = "SELECT \(own.asIdentifier), \(other.asIdentifier) FROM main.\(table.asIdentifier)"
            return QueryView(
                "\(entity.name).\(property.name)", columns: [CoreDataTable.keyTitle, property.name],
                select: select + condition)
        }
    }
}
