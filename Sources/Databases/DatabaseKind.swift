/// The kinds of databases that iOS and its frameworks make, by the tables that they have.
package enum DatabaseKind: Hashable, Sendable, CaseIterable {
    case coreData
    case urlCache
    case localStorage
    case trackingObservations
    case indexedDatabase
    case alternativeServices
    case backupManifest

    private struct Row {
        let kind: DatabaseKind
        let title: String
        let tables: [String]
    }

    /// The order decides if a database has the tables of two kinds.
    private static let table = [
        Row(kind: .coreData, title: "Core Data store", tables: ["Z_PRIMARYKEY", "Z_METADATA"]),
        Row(
            kind: .urlCache, title: "URL cache",
            tables: ["cfurl_cache_response", "cfurl_cache_receiver_data", "cfurl_cache_blob_data"]),
        Row(kind: .trackingObservations, title: "WebKit tracking observations", tables: ["ObservedDomains"]),
        Row(kind: .indexedDatabase, title: "WebKit IndexedDB", tables: ["IDBDatabaseInfo", "ObjectStoreInfo"]),
        Row(kind: .alternativeServices, title: "HTTP alternative services", tables: ["alt_services"]),
        Row(kind: .backupManifest, title: "backup manifest", tables: ["Files", "Properties"]),
        Row(kind: .localStorage, title: "WebKit local storage", tables: ["ItemTable"]),
    ]

    /// Recognizes a database; nil if it is of no known kind.
    package init?(_ schema: DatabaseSchema) {
        let names = Set(schema.tables.map(\.name))
        guard let row = Self.table.first(where: { $0.tables.allSatisfy(names.contains) }) else { return nil }
        self = row.kind
    }

    /// The title of the kind, for display.
    package var title: String { Self.table.first { $0.kind == self }?.title ?? "" }
}
