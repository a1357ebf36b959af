// Signals: handlers act at once where they must, and hand the rest to the event loop through a pipe.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "events.h"
#include "masks.h"
#include "released.h"
#include "stopping.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stops = 1;
static volatile sig_atomic_t ending;
/// Seconds for the loop to notice a suspension before it counts as hung, and then to save its state: as many as iOS
/// gives an app in applicationDidEnterBackground(_:).
enum { seconds_to_notice = 1, seconds_to_leave = 5 };

/// A suspension is pending: the loop was notified, the cover is up and the screen given back, but the stop is to come.
static volatile sig_atomic_t leaving;

/// The loop was told of ^\ and has not noticed it.
static volatile sig_atomic_t quit_key_pending;
/// The program ends because of ^\.
static volatile sig_atomic_t ended_by_key;
/// When ^\ was pressed last. Only its handler uses it.
static struct timespec quit_key_time;

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int suspend_signals[] = {SIGTSTP, SIGTTIN, SIGTTOU};
static struct sigaction crash_before[sgt_crash_count];

void sgt_set_stops(bool value) { stops = value; }

static bool end_is_pending(void) {
    sigset_t pending;
    sigpending(&pending);
    each(number, end_signals) if (sigismember(&pending, (int)number)) return true;
    return false;
}

/// Waits, stopped, until the program has the terminal's foreground. Returns false if it will not get it.
static bool wait_for_terminal(void) {
    while (true) {
        // The guard is covering, which takes no longer than a write.
        const struct timespec moment = {.tv_nsec = 1000000};
        for (int tries = 0; sgt_common->held && tries < 1000; tries++) nanosleep(&moment, NULL);
        // `kill %1` sends SIGTERM and SIGCONT: ending must not wait for the foreground.
        if (end_is_pending()) return false;
        if (sgt_in_front()) return true;
        if (tcgetpgrp(sgt.terminal) < 0 || !sgt_stop_by(SIGTTOU, false)) return false;
    }
}

/// Says that a key has ended the program: by the exit status alone, nobody who pressed it by mistake would know why.
static void say_end(void) {
    static const char text[] = "sandglass: ended by ^\\ (SIGQUIT)\n";
    if (ended_by_key) sgt_write_all(STDERR_FILENO, text, sizeof text - 1);
}

