import CSQLite

/// The limits within which a database is read.
package struct DatabaseLimits: Hashable, Sendable {
    /// The number of bytes of a cell that a page of rows contains.
    package var previewBytes: Int
    /// The number of bytes of a cell that is returned as a whole.
    package var cellBytes: Int
    /// The number of rows of a page.
    package var pageRows: Int
    /// The number of rows of which the order is remembered when a table is sorted or filtered, 8 bytes each.
    package var orderedRows: Int
    /// The number of tables, views, indexes and triggers.
    package var schemaEntries: Int
    /// The size in bytes of a write-ahead log.
    package var logBytes: UInt64
    /// How long a request may take, in seconds.
    package var seconds: Double

    /// Creates limits that default to the values of `standard`.
    package init(
        previewBytes: Int = 256,
        cellBytes: Int = 16 << 20,
        pageRows: Int = 10_000,
        orderedRows: Int = 2_000_000,
        schemaEntries: Int = 10_000,
        logBytes: UInt64 = 512 << 20,
        seconds: Double = 10
    ) {
        self.previewBytes = previewBytes
        self.cellBytes = cellBytes
        self.pageRows = pageRows
        self.orderedRows = orderedRows
        self.schemaEntries = schemaEntries
        self.logBytes = logBytes
        self.seconds = seconds
    }

    /// Previews of 256 bytes, cells of 16 MiB, 10 seconds.
    package static let standard = DatabaseLimits()

    /// Cells above this size, in bytes, are read in parts wherever possible.
    static let directCellBytes: Int32 = 64 << 10

    /// Cells and intermediate results above this size, in bytes, are not computed with. This bounds the time between two
    /// calls of the progress handler: `instr` takes time in proportion to the square.
    static let evaluatedCellBytes: Int32 = 256 << 10

    /// The limits of SQLite itself; see sqlite.org/limits.html.
    static let engine: [(limit: Int32, value: Int32)] = [
        (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
        (SQLITE_LIMIT_COLUMN, 2_000),
        (SQLITE_LIMIT_EXPR_DEPTH, 200),
        (SQLITE_LIMIT_COMPOUND_SELECT, 50),
        (SQLITE_LIMIT_VDBE_OP, 100_000),
        (SQLITE_LIMIT_FUNCTION_ARG, 32),
        (SQLITE_LIMIT_ATTACHED, 0),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (SQLITE_LIMIT_VARIABLE_NUMBER, 100),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 0),
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    /// The memory, in bytes, from which SQLite's caches shrink, and which it never exceeds; for the whole process.
    static let heap: (soft: Int64, hard: Int64) = (24 << 20, 160 << 20)
}
