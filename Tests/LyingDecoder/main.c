// A decoder that does not behave: it answers as its argument says, whatever it is asked.
#define _GNU_SOURCE

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CDecoding.h"

static sandglass_request request;

static void send_bytes(const void *bytes, size_t size) {
    const char *next = bytes;
    while (size > 0) {
        ssize_t written = send(SANDGLASS_DECODER_SOCKET, next, size, MSG_NOSIGNAL);
        if (written <= 0) _exit(0);
        next += written;
        size -= (size_t)written;
    }
}

static void send_frame(uint32_t kind, uint64_t place, const void *bytes, uint32_t length) {
    char frame[sizeof(sandglass_frame) + 4096];
    sandglass_frame header = {.request = request.number, .kind = kind, .length = length, .place = place};
    memcpy(frame, &header, sizeof header);
    if (length > 0) memcpy(frame + sizeof header, bytes, length);
    send_bytes(frame, sizeof header + length);
}

static void send_end(uint32_t outcome) {
    sandglass_answer_end end = {.outcome = outcome};
    send_frame(SANDGLASS_FRAME_END, 0, &end, sizeof end);
}

static void receive(void) {
    char control[CMSG_SPACE(sizeof(int))];
    struct iovec part = {&request, sizeof request};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    if (recvmsg(SANDGLASS_DECODER_SOCKET, &message, 0) != sizeof request) _exit(0);
}

static void wrong_number(void) {
    request.number++;
    send_end(0);
}
/// Answers the first request, and then with its number again.
static void old_number(void) {
    static uint64_t first;
    if (first == 0) first = request.number;
    request.number = first;
    send_end(0);
}
static void long_frame(void) {
    sandglass_frame header = {.request = request.number, .kind = SANDGLASS_FRAME_BYTES, .length = UINT32_MAX};
    send_bytes(&header, sizeof header);
}
static void unknown_kind(void) { send_frame(99, 0, NULL, 0); }
static void unknown_outcome(void) { send_end(77); }
static void other_kind(void) {
    sandglass_picture_size size = {1, 1, 1, 1};
    if (request.kind != SANDGLASS_REQUEST_PICTURE) send_frame(SANDGLASS_FRAME_PICTURE, 0, &size, sizeof size);
    else send_frame(SANDGLASS_FRAME_BYTES, 0, "abcd", 4);
}
static void short_end(void) { send_frame(SANDGLASS_FRAME_END, 0, "end", 3); }
static void long_message(void) {
    char end[sizeof(sandglass_answer_end) + SANDGLASS_MOST_MESSAGE + 1];
    memset(end, 'm', sizeof end);
    send_frame(SANDGLASS_FRAME_END, 0, end, sizeof end);
}
static void after_the_end(void) {
    char frames[2 * (sizeof(sandglass_frame) + sizeof(sandglass_answer_end))] = {0};
    sandglass_frame header = {
        .request = request.number, .kind = SANDGLASS_FRAME_END, .length = sizeof(sandglass_answer_end)};
    memcpy(frames, &header, sizeof header);
    memcpy(frames + sizeof frames / 2, &header, sizeof header);
    send_bytes(frames, sizeof frames);
}
static void empty_bytes(void) {
    while (true) send_frame(SANDGLASS_FRAME_BYTES, 0, NULL, 0);
}
static void empty_entries(void) {
    while (true) send_frame(SANDGLASS_FRAME_ENTRIES, 0, NULL, 0);
}
static void signs_of_life(void) {
    while (true) send_frame(SANDGLASS_FRAME_WORKING, 0, NULL, 0);
}
static void far_bytes(void) { send_frame(SANDGLASS_FRAME_BYTES, UINT64_MAX - 1, "abcd", 4); }
static void same_bytes(void) {
    static const char bytes[4096];
    while (true) send_frame(SANDGLASS_FRAME_BYTES, 0, bytes, sizeof bytes);
}
/// Contents of the size that is asked for, where the file has no more of them.
static void stored_beyond(void) {
    send_frame(SANDGLASS_FRAME_STORED, UINT64_MAX - 5, &request.entry_size, sizeof request.entry_size);
}
static void send_stored_again(void) {
    uint64_t size = request.entry_size;
    while (true) send_frame(SANDGLASS_FRAME_STORED, 0, &size, sizeof size);
}
static void send_record(uint32_t name, uint32_t link, uint32_t attributes, uint32_t flags) {
    char bytes[sizeof(sandglass_archive_record) + 1] = {0};
    sandglass_archive_record record = {
        .flags = flags, .name_length = name, .link_length = link, .attributes_length = attributes};
    memcpy(bytes, &record, sizeof record);
    bytes[sizeof record] = 'n';
    send_frame(SANDGLASS_FRAME_ENTRIES, 0, bytes, sizeof bytes);
}
static void long_name(void) { send_record(2, 0, 0, 0); }
static void longest_name(void) { send_record(UINT32_MAX, UINT32_MAX, UINT32_MAX, SANDGLASS_RECORD_LINK); }
static void part_of_a_record(void) { send_frame(SANDGLASS_FRAME_ENTRIES, 0, "record", 6); }
static void endless_entries(void) {
    while (true) send_record(1, 0, 0, 0);
}
static void endless_unreadable_entries(void) {
    while (true) send_record(1, 0, 0, SANDGLASS_RECORD_UNREADABLE);
}
static void large_picture(void) {
    sandglass_picture_size size = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    send_frame(SANDGLASS_FRAME_PICTURE, 0, &size, sizeof size);
}
static void few_pixels(void) {
    sandglass_picture_size size = {2, 2, 2, 2};
    send_frame(SANDGLASS_FRAME_PICTURE, 0, &size, sizeof size);
    send_frame(SANDGLASS_FRAME_BYTES, 0, "abcd", 4);
    send_end(0);
}
static void silence(void) {
    while (true) pause();
}
static void closed_socket(void) {
    close(SANDGLASS_DECODER_SOCKET);
    silence();
}
static void half_a_frame(void) {
    send_bytes(&request, 8);
    silence();
}
static void exits(void) { _exit(3); }
static void crashes(void) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    // Swift's runtime would print a backtrace.
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*answer)(void);
    } behaviours[] = {
        {"wrong-number", wrong_number},
        {"old-number", old_number},
        {"long-frame", long_frame},
        {"unknown-kind", unknown_kind},
        {"unknown-outcome", unknown_outcome},
        {"other-kind", other_kind},
        {"short-end", short_end},
        {"long-message", long_message},
        {"after-the-end", after_the_end},
        {"empty-bytes", empty_bytes},
        {"empty-entries", empty_entries},
        {"signs-of-life", signs_of_life},
        {"far-bytes", far_bytes},
        {"same-bytes", same_bytes},
        {"stored-beyond", stored_beyond},
        {"stored-again", send_stored_again},
        {"long-name", long_name},
        {"longest-name", longest_name},
        {"part-of-a-record", part_of_a_record},
        {"endless-entries", endless_entries},
        {"endless-unreadable-entries", endless_unreadable_entries},
        {"large-picture", large_picture},
        {"few-pixels", few_pixels},
        {"silence", silence},
        {"closed-socket", closed_socket},
        {"half-a-frame", half_a_frame},
        {"exits", exits},
        {"crashes", crashes},
    };
    for (size_t index = 0; count > 1 && index < sizeof behaviours / sizeof *behaviours; index++) {
        if (strcmp(arguments[1], behaviours[index].name) != 0) continue;
        while (true) {
            receive();
            behaviours[index].answer();
        }
    }
    return 100;
}
