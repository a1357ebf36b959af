import CSQLite
import FileTree
import Formats
import Synchronization

/// An SQLite database of the demonstration.
struct SampleDatabase: Sendable {
    /// The statements whose result is in the database file.
    let statements: [String]
    /// The statements whose result is only in the write-ahead log; without any there is no log.
    let uncheckpointed: [String]

    init(_ statements: [String], uncheckpointed: [String] = []) {
        self.statements = statements
        self.uncheckpointed = uncheckpointed
    }

    /// Creates the database.
    /// - Parameter path: The path with its NUL.
    /// - Returns: The suffixes of the path for the files created.
    /// - Throws: `DemonstrationError` if SQLite fails.
    func make(at path: [CChar]) throws(DemonstrationError) -> [String] {
        // Makes the log reproducible, whose header contains random numbers. The seed applies to the whole process.
        try Self.seed.withLock { _ throws(DemonstrationError) in
            sandglass_sqlite_seed(2_026)
            defer { sandglass_sqlite_seed(0) }
            return try makeSeeded(at: path)
        }
    }

    /// Held while SQLite's random numbers are seeded.
    private static let seed = Mutex(())

    private func makeSeeded(at path: [CChar]) throws(DemonstrationError) -> [String] {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
        let opened = sqlite3_open_v2(path, &connection, flags, nil)
        defer { sqlite3_close_v2(connection) }
        guard opened == SQLITE_OK, let connection else { throw failure(connection, path) }
        // For speed: the database need not survive a power failure.
        try executeSQL("PRAGMA synchronous = OFF", connection, path)
        guard !uncheckpointed.isEmpty else {
            try executeAll(["BEGIN"] + statements + ["COMMIT"], connection, path)
            return [""]
        }
        try executeSQL("PRAGMA journal_mode = WAL", connection, path)
        try executeAll(["BEGIN"] + statements + ["COMMIT"], connection, path)
        try executeAll(["PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA wal_autocheckpoint = 0"], connection, path)
        guard sandglass_sqlite_keep_log_on_close(connection) == SQLITE_OK else { throw failure(connection, path) }
        try executeAll(uncheckpointed, connection, path)
        return ["", Companion.log.suffix, Companion.index.suffix]
    }

    private func executeAll(_ statements: [String], _ connection: OpaquePointer, _ path: [CChar])
        throws(DemonstrationError)
    {
        for statement in statements { try executeSQL(statement, connection, path) }
    }

    private func executeSQL(_ statement: String, _ connection: OpaquePointer, _ path: [CChar])
        throws(DemonstrationError)
    {
        guard sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK else { throw failure(connection, path) }
    }

    private func failure(_ connection: OpaquePointer?, _ path: [CChar]) -> DemonstrationError {
        let reason = sqlite3_errmsg(connection).map { String(cString: $0) } ?? "out of memory"
        return DemonstrationError(.database, "make the database", DemonstrationError.text(path), reason)
    }

    /// Returns `text` as a literal for a statement.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }

    /// Returns `bytes` as a literal for a statement.
    static func quoted(_ bytes: [UInt8]) -> String { "X'\(bytes.hexadecimal(uppercase: true))'" }
}
