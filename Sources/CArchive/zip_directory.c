#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "zip_directory.h"

enum { central_header = 46, end_record = 22, end_record64 = 56, end_locator64 = 20 };

// Records are read in parts of this size, of which the longest record is about a fifth.
enum { longest = central_header + 3 * 65535, window_size = 1 << 20 };

struct entry {
    // The offsets of its header and of its name in the directory.
    int64_t header, name;
    uint32_t sum;
    uint16_t name_length;
    // Whether other records name the same header.
    uint16_t is_shared;
};

struct sandglass_zip_directory {
    size_t count;
    // Sorted by their headers.
    struct entry *entries;
    // A part of the file, for reading one name after the other; NULL until a name is wanted.
    unsigned char *window;
    int64_t window_start;
    size_t window_count;
};

// Finds the central directory, and returns its length in bytes, or 0. Everything lies `shift` bytes farther than the archive
// says, if something was put in front of it.
static int64_t find_directory(int descriptor, int64_t file_size, int64_t *first, int64_t *shift) {
    enum { longest_comment = 65535 };
    if (file_size < end_record) return 0;
    size_t size = file_size < end_record + longest_comment ? (size_t)file_size : end_record + longest_comment;
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) return 0;
    int64_t tail = file_size - (int64_t)size, found = 0;
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
    // The ZIP64 field holds the sizes that do not fit, then the offset.
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

static int add(sandglass_zip_directory *directory, size_t *capacity, struct entry entry) {
    if (directory->count == *capacity) {
        size_t more = *capacity == 0 ? 1024 : *capacity * 2;
        struct entry *entries = realloc(directory->entries, more * sizeof *entries);
        if (entries == NULL) return 0;
        directory->entries = entries;
        *capacity = more;
    }
    directory->entries[directory->count++] = entry;
    return 1;
}

static void read_records(sandglass_zip_directory *directory, int descriptor, int64_t file_size) {
    int64_t first = 0, shift = 0, length = find_directory(descriptor, file_size, &first, &shift);
    unsigned char *bytes = length > 0 ? malloc(window_size) : NULL;
    size_t capacity = 0;
    // The part of the directory that is in memory.
    int64_t offset = 0, base = 0, buffered = 0;
    while (bytes != NULL && offset + central_header <= length) {
        if (offset - base + longest > buffered && base + buffered < length) {
            base = offset;
            int64_t wanted = length - base < window_size ? length - base : window_size;
            buffered = read_at(descriptor, bytes, (size_t)wanted, first + base);
        }
        const unsigned char *record = bytes + (offset - base);
        int64_t rest = buffered - (offset - base);
        if (rest < central_header || memcmp(record, "PK\1\2", 4) != 0) break;
        int64_t name = (int64_t)little(record + 28, 2), extra = (int64_t)little(record + 30, 2);
        int64_t size = central_header + name + extra + (int64_t)little(record + 32, 2);
        if (rest < size) break;
        int64_t header = header_of(record, name, extra);
        struct entry entry = {0, first + offset + central_header, (uint32_t)little(record + 16, 4), (uint16_t)name, 0};
        if (header >= 0 && !__builtin_add_overflow(header, shift, &entry.header) && entry.header >= 0 &&
            !add(directory, &capacity, entry)) break;
        offset += size;
    }
    free(bytes);
}

sandglass_zip_directory *sandglass_zip_directory_read(int descriptor, int64_t file_size) {
    sandglass_zip_directory *directory = calloc(1, sizeof *directory);
    if (directory == NULL) return NULL;
    read_records(directory, descriptor, file_size);
    if (directory->count > 0) qsort(directory->entries, directory->count, sizeof *directory->entries, compare);
    for (size_t i = 1; i < directory->count; i++)
        if (directory->entries[i - 1].header == directory->entries[i].header)
            directory->entries[i - 1].is_shared = directory->entries[i].is_shared = 1;
    return directory;
}

static const struct entry *find(const sandglass_zip_directory *directory, int64_t header) {
    struct entry wanted = {.header = header};
    if (directory->count == 0) return NULL;
    return bsearch(&wanted, directory->entries, directory->count, sizeof wanted, compare);
}

int sandglass_zip_directory_sum(const sandglass_zip_directory *directory, int64_t header, uint32_t *sum) {
    const struct entry *found = find(directory, header);
    if (found != NULL) *sum = found->sum;
    return found != NULL;
}

long sandglass_zip_directory_name(
    sandglass_zip_directory *directory, int descriptor, int64_t header, const char **name, int *is_shared) {
    const struct entry *found = find(directory, header);
    if (found == NULL) return -1;
    if (directory->window == NULL) directory->window = malloc(window_size);
    if (directory->window == NULL) return -1;
    int64_t start = directory->window_start, end = start + (int64_t)directory->window_count;
    if (found->name < start || found->name + found->name_length > end) {
        long count = read_at(descriptor, directory->window, window_size, found->name);
        directory->window_start = found->name;
        directory->window_count = count > 0 ? (size_t)count : 0;
        if (count < found->name_length) return -1;
    }
    *name = (const char *)directory->window + (found->name - directory->window_start);
    *is_shared = found->is_shared;
    return found->name_length;
}

void sandglass_zip_directory_free(sandglass_zip_directory *directory) {
    if (directory == NULL) return;
    free(directory->entries);
    free(directory->window);
    free(directory);
}
