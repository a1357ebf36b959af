import CSQLite
package import Jobs
import System

/// Changes cells of a database that is a copy, in this process. The database itself is never opened for writing: the
/// copy takes its place when it is whole.
///
/// The copy may be hostile: its schema is treated as for reading, and the authorizer lets a statement change the named
/// columns of the named table alone, and with triggers what these change.
package final class DatabaseEditor {
    private let handle: OpaquePointer
    private let interruption = StatementInterruption()
    private let permissions = Permissions()

    /// What statements may do.
    private final class Permissions {
        var table: String?
        var columns: Set<String> = []
        var runsTriggers = false
        /// Whether the schema may be examined, and the pages checked.
        var checks = false
    }

    /// Opens a copy, and checks that it is intact.
    /// - Parameters:
    ///   - path: The path of the copy, beside which a copy of its log lies if it has one. Nobody else knows it.
    ///   - runsTriggers: Whether triggers run.
    /// - Throws: `malformed` if it is damaged; `refused` for a function or a collation that only the app has.
    package init(
        copyAt path: [UInt8], runsTriggers: Bool, seconds: Double = 120, cancellation: Cancellation? = nil
    ) throws(DatabaseError) {
        interruption.start(cancellation, seconds: seconds)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        let result = withNullTerminated(path) { sqlite3_open_v2($0, &opened, flags, nil) }
        guard let opened else { throw DatabaseError(.inputOutput, "out of memory") }
        handle = opened
        guard result == SQLITE_OK else { throw error(result) }
        try check(sandglass_sqlite_harden(handle))
        if runsTriggers { try check(sandglass_sqlite_run_triggers(handle)) }
        permissions.runsTriggers = runsTriggers
        for row in DatabaseLimits.engine { sqlite3_limit(handle, row.limit, row.value) }
        if runsTriggers { sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 32) }
        sqlite3_progress_handler(handle, 10_000, Self.progress, interruption.context)
        // The index of the log lies on the heap in exclusive mode only.
        for statement in ["locking_mode = EXCLUSIVE", "temp_store = MEMORY", "mmap_size = 0", "cell_size_check = ON"] {
            try check(sqlite3_exec(handle, "PRAGMA \(statement)", nil, nil, nil))
        }
        // The log is what changes: none of it is moved to the database behind its back.
        try check(sqlite3_wal_autocheckpoint(handle, 0))
        let context = Unmanaged.passUnretained(permissions).toOpaque()
        try check(sqlite3_set_authorizer(handle, Self.authorizer, context))
        permissions.checks = true
        try requireIntact("the database is damaged")
        foreignKeyViolations = try rows("PRAGMA foreign_key_check")
        permissions.checks = false
    }

    deinit { sqlite3_close_v2(handle) }

    /// The violations of foreign keys before the changes.
    private var foreignKeyViolations: [[String]] = []

    // MARK: Changes

    /// Makes changes in one transaction, and checks that the copy is intact after it.
    /// - Parameters:
    ///   - movesLog: Whether what a log has is moved to the database, so that there is no log.
    ///   - mostByTriggers: The most rows that triggers may change besides; nil for any number.
    /// - Throws: `DatabaseError`; the copy is to be thrown away then.
    package func apply(_ edits: [CellEdit], movesLog: Bool, mostByTriggers: Int? = nil) throws(DatabaseError) {
        try check(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil))
        var byTriggers = -sqlite3_total_changes64(handle)
        for edit in edits { byTriggers -= Int64(try apply(edit)) }
        byTriggers += sqlite3_total_changes64(handle)
        if let mostByTriggers, byTriggers > mostByTriggers {
            throw DatabaseError(.refused, "triggers would change \(byTriggers) rows at once; --all does that")
        }
        try check(sqlite3_exec(handle, "COMMIT", nil, nil, nil))
        permissions.checks = true
        defer { permissions.checks = false }
        try requireIntact("the change would damage the database")
        let known = Set(foreignKeyViolations)
        if let broken = try rows("PRAGMA foreign_key_check").first(where: { !known.contains($0) }) {
            let (table, other) = (broken.first ?? "", broken.count > 2 ? broken[2] : "")
            throw DatabaseError(.refused, "a row of “\(table)” would refer to a row of “\(other)” that does not exist")
        }
        if movesLog { _ = try rows("PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    /// - Returns: The number of rows that it changes itself.
    private func apply(_ edit: CellEdit) throws(DatabaseError) -> Int {
        permissions.table = edit.table.lowercased()
        permissions.columns = Set([edit.column, edit.counter].compactMap { $0?.lowercased() })
        defer { permissions.table = nil }
        let counter = edit.counter.map { ", \($0.asIdentifier) = \($0.asIdentifier) + 1" } ?? ""
        let condition =
            switch edit.rows {
            case .one: " WHERE rowid = ?2"
            case .matching(let filter, _): filter.map { " WHERE (\($0)\n)" } ?? ""
            }
        let text =
            "UPDATE main.\(edit.table.asIdentifier) SET \(edit.column.asIdentifier) = ?1\(counter)\(condition)"
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        try check(Self.bind(edit.value, statement))
        if case .one(let row) = edit.rows { try check(sqlite3_bind_int64(statement, 2, row)) }
        let result = sqlite3_step(statement)
        guard result == SQLITE_DONE else { throw error(result) }
        let changed = Int(sqlite3_changes64(handle))
        switch edit.rows {
        case .one: if changed != 1 { throw DatabaseError(.notFound, "there is no such row") }
        case .matching(_, let count):
            guard changed == count else { throw DatabaseError(.refused, "other rows than those that were counted") }
        }
        return changed
    }

    static func bind(_ value: CellEdit.Value, _ statement: OpaquePointer?) -> Int32 {
        let transient = sandglass_sqlite_transient()
        switch value {
        case .null: return sqlite3_bind_null(statement, 1)
        case .integer(let number): return sqlite3_bind_int64(statement, 1, number)
        case .real(let number): return sqlite3_bind_double(statement, 1, number)
        case .text(let text):
            var text = text
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // No text at all would be NULL.
                    guard let start = characters.baseAddress, !characters.isEmpty else {
                        return sqlite3_bind_text(statement, 1, "", 0, transient)
                    }
                    return sqlite3_bind_text64(
                        statement, 1, start, UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, 1, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob64(statement, 1, $0.baseAddress, UInt64($0.count), transient)
            }
        }
    }

    // MARK: Checks

    private func requireIntact(_ what: String) throws(DatabaseError) {
        let found = try rows("PRAGMA integrity_check(1)")
        guard found == [["ok"]] else {
            throw DatabaseError(.malformed, "\(what): \(found.first?.first ?? "it cannot be checked")")
        }
    }

    /// Returns the rows of a statement as texts.
    private func rows(_ text: String) throws(DatabaseError) -> [[String]] {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while true {
            let result = sqlite3_step(statement)
            guard result != SQLITE_DONE else { return rows }
            guard result == SQLITE_ROW else { throw error(result) }
            // More violations than that are not told apart.
            guard rows.count < 100_000 else {
                throw DatabaseError(.tooLarge, "too many foreign keys lead nowhere")
            }
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                })
        }
    }

    private func check(_ result: Int32) throws(DatabaseError) {
        guard result == SQLITE_OK else { throw error(result) }
    }

    private func error(_ result: Int32) -> DatabaseError {
        let message = String(cString: sqlite3_errmsg(handle))
        switch result & 0xff {
        case SQLITE_INTERRUPT: return interruption.error
        case SQLITE_CORRUPT: return DatabaseError(.malformed, message)
        case SQLITE_NOTADB: return DatabaseError(.notADatabase, "not an SQLite database, or encrypted")
        case SQLITE_TOOBIG: return DatabaseError(.tooLarge, "the value is too large")
        case SQLITE_NOMEM: return DatabaseError(.tooLarge, "it takes too much memory")
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL: return DatabaseError(.inputOutput, message)
        // Constraints, unknown functions and collations, triggers that may not run.
        default: return DatabaseError(.refused, message)
        }
    }

    private static let progress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        StatementInterruption.callback(context) ? 1 : 0
    }

    // MARK: Permissions

    private static let pragmas: Set<String> = ["integrity_check", "foreign_key_check", "wal_checkpoint"]

    private static let authorizer:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { context, action, first, second, _, trigger in
            guard let context else { return SQLITE_DENY }
            let permissions = Unmanaged<Permissions>.fromOpaque(context).takeUnretainedValue()
            let isAllowed: Bool
            switch action {
            case SQLITE_TRANSACTION: isAllowed = true
            case SQLITE_PRAGMA: isAllowed = permissions.checks && pragmas.contains(Authorization.lowercased(first))
            case SQLITE_UPDATE where trigger == nil:
                isAllowed =
                    permissions.table == Authorization.lowercased(first)
                    && permissions.columns.contains(Authorization.lowercased(second))
            case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: isAllowed = trigger != nil && permissions.runsTriggers
            default: isAllowed = Authorization.isAllowed(action, first, second)
            }
            return isAllowed ? SQLITE_OK : SQLITE_DENY
        }
}
