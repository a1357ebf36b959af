#pragma once
#include <sqlite3.h>

#include "reading.h"

/// SQLITE_TRANSIENT, which Swift cannot import: SQLite copies bound values.
static inline sqlite3_destructor_type sandglass_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Wrappers of variadic functions, which Swift cannot call.

/// Keeps the write-ahead log when a database is closed. Returns an SQLite result code.
int sandglass_sqlite_keep_log_on_close(sqlite3 *database);

/// Lets statements change the schema itself, which a hardened connection refuses. Returns an SQLite result code.
int sandglass_sqlite_allow_schema_changes(sqlite3 *database);

/// Lets triggers run, which a hardened connection does not. Returns an SQLite result code.
int sandglass_sqlite_run_triggers(sqlite3 *database);

/// Seeds SQLite's random numbers, including the salt of a write-ahead log, to create reproducible files.
void sandglass_sqlite_seed(int seed);
