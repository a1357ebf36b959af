// Hangs up an editor that has the terminal when the browser is killed.
//
// It would otherwise keep running with no process to take in its result, competing with the shell for the terminal. It
// therefore gets SIGHUP, as on a lost connection: editors then save unsaved text next to their file.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "released.h"

#include "CPlatform.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void sgt_set_released(bool released) {
    if (sgt_common) sgt_common->released = released;
}

/// Reaps members of a process group, and returns whether it has ended.
static bool has_been_reaped(pid_t group) {
    // As a subreaper the guard is the parent of those that have lost theirs.
    while (waitpid(-group, NULL, WNOHANG) > 0) {}
    return sgt_has_ended(group);
}

/// Stops a process group. Programs that handle SIGTSTP, such as vim, get a second to leave a screen that they have.
static void stop_group(pid_t group) {
    kill(-group, SIGTSTP);
    if (sgt_await(sgt_has_stopped, group, 100)) return;
    kill(-group, SIGSTOP);
    sgt_await(sgt_has_stopped, group, 20);
}

void sgt_cover_borrower(pid_t group) {
    if (!sgt_common->released || !sgt_common->covers) return;
    stop_group(group);
    sgt_erase_output();
}

/// Erases the output of a process group, and restores the terminal's modes.
static void wipe_after(pid_t group) {
    pid_t owner = tcgetpgrp(sgt.terminal);
    // The death of the guard may have hung up the terminal.
    if (owner < 0 && !sgt_open_again()) return;
    // A shell that has taken the terminal has set the modes too.
    if (owner < 0 || owner == group || owner == getpgrp() || sgt_has_ended(owner))
        sgt_force_modes();
    tcflow(sgt.terminal, TCOON);
    sgt_wipe();
}

/// Asks a process group to end as on a lost connection, and ends it after two seconds: enough to write a file. After
/// that nothing may write to the terminal, whatever it is waiting for.
static void end_group(pid_t group) {
    kill(-group, SIGHUP);
    kill(-group, SIGCONT);
    if (sgt_await(has_been_reaped, group, 200)) return;
    kill(-group, SIGKILL);
    sgt_await(has_been_reaped, group, 20);
}

void sgt_end_borrower(pid_t group) {
    // The kernel sends SIGHUP to a stopped group that becomes orphaned, and the terminal shows the shell.
    if (!sgt_common->released || sgt_common->asleep) return;
    pid_t borrower = sgt_common->borrower;
    // A shell runs in a separate group and passes the signal on to its jobs. If it ignores the signal, they are left.
    if (borrower > 0 && borrower != group && getpgid(borrower) == borrower) {
        sgt_group_list jobs;
        sgt_find_jobs(borrower, &jobs);
        end_group(borrower);
        for (int index = 0; index < jobs.count; index++) end_group(jobs.groups[index]);
    }
    end_group(group);
    wipe_after(group);
    // Not before: this process may be killed meanwhile, and then the next one has to do it.
    sgt_common->released = 0;
}

/// Returns whether a shell has taken the terminal from a job, or has reaped the job.
static bool has_lost_terminal(pid_t job) { return tcgetpgrp(sgt.terminal) != job || sgt_is_empty(job); }

/// Waits for a shell to take the terminal from its job. A shell that took the job for stopped does not: it has reaped
/// the job by then, or will at any moment, and would read from a terminal without a foreground group.
static void await_taker(pid_t job, pid_t starter) {
    sgt_await(has_lost_terminal, job, 300);
    // Neither the shell nor another process has taken it.
    if (tcgetpgrp(sgt.terminal) == job && sgt_has_ended(job)) tcsetpgrp(sgt.terminal, starter);
}

void sgt_hand_back(pid_t browser) {
    // A script without job control continues, and must not be in the background of a group that has ended. Nor
    // must a shell that had already taken the terminal: one that ends on SIGHUP gives it to the group that started it.
    pid_t owner = tcgetpgrp(sgt.terminal);
    if (owner != browser && !sgt_has_lost(owner)) return;
    pid_t job = sgt_common->job, starter = sgt_common->starter;
    // The shell may have reaped the whole job by now.
    if (tcsetpgrp(sgt.terminal, job) != 0) tcsetpgrp(sgt.terminal, starter);
    else if (job != starter) await_taker(job, starter);
}

void sgt_leave_ender(void) {
    if (!sgt_common->released || sgt_common->asleep) return;
    pid_t browser = getpid();
    // A separate process, since the browser is in the group that has to end. Not fork(), which handlers must not call.
    pid_t ender = _Fork();
    if (ender > 0) sgt_common->ender = ender;
    // fork failed: at least the editor ends; the witness wipes.
    if (ender < 0) kill(0, SIGHUP);
    if (ender != 0) return;
    sgt_common->ender = getpid();
    prctl(PR_SET_NAME, "sandglass-watch");
    setpgid(0, 0);
    // Locks end with the browser, and readers of its pipes see end of file.
    sandglass_close_others(sgt.terminal, sgt.place);
    // The browser is in that group too. It exits at once.
    sgt_end_borrower(browser);
    sgt_hand_back(browser);
    _exit(0);
}
