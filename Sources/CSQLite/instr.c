#define _GNU_SOURCE
#include "include/reading.h"

#include <string.h>

// SQLite's documentation, "Built-In Scalar SQL Functions", instr(X,Y): the position from 1, in characters of texts or in
// bytes of two blobs, 0 if Y does not occur in X, and NULL if one of them is NULL.
static void quick_instr(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    int types[2] = {sqlite3_value_type(values[0]), sqlite3_value_type(values[1])};
    if (types[0] == SQLITE_NULL || types[1] == SQLITE_NULL) return;
    bool is_text = types[0] != SQLITE_BLOB || types[1] != SQLITE_BLOB;
    const unsigned char *parts[2];
    size_t sizes[2];
    for (int index = 0; index < 2; index++) {
        parts[index] = is_text ? sqlite3_value_text(values[index]) : sqlite3_value_blob(values[index]);
        sizes[index] = (size_t)sqlite3_value_bytes(values[index]);
        if (!parts[index] && sizes[index] > 0) {
            sqlite3_result_error_nomem(context);
            return;
        }
    }
    if (sizes[1] == 0) {
        sqlite3_result_int(context, 1);
        return;
    }
    const unsigned char *found = NULL;
    if (is_text && (parts[1][0] & 0xc0) == 0x80) {
        // It is no beginning of a character, and can only stand at the beginning of all.
        if (sizes[1] <= sizes[0] && memcmp(parts[0], parts[1], sizes[1]) == 0) found = parts[0];
    } else if (sizes[0] > 0) {
        found = memmem(parts[0], sizes[0], parts[1], sizes[1]);
    }
    if (!found) {
        sqlite3_result_int(context, 0);
        return;
    }
    sqlite3_int64 position = 1;
    if (!is_text) {
        position += found - parts[0];
    } else {
        for (const unsigned char *byte = parts[0]; byte < found; byte++) {
            // A character is its first byte, whatever that is, and the bytes that continue it.
            if (byte == parts[0] || (*byte & 0xc0) != 0x80) position++;
        }
    }
    sqlite3_result_int64(context, position);
}

int sandglass_sqlite_add_quick_instr(sqlite3 *connection) {
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    return sqlite3_create_function_v2(connection, "instr", 2, flags, NULL, quick_instr, NULL, NULL, NULL);
}
