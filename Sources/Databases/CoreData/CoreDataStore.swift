package import Formats
package import Jobs

/// A store of Core Data or SwiftData: the entities of its model and the tables that hold them.
///
/// Format: formats.md, "Core Data / SwiftData stores"; names of columns and join tables as in stores of real apps.
package struct CoreDataStore: Sendable {
    /// The app's entities, by name.
    package let entities: [CoreDataEntity]
    /// The store's identifier.
    package let identifier: String?
    /// Core Data's notes about the store, such as hashes of the model's versions.
    package let metadata: PropertyListValue?
    /// Whether the model is stored with the data, so that names and types match the app's source. Otherwise they are
    /// guessed from the tables.
    package let hasModel: Bool
    /// Whether the model that is stored describes no entity at all, so that none of the app's is in the store.
    package let isModelEmpty: Bool
    /// The tables that connect two entities.
    package let joinTables: [String]
    /// The tables of the persistent history.
    package let historyTables: [String]
    /// The other tables that Core Data keeps for itself, including those for synchronization with iCloud.
    package let internalTables: [String]
    /// The tables that are none of Core Data's.
    package let otherTables: [String]

    /// Reads what describes a store; nil if the database is none.
    /// - Throws: The errors of reading its tables.
    package init?(_ database: Database, _ cancellation: Cancellation? = nil) throws(DatabaseError) {
        let schema = try database.schema(cancellation)
        guard Self.isStore(schema) else { return nil }
        let reader = CoreDataStoreReader(database: database, schema: schema, cancellation: cancellation)
        let model = reader.model()
        (identifier, metadata) = reader.metadata()
        hasModel = model != nil
        isModelEmpty = model?.entities.isEmpty ?? false
        let names = schema.tables.filter { $0.kind == .table }.map(\.name)
        let all = try reader.entities(model)
        entities = all.filter { !$0.isInternal }.sorted { $0.name < $1.name }
        let groups = Dictionary(grouping: names, by: CoreDataTableKind.init(ofTable:))
        let known = Set(entities.map(\.table))
        joinTables = groups[.join] ?? []
        historyTables = groups[.history] ?? []
        internalTables = groups[.internal] ?? []
        otherTables = (groups[.entity] ?? []).filter { !known.contains($0) } + (groups[.other] ?? [])
    }

    /// Returns whether a database is a store, by the tables that all stores have.
    package static func isStore(_ schema: DatabaseSchema) -> Bool {
        schema.table("Z_PRIMARYKEY") != nil && schema.table("Z_METADATA") != nil
    }

    /// Returns the columns of a table of the persistent history that hold dates: seconds since 2001-01-01T00:00:00Z.
    /// Empty for other tables, and in databases that are not stores.
    /// - Throws: The errors of reading its columns.
    package static func historyDates(
        of table: String, in database: Database, _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> Set<String> {
        guard CoreDataTableKind(ofTable: table) == .history, isStore(try database.schema(cancellation)) else {
            return []
        }
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
    case entity, join, history, `internal`, other

    init(ofTable name: String) {
        if name.hasPrefix("ACHANGE") || name.hasPrefix("ATRANSACTION") {
            self = .history
        } else if name.hasPrefix("ANSCK") || name.hasPrefix("ZNSCK") || name.lowercased().hasPrefix("sqlite_")
            || ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(name)
        {
            self = .internal
        } else if name.hasPrefix("Z_") {
            self = name.dropFirst(2).first?.isNumber == true ? .join : .internal
        } else {
            self = name.hasPrefix("Z") ? .entity : .other
        }
    }
}
