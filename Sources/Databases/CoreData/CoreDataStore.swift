package import Jobs

/// A store of Core Data or SwiftData: the entities of its model and the tables that hold them.
///
/// Format: formats.md, "Core Data / SwiftData stores"; names of columns and join tables as in stores of real apps.
package struct CoreDataStore: Sendable {
    /// The app's entities, by name.
    package let entities: [CoreDataEntity]
    /// Whether the model is stored with the data, so that names and types match the app's source. Otherwise they are
    /// guessed from the tables.
    package let hasModel: Bool
    /// The properties whose column was found by the rows, since the model does not settle it: `Note.title`.
    package let columnsFoundByRows: [String]
    /// Whether the model that is stored describes no entity at all, so that none of the app's is in the store.
    package let isModelEmpty: Bool

    /// Reads what describes a store; nil if the database is none.
    /// - Throws: The errors of reading its tables.
    package init?(_ database: Database, _ cancellation: Cancellation? = nil) throws(DatabaseError) {
        let schema = try database.schema(cancellation)
        guard DatabaseKind(schema) == .coreData else { return nil }
        let reader = CoreDataStoreReader(database: database, schema: schema, cancellation: cancellation)
        let model = reader.model()
        hasModel = model != nil
        isModelEmpty = model?.entities.isEmpty ?? false
        let found = try reader.entities(model)
        entities = found.entities.filter { !$0.isInternal }.sorted { $0.name < $1.name }
        columnsFoundByRows = found.columns.foundByRows
    }

    /// Returns the columns of a table of the persistent history that hold dates: seconds since 2001-01-01T00:00:00Z.
    /// Empty for other tables, and in databases that are not stores.
    /// - Throws: The errors of reading its columns.
    package static func historyDates(
        of table: String, in database: Database, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> Set<String> {
        guard CoreDataTableKind(ofTable: table) == .history,
            DatabaseKind(try database.schema(cancellation)) == .coreData
        else { return [] }
        // Some versions of Core Data declare the time of a transaction as a mere number.
        let columns = try database.columns(of: table, cancellation).filter { column in
            CoreDataAttributeType(declaredType: column.declaredType) == .date || column.name == "ZTIMESTAMP"
        }
        return Set(columns.map(\.name))
    }

    /// Returns an entity by its name.
    package func entity(_ name: String) -> CoreDataEntity? { entities.first { $0.name == name } }
}

/// The purpose of a table in a store.
enum CoreDataTableKind: Hashable {
    /// The objects of an entity.
    case entity
    /// The pairs of two entities.
    case join
    /// The persistent history.
    case history
    /// Anything else that Core Data keeps for itself, such as for synchronization with iCloud, and what it did not make.
    case other

    init(ofTable name: String) {
        if name.hasPrefix("ACHANGE") || name.hasPrefix("ATRANSACTION") {
            self = .history
        } else if name.hasPrefix("Z_") {
            self = name.dropFirst(2).first?.isNumber == true ? .join : .other
        } else {
            self = name.hasPrefix("Z") && !name.hasPrefix("ZNSCK") ? .entity : .other
        }
    }
}
