import CSQLite

/// The `Manifest.db` of a new backup, in memory until it is complete.
final class ManifestDatabase {
    private var connection: OpaquePointer?
    private var insertion: OpaquePointer?

    /// The schema of `Manifest.db` since iOS 10.
    private static let schema = """
        CREATE TABLE Files (fileID TEXT PRIMARY KEY, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB);
        CREATE INDEX FilesDomainIdx ON Files(domain);
        CREATE INDEX FilesRelativePathIdx ON Files(relativePath);
        CREATE INDEX FilesFlagsIdx ON Files(flags);
        CREATE TABLE Properties (key TEXT PRIMARY KEY, value BLOB);
        BEGIN;
        """

    init() throws(PackingError) {
        guard sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK,
            sqlite3_exec(connection, Self.schema, nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v2(
                connection, "INSERT INTO Files VALUES (?, ?, ?, ?, ?)", -1, &insertion, nil) == SQLITE_OK
        else { throw failure }
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_close_v2(connection)
    }

    private var failure: PackingError {
        let reason = sqlite3_errmsg(connection).map { String(cString: $0) } ?? "out of memory"
        return PackingError(.unsuitable, "the manifest could not be made: \(reason)")
    }

    /// Adds a row.
    func add(fileID: [UInt8], domain: [UInt8], path: [UInt8], flags: Int32, record: [UInt8]) throws(PackingError) {
        sqlite3_reset(insertion)
        bind(1, fileID, isText: true)
        bind(2, domain, isText: true)
        bind(3, path, isText: true)
        sqlite3_bind_int(insertion, 4, flags)
        bind(5, record, isText: false)
        guard sqlite3_step(insertion) == SQLITE_DONE else { throw failure }
    }

    private func bind(_ index: Int32, _ bytes: [UInt8], isText: Bool) {
        let copies = sandglass_sqlite_transient()
        bytes.withUnsafeBytes { buffer in
            if isText {
                buffer.withMemoryRebound(to: CChar.self) {
                    // A text without bytes is not NULL.
                    _ = sqlite3_bind_text(
                        insertion, index, $0.baseAddress ?? UnsafePointer(Self.empty), Int32(clamping: $0.count), copies
                    )
                }
            } else {
                _ = sqlite3_bind_blob(insertion, index, buffer.baseAddress, Int32(clamping: buffer.count), copies)
            }
        }
    }

    private nonisolated(unsafe) static let empty = UnsafeMutablePointer<CChar>.allocate(capacity: 1)

    /// Returns the bytes of the database file.
    func finish() throws(PackingError) -> [UInt8] {
        guard sqlite3_exec(connection, "COMMIT", nil, nil, nil) == SQLITE_OK else { throw failure }
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(connection, "main", &size, 0) else { throw failure }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }
}
