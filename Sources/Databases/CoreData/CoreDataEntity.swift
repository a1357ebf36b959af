/// An entity of a store: a class of objects, each a row of a table.
package struct CoreDataEntity: Hashable, Sendable {
    /// The number that rows of the entity have in the column `Z_ENT`.
    package let number: Int64
    /// The name, as in the app's model.
    package let name: String
    /// The name of the entity that it inherits from.
    package let parent: String?
    /// The table with its rows, which it shares with all entities that inherit from the same one.
    package let table: String
    /// The numbers of the entity and those that inherit from it, if others have the same table.
    let sharedNumbers: [Int64]
    /// The attributes and relationships, in the order of the columns; to-many relationships last.
    package let properties: [CoreDataProperty]

    /// All objects of the entity and of its subentities.
    package var query: RowQuery { query(where: nil) }

    /// Objects of the entity for which an SQL expression is true.
    package func query(where filter: String?, sorted sorting: RowQuery.Sorting? = nil) -> RowQuery {
        let numbers = sharedNumbers.map { String($0) }.joined(separator: ", ")
        let own = sharedNumbers.isEmpty ? nil : "Z_ENT IN (\(numbers))"
        let conditions = [own, filter].compactMap { $0 }
        let all = conditions.map { conditions.count == 1 ? $0 : "(\($0)\n)" }.joined(separator: " AND ")
        return RowQuery(table, where: conditions.isEmpty ? nil : all, sorted: sorting)
    }

    /// Returns a property by its name.
    package func property(_ name: String) -> CoreDataProperty? { properties.first { $0.name == name } }

    /// Whether it belongs to Core Data itself, such as the entities of the persistent history.
    var isInternal: Bool { number >= 16_000 || CoreDataTableKind(ofTable: table) != .entity }
}

/// An attribute or relationship of an entity.
package struct CoreDataProperty: Hashable, Sendable {
    /// The kind of a property.
    package enum Kind: Hashable, Sendable {
        case attribute(CoreDataAttributeType)
        /// The column holds the primary key of an object.
        /// - Parameter entity: The name of its entity; nil if it is not known.
        case toOne(entity: String?)
        /// The objects whose column holds the primary key of this one.
        case toMany(entity: String, column: String)
        /// The objects named by a table of pairs of primary keys.
        case manyToMany(entity: String, table: String, ownColumn: String, otherColumn: String)
        /// A relationship whose storage the store does not specify.
        case unknown
    }

    /// The name, as in the app's model; a guess without one: the column's in lower case.
    package let name: String
    /// The column with the value; nil for relationships to many objects.
    package let column: String?
    /// The kind of the property.
    package let kind: Kind
}

/// The type of an attribute, by the numbers of `NSAttributeType` (developer.apple.com, Core Data).
package enum CoreDataAttributeType: Int64, Hashable, Sendable {
    case undefined = 0
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    /// Seconds since 2001-01-01T00:00:00Z.
    case date = 900
    case binary = 1_000
    case uuid = 1_100
    case uri = 1_200
    /// An object of a class of the app, usually a keyed archive.
    case transformable = 1_800
    case objectID = 2_000
    case composite = 2_100

    /// Guesses the type from the declared type of a column. Booleans are declared as integers.
    init(declaredType: String) {
        self =
            switch declaredType.uppercased() {
            case "TIMESTAMP": .date
            case "VARCHAR": .string
            case "FLOAT": .double
            case "DECIMAL": .decimal
            case "BLOB": .binary
            case "INTEGER": .integer64
            default: .undefined
            }
    }
}
