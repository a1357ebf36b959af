#include "bytes.h"
#include "zip_entry.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

// libarchive expects a data descriptor behind the contents wherever the flag for one is set. Some archivers set the flag
// for all entries, and write none where the sizes are in the local header. Only the central directory can be relied upon.

enum { local_header = 30 };
enum { stored = 0, deflated = 8 };
enum { is_encrypted = 1, has_descriptor = 8 };
// Most files are small, and of many only the beginning is needed.
enum { first_size = 8 * 1024, packed_size = 128 * 1024, unpacked_size = 128 * 1024 };

struct sandglass_zip_entry {
    int descriptor;
    // The offset of the next packed bytes to be read, and how many those are; where they end, once that is known.
    int64_t position, end;
    size_t next_size;
    // How much of the contents is still to come.
    uint64_t left;
    int has_descriptor, has_stream, has_ended;
    uint32_t header_sum, sum;
    z_stream stream;
    unsigned char packed[packed_size];
    unsigned char unpacked[unpacked_size];
};

sandglass_zip_entry *sandglass_zip_entry_open(int descriptor, int64_t header, uint64_t size, int method) {
    unsigned char bytes[local_header];
    if (read_at(descriptor, bytes, local_header, header) != local_header || memcmp(bytes, "PK\3\4", 4) != 0) return NULL;
    int flags = (int)little(bytes + 6, 2);
    if (method < 0) method = (int)little(bytes + 8, 2);
    if ((flags & is_encrypted) != 0 || (method != stored && method != deflated)) return NULL;
    sandglass_zip_entry *entry = malloc(sizeof *entry);
    if (entry == NULL) return NULL;
    entry->descriptor = descriptor;
    entry->end = 0;
    entry->next_size = first_size;
    entry->position = header + local_header + (int64_t)little(bytes + 26, 2) + (int64_t)little(bytes + 28, 2);
    entry->left = size;
    entry->has_descriptor = (flags & has_descriptor) != 0;
    entry->header_sum = (uint32_t)little(bytes + 14, 4);
    entry->sum = (uint32_t)crc32(0, NULL, 0);
    entry->has_ended = 0;
    memset(&entry->stream, 0, sizeof entry->stream);
    entry->has_stream = method == deflated;
    // Without a zlib or gzip header.
    if (entry->has_stream && inflateInit2(&entry->stream, -MAX_WBITS) != Z_OK) {
        free(entry);
        return NULL;
    }
    return entry;
}

int64_t sandglass_zip_entry_stored_position(const sandglass_zip_entry *entry) {
    return entry->has_stream ? -1 : entry->position;
}

// Returns whether the checksum is recorded with the contents.
int sandglass_zip_entry_has_sum(const sandglass_zip_entry *entry) {
    // Without a descriptor, checksum 0 means no bytes; with one, the header may lack the checksum.
    if (entry->header_sum == entry->sum && (!entry->has_descriptor || entry->sum != 0)) return 1;
    if (!entry->has_descriptor) return 0;
    unsigned char bytes[8];
    long count = read_at(entry->descriptor, bytes, sizeof bytes, entry->end);
    if (count == 8 && memcmp(bytes, "PK\7\10", 4) == 0) return little(bytes + 4, 4) == entry->sum;
    return count >= 4 && little(bytes, 4) == entry->sum;
}

uint32_t sandglass_zip_entry_sum(const sandglass_zip_entry *entry) { return entry->sum; }

static int read_stored(sandglass_zip_entry *entry, const void **bytes, size_t *size) {
    if (entry->left == 0) {
        entry->end = entry->position;
        entry->has_ended = 1;
        return sandglass_zip_entry_end;
    }
    size_t wanted = entry->left < unpacked_size ? (size_t)entry->left : unpacked_size;
    long count = read_at(entry->descriptor, entry->unpacked, wanted, entry->position);
    if (count < 0) return sandglass_zip_entry_unreadable;
    if (count == 0) return sandglass_zip_entry_truncated;
    entry->position += count;
    entry->left -= (uint64_t)count;
    entry->sum = (uint32_t)crc32(entry->sum, entry->unpacked, (uInt)count);
    *bytes = entry->unpacked;
    *size = (size_t)count;
    return sandglass_zip_entry_ok;
}

static int read_deflated(sandglass_zip_entry *entry, const void **bytes, size_t *size) {
    z_stream *stream = &entry->stream;
    stream->next_out = entry->unpacked;
    stream->avail_out = unpacked_size;
    int result = Z_OK;
    while (result == Z_OK && stream->avail_out > 0) {
        if (stream->avail_in == 0) {
            long count = read_at(entry->descriptor, entry->packed, entry->next_size, entry->position);
            if (count < 0) return sandglass_zip_entry_unreadable;
            if (count == 0) return sandglass_zip_entry_truncated;
            stream->next_in = entry->packed;
            stream->avail_in = (uInt)count;
            entry->position += count;
            entry->next_size = packed_size;
        }
        result = inflate(stream, Z_NO_FLUSH);
    }
    size_t count = unpacked_size - stream->avail_out;
    // More than the archive says, or a stream that contradicts itself.
    if (count > entry->left || (result != Z_OK && result != Z_STREAM_END)) return sandglass_zip_entry_damaged;
    entry->left -= count;
    entry->sum = (uint32_t)crc32(entry->sum, entry->unpacked, (uInt)count);
    *bytes = entry->unpacked;
    *size = count;
    if (result == Z_STREAM_END) {
        if (entry->left > 0) return sandglass_zip_entry_damaged;
        entry->end = entry->position - stream->avail_in;
        entry->has_ended = 1;
    }
    return count > 0 || !entry->has_ended ? sandglass_zip_entry_ok : sandglass_zip_entry_end;
}

int sandglass_zip_entry_read(sandglass_zip_entry *entry, const void **bytes, size_t *size) {
    if (entry->has_ended) return sandglass_zip_entry_end;
    return entry->has_stream ? read_deflated(entry, bytes, size) : read_stored(entry, bytes, size);
}

void sandglass_zip_entry_close(sandglass_zip_entry *entry) {
    if (entry == NULL) return;
    if (entry->has_stream) inflateEnd(&entry->stream);
    free(entry);
}
