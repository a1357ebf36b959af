import CSQLite
import Formats
import Jobs
import System

/// Replaces values in all rows of a database, and writes the rows into a new file.
///
/// The database may be hostile: its schema cannot do anything, its triggers do not run, and virtual tables are not opened.
final class DatabaseMasking {
    /// The reason why the database cannot be written anew.
    struct Failure: Error {
        /// A sentence without a full stop.
        let reason: String
        /// The error number of the system if the disk or the memory is the reason, and not the database.
        var errno: Int32?
    }

    private let connection: OpaquePointer
    private let values: SecretValues
    private let numberColumns: Set<String>
    private let cancellation: Cancellation

    /// What became of the rows.
    struct Result {
        /// Whether any value was replaced.
        var isMasked = false
        /// The virtual tables that the new file lacks.
        var removedTables: [String] = []
    }

    /// Opens a database.
    /// - Parameters:
    ///   - hostPath: The path of the copy that is changed.
    ///   - numberColumns: The columns in which whole numbers count, in small letters.
    init(
        _ hostPath: [UInt8], _ values: SecretValues, numbersIn numberColumns: Set<String>, _ cancellation: Cancellation
    ) throws(Failure) {
        var opened: OpaquePointer?
        let code = withNullTerminated(hostPath) {
            sqlite3_open_v2($0, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE, nil)
        }
        guard let opened else { throw Failure(reason: "out of memory") }
        guard code == SQLITE_OK, sandglass_sqlite_harden(opened) == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw Failure(reason: "it cannot be opened")
        }
        connection = opened
        (self.values, self.numberColumns, self.cancellation) = (values, numberColumns, cancellation)
    }

    deinit { sqlite3_close_v2(connection) }

    /// Masks all rows, and writes them into a new file.
    func write(to hostPath: [UInt8]) throws(Failure) -> Result {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(connection, 1_000, Self.mustStop, context)
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        // Without an index of the log in shared memory, which not every file system has.
        try executeSQL("PRAGMA locking_mode = EXCLUSIVE")
        try executeSQL("PRAGMA ignore_check_constraints = ON")
        let result = try maskRows(context)
        sqlite3_set_authorizer(connection, nil, nil)
        let statement = try compile("VACUUM INTO ?")
        defer { sqlite3_finalize(statement) }
        _ = hostPath.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(
                    statement, 1, $0.baseAddress, Int32(clamping: $0.count), sandglass_sqlite_transient())
            }
        }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
        return result
    }

    // MARK: Rows

    private func maskRows(_ context: UnsafeMutableRawPointer) throws(Failure) -> Result {
        let tables = try self.tables()
        sqlite3_set_authorizer(connection, Self.authorize, nil)
        var result = Result()
        guard !values.isEmpty else { return result }
        let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
        guard
            sqlite3_create_function_v2(
                connection, "sandglass_mask", 2, flags, context, Self.mask, nil, nil, nil) == SQLITE_OK
        else { throw failure }
        try executeSQL("BEGIN")
        let before = sqlite3_total_changes(connection)
        for table in tables where !table.isVirtual { try mask(table.name) }
        result.isMasked = sqlite3_total_changes(connection) != before
        // Samples of rows for the planner.
        if tables.contains(where: { $0.name == "sqlite_stat4" }) { try executeSQL("DELETE FROM sqlite_stat4") }
        if result.isMasked { result.removedTables = try removeVirtualTables(among: tables) }
        try executeSQL("COMMIT")
        return result
    }

    /// The ends of the names of tables that full-text and R-tree indexes keep their data in.
    private static let parts = [
        "content", "segments", "segdir", "docsize", "stat", "data", "idx", "config", "node", "rowid", "parent",
    ]

    /// Removes virtual tables with their data, which may have words of the values in a form that is not searched, and the
    /// triggers that would fail without them.
    private func removeVirtualTables(among tables: [Table]) throws(Failure) -> [String] {
        let virtual = tables.filter(\.isVirtual).map(\.name)
        guard !virtual.isEmpty else { return [] }
        sqlite3_set_authorizer(connection, nil, nil)
        guard sandglass_sqlite_allow_schema_changes(connection) == SQLITE_OK else { throw failure }
        let data = Set(virtual.flatMap { name in Self.parts.map { "\(name)_\($0)".lowercased() } })
        for table in tables where !table.isVirtual && data.contains(table.name.lowercased()) {
            try executeSQL("DROP TABLE \(Self.quoted(table.name))")
        }
        for row in try rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
            guard let name = row[0], let sql = row[1]?.lowercased(),
                virtual.contains(where: { sql.contains($0.lowercased()) })
            else { continue }
            try executeSQL("DROP TRIGGER \(Self.quoted(name))")
        }
        // Their modules are not loaded, so that they cannot be dropped.
        try executeSQL("DELETE FROM sqlite_schema WHERE type = 'table' AND rootpage = 0 AND sql LIKE 'CREATE VIRTUAL%'")
        return virtual
    }

    private func mask(_ table: String) throws(Failure) {
        guard !table.hasPrefix("sqlite_") else { return }
        let columns = try self.columns(of: table)
        guard !columns.isEmpty else { return }
        let assignments = columns.map { "\(Self.quoted($0.name)) = \($0.masked)" }
        // `IS NOT` compares texts with their bytes only under this collation.
        let conditions = columns.map { "\($0.masked) IS NOT \(Self.quoted($0.name)) COLLATE BINARY" }
        try executeSQL(
            "UPDATE \(Self.quoted(table)) SET \(assignments.joined(separator: ", ")) "
                + "WHERE \(conditions.joined(separator: " OR "))")
    }

    private struct Table {
        let name: String
        let isVirtual: Bool
    }

    private struct Column {
        let name: String
        let countsNumbers: Bool
        var masked: String { "sandglass_mask(\(DatabaseMasking.quoted(name)), \(countsNumbers ? 1 : 0))" }
    }

    private func tables() throws(Failure) -> [Table] {
        try rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").compactMap { row in
            row[0].map { Table(name: $0, isVirtual: (row[1] ?? "").uppercased().hasPrefix("CREATE VIRTUAL")) }
        }
    }

    /// Returns the columns of a table that can be set, row IDs aside.
    private func columns(of table: String) throws(Failure) -> [Column] {
        // cid, name, type, notnull, dflt_value, pk, hidden
        try rows("PRAGMA table_xinfo(\(Self.quoted(table)))").compactMap { row in
            guard let name = row[1], row[6] == "0", row[5] == "0" || row[2]?.uppercased() != "INTEGER" else {
                return nil
            }
            let small = name.lowercased()
            // Core Data writes a Z before the names of attributes.
            let countsNumbers = numberColumns.contains(small) || numberColumns.contains { "z" + $0 == small }
            return Column(name: name, countsNumbers: countsNumbers)
        }
    }

    // MARK: Statements

    private var failure: Failure {
        let reason = sqlite3_errmsg(connection).map { "SQLite: \(String(cString: $0))" } ?? "out of memory"
        let numbers = [SQLITE_FULL: ENOSPC, SQLITE_IOERR: EIO, SQLITE_CANTOPEN: EIO, SQLITE_NOMEM: ENOMEM]
        return Failure(reason: reason, errno: numbers[sqlite3_errcode(connection) & 0xff])
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing(scalar: "\"", by: "\"\""))\"" }

    private func compile(_ text: String) throws(Failure) -> OpaquePointer? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK else { throw failure }
        return statement
    }

    private func executeSQL(_ text: String) throws(Failure) { _ = try rows(text) }

    /// Returns the texts in the rows of a statement.
    private func rows(_ text: String) throws(Failure) -> [[String?]] {
        let statement = try compile(text)
        defer { sqlite3_finalize(statement) }
        var rows: [[String?]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) }
                    })
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    // MARK: Callbacks

    private static let mustStop: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        guard let context else { return 0 }
        return Unmanaged<DatabaseMasking>.fromOpaque(context).takeUnretainedValue().cancellation.isCancelled ? 1 : 0
    }

    /// Allows reading and updating tables. See sqlite.org/c3ref/set_authorizer.html.
    private static let authorize:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { _, action, first, second, _, _ in
            switch action {
            case SQLITE_SELECT, SQLITE_READ, SQLITE_UPDATE, SQLITE_TRANSACTION: return SQLITE_OK
            case SQLITE_DELETE: return first.map { String(cString: $0) } == "sqlite_stat4" ? SQLITE_OK : SQLITE_DENY
            case SQLITE_PRAGMA: return first.map { String(cString: $0) } == "table_xinfo" ? SQLITE_OK : SQLITE_DENY
            case SQLITE_FUNCTION:
                let name = second.map { String(cString: $0).lowercased() } ?? ""
                return ["load_extension", "fts3_tokenizer", "printf", "format"].contains(name) ? SQLITE_DENY : SQLITE_OK
            default: return SQLITE_DENY
            }
        }

    /// Returns a cell without values: the same one if it holds none.
    private static let mask: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        result, _, arguments in
        guard let result, let cell = arguments?[0], let context = sqlite3_user_data(result) else { return }
        let masking = Unmanaged<DatabaseMasking>.fromOpaque(context).takeUnretainedValue()
        let copies = sandglass_sqlite_transient()
        switch sqlite3_value_type(cell) {
        case SQLITE_TEXT:
            guard let text = sqlite3_value_text(cell) else { return sqlite3_result_error_nomem(result) }
            let count = Int(sqlite3_value_bytes(cell))
            let bytes = Array(UnsafeBufferPointer(start: text, count: count))
            guard let masked = masking.values.masked(text: bytes) else { break }
            masked.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    sqlite3_result_text(result, $0.baseAddress, Int32(clamping: $0.count), copies)
                }
            }
            return
        case SQLITE_BLOB:
            guard let blob = sqlite3_value_blob(cell) else { break }
            let bytes = Array(UnsafeRawBufferPointer(start: blob, count: Int(sqlite3_value_bytes(cell))))
            let masked: [UInt8]
            switch Masking.mask(bytes, masking.values) {
            case .unchanged: return sqlite3_result_value(result, cell)
            case .masked(let bytes): masked = bytes
            case .impossible: masked = masking.values.filled(bytes) ?? []
            }
            masked.withUnsafeBytes {
                sqlite3_result_blob(result, $0.baseAddress, Int32(clamping: $0.count), copies)
            }
            return
        case SQLITE_INTEGER:
            guard sqlite3_value_int(arguments?[1]) == 1,
                masking.values.isHeld(byNumber: "\(sqlite3_value_int64(cell))")
            else { break }
            return sqlite3_result_int64(result, 0)
        default: break
        }
        sqlite3_result_value(result, cell)
    }
}
