// Answers of the terminal to questions, for the case that the screen is given back before they have arrived.
//
// A shell would take them for typed text. Only async-signal-safe calls, since the handlers in signals.c and the guard use
// this.
#define _GNU_SOURCE
#include "answers.h"
#include "cover.h"
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    /// A terminal that has not answered by then does not answer at all.
    seconds_to_answer = 5,
    /// The question is sent together with the first frame, and the answer comes before any key that is pressed in view
    /// of it. Only a user who types ahead, and a script, end the program earlier. A delay that ends before this is not
    /// felt.
    milliseconds_to_wait = 100,
    /// Since the question. Terminals answer at once, and a round trip to a distant computer takes up to this long: an
    /// answer that the shell gets would be typed at its prompt.
    milliseconds_to_answer = 1000,
};

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void sgt_await_answer(void) {
    if (!sgt_common) return;
    int64_t now = milliseconds();
    sgt_common->answer_due = (sig_atomic_t)(now / 1000 + seconds_to_answer);
    sgt_common->answer_end = (sig_atomic_t)((now + milliseconds_to_answer) & INT32_MAX);
}

void sgt_end_answer(void) {
    if (sgt_common) sgt_common->answer_due = 0;
}

/// The parts of the device attributes, `ESC [ ? 6 2 ; 1 c`.
typedef enum { other_input, after_escape, after_bracket, in_parameters, complete } part;

static part next_part(part present, char byte) {
    if (byte == '\033') return after_escape;
    if (present == after_escape && byte == '[') return after_bracket;
    if (present == after_bracket && byte == '?') return in_parameters;
    if (present == in_parameters && ((byte >= '0' && byte <= '9') || byte == ';')) return in_parameters;
    return present == in_parameters && byte == 'c' ? complete : other_input;
}

static void sleep_for(int64_t duration) {
    struct timespec left = {.tv_sec = duration / 1000, .tv_nsec = duration % 1000 * 1000000};
    nanosleep(&left, NULL);
}

void sgt_discard_answers(void) {
    sig_atomic_t due = sgt_common->answer_due;
    sgt_common->answer_due = 0;
    // The input of a terminal that another program has is not for this one to discard.
    if (due == 0 || milliseconds() / 1000 > due || !sgt_in_front()) return;
    // The difference is right even if the clock has passed the limit of the type in between.
    int64_t now = milliseconds(), left_to_answer = (sgt_common->answer_end - now) & INT32_MAX;
    int64_t wait = left_to_answer <= milliseconds_to_answer ? left_to_answer : 0;
    int64_t end = now + (wait > milliseconds_to_wait ? wait : milliseconds_to_wait);
    part present = other_input;
    for (int64_t left; (left = end - milliseconds()) > 0;) {
        struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
        int count = poll(&ready, 1, (int)left);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        if (ready.revents & (POLLERR | POLLHUP | POLLNVAL)) return;
        char byte;
        ssize_t length = read(STDIN_FILENO, &byte, 1);
        // Another process was faster. The end of the input is a hangup.
        if (length == 0) continue;
        if (length < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            // The guard is not in the foreground itself, and may not read.
            sleep_for(end - milliseconds());
            break;
        }
        present = next_part(present, byte);
        // What follows was typed for the shell.
        if (present == complete) return;
    }
    tcflush(STDIN_FILENO, TCIFLUSH);
}
