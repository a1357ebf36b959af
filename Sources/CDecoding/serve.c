// The decoder process: takes one request after another from a socket, and answers.
#define _GNU_SOURCE

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"

/// The CPU time after which the process retires, in seconds; well below its limit.
enum { RETIREMENT = 30 };

/// Receives a request and its file. Returns the descriptor, or -1 if there are no more requests.
static int receive(sandglass_request *request) {
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

static bool is_tired(void) {
    struct timespec used;
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0 || used.tv_sec >= RETIREMENT;
}

/// Answers a request. Returns whether there may be another.
static bool serve(void) {
    sandglass_request request;
    int descriptor = receive(&request);
    if (descriptor < 0) return false;
    char message[SANDGLASS_MOST_MESSAGE] = {0};
    answer_begin(request.number);
    sandglass_answer_end end = request.kind == SANDGLASS_REQUEST_PICTURE
        ? answer_with_picture(descriptor, &request)
        : answer_with_archive(descriptor, &request, message);
    close(descriptor);
    end.is_last = is_tired();
    answer_end(&end, message);
    return !end.is_last;
}

void sandglass_decode_if_asked(int count, char *const arguments[]) {
    if ((count != 2 && count != 3) || strcmp(arguments[1], sandglass_decoder_argument) != 0) return;
    // The end of the socket ends an idle decoder, and this one that is at work.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int kind = 0;
    socklen_t size = sizeof kind;
    if (getsockopt(SANDGLASS_DECODER_SOCKET, SOL_SOCKET, SO_TYPE, &kind, &size) != 0)
        _exit(SANDGLASS_DECODER_UNUSABLE);
    syscall(SYS_close_range, SANDGLASS_DECODER_SOCKET + 1, ~0u, 0);
    for (int descriptor = 0; descriptor < SANDGLASS_DECODER_SOCKET; descriptor++) close(descriptor);
    prepare_for_archives(count == 3 ? arguments[2] : ":/etc/localtime");
    if (!sandglass_seal_decoder()) _exit(SANDGLASS_DECODER_UNSEALED);
    while (serve()) {}
    _exit(0);
}