static void set_alarm(int seconds) {
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/// Stops, then takes the screen again, covered. Called with all signals blocked.
static void stop_and_return(void) {
    leaving = 0;
    set_alarm(0);
    // A request to end must not wait until the program is continued.
    if (ending || end_is_pending()) {
        sgt_take_card_back();
        return;
    }
    sgt_common->refused = 0;
    bool stopped = sgt_stop_by(SIGTSTP, false) && !sgt_common->refused;
    // The shell has used the terminal.
    sgt_common->has_room = 0;
    if (!wait_for_terminal()) return;
    if (!stopped) sgt_take_card_back();
    sgt_come_back();
    if (stopped) {
        sgt_unmute();
        sgt_tell_resumed();
    } else {
        // Content is held back until the loop knows that the cover has to stay.
        sgt_tell("N", 1);
    }
}

/// Covers, gives back the screen, and leaves the rest to the loop, or to SIGALRM if the loop hangs.
static void begin_to_leave(void) {
    sgt_mute();
    if (stops) sgt_go_to_sleep();
    else sgt_go_away();
    leaving = 1;
    set_alarm(seconds_to_notice);
    sgt_tell("S", 1);
}

void sgt_notice_quit_key(void) {
    sigset_t before;
    sgt_block_all(&before);
    if (quit_key_pending && !leaving) set_alarm(0);
    quit_key_pending = 0;
    sgt_unblock_all(&before);
}

void sgt_notice_leaving(void) {
    sigset_t before;
    sgt_block_all(&before);
    if (leaving) set_alarm(seconds_to_leave);
    sgt_unblock_all(&before);
}

static void on_suspend(int number) {
    (void)number;
    int error = errno;
    if (sgt.open) {
        begin_to_leave();
    } else if (!leaving) {
        // The terminal is released or given back: nothing to cover.
        sgt_stop_by(SIGTSTP, false);
    }
    errno = error;
}

/// Covers, gives back the screen, and ends the process without the loop, which hangs.
static _Noreturn void end_at_once(int number) {
    if (sgt.open) {
        sgt_mute();
        sgt_go_away();
    }
    say_end();
    _exit(128 + number);
}

static void on_alarm(int number) {
    (void)number;
    int error = errno;
    if (leaving) {
        if (!stops) _exit(128 + SIGTSTP);
        stop_and_return();
    } else if (quit_key_pending) {
        ended_by_key = 1;
        end_at_once(SIGQUIT);
    } else if (ending && sgt_common && sgt_common->released) {
        // The program that has the terminal was asked, and goes on. The guard ends it, or the process that is left here.
        if (!sgt_guard_process) sgt_leave_ender();
        _exit(128 + ending);
    }
    errno = error;
}

void sgt_stop(void) {
    sigset_t before;
    sgt_block_all(&before);
    if (leaving) stop_and_return();
    sgt_unblock_all(&before);
}

void sgt_cancel_stop(void) {
    if (leaving) sgt_take_card_back();
    leaving = 0;
    set_alarm(0);
}

void sgt_look_for_terminal(void) {
    if (!sgt.open || sgt_in_front() || tcgetpgrp(sgt.terminal) < 0) return;
    sigset_t before;
    sgt_block_all(&before);
    if (sgt.open && !sgt_in_front()) begin_to_leave();
    sgt_unblock_all(&before);
}

static void on_continue(int number) {
    (void)number;
    int error = errno;
    if (sgt.open || leaving) {
        // Continued after a SIGSTOP, which has no handler, so the screen may show anything; or before the stop.
        leaving = 0;
        set_alarm(0);
        sgt_mute();
        sgt_common->has_room = 0;
        if (!sgt_common->held && !sgt_in_front()) sgt_go_to_sleep();
        if (wait_for_terminal()) {
            sgt_come_back();
            sgt_unmute();
            sgt_tell_resumed();
        }
    }
    errno = error;
}

static void on_guard_end(int number) {
    (void)number;
    if (getppid() == sgt_guard_process) return;
    if (sgt.open) {
        sgt_mute();
        sgt_go_away();
    }
    // The witness may have been killed as well: end the editor that has the terminal from here.
    sgt_leave_ender();
    _exit(128 + SIGKILL);
}

static void on_resize(int number) {
    (void)number;
    int error = errno;
    sgt_tell("W", 1);
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

/// Passes a request to end on to the program that has the terminal, for which the loop waits.
static void pass_on(int number) {
    pid_t borrower = sgt_common->borrower;
    // A shell with job control has a group of its own; any other program is in this process's.
    bool is_apart = borrower > 0 && getpgid(borrower) == borrower;
    kill(is_apart ? -borrower : 0, number);
    if (!is_apart) {
        // This process gets it, too. Handlers run with the signal blocked, and it is pending.
        sigset_t own;
        sigemptyset(&own);
        sigaddset(&own, number);
        const struct timespec now = {0};
        sigtimedwait(&own, NULL, &now);
    }
    set_alarm(seconds_to_notice);
}

static void on_end(int number) {
    int error = errno;
    // The loop was notified before and has not ended: it hangs.
    if (ending) end_at_once(number);
    ending = number;
    if (sgt.open) {
        sgt_mute();
        // Not over the output of another program that has the terminal now.
        if (sgt_common->live) sgt_write_cover();
    } else if (sgt_common && sgt_common->released) {
        pass_on(number);
    }
    char message[2] = {'E', (char)number};
    sgt_tell(message, 2);
    errno = error;
}

/// Returns whether ^\ was pressed less than a second ago, or was never noticed; then notes that it is pressed now.
static bool repeats_quit_key(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long elapsed = (now.tv_sec - quit_key_time.tv_sec) * 1000000000LL + (now.tv_nsec - quit_key_time.tv_nsec);
    bool is_first = quit_key_time.tv_sec == 0 && quit_key_time.tv_nsec == 0;
    quit_key_time = now;
    return quit_key_pending || (!is_first && elapsed < 1000000000LL);
}

/// Takes the first ^\ as a key. If the loop does not notice it, or if it is pressed again within a second, the program
/// ends. A process that sends the signal wants the end at once, and so does whoever presses the key without the screen.
static void on_quit(int number, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    bool is_key = info->si_code == SI_KERNEL;
    if (is_key && sgt.open && !ending && !repeats_quit_key()) {
        quit_key_pending = 1;
        set_alarm(seconds_to_notice);
        sgt_tell("Q", 1);
    } else {
        if (is_key) ended_by_key = 1;
        on_end(number);
    }
    errno = error;
}

static void on_crash(int number, siginfo_t *info, void *context) {
    size_t index = 0;
    while (index < sgt_crash_count && sgt_crash_signals[index] != number) index++;
    if (sgt.open) {
        sgt_mute();
        sgt_go_away();
    }
    struct sigaction before = index < sgt_crash_count ? crash_before[index] : (struct sigaction){.sa_handler = SIG_DFL};
    if (sgt_guard_process) {
        // The runtime's report shows memory, and with it the contents of the screen; the guard's report does not. To
        // get the runtime's report, start without the guard.
    } else if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(number, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(number);
    }
    // Delivered when the handler returns, so that a core shows where the fault was.
    struct sigaction end = {.sa_handler = SIG_DFL};
    sigaction(number, &end, NULL);
    raise(number);
}

static void leave_at_exit(void) {
    sgt_leave();
    say_end();
}

int sgt_install_signals(void) {
    int events = sgt_open_events();
    if (events < 0) return -1;
    struct sigaction action = {.sa_flags = SA_RESTART};
    // Handlers run one at a time, so none has to consider the others.
    sigfillset(&action.sa_mask);
    each(number, sgt_crash_signals) sigdelset(&action.sa_mask, (int)number);
    action.sa_handler = on_end;
    each(number, end_signals) sigaction((int)number, &action, NULL);
    // This handler has to know whether the terminal or a process has sent the signal.
    struct sigaction quit = {.sa_sigaction = on_quit, .sa_mask = action.sa_mask, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigaction(SIGQUIT, &quit, NULL);
    action.sa_handler = on_suspend;
    each(number, suspend_signals) sigaction((int)number, &action, NULL);
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL);
    action.sa_handler = on_guard_end;
    sigaction(sgt_guard_signal(), &action, NULL);
    action.sa_handler = on_continue;
    sigaction(SIGCONT, &action, NULL);
    action.sa_handler = on_resize;
    sigaction(SIGWINCH, &action, NULL);

    sgt_use_signal_stack();
    struct sigaction crash = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&crash.sa_mask);
    for (size_t index = 0; index < sgt_crash_count; index++)
        sigaction(sgt_crash_signals[index], &crash, &crash_before[index]);
    atexit(leave_at_exit);
    return events;
}
