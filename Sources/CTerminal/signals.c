// Signals: what has to happen at once happens in the handler; the rest is told to the loop through a pipe.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int told[2] = {-1, -1};
static volatile sig_atomic_t stops = 1;
static volatile sig_atomic_t ending;

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int loop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { crash_count = sizeof crash_signals / sizeof *crash_signals };
static struct sigaction crash_before[crash_count];

#define each(signal, list) \
    for (size_t i_ = 0, signal; i_ < sizeof list / sizeof *list && (signal = (size_t)list[i_], 1); i_++)

static void tell(const char *bytes, size_t count) {
    ssize_t ignored = write(told[1], bytes, count);
    (void)ignored;
}

void sgt_tell_resumed(void) { tell("R", 1); }

void sgt_set_stops(bool value) { stops = value; }

void sgt_block_all(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    // Crashes are the thread's own and cannot wait.
    each(number, crash_signals) sigdelset(&all, (int)number);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

void sgt_unblock_all(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }

static void change_loop_signals(int how) {
    sigset_t set;
    sigemptyset(&set);
    each(number, loop_signals) sigaddset(&set, (int)number);
    pthread_sigmask(how, &set, NULL);
}

void sgt_block_signals(void) { change_loop_signals(SIG_BLOCK); }
void sgt_unblock_signals(void) { change_loop_signals(SIG_UNBLOCK); }

/// Stops the process by a signal's default action. False where the system discarded it: the process group is
/// orphaned, so that nobody could continue it.
static bool stop_by(int number) {
    struct sigaction stop = {.sa_handler = SIG_DFL};
    struct sigaction stop_before;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction continue_before;
    sigset_t set;
    sigset_t pending;
    sigset_t mask_before;
    // SIGCONT is blocked: whether it is pending afterwards tells a stop from a discarded signal.
    sigemptyset(&set);
    sigaddset(&set, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &set, &mask_before);
    sigaction(number, &stop, &stop_before);
    raise(number);
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    // Asleep here.
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigaction(number, &stop_before, NULL);
    sigpending(&pending);
    bool stopped = sigismember(&pending, SIGCONT);
    // To ignore a signal throws away the one that is pending.
    sigaction(SIGCONT, &ignore, &continue_before);
    sigaction(SIGCONT, &continue_before, NULL);
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    return stopped;
}

static bool end_is_pending(void) {
    sigset_t pending;
    sigpending(&pending);
    each(number, end_signals) if (sigismember(&pending, (int)number)) return true;
    return false;
}

/// Waits until the terminal is ours, asleep. False: it will not be.
static bool wait_for_terminal(void) {
    while (!sgt_in_front()) {
        // `kill %1` sends SIGTERM and SIGCONT: the end must not wait for the foreground.
        if (end_is_pending() || tcgetpgrp(sgt.terminal) < 0 || !stop_by(SIGTTOU)) return false;
    }
    return !end_is_pending();
}

static void on_suspend(int number) {
    (void)number;
    int error = errno;
    if (!sgt.open) {
        // The terminal is not ours now: nothing to cover.
        stop_by(SIGTSTP);
        errno = error;
        return;
    }
    sgt_mute();
    if (!stops) {
        sgt_write_cover();
        tell("S", 1);
        errno = error;
        return;
    }
    sgt_go_away();
    bool stopped = stop_by(SIGTSTP);
    if (wait_for_terminal()) {
        sgt_come_back();
        // A session leader cannot be stopped; it stays covered until a key.
        if (stopped) sgt_unmute();
        tell("R", 1);
    }
    errno = error;
}

static void on_continue(int number) {
    (void)number;
    int error = errno;
    // Continued after a SIGSTOP, of which nobody told us: the screen may be anything.
    if (sgt.open) {
        sgt_mute();
        if (wait_for_terminal()) {
            sgt_come_back();
            sgt_unmute();
            tell("R", 1);
        }
    }
    errno = error;
}

static void on_resize(int number) {
    (void)number;
    int error = errno;
    tell("W", 1);
    errno = error;
}

void sgt_end_by_signal(int number) {
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigset_t set;
    sgt_leave();
    sigaction(number, &end, NULL);
    raise(number);
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void on_end(int number) {
    int error = errno;
    if (ending) {
        // The loop was told before and has not ended: it hangs.
        if (sgt.open) {
            sgt_mute();
            sgt_go_away();
        }
        _exit(128 + number);
    }
    ending = number;
    if (sgt.open) {
        sgt_mute();
        sgt_write_cover();
    }
    char message[2] = {'E', (char)number};
    tell(message, 2);
    errno = error;
}

static void on_crash(int number, siginfo_t *info, void *context) {
    size_t index = 0;
    while (index < crash_count && crash_signals[index] != number) index++;
    if (sgt.open) {
        sgt_mute();
        sgt_go_away();
    }
    struct sigaction before = index < crash_count ? crash_before[index] : (struct sigaction){.sa_handler = SIG_DFL};
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(number, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(number);
    }
    // Delivered when this returns, so that a core shows the place of the fault.
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigaction(number, &end, NULL);
    raise(number);
}

static void leave_at_exit(void) { sgt_leave(); }

int sgt_install_signals(void) {
    if (pipe2(told, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    struct sigaction action = {.sa_flags = SA_RESTART};
    // One handler at a time: none of them has to think of the others.
    sigfillset(&action.sa_mask);
    each(number, crash_signals) sigdelset(&action.sa_mask, (int)number);
    action.sa_handler = on_end;
    each(number, end_signals) sigaction((int)number, &action, NULL);
    action.sa_handler = on_suspend;
    sigaction(SIGTSTP, &action, NULL);
    action.sa_handler = on_continue;
    sigaction(SIGCONT, &action, NULL);
    action.sa_handler = on_resize;
    sigaction(SIGWINCH, &action, NULL);

    // A crash by an overflowing stack needs another one.
    static char stack[1 << 16];
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && current.ss_flags & SS_DISABLE) {
        stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
        sigaltstack(&other, NULL);
    }
    struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&crash.sa_mask);
    for (size_t index = 0; index < crash_count; index++)
        sigaction(crash_signals[index], &crash, &crash_before[index]);
    atexit(leave_at_exit);
    return told[0];
}
