// Collects frames and writes them to the socket.
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"

/// Small frames are collected up to this number of bytes; bytes of at least `large` are not copied.
enum { collected = 192 << 10, large = 16 << 10 };
/// The longest time for which frames are collected, in nanoseconds.
enum { moment = 100 * 1000 * 1000 };

static struct {
    sandglass_frame next;
    uint64_t last_written;
    size_t count;
    /// The offset of the frame that entries are added to; -1 if there is none.
    long open_frame;
    /// Allocated when it is needed: the pages of a static array would be part of every process of the program.
    unsigned char *bytes;
} answer;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// Writes the collected frames, and what belongs to the last of them.
static void write_all(const void *bytes, size_t size) {
    struct iovec parts[] = {{answer.bytes, answer.count}, {(void *)bytes, size}};
    for (size_t part = 0; part < 2;) {
        if (parts[part].iov_len == 0) {
            part++;
            continue;
        }
        ssize_t written = writev(SANDGLASS_DECODER_SOCKET, parts + part, (int)(2 - part));
        if (written < 0 && errno == EINTR) continue;
        // The reader is gone.
        if (written <= 0) _exit(0);
        for (size_t rest = (size_t)written; rest > 0;) {
            size_t count = rest < parts[part].iov_len ? rest : parts[part].iov_len;
            parts[part].iov_base = (char *)parts[part].iov_base + count;
            parts[part].iov_len -= count;
            rest -= count;
            if (parts[part].iov_len == 0) part++;
        }
    }
    answer.count = 0;
    answer.open_frame = -1;
    answer.last_written = now();
}

static void flush(void) {
    if (answer.count > 0) write_all(NULL, 0);
}

/// Makes space for a frame, and begins it.
static void begin_frame(uint32_t kind, uint64_t place, size_t length, size_t copied) {
    if (answer.count + sizeof answer.next + copied > collected) flush();
    answer.open_frame = -1;
    answer.next.kind = kind;
    answer.next.place = place;
    answer.next.length = (uint32_t)length;
    memcpy(answer.bytes + answer.count, &answer.next, sizeof answer.next);
    answer.count += sizeof answer.next;
}

static void append(const void *bytes, size_t size) {
    memcpy(answer.bytes + answer.count, bytes, size);
    answer.count += size;
}

void answer_begin(uint64_t request) {
    if (answer.bytes == NULL) answer.bytes = malloc(sizeof answer.next + SANDGLASS_MOST_ENTRIES_LENGTH);
    if (answer.bytes == NULL) _exit(SANDGLASS_DECODER_UNUSABLE);
    answer.next = (sandglass_frame){.request = request};
    answer.count = 0;
    answer.open_frame = -1;
    answer.last_written = now();
}

void answer_set_packed(uint64_t packed) { answer.next.packed = packed; }

void answer_keep_alive(void) {
    if (now() - answer.last_written < moment) return;
    if (answer.count == 0) begin_frame(SANDGLASS_FRAME_WORKING, 0, 0, 0);
    flush();
}

void answer_picture(const sandglass_picture_size *size) {
    begin_frame(SANDGLASS_FRAME_PICTURE, 0, sizeof *size, sizeof *size);
    append(size, sizeof *size);
}

void answer_bytes(uint64_t place, const void *bytes, size_t size) {
    enum { most = 256 << 10 };
    const unsigned char *next = bytes;
    while (size > 0) {
        size_t count = size < most ? size : most;
        bool is_copied = count < large;
        begin_frame(SANDGLASS_FRAME_BYTES, place, count, is_copied ? count : 0);
        if (is_copied) append(next, count);
        else write_all(next, count);
        next += count;
        place += count;
        size -= count;
    }
    answer_keep_alive();
}

void answer_stored(uint64_t place, uint64_t size) {
    begin_frame(SANDGLASS_FRAME_STORED, place, sizeof size, sizeof size);
    append(&size, sizeof size);
    flush();
}

void *answer_entry(size_t size) {
    if (size > SANDGLASS_MOST_ENTRIES_LENGTH) return NULL;
    if (answer.open_frame < 0 || answer.count + size > collected) {
        flush();
        begin_frame(SANDGLASS_FRAME_ENTRIES, 0, 0, 0);
        answer.open_frame = (long)(answer.count - sizeof answer.next);
    }
    sandglass_frame frame;
    memcpy(&frame, answer.bytes + answer.open_frame, sizeof frame);
    frame.length += (uint32_t)size;
    memcpy(answer.bytes + answer.open_frame, &frame, sizeof frame);
    void *space = answer.bytes + answer.count;
    answer.count += size;
    return space;
}

void answer_end(const sandglass_answer_end *end, const char *message) {
    size_t length = message == NULL ? 0 : strnlen(message, SANDGLASS_MOST_MESSAGE);
    begin_frame(SANDGLASS_FRAME_END, 0, sizeof *end + length, sizeof *end + length);
    append(end, sizeof *end);
    if (length > 0) append(message, length);
    flush();
}
