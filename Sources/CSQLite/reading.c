#define _GNU_SOURCE
#include "include/reading.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A file of SQLite: the database or its log.
typedef struct {
    sqlite3_file base;
    sandglass_sqlite_source *source;
    int descriptor;
    bool is_log;
} source_file;

// The source of the connection that this thread is opening; SQLite opens the database file on the same thread.
static _Thread_local sandglass_sqlite_source *opening;

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    source_file *file = (source_file *)base;
    struct stat status;
    if (file->descriptor < 0) {
        *size = file->source->byte_count;
    } else if (fstat(file->descriptor, &status) == 0) {
        *size = status.st_size;
    } else {
        return SQLITE_IOERR_FSTAT;
    }
    if (!file->is_log && file->source->original_size >= 0) *size = file->source->original_size;
    if (!file->is_log && *size < file->source->claimed_size) *size = file->source->claimed_size;
    return SQLITE_OK;
}

static int64_t read_descriptor(int descriptor, uint8_t *buffer, int64_t count, int64_t offset) {
    int64_t filled = 0;
    while (filled < count) {
        ssize_t more = pread(descriptor, buffer + filled, (size_t)(count - filled), offset + filled);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return -1;
        if (more == 0) break;
        filled += more;
    }
    return filled;
}

// Returns where the original contents of a page are in the journal; negative if they are not.
static int64_t original_offset(const sandglass_sqlite_source *source, int64_t page) {
    int64_t low = 0, high = source->original_count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (source->originals[middle].number < page) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == source->original_count || source->originals[low].number != page) return -1;
    return source->originals[low].offset;
}

// Reads from the database as it was before the transaction that has a journal.
static int64_t read_original(const sandglass_sqlite_source *source, uint8_t *buffer, int64_t count, int64_t offset) {
    int64_t filled = 0;
    while (filled < count) {
        int64_t within = (offset + filled) % source->page_size;
        int64_t part = source->page_size - within;
        if (part > count - filled) part = count - filled;
        int64_t original = original_offset(source, (offset + filled) / source->page_size + 1);
        int64_t more = original < 0
            ? read_descriptor(source->database, buffer + filled, part, offset + filled)
            : read_descriptor(source->journal, buffer + filled, part, original + within);
        if (more < 0) return -1;
        filled += more;
        if (more < part) break;
    }
    return filled;
}

static int read_file(sqlite3_file *base, void *buffer, int count, sqlite3_int64 offset) {
    source_file *file = (source_file *)base;
    if (file->source->should_stop && file->source->should_stop(file->source->context)) return SQLITE_INTERRUPT;
    int64_t filled;
    if (file->descriptor < 0) {
        filled = file->source->read(file->source->read_context, buffer, count, offset);
    } else if (!file->is_log && file->source->original_count > 0) {
        filled = read_original(file->source, buffer, count, offset);
    } else {
        filled = read_descriptor(file->descriptor, buffer, count, offset);
    }
    if (filled < 0) return SQLITE_IOERR_READ;
    if (filled == count) return SQLITE_OK;
    // Zeros in place of a missing page would be values that were never written.
    if (!file->is_log && offset + count <= file->source->claimed_size) return SQLITE_IOERR_READ;
    // SQLite requires zeros beyond the end.
    memset((uint8_t *)buffer + filled, 0, (size_t)(count - filled));
    return SQLITE_IOERR_SHORT_READ;
}

static int close_file(sqlite3_file *file) {
    (void)file;  // The descriptors belong to the source.
    return SQLITE_OK;
}

static int refuse_write(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
    (void)file, (void)buffer, (void)count, (void)offset;
    return SQLITE_READONLY;
}

static int refuse_truncate(sqlite3_file *file, sqlite3_int64 size) {
    (void)file, (void)size;
    return SQLITE_READONLY;
}

// There is nothing to synchronize, and no locks, whose owners would notice them.
static int ignore(sqlite3_file *file, int argument) {
    (void)file, (void)argument;
    return SQLITE_OK;
}

static int is_reserved(sqlite3_file *file, int *result) {
    (void)file;
    *result = 0;
    return SQLITE_OK;
}

static int control(sqlite3_file *file, int operation, void *argument) {
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *file) {
    (void)file;
    return 4096;
}

