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
