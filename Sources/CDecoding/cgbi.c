#include "cgbi.h"

#include <string.h>

/// The size of a chunk besides its contents: length, type, checksum.
enum { chunk_frame = 12 };
/// The size of the signature, and of the chunk that marks the variant.
enum { signature_size = 8, mark_size = chunk_frame + 4 };
/// More chunks than a file has before the end of its pixels.
enum { most_chunks = 100 * 1000 };

// Chunks with the header of a zlib stream (RFC 1950) and with a checksum that is not checked.
static const uint8_t stream_header[] = {0, 0, 0, 2, 'I', 'D', 'A', 'T', 0x78, 0x01, 0xec, 0x1a, 0x7e, 0xd2};
static const uint8_t stream_end[] = {0, 0, 0, 4, 'I', 'D', 'A', 'T', 0, 0, 0, 0, 0xea, 0x23, 0xe7, 0x07};

static bool read_chunk_head(struct input *input, uint64_t offset, uint8_t head[static 8]) {
    input->offset = offset;
    return input_read(input, head, 8) == 8;
}

void cgbi_open(struct cgbi *file, struct input *input) {
    memset(file, 0, sizeof *file);
    file->input = input;
    uint8_t head[8];
    if (!read_chunk_head(input, signature_size, head) || memcmp(head, "\0\0\0\4CgBI", 8) != 0) return;
    uint64_t offset = signature_size + mark_size;
    for (int index = 0; index < most_chunks && read_chunk_head(input, offset, head); index++) {
        bool is_data = memcmp(head + 4, "IDAT", 4) == 0;
        if (is_data && file->data_begin == 0) file->data_begin = offset;
        if (!is_data && file->data_begin != 0) {
            file->data_end = offset;
            break;
        }
        offset += ((uint64_t)head[0] << 24 | (uint64_t)head[1] << 16 | (uint64_t)head[2] << 8 | head[3]) + chunk_frame;
    }
    if (file->data_begin != 0 && file->data_end == 0) file->data_end = UINT64_MAX;
    file->is_variant = file->data_begin != 0;
}

/// Returns the next part of the stream, as bytes of this program or of the file from `*begin` to `*end`.
static const uint8_t *part(const struct cgbi *file, uint64_t *begin, uint64_t *end) {
    *begin = 0;
    switch (file->part) {
    case 0: *end = signature_size; return NULL;
    case 1: *begin = signature_size + mark_size; *end = file->data_begin; return NULL;
    case 2: *end = sizeof stream_header; return stream_header;
    case 3: *begin = file->data_begin; *end = file->data_end; return NULL;
    case 4: *end = sizeof stream_end; return stream_end;
    default: *begin = file->data_end; *end = UINT64_MAX; return NULL;
    }
}

size_t cgbi_read(struct cgbi *file, uint8_t *buffer, size_t count) {
    if (!file->is_variant) {
        if (!file->has_begun) file->input->offset = 0;
        file->has_begun = true;
        return input_read(file->input, buffer, count);
    }
    size_t filled = 0;
    while (filled < count) {
        uint64_t begin, end;
        const uint8_t *bytes = part(file, &begin, &end);
        uint64_t rest = end - begin - file->done;
        size_t wanted = rest < count - filled ? (size_t)rest : count - filled;
        size_t got = wanted;
        if (bytes != NULL) {
            memcpy(buffer + filled, bytes + file->done, wanted);
        } else if (wanted > 0) {
            file->input->offset = begin + file->done;
            got = input_read(file->input, buffer + filled, wanted);
        }
        filled += got;
        file->done += got;
        if (got < wanted) break;
        if (file->done < end - begin) continue;
        file->part++;
        file->done = 0;
    }
    return filled;
}

void cgbi_restore_row(uint8_t *row, uint32_t width) {
    for (uint8_t *pixel = row; width > 0; width--, pixel += 4) {
        unsigned alpha = pixel[3];
        if (alpha == 0 || alpha == 255) continue;
        for (int channel = 0; channel < 3; channel++) {
            unsigned value = (pixel[channel] * 255u + alpha / 2) / alpha;
            pixel[channel] = value < 255 ? (uint8_t)value : 255;
        }
    }
}
