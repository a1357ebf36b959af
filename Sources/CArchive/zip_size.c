#include "zip_size.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bytes.h"

static const uint64_t wrap = (uint64_t)1 << 32;

// Returns the packed size by the space that the contents have: such archives have no gaps, but perhaps a data descriptor.
static uint64_t packed_size(const struct zip_contents *contents, uint64_t recorded) {
    enum { longest_descriptor = 24 };
    uint64_t space = contents->end > contents->start ? (uint64_t)(contents->end - contents->start) : 0;
    if (space < recorded) return recorded;
    uint64_t rest = space - recorded;
    return rest % wrap <= longest_descriptor ? recorded + rest / wrap * wrap : recorded;
}

// Unpacks contents to find how many bytes they are; stops at more than `most`, and at the end of what is packed. Reduces the
// budget by what was unpacked or, if that is more, by what was read. Returns whether the contents end, or are more.
static int measure(const struct zip_contents *contents, uint64_t packed, uint64_t *budget, uint64_t *total) {
    enum { part = 128 * 1024 };
    unsigned char *bytes = malloc(2 * part);
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    *total = 0;
    if (bytes == NULL || inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
        free(bytes);
        return 0;
    }
    uint64_t done = 0;
    int result = Z_OK;
    while (result == Z_OK && *total <= *budget && done <= *budget) {
        if (stream.avail_in == 0) {
            size_t wanted = packed - done < part ? (size_t)(packed - done) : part;
            long count = wanted > 0 ? read_at(contents->descriptor, bytes, wanted, contents->start + (int64_t)done) : 0;
            if (count <= 0) break;
            stream.next_in = bytes;
            stream.avail_in = (uInt)count;
            done += (uint64_t)count;
        }
        stream.next_out = bytes + part;
        stream.avail_out = part;
        result = inflate(&stream, Z_NO_FLUSH);
        *total += part - stream.avail_out;
    }
    inflateEnd(&stream);
    free(bytes);
    int is_more = *total > *budget || done > *budget;
    uint64_t used = *total > done ? *total : done;
    *budget -= used < *budget ? used : *budget;
    return result == Z_STREAM_END || is_more;
}

// Returns whether large contents seem to be larger than recorded, judging by how their beginning unpacks.
static int seems_larger(const struct zip_contents *contents, uint64_t packed, uint64_t size) {
    // A look at fewer bytes would take longer than all else.
    enum { least = 64 << 20, sample = 1 << 20 };
    uint64_t budget = UINT64_MAX, found = 0, estimate;
    if (packed < least) return 0;
    measure(contents, sample, &budget, &found);
    return __builtin_mul_overflow(found, packed / sample, &estimate) || estimate > size + wrap / 2;
}

int find_zip_size(
    const struct zip_contents *contents, const sandglass_zip_item *item, uint64_t *size, uint64_t *budget) {
    if (item->has_long_sizes) return 0;
    uint64_t packed = packed_size(contents, item->packed);
    if (!contents->is_deflated) {
        if (packed == item->packed) return 0;
        *size = packed;
        return 1;
    }
    // Nothing becomes much larger by DEFLATE, or smaller by more than a factor of 1032.
    if (packed < (*size + wrap) / 1040) return 0;
    int is_wrapped = packed != item->packed || packed > *size + *size / 4 + 4096;
    if (!is_wrapped && !seems_larger(contents, packed, *size)) return 0;
    uint64_t found = 0;
    int is_spent = *budget == 0;
    if (!is_spent && !measure(contents, packed, budget, &found)) return 0;
    if (is_spent || *budget == 0) {
        // The smallest size that it may have, which is too large to be unpacked.
        *size += wrap;
        if (found > *size) *size += (found - *size + wrap - 1) / wrap * wrap;
        return 1;
    }
    if (found % wrap != *size || found == *size) return 0;
    *size = found;
    return 1;
}