// Without a log, SQLite needs no locks and looks for no other files if the file cannot change.
static int characteristics(sqlite3_file *base) {
    return ((source_file *)base)->source->log < 0 ? SQLITE_IOCAP_IMMUTABLE : 0;
}

// Version 1 has neither shared memory nor mapping; SQLite then keeps the index of the log on the heap.
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = refuse_write,
    .xTruncate = refuse_truncate,
    .xSync = ignore,
    .xFileSize = file_size,
    .xLock = ignore,
    .xUnlock = ignore,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *opened_flags) {
    (void)vfs;
    source_file *file = (source_file *)base;
    file->base.pMethods = NULL;
    file->is_log = flags & SQLITE_OPEN_WAL;
    if (flags & SQLITE_OPEN_MAIN_DB) {
        file->source = opening;
        file->descriptor = opening ? opening->database : -1;
    } else if (name && (flags & SQLITE_OPEN_WAL)) {
        file->source = ((source_file *)sqlite3_database_file_object(name))->source;
        file->descriptor = file->source ? file->source->log : -1;
        if (file->descriptor < 0) return SQLITE_CANTOPEN;
    } else {
        return SQLITE_CANTOPEN;
    }
    if (!file->source) return SQLITE_CANTOPEN;
    file->base.pMethods = &methods;
    if (opened_flags) *opened_flags = SQLITE_OPEN_READONLY;
    return SQLITE_OK;
}

static int refuse_delete(sqlite3_vfs *vfs, const char *name, int synchronize) {
    (void)vfs, (void)name, (void)synchronize;
    return SQLITE_READONLY;
}

// The only file that SQLite asks for besides the database is a log, by its name. Other sources have no log.
static int exists(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    size_t length = strlen(name);
    *result = flags == SQLITE_ACCESS_EXISTS && length > 4 && strcmp(name + length - 4, "-wal") == 0;
    return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    (void)vfs;
    sqlite3_snprintf(size, path, "%s", name);
    return SQLITE_OK;
}

static sqlite3_vfs reading = {
    .iVersion = 1,
    .szOsFile = sizeof(source_file),
    .mxPathname = 64,
    .zName = "sandglass-reading",
    .xOpen = open_file,
    .xDelete = refuse_delete,
    .xAccess = exists,
    .xFullPathname = full_path,
};

static int registered;

static void register_reading(void) {
    registered = sqlite3_initialize();
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (registered != SQLITE_OK || !system) return;
    reading.xRandomness = system->xRandomness;
    reading.xSleep = system->xSleep;
    reading.xCurrentTime = system->xCurrentTime;
    reading.xGetLastError = system->xGetLastError;
    registered = sqlite3_vfs_register(&reading, 0);
}

static int stops(void *context) {
    sandglass_sqlite_source *source = context;
    return source->should_stop && source->should_stop(source->context);
}

int sandglass_sqlite_open_source(sandglass_sqlite_source *source, sqlite3 **connection) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_reading);
    *connection = NULL;
    if (registered != SQLITE_OK) return registered;
    opening = source;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    int result = sqlite3_open_v2("database", connection, flags, reading.zName);
    opening = NULL;
    if (result == SQLITE_OK) sqlite3_progress_handler(*connection, 25, stops, source);
    return result;
}

int sandglass_sqlite_attach_source(sqlite3 *connection, sandglass_sqlite_source *source, const char *name) {
    char *statement = sqlite3_mprintf("ATTACH 'database' AS \"%w\"", name);
    if (!statement) return SQLITE_NOMEM;
    opening = source;
    int result = sqlite3_exec(connection, statement, NULL, NULL, NULL);
    opening = NULL;
    sqlite3_free(statement);
    return result;
}

int sandglass_sqlite_harden(sqlite3 *connection) {
    static const struct {
        int option, value;
    } options[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_FKEY, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
        {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
    };
    for (size_t index = 0; index < sizeof options / sizeof *options; index++) {
        int result = sqlite3_db_config(connection, options[index].option, options[index].value, NULL);
        if (result != SQLITE_OK) return result;
    }
    const char *kept[] = {"json_each", "json_tree", NULL};
    return sqlite3_drop_modules(connection, kept);
}
