// The witness: a third process, which waits for the guard as the guard waits for the browser.
//
// On a busy machine a guard gets its turn some milliseconds after the browser has died. One that is killed before that
// covers nothing, and the browser cannot do it any more. The witness then does. It is in a process group of its own, so
// that what is sent to the job does not reach it, and it takes no memory either.
#define _GNU_SOURCE
#include "internal.h"
#include "cover.h"
#include "masks.h"
#include "released.h"
#include "witness.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// For how long a browser without a guard may take to cover by itself, and whoever ends its editor, in milliseconds.
enum { patience = 3000 };

static int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

/// Waits for a process's end.
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
    // For as long as the guard lives the browser is its child, so the number is the browser's.
    int browser_end = open_process(browser);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", sgt.terminal);
    sgt.place = open(path, O_PATH | O_CLOEXEC);
    // Whoever reads what the job writes to a pipe waits until nobody has it open.
    for (int descriptor = 0; descriptor <= STDERR_FILENO; descriptor++) close(descriptor);
    prctl(PR_SET_PDEATHSIG, sgt_guard_signal());
    while (getppid() == guard) sigwaitinfo(&end, NULL);

    // What the guard has done is done. A browser that lives covers by itself, before it ends; but not a stopped one.
    if (sgt_common->live || sgt_common->released) await(browser_end);
    // It has left somebody who ends its editor. One that is killed meanwhile leaves that to us.
    if (sgt_common->released && sgt_common->ender > 0) await(open_process(sgt_common->ender));
    // No output is thrown away: a shell may have written its prompt.
    sgt_guard_process = guard;
    if (sgt_common->live) sgt_go_away();
    sgt_end_borrower(browser);
    sgt_hand_back(browser);
    _exit(0);
}

void sgt_start_witness(pid_t browser) {
    pid_t guard = getpid();
    // Where there is no further process the guard has to do.
    if (fork() == 0) watch(guard, browser);
}
