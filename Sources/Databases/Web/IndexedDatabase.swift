import Formats
package import Jobs

/// A database of WebKit's IndexedDB, `IndexedDB.sqlite3`: object stores with records (WebKit,
/// Source/WebCore/Modules/indexeddb/server/SQLiteIDBBackingStore.cpp).
package struct IndexedDatabase: Sendable {
    /// An object store.
    package struct ObjectStore: Hashable, Sendable {
        /// Its number, by which records refer to it.
        package let id: Int64
        package let name: String
        /// The properties of a value that are its key; none if the key is stored apart from the value only.
        package let keyPath: [String]
        /// Whether a key is made up for a value without one.
        package let generatesKeys: Bool
    }

    /// A record of an object store.
    package struct Record: Sendable {
        /// Its number in the database.
        package let id: Int64
        /// The key as it is stored.
        package let key: CellValue
        /// The value as it is stored, or its beginning.
        package let value: CellValue
    }

    /// The name that the page gave it; nil if it is not stored as text.
    package let name: String?
    /// The object stores, by name.
    package let stores: [ObjectStore]
    package let database: Database

    package static let records = "Records"

    /// The columns that are read, by table.
    private static let columns = [
        "IDBDatabaseInfo": ["key", "value"], "ObjectStoreInfo": ["id", "name", "keyPath", "autoInc"],
        records: ["objectStoreID", "key", "value"],
    ]

    /// Returns nil if a database is of another kind, or its tables have other columns.
    /// - Throws: The errors of reading its tables.
    package init?(_ database: Database, _ cancellation: Cancellation? = nil) throws(DatabaseError) {
        guard DatabaseKind(try database.schema(cancellation)) == .indexedDatabase else { return nil }
        for (table, names) in Self.columns {
            guard let columns = try? database.columns(of: table, cancellation).map(\.name),
                names.allSatisfy(columns.contains)
            else { return nil }
        }
        self.database = database
        let info = RowQuery("IDBDatabaseInfo", where: RowCondition("key", .equal, .text("DatabaseName")).expression)
        let found = try Self.fields(info, of: database, cancellation).first?.cells.last
        if case .text(let text) = found { name = String(name: text.bytes) } else { name = nil }
        stores = try Self.fields(
            RowQuery("ObjectStoreInfo"), of: database, cancellation
        )
        .map { ObjectStore($0.cells) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The maximum number of object stores that are read.
    private static let maxStores = 10_000

    /// Returns rows with only the columns that are read, in their order.
    private static func fields(
        _ query: RowQuery,
        of database: Database,
        _ cancellation: Cancellation?
    ) throws(DatabaseError) -> [Row] {
        var rows: [Row] = []
        while rows.count < maxStores {
            let page = try database.rows(query, from: rows.count, count: 1_000, cancellation)
            guard !page.rows.isEmpty else { break }
            let indices = (columns[query.table] ?? []).compactMap { page.columns.firstIndex(of: $0) }
            rows += page.rows.map { row in Row(key: row.key, cells: indices.map { row.cells[$0] }) }
        }
        return rows
    }

    private func query(_ store: ObjectStore) -> RowQuery {
        RowQuery(Self.records, where: RowCondition("objectStoreID", .equal, .integer(store.id)).expression)
    }

    /// Counts the records of a store.
    package func count(_ store: ObjectStore, _ cancellation: Cancellation? = nil) throws(DatabaseError) -> Int {
        try database.rowCount(query(store), cancellation)
    }

    /// Returns records of a store in the order in which they were added.
    /// - Parameter index: The position of the first one, from 0.
    package func records(
        of store: ObjectStore,
        from index: Int = 0,
        count: Int,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> [Record] {
        let page = try database.rows(query(store), from: index, count: count, cancellation)
        guard let key = page.columns.firstIndex(of: "key"), let value = page.columns.firstIndex(of: "value") else {
            throw DatabaseError(.malformed, "the records have no keys or no values")
        }
        return page.rows.compactMap { row in
            guard case .rowID(let id) = row.key else { return nil }
            return Record(id: id, key: row.cells[key], value: row.cells[value])
        }
    }

    /// Returns a record with its whole value; nil if the store has none of this number.
    package func record(
        _ id: Int64,
        of store: ObjectStore,
        _ cancellation: Cancellation? = nil
    ) throws(DatabaseError) -> Record? {
        let row = RowKey.rowID(id)
        guard try database.cell("objectStoreID", of: Self.records, row: row, cancellation) == .integer(store.id) else {
            return nil
        }
        let key = try database.cell("key", of: Self.records, row: row, cancellation)
        let value = try database.cell("value", of: Self.records, row: row, cancellation)
        return Record(id: id, key: key, value: value)
    }
}

extension IndexedDatabase.Record {
    /// The bytes of the key; none if it is stored as a number or is missing.
    package var keyBytes: [UInt8] {
        switch key {
        case .blob(let bytes), .text(let bytes): bytes.bytes
        default: []
        }
    }
}

extension IndexedDatabase.ObjectStore {
    /// Creates a store from its number, its name, its key path and whether it makes up keys.
    fileprivate init(_ cells: [CellValue]) {
        if case .integer(let number) = cells[0] { id = number } else { id = 0 }
        if case .text(let text) = cells[1] { name = String(name: text.bytes) } else { name = "" }
        keyPath = Self.keyPath(cells[2])
        generatesKeys = cells[3] == .integer(1)
    }

    /// Reads a key path: a property list with a string, or with an array of dictionaries with one each.
    private static func keyPath(_ cell: CellValue) -> [String] {
        guard case .blob(let blob) = cell, blob.isWhole, let list = try? PropertyListReader.read(blob.bytes) else {
            return []
        }
        if let text = list["string"]?.stringValue { return [text] }
        return list["array"]?.arrayValue?.compactMap { $0["string"]?.stringValue } ?? []
    }
}
