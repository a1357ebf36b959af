// The guard: a process that only waits for the browser, and covers when the browser cannot.
//
// It is the leader of the shell's job, and the browser is its child in a separate process group. Signals that a user or
// the shell sends to the job reach the guard; the terminal's signals reach the browser. When the browser stops, the
// guard stops the job. When the browser dies with content on the screen, the guard covers, restores the modes, reports
// what happened, and ends in the same way. It never allocates memory.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "masks.h"
#include "released.h"
#include "stopping.h"
#include "witness.h"

#include "CPlatform.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t browser;
static bool browser_stopped;

bool sgt_has_guard(void) { return sgt_guard_process != 0; }

static bool is_ours(pid_t group) { return group == browser || group == getpgrp(); }

static void give_terminal(pid_t group) {
    // Only from the job's own groups, or from one that has ended: a shell that has the terminal keeps it.
    pid_t owner = tcgetpgrp(sgt.terminal);
    if (owner != group && (is_ours(owner) || sgt_has_lost(owner)))
        tcsetpgrp(sgt.terminal, group);
}

/// Appends a string to a line and returns the new length.
static size_t put(char *line, size_t count, const char *text) {
    size_t length = strlen(text);
    memcpy(line + count, text, length);
    return count + length;
}

static const char *meaning(int number) {
    switch (number) {
    case SIGKILL: return "killed, by hand or for lack of memory";
    case SIGSEGV:
    case SIGBUS: return "memory that is not its own";
    case SIGILL:
    case SIGTRAP: return "a mistake in the program";
    case SIGABRT: return "the program gave up";
    case SIGFPE: return "arithmetic";
    default: return NULL;
    }
}

static void report(int number) {
    char line[160];
    size_t count = put(line, 0, "sandglass: ended by signal ");
    char digits[3] = {(char)('0' + number / 10), (char)('0' + number % 10), 0};
    count = put(line, count, number < 10 ? digits + 1 : digits);
    if (meaning(number)) {
        count = put(line, count, " (");
        count = put(line, count, meaning(number));
        count = put(line, count, ")");
    }
    count = put(line, count, sgt_common->covers ? "; the screen was cleared\n" : "; the screen was given back\n");
    sgt_write_all(STDERR_FILENO, line, count);
}

static bool is_no_child(pid_t process) { return waitpid(process, NULL, WNOHANG) != 0; }

/// Waits until the terminal is restored after a browser that was killed while it asked for a passphrase.
static void await_asker(void) {
    // It is the guard's child since the browser has ended.
    if (sgt_common->asker > 0) sgt_await(is_no_child, sgt_common->asker, 100);
}

/// Ends the guard the way the browser ended.
static _Noreturn void finish(int status) {
    bool was_open = sgt_common->have_modes;
    if (was_open) sgt_go_away();
    sgt_end_borrower(browser);
    give_terminal(getpgrp());
    await_asker();
    sgt_common->finished = 1;
    if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    // Keys that the browser did not read were not meant for a shell.
    tcflush(sgt.terminal, TCIFLUSH);
    // After SIGHUP the terminal is gone and the report would have no reader.
    if (number != SIGHUP && was_open) report(number);
    // The browser has dumped its own core, if cores are enabled.
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    raise(number);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + number);
}

/// Reaps the browser's changes of state. Returns the signal that stopped it if it has stopped since the last call,
/// otherwise 0.
static int look(void) {
    int status;
    int stopped_by = 0;
    pid_t process;
    while ((process = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0) {
        // The witness, or an orphan of a program that had the terminal.
        if (process != browser) continue;
        if (WIFEXITED(status) || WIFSIGNALED(status)) finish(status);
        browser_stopped = WIFSTOPPED(status);
        sgt_common->asleep = browser_stopped;
        stopped_by = browser_stopped ? WSTOPSIG(status) : 0;
    }
    return stopped_by;
}

static void awake(void) {
    give_terminal(browser);
    // The whole group: an editor that the browser started stopped with it.
    kill(-browser, SIGCONT);
}

static bool must_end(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP) || sigismember(&pending, SIGINT) ||
           sigismember(&pending, SIGQUIT);
}

