// The decoder process: takes one file after another from a socket, and answers with reduced pictures.
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

/// The CPU time after which the process retires, in seconds; well below its limit.
enum { RETIREMENT = 30 };

size_t input_read(struct input *input, uint8_t *buffer, size_t count) {
    size_t filled = 0;
    while (filled < count && input->offset < input->size) {
        uint64_t rest = input->size - input->offset;
        size_t wanted = rest < count - filled ? (size_t)rest : count - filled;
        ssize_t got = pread(input->descriptor, buffer + filled, wanted, (off_t)input->offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        filled += (size_t)got;
        input->offset += (uint64_t)got;
    }
    return filled;
}

/// Receives a request and its file. Returns the descriptor, or -1 if there are no more requests.
static int receive(sandglass_decode_request *request) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {request, sizeof *request};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space, .msg_controllen = sizeof control.space};
    ssize_t count;
    do {
        count = recvmsg(SANDGLASS_DECODER_SOCKET, &message, 0);
    } while (count < 0 && errno == EINTR);
    struct cmsghdr *header = count == sizeof *request ? CMSG_FIRSTHDR(&message) : NULL;
    if (header == NULL || header->cmsg_type != SCM_RIGHTS) return -1;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return descriptor;
}

static bool send_all(const void *bytes, size_t count) {
    const char *rest = bytes;
    while (count > 0) {
        ssize_t written = write(SANDGLASS_DECODER_SOCKET, rest, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        rest += written;
        count -= (size_t)written;
    }
    return true;
}

static sandglass_decode_outcome decode(struct input *input, struct sink *sink) {
    static const struct format *const formats[] = {&png_format, &jpeg_format, &webp_format, &gif_format};
    uint8_t head[32] = {0};
    input_read(input, head, sizeof head);
    input->offset = 0;
    for (size_t index = 0; index < sizeof formats / sizeof *formats; index++)
        if (formats[index]->recognizes(head)) return formats[index]->decode(input, sink);
    return SANDGLASS_DECODE_UNKNOWN;
}

static bool is_tired(void) {
    struct timespec used;
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || used.tv_sec >= RETIREMENT;
}

/// Answers a request. Returns whether there may be another.
static bool serve(void) {
    sandglass_decode_request request;
    int descriptor = receive(&request);
    if (descriptor < 0) return false;
    struct input input = {.descriptor = descriptor, .size = request.size};
    struct sink sink = {.most_width = request.most_width, .most_height = request.most_height};
    sandglass_decode_outcome outcome = decode(&input, &sink);
    close(descriptor);
    bool has_result = (outcome == SANDGLASS_DECODED || outcome == SANDGLASS_DECODED_PARTLY) && sink.pixels != NULL;
    sandglass_decode_answer answer = {
        .outcome = outcome,
        .width = has_result ? sink.width : 0,
        .height = has_result ? sink.height : 0,
        .full_width = sink.full_width,
        .full_height = sink.full_height,
        .is_last = is_tired(),
    };
    bool is_sent = send_all(&answer, sizeof answer)
        && (!has_result || send_all(sink.pixels, (size_t)sink.width * sink.height * 4));
    sink_free(&sink);
    return is_sent && !answer.is_last;
}

void sandglass_decode_if_asked(int count, char *const arguments[]) {
    if (count != 2 || strcmp(arguments[1], sandglass_decoder_argument) != 0) return;
    // The end of the socket ends an idle decoder, and this one that is at work.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int kind = 0;
    socklen_t size = sizeof kind;
    if (getsockopt(SANDGLASS_DECODER_SOCKET, SOL_SOCKET, SO_TYPE, &kind, &size) != 0)
        _exit(SANDGLASS_DECODER_UNUSABLE);
    syscall(SYS_close_range, SANDGLASS_DECODER_SOCKET + 1, ~0u, 0);
    for (int descriptor = 0; descriptor < SANDGLASS_DECODER_SOCKET; descriptor++) close(descriptor);
    if (!sandglass_seal_decoder()) _exit(SANDGLASS_DECODER_UNSEALED);
    while (serve()) {}
    _exit(0);
}
