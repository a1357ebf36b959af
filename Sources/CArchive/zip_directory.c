#include "zip_directory.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "zip_end.h"

enum { central_header = 46, local_header = 30 };

// Records are read in parts of this size, of which the longest record is about a fifth.
enum { longest = central_header + 3 * 65535, window_size = 1 << 20 };

// What a number of 32 bits is modulo.
static const int64_t wrap = (int64_t)1 << 32;

struct sandglass_zip_directory {
    sandglass_zip_state state;
    struct zip_end end;
    size_t count;
    // Sorted by their headers.
    sandglass_zip_item *items;
    // The index in `items` of each entry, in the order of the directory.
    uint32_t *order;
};

// Reads the sizes and the offset of the local header that a record names: those that do not fit 32 bits are in a ZIP64
// field, in this order (APPNOTE.TXT, 4.5.3). Returns whether the offset has 64 bits.
static int read_numbers(const unsigned char *record, int64_t name, int64_t extra, sandglass_zip_item *item) {
    item->packed = little(record + 20, 4);
    item->size = little(record + 24, 4);
    item->header = (int64_t)little(record + 42, 4);
    int has_size = item->size == UINT32_MAX, has_packed = item->packed == UINT32_MAX;
    int has_header = item->header == UINT32_MAX;
    int64_t count = 0, place = 0;
    const unsigned char *data = zip64_field(record + central_header + name, extra, &count);
    if (data == NULL) return 0;
    item->has_long_sizes = 1;
    if (has_size && count >= place + 8) item->size = little(data, 8);
    place += has_size * 8;
    if (has_packed && count >= place + 8) item->packed = little(data + place, 8);
    place += has_packed * 8;
    if (!has_header || count < place + 8) return 0;
    item->header = (int64_t)little(data + place, 8);
    return 1;
}

// Returns whether a local header with the name of a record is at an offset.
static int is_header(int descriptor, const unsigned char *record, int64_t offset) {
    unsigned char bytes[local_header + 65535];
    long length = (long)little(record + 28, 2);
    return offset >= 0 && read_at(descriptor, bytes, local_header + (size_t)length, offset) == local_header + length &&
           memcmp(bytes, "PK\3\4", 4) == 0 && (long)little(bytes + 26, 2) == length &&
           memcmp(bytes + local_header, record + central_header, (size_t)length) == 0;
}

// Returns the offset in the file of a local header whose offset in the archive has 32 bits: modulo 2^32, in archives of more
// than 4 GiB without ZIP64 fields, as macOS's Finder makes them.
static int64_t find_header(
    int descriptor, const struct zip_end *end, const unsigned char *record, int64_t stated, int64_t previous) {
    // In the order of the directory, each header mostly comes after the one before. Real archives have no larger entries.
    enum { tries = 16 };
    int64_t base = (int64_t)(uint32_t)((uint64_t)stated + (uint64_t)end->shift);
    int64_t after = previous < base ? base : base + (previous - base) / wrap * wrap + wrap;
    for (int64_t start = after;; start = base) {
        int64_t place = start;
        for (int count = 0; count < tries && place < end->first; count++, place += wrap)
            if (is_header(descriptor, record, place)) return place;
        if (start == base) break;
    }
    // The offsets may be those in the file, though that of the directory is not.
    if (end->shift != 0 && is_header(descriptor, record, stated)) return stated;
    return stated + end->shift;
}

static int add(sandglass_zip_directory *directory, size_t *capacity, sandglass_zip_item item) {
    if (directory->count == *capacity) {
        size_t more = *capacity == 0 ? 1024 : *capacity * 2;
        sandglass_zip_item *items = realloc(directory->items, more * sizeof *items);
        if (items == NULL) return 0;
        directory->items = items;
        *capacity = more;
    }
    item.ordinal = (uint32_t)directory->count;
    directory->items[directory->count++] = item;
    return 1;
}

