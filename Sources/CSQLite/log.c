#define _GNU_SOURCE
#include "include/reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { header_size = 32, frame_header_size = 24 };

static uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// Continues the checksum of a log over `count` bytes, a multiple of 8, in the byte order that the log's magic names.
static void add_to_checksum(uint32_t sum[2], const uint8_t *bytes, size_t count, bool is_big_endian) {
    uint32_t first = sum[0], second = sum[1];
    for (size_t index = 0; index < count; index += 8) {
        uint32_t words[2];
        memcpy(words, bytes + index, 8);
        if (is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)) {
            words[0] = __builtin_bswap32(words[0]);
            words[1] = __builtin_bswap32(words[1]);
        }
        first += words[0] + second;
        second += words[1] + first;
    }
    sum[0] = first;
    sum[1] = second;
}

// Returns whether all bytes were read.
static bool read_exactly(int descriptor, uint8_t *buffer, size_t count, int64_t offset) {
    size_t filled = 0;
    while (filled < count) {
        ssize_t more = pread(descriptor, buffer + filled, count - filled, offset + (int64_t)filled);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) return false;
        filled += (size_t)more;
    }
    return true;
}

static bool is_header_valid(const uint8_t *header, uint32_t page_size, uint32_t sum[2]) {
    uint32_t magic = big_endian(header);
    if ((magic & ~1u) != 0x377f0682 || big_endian(header + 4) != 3007000) return false;
    if (page_size < 512 || page_size > 65536 || (page_size & (page_size - 1)) != 0) return false;
    add_to_checksum(sum, header, 24, magic & 1);
    return sum[0] == big_endian(header + 24) && sum[1] == big_endian(header + 28);
}

int sandglass_log_scan(
    int descriptor, int64_t size, bool (*should_stop)(void *context), void *context, sandglass_log *log) {
    memset(log, 0, sizeof *log);
    uint8_t header[header_size];
    uint32_t sum[2] = {0, 0};
    if (size < header_size || !read_exactly(descriptor, header, sizeof header, 0)) return 0;
    bool is_big_endian = header[3] & 1;
    log->page_size = big_endian(header + 8);
    log->is_valid = is_header_valid(header, log->page_size, sum);
    if (!log->is_valid) return 0;

    int64_t frame_size = frame_header_size + (int64_t)log->page_size;
    int64_t possible = (size - header_size) / frame_size;
    if (possible == 0) return 0;
    if (possible > UINT32_MAX) return EFBIG;
    uint8_t *frame = malloc((size_t)frame_size);
    uint32_t *pages = malloc((size_t)possible * sizeof *pages);
    int failure = frame && pages ? 0 : ENOMEM;
    for (int64_t index = 0; index < possible && !failure; index++) {
        if (should_stop && should_stop(context)) {
            failure = ECANCELED;
            break;
        }
        if (!read_exactly(descriptor, frame, (size_t)frame_size, header_size + index * frame_size)) break;
        // Other salts belong to an earlier use of the log, whose frames have not been overwritten yet.
        if (memcmp(frame + 8, header + 16, 8) != 0) break;
        log->frames++;
        // The frames behind the first with a wrong checksum: a transaction that writes a page twice overwrites its frame,
        // and corrects the checksums from there on when it is committed.
        if (log->intact + 1 != log->frames && big_endian(frame + 4) != 0) log->is_damaged = true;
        if (log->intact + 1 != log->frames) continue;
        add_to_checksum(sum, frame, 8, is_big_endian);
        add_to_checksum(sum, frame + frame_header_size, log->page_size, is_big_endian);
        if (sum[0] != big_endian(frame + 16) || sum[1] != big_endian(frame + 20) || big_endian(frame) == 0) {
            log->is_damaged = big_endian(frame + 4) != 0;
            continue;
        }
        pages[log->intact++] = big_endian(frame);
        uint32_t committed = big_endian(frame + 4);
        if (committed == 0) continue;
        log->committed = log->intact;
        log->page_count = committed;
        log->transactions++;
    }
    free(frame);
    if (failure) {
        free(pages);
    } else {
        log->pages = pages;
    }
    return failure;
}
