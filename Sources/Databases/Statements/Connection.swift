import CSQLite
import Jobs
import System

/// A connection of SQLite to a database, which it cannot change. Used by one thread at a time.
final class Connection {
    let handle: OpaquePointer
    let pages: DatabasePages
    let limits: DatabaseLimits
    let interruption: StatementInterruption
    /// The source that SQLite reads from; it points to this structure.
    private let engineSource: UnsafeMutablePointer<sandglass_sqlite_source>
    /// The contents that SQLite reads if the database is not in a file; `engineSource` points to it.
    private let contents: Unmanaged<Contents>?
    private let originals: UnsafeMutableBufferPointer<sandglass_original_page>?
    /// The collations that a statement needed and that nobody has defined here.
    private let unknownCollations = Unmanaged.passRetained(UnknownCollations())

    /// Opens a connection.
    /// - Parameter pages: The pages of the database. SQLite reads the log only if they do.
    init(_ pages: DatabasePages, limits: DatabaseLimits, interruption: StatementInterruption) throws(DatabaseError) {
        Self.limitHeap
        var source = sandglass_sqlite_source()
        (source.database, source.log, source.journal, source.original_size) = (-1, -1, -1, -1)
        var originals: UnsafeMutableBufferPointer<sandglass_original_page>?
        var contents: Unmanaged<Contents>?
        switch pages.source {
        case .files(let main, _, _):
            source.database = main.number
            source.log = pages.log?.file.number ?? -1
            if let journal = pages.journal {
                let sorted = journal.offsets.sorted { $0.key < $1.key }
                let copy = UnsafeMutableBufferPointer<sandglass_original_page>.allocate(capacity: sorted.count)
                _ = copy.initialize(
                    from: sorted.map { sandglass_original_page(number: $0.key, offset: Int64(clamping: $0.value)) })
                source.journal = journal.file.number
                source.originals = UnsafePointer(copy.baseAddress)
                source.original_count = Int64(sorted.count)
                source.page_size = Int64(pages.pageSize)
                source.original_size = Int64(journal.pageCount) * Int64(pages.pageSize)
                originals = copy
            }
        case .contents(let read):
            let kept = Unmanaged.passRetained(Contents(read))
            source.read = Contents.callback
            source.read_context = kept.toOpaque()
            source.byte_count = Int64(clamping: read.size)
            contents = kept
        }
        source.claimed_size = Int64(clamping: UInt64(pages.claimedCount) * UInt64(pages.pageSize))
        source.should_stop = StatementInterruption.callback
        source.context = interruption.context
        let engineSource = UnsafeMutablePointer<sandglass_sqlite_source>.allocate(capacity: 1)
        engineSource.initialize(to: source)

        var opened: OpaquePointer?
        let result = sandglass_sqlite_open_source(engineSource, &opened)
        guard result == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            engineSource.deallocate()
            contents?.release()
            originals?.deallocate()
            throw interruption.isDue
                ? interruption.error : DatabaseError(.inputOutput, String(cString: sqlite3_errstr(result)))
        }
        handle = opened
        self.pages = pages
        self.limits = limits
        self.interruption = interruption
        self.engineSource = engineSource
        self.contents = contents
        self.originals = originals
        try configure()
    }

    deinit {
        sqlite3_close(handle)
        engineSource.deallocate()
        contents?.release()
        originals?.deallocate()
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
        try executeSQL("PRAGMA query_only = ON")
        try executeSQL("PRAGMA cache_size = -2048")
        // The modules for JSON are created now, which the authorizer would not permit. This fails if the schema is
        // malformed; whatever reads the schema says so.
        sqlite3_exec(handle, "SELECT 1 FROM json_each('[]'), json_tree('[]')", nil, nil, nil)
        try check(sqlite3_collation_needed(handle, unknownCollations.toOpaque(), UnknownCollations.callback))
        try check(sqlite3_set_authorizer(handle, Authorization.callback, nil))
    }

    private func executeSQL(_ statement: String) throws(DatabaseError) {
        try check(sqlite3_exec(handle, statement, nil, nil, nil))
    }

    private func check(_ result: Int32) throws(DatabaseError) {
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

/// Contents that SQLite reads by a function in C.
private final class Contents {
    private let contents: any DatabaseContents

    init(_ contents: any DatabaseContents) { self.contents = contents }

    static let callback:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int64, Int64) -> Int64 = {
            context, buffer, count, offset in
            guard let context else { return -1 }
            let contents = Unmanaged<Contents>.fromOpaque(context).takeUnretainedValue().contents
            let buffer = UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
            return Int64(contents.read(buffer, at: UInt64(clamping: offset)))
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
