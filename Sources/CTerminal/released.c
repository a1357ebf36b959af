// What becomes of an editor that has the terminal when the browser is killed.
//
// It would go on without anybody to take its contents, in the background of a shell that has the terminal too. It is
// therefore told what it is told when a connection is lost: editors then keep what is not saved beside their file.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "released.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void sgt_set_released(bool released) {
    if (sgt_common) sgt_common->released = released;
}

/// Waits until a process group has no member; false where it still has one after so many hundredths of a second.
static bool await_end(pid_t group, int hundredths) {
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int times = 0; times < hundredths; times++) {
        // Those that have ended count until somebody takes notice: the guard itself, for which it adopted them.
        while (waitpid(-group, NULL, WNOHANG) > 0) {}
        if (kill(-group, 0) != 0 && errno == ESRCH) return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

/// Erases what a group has shown, and sets the terminal's modes.
static void wipe_after(pid_t group) {
    pid_t owner = tcgetpgrp(sgt.terminal);
    // The terminal may have been hung up with the end of the guard.
    if (owner < 0 && !sgt_open_again()) return;
    // A shell that has taken the terminal has set the modes too.
    if (owner < 0 || owner == group || owner == getpgrp() || (kill(-owner, 0) != 0 && errno == ESRCH))
        sgt_force_modes();
    tcflow(sgt.terminal, TCOON);
    sgt_wipe();
}

void sgt_end_borrower(pid_t group) {
    // One that sleeps is told by the system, and what the terminal shows is a shell's.
    if (!sgt_common->released || sgt_common->asleep) return;
    kill(-group, SIGHUP);
    kill(-group, SIGCONT);
    // Time to write a file. Then nothing more is written to the terminal, whatever it waits for.
    if (!await_end(group, 200)) {
        kill(-group, SIGKILL);
        await_end(group, 20);
    }
    wipe_after(group);
    // Not before: whoever does this may be killed meanwhile, and the next one has to do it then.
    sgt_common->released = 0;
}

void sgt_hand_back(pid_t browser) {
    // A script without job control goes on, and must not find itself in the background of nobody.
    if (tcgetpgrp(sgt.terminal) == browser) tcsetpgrp(sgt.terminal, sgt_common->job);
}

/// Closes everything but the terminal: locks end with the browser, and whoever reads from a pipe does not wait.
static void keep_only_terminal(void) {
    int kept[] = {sgt.terminal, sgt.place};
    if (kept[0] > kept[1]) {
        kept[0] = sgt.place;
        kept[1] = sgt.terminal;
    }
    int next = 0;
    for (int index = 0; index < 2; index++) {
        if (kept[index] > next) close_range((unsigned)next, (unsigned)kept[index] - 1, 0);
        if (kept[index] >= next) next = kept[index] + 1;
    }
    close_range((unsigned)next, ~0U, 0);
}

void sgt_leave_ender(void) {
    if (!sgt_common->released || sgt_common->asleep) return;
    pid_t browser = getpid();
    // A process of its own, since the browser is in the group that has to end. Not fork(): this is a handler.
    pid_t ender = _Fork();
    if (ender > 0) sgt_common->ender = ender;
    // No process to be had: the editor ends at least, and the witness wipes.
    if (ender < 0) kill(0, SIGHUP);
    if (ender != 0) return;
    sgt_common->ender = getpid();
    prctl(PR_SET_NAME, "sandglass-watch");
    setpgid(0, 0);
    keep_only_terminal();
    // The browser is in the group too. It ends at once.
    sgt_end_borrower(browser);
    sgt_hand_back(browser);
    _exit(0);
}
