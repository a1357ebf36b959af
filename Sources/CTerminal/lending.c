// What becomes of an editor that has the terminal when the browser is killed.
//
// It would go on without anybody to take its contents, in the background of a shell that has the terminal too. It is
// therefore told what it is told when a connection is lost: editors then keep what is not saved beside their file.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void sgt_set_lent(bool lent) {
    if (sgt_common) sgt_common->lent = lent;
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

void sgt_end_lending(pid_t group) {
    // One that sleeps is told by the system, and what the terminal shows is a shell's.
    if (!sgt_common->lent || sgt_common->asleep) return;
    sgt_common->lent = 0;
    kill(-group, SIGHUP);
    kill(-group, SIGCONT);
    // Time to write a file. Then nothing more is written to the terminal, whatever it waits for.
    if (!await_end(group, 200)) {
        kill(-group, SIGKILL);
        await_end(group, 20);
    }
    pid_t owner = tcgetpgrp(sgt.terminal);
    // The terminal may have been hung up with the end of the guard.
    if (owner < 0 && !sgt_open_again()) return;
    // A shell that has taken the terminal has set the modes too.
    if (owner < 0 || owner == group || owner == getpgrp() || (kill(-owner, 0) != 0 && errno == ESRCH))
        sgt_force_modes();
    tcflow(sgt.terminal, TCOON);
    sgt_wipe();
}
