// Reading bytes and numbers of a file.
#pragma once

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "CArchive.h"

static inline uint64_t little(const unsigned char *bytes, int count) {
    uint64_t value = 0;
    for (int index = count - 1; index >= 0; index--) value = value << 8 | bytes[index];
    return value;
}

// Returns the data of the ZIP64 field among the extra fields of a zip's header (APPNOTE.TXT, 4.5.3), and its size in
// `count`; NULL if there is none.
static inline const unsigned char *zip64_field(const unsigned char *extra, int64_t size, int64_t *count) {
    for (const unsigned char *field = extra, *end = extra + size; end - field >= 4; field += 4 + *count) {
        *count = (int64_t)little(field + 2, 2);
        if (end - field - 4 < *count) return NULL;
        if (little(field, 2) == 1) return field + 4;
    }
    return NULL;
}

// Returns the number of bytes read, fewer than wanted only at the end of the file; -1 on failure.
static inline long read_at(int descriptor, void *bytes, size_t size, int64_t offset) {
    size_t filled = 0;
    while (filled < size) {
        long count = pread(descriptor, (char *)bytes + filled, size - filled, offset + (int64_t)filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -1;
        if (count == 0) break;
        filled += (size_t)count;
        if (sandglass_archive_on_read != NULL) sandglass_archive_on_read();
    }
    return (long)filled;
}