/// Handles continuation of the job: the browser continues in the foreground; in the background everything stays
/// stopped.
static void on_continue(void) {
    look();
    while (!is_ours(tcgetpgrp(sgt.terminal))) {
        if (tcgetpgrp(sgt.terminal) < 0 || must_end()) return;
        if (!browser_stopped) {
            // The browser covers and stops; SIGCHLD reports that.
            kill(browser, SIGTSTP);
            return;
        }
        if (!sgt_stop_by(SIGTTOU, true)) return;
        look();
    }
    awake();
}

/// Handles a stop of the browser by stopping the job, so that the shell takes the terminal.
static void on_stop(int number) {
    if (sgt_common->live) {
        // Stopped by SIGSTOP, before it could cover.
        sgt_common->held = 1;
        sgt_go_to_sleep();
        sgt_common->held = 0;
    }
    sgt_cover_borrower(browser);
    give_terminal(getpgrp());
    // The browser may have been continued in the meantime.
    look();
    if (!browser_stopped) return awake();
    if (sgt_stop_by(SIGTSTP, true)) return on_continue();
    // A session leader: no shell could continue it, and `fg` is not the way back. The sender of SIGSTOP has to send
    // SIGCONT.
    sgt_take_card_back();
    if (number == SIGSTOP) return;
    sgt_common->refused = 1;
    awake();
}

static _Noreturn void guard(void) {
    sigset_t all;
    sigfillset(&all);
    // The parent may have set SIGCHLD to be ignored.
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_NAME, "sandglass-guard");
    // Survivors in the browser's process group become children of the guard, which learns when none is left.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sgt.terminal = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
    // Both processes call it, so that the group exists whichever runs first.
    setpgid(browser, browser);
    sgt.group = browser;
    // When the browser dies the guard has to run at once, even on a busy machine; its work is short.
    sandglass_answer_soon();
    sgt_start_witness(browser);
    while (true) {
        int number = sigwaitinfo(&all, NULL);
        switch (number) {
        case -1:
        case SIGWINCH:
        case SIGURG:
            break;
        case SIGCHLD: {
            sigset_t pending;
            sigpending(&pending);
            // Both were stopped and have been continued: a stop from before must not stop the job again.
            if (sigismember(&pending, SIGCONT)) break;
            bool was_stopped = browser_stopped;
            int stopped_by = look();
            if (stopped_by) on_stop(stopped_by);
            else if (was_stopped && !browser_stopped) give_terminal(browser);
            break;
        }
        case SIGCONT:
            on_continue();
            break;
        case SIGTSTP:
        case SIGTTIN:
        case SIGTTOU:
            kill(browser, SIGTSTP);
            break;
        default:
            // A lost connection concerns the editor, too: the browser ends after it.
            kill(number == SIGHUP && sgt_common->released ? -browser : browser, number);
            // A stopped process would not receive the signal.
            if (browser_stopped) kill(-browser, SIGCONT);
        }
    }
}

bool sgt_start_guard(void) {
    if (sgt_guard_process) return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    // The terminal code refuses these later, with a message.
    if (!sgt_is_controlling(STDIN_FILENO) || !sgt_is_controlling(STDOUT_FILENO) || !sgt_share()) return false;
    sgt_await_foreground(STDIN_FILENO);
    sgt_common->job = getpgrp();
    sgt_common->starter = getpgid(getppid());
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child > 0) {
        browser = child;
        guard();
    }
    if (child == 0) {
        sgt_guard_process = parent;
        setpgid(0, 0);
        // SIGTTOU is blocked, so this is allowed from the background.
        tcsetpgrp(STDIN_FILENO, getpid());
        prctl(PR_SET_PDEATHSIG, sgt_guard_signal());
        if (getppid() != parent) _exit(128 + SIGKILL);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child == 0;
}
