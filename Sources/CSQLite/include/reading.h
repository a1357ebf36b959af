#pragma once
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

// Databases that are read from descriptors that are already open, or from memory, and never changed.

/// A page whose original contents are in a rollback journal.
typedef struct sandglass_original_page {
    uint32_t number;
    /// Where they begin in the journal, in bytes.
    int64_t offset;
} sandglass_original_page;

/// Where a database is read from. It must outlive the connection.
typedef struct sandglass_sqlite_source {
    /// The descriptor of the database file; negative if it cannot be read from a file directly.
    int database;
    /// The descriptor of the write-ahead log; negative if there is none to read.
    int log;
    /// Reads from a database that cannot be read from a file directly, with `read_context`; returns the number of bytes,
    /// fewer only at its end, or a negative number.
    int64_t (*read)(void *read_context, uint8_t *buffer, int64_t count, int64_t offset);
    void *read_context;
    /// The size of such a database in bytes.
    int64_t byte_count;
    /// The size in bytes that the database claims to have. SQLite rejects a truncated database as a whole; with this
    /// size, it reads the pages that exist, and reading a missing page fails.
    int64_t claimed_size;
    /// The descriptor of a rollback journal, from which its original pages are read instead of the database's.
    int journal;
    /// In ascending order.
    const sandglass_original_page *originals;
    int64_t original_count;
    /// The size of a page in bytes.
    int64_t page_size;
    /// The size in bytes that the database had before the transaction; negative without a journal.
    int64_t original_size;
    /// Called with `context` before every read and regularly while statements run; returns whether to stop.
    bool (*should_stop)(void *context);
    void *context;
} sandglass_sqlite_source;

/// Opens a connection that can only read. No file is opened by path, created, written, locked or mapped.
/// - Returns: An SQLite result code. The connection has to be closed even on failure, unless it is null.
int sandglass_sqlite_open_source(sandglass_sqlite_source *source, sqlite3 **connection);

/// Attaches another database, which can only be read either, to a connection that `sandglass_sqlite_open_source` opened.
/// - Parameter name: The name of its schema in statements.
/// - Returns: An SQLite result code.
int sandglass_sqlite_attach_source(sqlite3 *connection, sandglass_sqlite_source *source, const char *name);

/// Replaces the function `instr` by one that takes time in proportion to the length of its arguments, not to their
/// product.
/// - Returns: An SQLite result code.
int sandglass_sqlite_add_quick_instr(sqlite3 *connection);

/// Defines the collation `sandglass_natural`: numbers by value, letters ignoring ASCII case.
/// - Returns: An SQLite result code.
int sandglass_sqlite_add_natural_order(sqlite3 *connection);

/// Defines the collation `sandglass_time`: times in ISO 8601 in UTC, with and without a fraction.
/// - Returns: An SQLite result code.
int sandglass_sqlite_add_time_order(sqlite3 *connection);

/// Makes a connection treat its schema as hostile: no changes of any kind, no triggers, no extensions, and no functions
/// or virtual tables with side effects in the schema. Removes all virtual table modules but those that read JSON.
/// - Returns: An SQLite result code.
int sandglass_sqlite_harden(sqlite3 *connection);

/// A write-ahead log, as found by `sandglass_log_scan`. Format: sqlite.org/fileformat2.html, section 4.
typedef struct sandglass_log {
    /// Whether the header is intact.
    bool is_valid;
    uint32_t page_size;
    /// The size of the database in pages after the last transaction; 0 if the log has no complete transaction.
    uint32_t page_count;
    /// The number of frames that carry the salts of the header, without gaps.
    uint32_t frames;
    /// The number of those at the start whose checksums are right.
    uint32_t intact;
    /// Whether one of the others ends a transaction. If none does, they belong to one that was not committed.
    bool is_damaged;
    /// The number of those up to the end of the last transaction: what SQLite reads.
    uint32_t committed;
    uint32_t transactions;
    /// The page number of each committed frame, to be freed; null if there are none.
    uint32_t *pages;
} sandglass_log;

/// Reads a write-ahead log.
/// - Parameter size: The log's size in bytes.
/// - Returns: 0, or an error number, including ECANCELED if `should_stop` returned true.
int sandglass_log_scan(
    int descriptor, int64_t size, bool (*should_stop)(void *context), void *context, sandglass_log *log);
