/// A Python script that makes a database as WebKit's IndexedDB does, for `DatabaseScript`.
package enum IndexedDBScript {
    /// Functions that write keys and values by WebKit's comments on both formats (IDBSerialization.cpp,
    /// SerializedScriptValue.cpp).
    package static let encoders = Script.text("indexed_db_script_encoders")

    /// A database with two object stores, as an app's page that keeps notes and settings might have it.
    package static let database =
        encoders + Script.text("indexed_db_script_database")
}
