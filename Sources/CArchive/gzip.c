#include "gzip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bytes.h"

enum { input_size = 64 * 1024, output_size = 128 * 1024 };

struct gzip_reader {
    int descriptor;
    int64_t begin;
    int64_t size;
    // Where the next block of the file begins, relative to `begin`.
    int64_t next;
    int64_t packed;
    z_stream stream;
    int is_in_member;
    // Whether something else than a member follows.
    int is_at_end;
    uLong checksum;
    // Of the member, modulo 2^32.
    uint32_t unpacked;
    int has_wrong_checksum;
    // Behind the last whole member.
    int64_t position;
    const char *problem;
    unsigned char input[input_size];
    unsigned char output[output_size];
};

// Section 2.3.1.
enum { has_checksum = 2, has_extra = 4, has_name = 8, has_comment = 16, reserved = 0xe0 };

// Makes sure that there is input. Returns 0 at the end of the file or if it cannot be read.
static int fill(gzip_reader *reader) {
    if (reader->stream.avail_in > 0) return 1;
    int64_t rest = reader->size - reader->begin - reader->next;
    size_t wanted = rest < input_size ? (size_t)(rest > 0 ? rest : 0) : input_size;
    long count = read_at(reader->descriptor, reader->input, wanted, reader->begin + reader->next);
    if (count < 0) reader->problem = strerror(errno);
    if (count <= 0) return 0;
    reader->next += count;
    reader->packed += count;
    reader->stream.next_in = reader->input;
    reader->stream.avail_in = (uInt)count;
    return 1;
}

// Returns the next byte; -1 if there is none.
static int next_byte(gzip_reader *reader) {
    if (!fill(reader)) return -1;
    reader->stream.avail_in -= 1;
    return *reader->stream.next_in++;
}

static int skip_text(gzip_reader *reader) {
    int byte;
    do byte = next_byte(reader);
    while (byte > 0);
    return byte == 0;
}

// Reads the header of a member behind its first two bytes.
static int read_header(gzip_reader *reader) {
    int method = next_byte(reader), flags = next_byte(reader);
    if (method != Z_DEFLATED || flags < 0 || flags & reserved) return 0;
    for (int index = 0; index < 6; index++)
        if (next_byte(reader) < 0) return 0;
    if (flags & has_extra) {
        int low = next_byte(reader), high = next_byte(reader);
        if (high < 0) return 0;
        for (int rest = low | high << 8; rest > 0; rest--)
            if (next_byte(reader) < 0) return 0;
    }
    if (flags & has_name && !skip_text(reader)) return 0;
    if (flags & has_comment && !skip_text(reader)) return 0;
    if (flags & has_checksum && (next_byte(reader) < 0 || next_byte(reader) < 0)) return 0;
    return 1;
}

// Begins the next member. Returns 0 if there is none.
static int begin_member(gzip_reader *reader) {
    if (next_byte(reader) != 0x1f || next_byte(reader) != 0x8b || !read_header(reader)) return 0;
    inflateReset(&reader->stream);
    reader->checksum = crc32(0, NULL, 0);
    reader->unpacked = 0;
    return reader->is_in_member = 1;
}

// Reads the checksum and the size behind a member.
static int end_member(gzip_reader *reader) {
    unsigned char tail[8];
    for (int index = 0; index < 8; index++) {
        int byte = next_byte(reader);
        if (byte < 0) return 0;
        tail[index] = (unsigned char)byte;
    }
    if (little(tail, 4) != reader->checksum || little(tail + 4, 4) != reader->unpacked) reader->has_wrong_checksum = 1;
    reader->is_in_member = 0;
    reader->position = reader->next - reader->stream.avail_in;
    return 1;
}

gzip_reader *gzip_open(int descriptor, int64_t begin, int64_t size) {
    unsigned char magic[2];
    if (read_at(descriptor, magic, 2, begin) != 2 || magic[0] != 0x1f || magic[1] != 0x8b) return NULL;
    gzip_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->descriptor = descriptor;
    reader->begin = begin;
    reader->size = size;
    if (inflateInit2(&reader->stream, -MAX_WBITS) != Z_OK) {
        free(reader);
        return NULL;
    }
    if (!begin_member(reader)) {
        gzip_close(reader);
        return NULL;
    }
    return reader;
}

static long fail(gzip_reader *reader, const char *problem) {
    if (reader->problem == NULL) reader->problem = problem;
    return -1;
}

long gzip_read(gzip_reader *reader, const void **bytes) {
    *bytes = reader->output;
    reader->stream.next_out = reader->output;
    reader->stream.avail_out = output_size;
    while (reader->stream.avail_out > 0) {
        if (!reader->is_in_member && (reader->is_at_end || !begin_member(reader))) {
            reader->is_at_end = 1;
            break;
        }
        const unsigned char *start = reader->stream.next_out;
        int result = fill(reader) ? inflate(&reader->stream, Z_NO_FLUSH) : Z_BUF_ERROR;
        uInt count = (uInt)(reader->stream.next_out - start);
        reader->checksum = crc32(reader->checksum, start, count);
        reader->unpacked += count;
        if (result == Z_OK || (result == Z_STREAM_END && end_member(reader))) continue;
        // What was decompressed before comes first.
        if (reader->stream.avail_out < output_size) break;
        return fail(
            reader, result == Z_DATA_ERROR ? "the compressed data is damaged"
            : result == Z_MEM_ERROR ? "there is not enough memory" : "truncated gzip input");
    }
    if (reader->stream.avail_out == output_size && reader->problem != NULL) return -1;
    return output_size - (long)reader->stream.avail_out;
}

const char *gzip_problem(const gzip_reader *reader) { return reader->problem; }

int gzip_has_wrong_checksum(const gzip_reader *reader) { return reader->has_wrong_checksum; }

int64_t gzip_position(const gzip_reader *reader) { return reader->position; }

int64_t gzip_packed(const gzip_reader *reader) { return reader->packed; }

void gzip_close(gzip_reader *reader) {
    if (reader == NULL) return;
    inflateEnd(&reader->stream);
    free(reader);
}