static sandglass_zip_state read_records(
    sandglass_zip_directory *directory, int descriptor, int64_t file_size, int64_t most_entries) {
    const struct zip_end *end = &directory->end;
    if (!find_zip_end(descriptor, file_size, &directory->end)) return sandglass_zip_missing;
    unsigned char *bytes = malloc(window_size);
    if (bytes == NULL) return sandglass_zip_no_memory;
    sandglass_zip_state state = sandglass_zip_whole;
    size_t capacity = 0;
    int64_t previous = -1;
    // The part of the directory that is in memory.
    int64_t offset = 0, base = 0, buffered = 0;
    while (offset < end->length) {
        if (offset - base + longest > buffered && base + buffered < end->length) {
            base = offset;
            int64_t wanted = end->length - base < window_size ? end->length - base : window_size;
            buffered = read_at(descriptor, bytes, (size_t)wanted, end->first + base);
        }
        const unsigned char *record = bytes + (offset - base);
        int64_t rest = buffered - (offset - base);
        // A signature of the directory comes after its last record (APPNOTE.TXT, 4.3.13).
        if (rest >= 4 && memcmp(record, "PK\5\5", 4) == 0) break;
        state = sandglass_zip_damaged;
        if (rest < central_header || memcmp(record, "PK\1\2", 4) != 0) break;
        int64_t name = (int64_t)little(record + 28, 2), extra = (int64_t)little(record + 30, 2);
        int64_t size = central_header + name + extra + (int64_t)little(record + 32, 2);
        if (rest < size) break;
        sandglass_zip_item item = {
            .record = end->first + offset,
            .sum = (uint32_t)little(record + 16, 4),
            .method = (uint16_t)little(record + 10, 2),
        };
        int is_long = read_numbers(record, name, extra, &item);
        if (!is_long && (end->shift != 0 || end->first > UINT32_MAX))
            item.header = find_header(descriptor, end, record, item.header, previous);
        else if (item.header < 0 || __builtin_add_overflow(item.header, end->shift, &item.header))
            item.header = -1;
        if (item.header < 0) item.header = -1;
        if (item.header >= 0 && item.header < end->first) previous = item.header;
        state = sandglass_zip_too_many;
        if ((int64_t)directory->count >= most_entries || directory->count >= UINT32_MAX - 1) break;
        state = sandglass_zip_no_memory;
        if (!add(directory, &capacity, item)) break;
        state = sandglass_zip_whole;
        offset += size;
    }
    free(bytes);
    int64_t count = (int64_t)directory->count;
    if (!end->is_count_long) count &= UINT16_MAX;
    return state == sandglass_zip_whole && end->count >= 0 && count != end->count ? sandglass_zip_miscounted : state;
}

static int compare(const void *left, const void *right) {
    const sandglass_zip_item *one = left, *other = right;
    if (one->header != other->header) return one->header > other->header ? 1 : -1;
    return (one->ordinal > other->ordinal) - (one->ordinal < other->ordinal);
}

sandglass_zip_directory *sandglass_zip_directory_read(int descriptor, int64_t file_size, int64_t most_entries) {
    sandglass_zip_directory *directory = calloc(1, sizeof *directory);
    if (directory == NULL) return NULL;
    directory->state = read_records(directory, descriptor, file_size, most_entries);
    if (directory->state == sandglass_zip_too_many) directory->count = 0;
    if (directory->count == 0) return directory;
    directory->order = malloc(directory->count * sizeof *directory->order);
    if (directory->order == NULL) {
        directory->state = sandglass_zip_no_memory;
        directory->count = 0;
        return directory;
    }
    sandglass_zip_item *items = directory->items;
    qsort(items, directory->count, sizeof *items, compare);
    for (size_t index = 0; index < directory->count; index++) {
        directory->order[items[index].ordinal] = (uint32_t)index;
        if (index > 0 && items[index].header >= 0 && items[index - 1].header == items[index].header)
            items[index - 1].is_shared = items[index].is_shared = 1;
    }
    return directory;
}

sandglass_zip_state sandglass_zip_directory_state(const sandglass_zip_directory *directory) { return directory->state; }

int sandglass_zip_directory_is_split(const sandglass_zip_directory *directory) { return directory->end.is_split; }

const sandglass_zip_item *sandglass_zip_directory_item(const sandglass_zip_directory *directory, size_t ordinal) {
    return ordinal < directory->count ? &directory->items[directory->order[ordinal]] : NULL;
}

// Returns the index of the first entry whose header is not before an offset.
static size_t first_from(const sandglass_zip_directory *directory, int64_t header) {
    size_t low = 0, high = directory->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (directory->items[middle].header < header) low = middle + 1;
        else high = middle;
    }
    return low;
}

int64_t sandglass_zip_directory_end(const sandglass_zip_directory *directory, const sandglass_zip_item *item) {
    int64_t end = directory->end.first;
    if (item->header < 0 || item->header >= end) return end;
    size_t next = first_from(directory, item->header + 1);
    return next < directory->count && directory->items[next].header < end ? directory->items[next].header : end;
}

const sandglass_zip_item *sandglass_zip_directory_at(const sandglass_zip_directory *directory, int64_t header) {
    size_t index = first_from(directory, header);
    return index < directory->count && directory->items[index].header == header ? &directory->items[index] : NULL;
}

void sandglass_zip_directory_free(sandglass_zip_directory *directory) {
    if (directory == NULL) return;
    free(directory->items);
    free(directory->order);
    free(directory);
}
