#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.h"
#include "zip_entry.h"

enum { central_header = 46, end_record = 22, end_record64 = 56, end_locator64 = 20 };

struct entry {
    int64_t header;
    uint32_t sum;
};

struct sandglass_zip_sums {
    size_t count;
    struct entry *entries;
};

// Finds the central directory, and returns its length in bytes, or 0. `shift` is how much farther than they say everything lies, behind something that was put in front.
static int64_t find_directory(int descriptor, int64_t *first, int64_t *shift) {
    enum { longest_comment = 65535 };
    struct stat status;
    if (fstat(descriptor, &status) != 0 || status.st_size < end_record) return 0;
    size_t size = status.st_size < end_record + longest_comment ? (size_t)status.st_size : end_record + longest_comment;
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) return 0;
    int64_t tail = (int64_t)status.st_size - (int64_t)size, found = 0;
    if (read_at(descriptor, bytes, size, tail) == (long)size) {
        for (size_t start = size - end_record + 1; start-- > 0;) {
            if (memcmp(bytes + start, "PK\5\6", 4) != 0) continue;
            int64_t length = (int64_t)little(bytes + start + 12, 4), offset = (int64_t)little(bytes + start + 16, 4);
            int64_t end = tail + (int64_t)start;
            unsigned char large[end_record64];
            if (start >= end_locator64 && memcmp(bytes + start - end_locator64, "PK\6\7", 4) == 0 &&
                read_at(descriptor, large, end_record64, (int64_t)little(bytes + start - end_locator64 + 8, 8)) ==
                    end_record64 &&
                memcmp(large, "PK\6\6", 4) == 0) {
                end = (int64_t)little(bytes + start - end_locator64 + 8, 8);
                length = (int64_t)little(large + 40, 8);
                offset = (int64_t)little(large + 48, 8);
            }
            if (length < 0 || offset < 0 || length > end) break;
            *first = end - length;
            *shift = *first - offset;
            found = length;
            break;
        }
    }
    free(bytes);
    return found;
}

// Returns the offset of the local header that a record of the central directory names.
static int64_t header_of(const unsigned char *record, int64_t name, int64_t extra) {
    uint64_t header = little(record + 42, 4);
    if (header != UINT32_MAX) return (int64_t)header;
    // The field of ZIP64 has those of the sizes that do not fit, and then the offset.
    int64_t place = (little(record + 24, 4) == UINT32_MAX) * 8 + (little(record + 20, 4) == UINT32_MAX) * 8;
    const unsigned char *field = record + central_header + name, *end = field + extra;
    while (end - field >= 4) {
        int64_t count = (int64_t)little(field + 2, 2);
        if (end - field - 4 < count) break;
        if (little(field, 2) == 1 && count >= place + 8) return (int64_t)little(field + 4 + place, 8);
        field += 4 + count;
    }
    return (int64_t)header;
}

static int compare(const void *left, const void *right) {
    int64_t a = ((const struct entry *)left)->header, b = ((const struct entry *)right)->header;
    return (a > b) - (a < b);
}

static int add(sandglass_zip_sums *sums, size_t *capacity, int64_t header, uint32_t sum) {
    if (sums->count == *capacity) {
        size_t more = *capacity == 0 ? 1024 : *capacity * 2;
        struct entry *entries = realloc(sums->entries, more * sizeof *entries);
        if (entries == NULL) return 0;
        sums->entries = entries;
        *capacity = more;
    }
    sums->entries[sums->count++] = (struct entry){header, sum};
    return 1;
}

sandglass_zip_sums *sandglass_zip_sums_read(int descriptor) {
    enum { longest = central_header + 3 * 65535, buffer_size = 1 << 20 };
    int64_t first = 0, shift = 0, length = find_directory(descriptor, &first, &shift);
    unsigned char *bytes = length > 0 ? malloc(buffer_size) : NULL;
    sandglass_zip_sums *sums = bytes != NULL ? calloc(1, sizeof *sums) : NULL;
    size_t capacity = 0;
    // The part of the directory that is in memory.
    int64_t offset = 0, base = 0, buffered = 0;
    while (sums != NULL && offset + central_header <= length) {
        if (offset - base + longest > buffered && base + buffered < length) {
            base = offset;
            int64_t wanted = length - base < buffer_size ? length - base : buffer_size;
            buffered = read_at(descriptor, bytes, (size_t)wanted, first + base);
        }
        const unsigned char *record = bytes + (offset - base);
        int64_t rest = buffered - (offset - base);
        if (rest < central_header || memcmp(record, "PK\1\2", 4) != 0) break;
        int64_t name = (int64_t)little(record + 28, 2), extra = (int64_t)little(record + 30, 2);
        int64_t size = central_header + name + extra + (int64_t)little(record + 32, 2);
        if (rest < size) break;
        int64_t header = header_of(record, name, extra);
        if (header >= 0 && header <= INT64_MAX - shift &&
            !add(sums, &capacity, header + shift, (uint32_t)little(record + 16, 4))) break;
        offset += size;
    }
    free(bytes);
    if (sums != NULL && sums->count > 0) qsort(sums->entries, sums->count, sizeof *sums->entries, compare);
    return sums;
}

int sandglass_zip_sums_find(const sandglass_zip_sums *sums, int64_t header, uint32_t *sum) {
    struct entry wanted = {header, 0};
    if (sums->count == 0) return 0;
    const struct entry *found = bsearch(&wanted, sums->entries, sums->count, sizeof wanted, compare);
    if (found != NULL) *sum = found->sum;
    return found != NULL;
}

void sandglass_zip_sums_free(sandglass_zip_sums *sums) {
    if (sums == NULL) return;
    free(sums->entries);
    free(sums);
}
