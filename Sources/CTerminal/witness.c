// The witness: a third process, which waits for the guard as the guard waits for the browser.
//
// On a busy machine the guard runs some milliseconds after the browser has died. If it is killed before that, neither
// of them covers; the witness does. It runs in a separate process group, so that signals to the job do not reach it,
// and it never allocates memory either.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "masks.h"
#include "released.h"
#include "witness.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Milliseconds that a browser without a guard may take to cover, and the process it left behind to end its editor.
enum { patience = 3000 };

static int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Waits until a process, given by its pidfd, ends.
static void await(int process) {
    struct pollfd ended = {.fd = process, .events = POLLIN};
    if (process < 0) return;
    while (poll(&ended, 1, patience) < 0 && errno == EINTR) {}
}

static _Noreturn void watch(pid_t guard, pid_t browser) {
    sigset_t end;
    sigemptyset(&end);
    sigaddset(&end, sgt_guard_signal());
    prctl(PR_SET_NAME, "sandglass-watch");
    setpgid(0, 0);
    // While the guard lives the browser is its child, so the process ID cannot have been reused.
    int browser_end = open_process(browser);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", sgt.terminal);
    sgt.place = open(path, O_PATH | O_CLOEXEC);
    // A reader of a pipe that the job writes to waits until no process has it open.
    for (int descriptor = 0; descriptor <= STDERR_FILENO; descriptor++) close(descriptor);
    prctl(PR_SET_PDEATHSIG, sgt_guard_signal());
    while (getppid() == guard) sigwaitinfo(&end, NULL);

    // Meanwhile the shell may have given the terminal to its next job.
    if (sgt_common->finished) _exit(0);
    // The guard's work need not be repeated. A live browser covers by itself before it ends, but a stopped one cannot.
    if (sgt_common->live || sgt_common->released) await(browser_end);
    // The browser has left a process that ends its editor. If that one is killed, ending the editor is up to this one.
    if (sgt_common->released && sgt_common->ender > 0) await(open_process(sgt_common->ender));
    // Output is not discarded: a shell may have written its prompt.
    sgt_guard_process = guard;
    if (sgt_common->live) sgt_go_away();
    sgt_end_borrower(browser);
    sgt_hand_back(browser);
    _exit(0);
}

void sgt_start_witness(pid_t browser) {
    pid_t guard = getpid();
    // If fork fails, the guard alone has to do.
    if (fork() == 0) watch(guard, browser);
}
