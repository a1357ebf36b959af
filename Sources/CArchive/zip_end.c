#include "zip_end.h"

#include <stdlib.h>
#include <string.h>

#include "bytes.h"

// The records at the end of a zip: APPNOTE.TXT, 4.3.14 to 4.3.16.
enum { end_record = 22, end_record64 = 56, end_locator64 = 20, longest_comment = 65535 };

// Returns whether a record of the directory is at an offset.
static int has_record(int descriptor, int64_t offset) {
    unsigned char signature[4];
    return read_at(descriptor, signature, 4, offset) == 4 && memcmp(signature, "PK\1\2", 4) == 0;
}

// Reads the ZIP64 record that goes with an end record, and returns its offset, or -1 if there is none. If something was put
// in front of the archive, the record is not where the locator says, but still directly before it.
static int64_t read_record64(int descriptor, int64_t end, unsigned char record[end_record64]) {
    unsigned char locator[end_locator64];
    int64_t place = end - end_locator64;
    if (place < end_record64 || read_at(descriptor, locator, end_locator64, place) != end_locator64) return -1;
    if (memcmp(locator, "PK\6\7", 4) != 0) return -1;
    int64_t places[2] = {(int64_t)little(locator + 8, 8), place - end_record64};
    for (int index = 0; index < 2; index++) {
        if (places[index] < 0 || places[index] > place - end_record64) continue;
        if (read_at(descriptor, record, end_record64, places[index]) != end_record64) continue;
        if (memcmp(record, "PK\6\6", 4) == 0) return places[index];
    }
    return -1;
}

// Reads the end record at an offset. Returns whether it leads to a directory.
static int read_end(int descriptor, const unsigned char *record, int64_t end, struct zip_end *found) {
    int64_t length = (int64_t)little(record + 12, 4), offset = (int64_t)little(record + 16, 4);
    uint64_t disk = little(record + 4, 2);
    unsigned char large[end_record64];
    found->count = (int64_t)little(record + 10, 2);
    found->is_count_long = 0;
    int64_t place = read_record64(descriptor, end, large);
    if (place >= 0) {
        end = place;
        length = (int64_t)little(large + 40, 8);
        offset = (int64_t)little(large + 48, 8);
        disk = little(large + 16, 4);
        found->count = (int64_t)little(large + 32, 8);
        found->is_count_long = 1;
    }
    // The largest number stands for one in a ZIP64 record.
    if (!found->is_count_long && found->count == UINT16_MAX) found->count = -1;
    if (length < 0 || offset < 0) return 0;
    found->is_split = disk != 0;
    // The directory ends where this record begins, wherever the archive itself says that it is: as unzip reads it.
    if (length <= end && (length == 0 || has_record(descriptor, end - length))) {
        found->first = end - length;
        found->length = length;
        found->shift = found->first - offset;
        return 1;
    }
    // Unless something is between them.
    if (offset >= end || !has_record(descriptor, offset)) return 0;
    found->first = offset;
    found->length = length < end - offset ? length : end - offset;
    found->shift = 0;
    return 1;
}

int find_zip_end(int descriptor, int64_t file_size, struct zip_end *found) {
    if (file_size < end_record) return 0;
    size_t size = file_size < end_record + longest_comment ? (size_t)file_size : end_record + longest_comment;
    unsigned char *bytes = malloc(size);
    if (bytes == NULL) return 0;
    int64_t tail = file_size - (int64_t)size;
    int is_found = 0;
    if (read_at(descriptor, bytes, size, tail) == (long)size) {
        // From the end on: a comment may hold the signature, but so may the contents of the last entry.
        for (size_t start = size - end_record + 1; start-- > 0 && !is_found;)
            if (memcmp(bytes + start, "PK\5\6", 4) == 0)
                is_found = read_end(descriptor, bytes + start, tail + (int64_t)start, found);
    }
    free(bytes);
    return is_found;
}
