// The guard: a process that does nothing but wait for the browser, and covers where the browser cannot.
//
// It is the leader of the shell's job, and the browser its child in a process group of its own. Signals that a person
// or the shell sends to the job reach the guard; those of the terminal reach the browser. When the browser stops, the
// guard stops the job; when it dies with content on the screen, the guard covers, restores the modes, says what
// happened, and ends in the same way. It calls nothing that takes memory.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "masks.h"
#include "released.h"
#include "stopping.h"
#include "witness.h"

#include "CPlatform.h"

#include <errno.h>
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
    // Only what is ours: a shell that has the terminal keeps it. The group of a browser that has died is nobody's.
    pid_t owner = tcgetpgrp(sgt.terminal);
    if (owner != group && (is_ours(owner) || (owner > 0 && kill(-owner, 0) != 0 && errno == ESRCH)))
        tcsetpgrp(sgt.terminal, group);
}

/// Adds a string to a line that is being made.
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

/// Ends as the browser ended.
static _Noreturn void finish(int status) {
    bool was_open = sgt_common->have_modes;
    if (was_open) sgt_go_away();
    sgt_end_borrower(browser);
    give_terminal(getpgrp());
    if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    // Keys that it did not read any more were not meant for a shell.
    if (was_open) tcflush(sgt.terminal, TCIFLUSH);
    // After SIGHUP there is nobody to tell.
    if (number != SIGHUP && was_open) report(number);
    // The browser has left a core of its own, if one is wanted.
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

/// Takes in what became of the browser.
/// Returns the signal that stopped it, if it stopped since the last time; else 0.
static int look(void) {
    int status;
    int stopped_by = 0;
    pid_t process;
    while ((process = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0) {
        // The witness, or what a program has left that had the terminal.
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
    // Its whole group: an editor that it started stopped with it.
    kill(-browser, SIGCONT);
}

static bool must_end(void) {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP) || sigismember(&pending, SIGINT) ||
           sigismember(&pending, SIGQUIT);
}

/// The job was continued: in the foreground the browser goes on, in the background everything stays asleep.
static void on_continue(void) {
    look();
    while (!is_ours(tcgetpgrp(sgt.terminal))) {
        if (tcgetpgrp(sgt.terminal) < 0 || must_end()) return;
        if (!browser_stopped) {
            // It covers and stops; we hear of that.
            kill(browser, SIGTSTP);
            return;
        }
        if (!sgt_stop_by(SIGTTOU, true)) return;
        look();
    }
    awake();
}

/// The browser has stopped: so does the job, so that the shell takes the terminal.
static void on_stop(int number) {
    if (sgt_common->live) {
        // Stopped by force, before it could cover.
        sgt_common->held = 1;
        sgt_go_away();
        sgt_common->held = 0;
    }
    give_terminal(getpgrp());
    // It may have been continued meanwhile.
    look();
    if (!browser_stopped) return awake();
    if (sgt_stop_by(SIGTSTP, true)) return on_continue();
    // The leader of a session: nobody could continue us. Who used force has to undo it.
    if (number == SIGSTOP) return;
    sgt_common->refused = 1;
    awake();
}

static _Noreturn void guard(void) {
    sigset_t all;
    sigfillset(&all);
    // Whoever started us may have had its children ignored.
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_NAME, "sandglass-guard");
    // Whoever survives the browser in its process group becomes our child, so that we know when none is left.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sgt.terminal = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10);
    // Both sides do it: whoever is first, the group is there.
    setpgid(browser, browser);
    sgt.group = browser;
    // On a busy machine, too, it has to be there at once when the browser has died; it is done soon.
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
            // Both stopped and we were continued: what happened while we slept must not stop the job once more.
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
            kill(browser, number);
            // Stopped, it would not hear of it.
            if (browser_stopped) kill(browser, SIGCONT);
        }
    }
}

bool sgt_start_guard(void) {
    if (sgt_guard_process) return true;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return false;
    // Refused later, in words.
    if (!sgt_is_controlling(STDIN_FILENO) || !sgt_is_controlling(STDOUT_FILENO) || !sgt_share()) return false;
    sgt_await_foreground(STDIN_FILENO);
    sgt_common->job = getpgrp();
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
