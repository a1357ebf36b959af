import Formats

/// Databases of WebKit and of the system's URL loading.
enum WebFiles {
    /// The local storage of a web page: keys, and values as UTF-16.
    static func localStorage(_ items: [(key: String, value: String)]) -> SampleDatabase {
        SampleDatabase(
            ["CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB NOT NULL ON CONFLICT FAIL)"]
                + items.map { key, value in
                    "INSERT INTO ItemTable VALUES (\(SampleDatabase.quoted(key)), "
                        + SampleDatabase.quoted(value.utf16.flatMap { SampleBytes.littleEndian(Int($0), 2) }) + ")"
                })
    }

    /// An IndexedDB database with an object store of texts by number. Its keys have no custom collation: only WebKit's
    /// own SQLite could write an index with one.
    static func indexedDatabase(store: String, _ texts: [String]) -> SampleDatabase {
        let path = SampleDatabase.quoted(PropertyListWriter.binary(["type": 0]))
        return SampleDatabase(
            [
                "CREATE TABLE IDBDatabaseInfo (key TEXT NOT NULL UNIQUE, value TEXT NOT NULL)",
                "INSERT INTO IDBDatabaseInfo VALUES ('MetadataVersion', '1'), ('DatabaseName', 'harbor')",
                "CREATE TABLE ObjectStoreInfo (id INTEGER PRIMARY KEY, name TEXT, keyPath BLOB, autoInc INTEGER)",
                "INSERT INTO ObjectStoreInfo VALUES (1, \(SampleDatabase.quoted(store)), \(path), 1)",
                "CREATE TABLE Records (objectStoreID INTEGER, key TEXT, value, recordID INTEGER PRIMARY KEY)",
            ]
                + texts.enumerated().map { index, text in
                    // A number as a key, and a text as a value (WebKit, IDBSerialization.cpp,
                    // SerializedScriptValue.cpp).
                    let number = Double(index + 1).bitPattern
                    let key = [0, 0x20] + (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
                    let units = text.utf16.flatMap { SampleBytes.littleEndian(Int($0), 2) }
                    let value =
                        SampleBytes.littleEndian(15, 4) + [0x10] + SampleBytes.littleEndian(units.count / 2, 4) + units
                    return
                        "INSERT INTO Records VALUES (1, \(SampleDatabase.quoted(key)), \(SampleDatabase.quoted(value)), "
                        + "\(index + 1))"
                })
    }

    /// The servers' statements about other ways to reach them.
    static func services(_ hosts: [String]) -> SampleDatabase {
        SampleDatabase(
            [
                """
                CREATE TABLE alt_services (partition TEXT, host TEXT, alternateHost TEXT, port INTEGER,
                alternatePort INTEGER, type INTEGER, creation_time INTEGER, expires_time INTEGER)
                """
            ]
                + hosts.map {
                    "INSERT INTO alt_services VALUES ('', \(SampleDatabase.quoted($0)), '', 443, 443, 3, 1777622460, "
                        + "1777708860)"
                })
    }
}
