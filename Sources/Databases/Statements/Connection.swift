import CSQLite
import Jobs
import System

/// A connection of SQLite to a database, which it cannot change. Used by one thread at a time.
final class Connection {
    let handle: OpaquePointer
    let pages: DatabasePages
    let limits: DatabaseLimits
    let interruption: StatementInterruption
    /// What statements that a person has written may do; nil for a connection with the module's own statements only.
    let queries: QueryPermissions?
    /// What SQLite reads from: the database, and those that are attached.
    private var sources: [EngineSource]
    /// The collations that a statement needed and that nobody has defined here.
    private let unknownCollations = Unmanaged.passRetained(UnknownCollations())

    /// Opens a connection.
    /// - Parameter pages: The pages of the database. SQLite reads the log only if they do.
    init(
        _ pages: DatabasePages, limits: DatabaseLimits, interruption: StatementInterruption,
        _ queries: QueryPermissions? = nil
    ) throws(DatabaseError) {
        Self.limitHeap
        let source = EngineSource(pages, interruption)
        var opened: OpaquePointer?
        let result = sandglass_sqlite_open_source(source.pointer, &opened)
        guard result == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw interruption.isDue
                ? interruption.error : DatabaseError(.inputOutput, String(cString: sqlite3_errstr(result)))
        }
        handle = opened
        self.pages = pages
        self.limits = limits
        self.interruption = interruption
        self.queries = queries
        sources = [source]
        try configure()
    }

    deinit {
        sqlite3_close(handle)
        unknownCollations.release()
    }

    private func configure() throws(DatabaseError) {
        sqlite3_extended_result_codes(handle, 0)
        try check(sandglass_sqlite_harden(handle))
        try check(sandglass_sqlite_add_natural_order(handle))
        for row in DatabaseLimits.engine { sqlite3_limit(handle, row.limit, row.value) }
        setCellLimit(DatabaseLimits.evaluatedCellBytes)
        // The index of the log lies on the heap in exclusive mode only; temporary tables lie there as well.
        try executeSQL("PRAGMA locking_mode = EXCLUSIVE")
        try executeSQL("PRAGMA temp_store = MEMORY")
        try executeSQL("PRAGMA mmap_size = 0")
        try executeSQL("PRAGMA cell_size_check = ON")
        try executeSQL("PRAGMA cache_size = -2048")
        // The modules for JSON are created now, which the authorizer would not permit. This fails if the schema is
        // malformed; whatever reads the schema says so.
        sqlite3_exec(handle, "SELECT 1 FROM json_each('[]'), json_tree('[]')", nil, nil, nil)
        try check(sqlite3_collation_needed(handle, unknownCollations.toOpaque(), UnknownCollations.callback))
        guard queries == nil else { return }
        try add(RowCondition.folding)
        try executeSQL("PRAGMA query_only = ON")
        try check(sqlite3_set_authorizer(handle, Authorization.callback, nil))
    }

    /// Attaches another database to a connection for queries, before it is sealed.
    func attach(_ pages: DatabasePages, as name: String) throws(DatabaseError) {
        let source = EngineSource(pages, interruption)
        sources.append(source)
        try check(sandglass_sqlite_attach_source(handle, source.pointer, name))
    }

    /// Lets a connection for queries do nothing from now on but what they may do.
    func seal() throws(DatabaseError) {
        try executeSQL("PRAGMA query_only = ON")
        try check(sqlite3_set_authorizer(handle, QueryPermissions.callback, queries?.context))
    }

    func executeSQL(_ statement: String) throws(DatabaseError) {
        try check(sqlite3_exec(handle, statement, nil, nil, nil))
    }

    func check(_ result: Int32) throws(DatabaseError) {
        guard result == SQLITE_OK else { throw error(result) }
    }

    /// Sets the size in bytes above which reading a cell fails with `tooLarge`.
    func setCellLimit(_ bytes: Int32) { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, bytes) }

    /// Returns the error for a result code of the last call.
    func error(_ result: Int32) -> DatabaseError {
        let message = String(cString: sqlite3_errmsg(handle))
        switch result & 0xff {
        case SQLITE_INTERRUPT: return interruption.error
        case SQLITE_CORRUPT: return DatabaseError(.malformed, message)
        case SQLITE_NOTADB: return DatabaseError(.notADatabase, message)
        case SQLITE_TOOBIG: return DatabaseError(.tooLarge, "a value is too large for a computation")
        case SQLITE_NOMEM: return DatabaseError(.tooLarge, "it takes too much memory")
        case SQLITE_AUTH, SQLITE_READONLY: return DatabaseError(.refused, message)
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            if interruption.isDue { return interruption.error }
            guard pages.claimedCount == 0 else { return DatabasePages.missing }
            return DatabaseError(.inputOutput, message)
        // Functions that the schema may not call because of their effects are reported as unsafe.
        case SQLITE_ERROR where message.hasPrefix("unsafe use of") || message.hasPrefix("not authorized"):
            return DatabaseError(.refused, message)
        // SQLite cannot use the only index of a table without row IDs then, and says no more.
        case SQLITE_ERROR where message == "no query solution":
            guard let name = unknownCollations.takeUnretainedValue().names.first else {
                return DatabaseError(.invalidExpression, message)
            }
            return DatabaseError(.unsupported, "the rows are ordered by the collation \(name), which only the app has")
        default: return DatabaseError(.invalidExpression, message)
        }
    }

    /// The limits on SQLite's memory, which apply to the whole process.
    private static let limitHeap: Void = {
        sqlite3_soft_heap_limit64(DatabaseLimits.heap.soft)
        sqlite3_hard_heap_limit64(DatabaseLimits.heap.hard)
    }()
}

/// The collations that a connection was asked for.
private final class UnknownCollations {
    fileprivate var names: [String] = []

    static let callback:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?) -> Void = {
            context, _, _, name in
            guard let context, let name else { return }
            let collations = Unmanaged<UnknownCollations>.fromOpaque(context).takeUnretainedValue()
            if collations.names.count < 16 { collations.names.append(String(cString: name)) }
        }
}

extension Connection {
    /// The encoding of texts.
    var encoding: DatabaseHeader.Encoding {
        guard let statement = try? Statement("PRAGMA main.encoding", on: self), (try? statement.step()) == true else {
            return .utf8
        }
        return switch statement.text(0) {
        case "UTF-16le": .utf16LittleEndian
        case "UTF-16be": .utf16BigEndian
        default: .utf8
        }
    }
}
