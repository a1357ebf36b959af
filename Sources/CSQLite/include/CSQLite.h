#pragma once
#include <sqlite3.h>

// What takes a variable number of arguments cannot be called from Swift.

/// Makes closing leave the write-ahead log as it is. An SQLite result code.
int sandglass_sqlite_keep_log_on_close(sqlite3 *database);

/// Makes SQLite's random numbers, the salt of a log among them, the same every time: for files that have to be.
void sandglass_sqlite_seed(int seed);
