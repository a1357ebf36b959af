package import Databases

/// Columns of a database that follow from others: counters, histories and indexes.
///
/// Beside differences that they may follow from, theirs are of less interest; without any, they are as good as all others.
package struct DerivedColumns: Sendable {
    /// The kind of databases that have them; nil for all.
    package let kind: DatabaseKind?
    /// The table; nil for all of them.
    package let table: String?
    /// The column; nil for all of the table.
    package let column: String?
    /// What they are, as a noun phrase.
    package let title: String

    /// All such columns. Sources: sqlite.org/fileformat2.html, section 2.6; formats.md, "Core Data / SwiftData stores";
    /// WebKit, Source/WebCore/Modules/indexeddb/server/SQLiteIDBBackingStore.cpp.
    package static let all = [
        DerivedColumns(kind: nil, table: "sqlite_sequence", column: nil, title: "the largest row ID of each table"),
        DerivedColumns(kind: nil, table: "sqlite_stat1", column: nil, title: "statistics of ANALYZE"),
        DerivedColumns(kind: nil, table: "sqlite_stat4", column: nil, title: "statistics of ANALYZE"),
        DerivedColumns(kind: .coreData, table: nil, column: "Z_OPT", title: "how often an object was saved"),
        DerivedColumns(
            kind: .coreData, table: "Z_PRIMARYKEY", column: "Z_MAX", title: "the largest key of each entity"),
        DerivedColumns(kind: .coreData, table: "ACHANGE", column: nil, title: "the persistent history"),
        DerivedColumns(kind: .coreData, table: "ATRANSACTION", column: nil, title: "the persistent history"),
        DerivedColumns(kind: .coreData, table: "ATRANSACTIONSTRING", column: nil, title: "the persistent history"),
        DerivedColumns(kind: .indexedDatabase, table: "IndexRecords", column: nil, title: "the indexes of records"),
        DerivedColumns(kind: .indexedDatabase, table: "KeyGenerators", column: nil, title: "the last generated keys"),
    ]

    /// The columns with what they are, for the help: `ACHANGE :: the persistent history`.
    package static var lines: [String] {
        all.map { row in
            let place = [row.table, row.column].compactMap(\.self).joined(separator: ".")
            return "\(row.kind.map { "\($0.title): " } ?? "SQLite: ")\(place) :: \(row.title)"
        }
    }

    /// Returns the columns of a table that follow from others; nil if all of them do.
    package static func columns(of table: String, in kind: DatabaseKind?) -> Set<String>? {
        let own = all.filter { ($0.kind == nil || $0.kind == kind) && ($0.table == nil || $0.table == table) }
        return own.contains { $0.column == nil } ? nil : Set(own.compactMap(\.column))
    }
}
