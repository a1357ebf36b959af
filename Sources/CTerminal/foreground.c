// The terminal's foreground process group.
#define _GNU_SOURCE
#include "internal.h"
#include "stopping.h"

#include <signal.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>

void sgt_await_foreground(int terminal) {
    while (true) {
        pid_t group = tcgetpgrp(terminal);
        // As the kernel does with a process that reads in the background.
        if (group < 0 || group == getpgrp() || !sgt_stop_by(SIGTTIN, true)) return;
    }
}

bool sgt_is_controlling(int terminal) {
    // tcgetsid(3) fails for a terminal that belongs to another session or to none.
    return tcgetsid(terminal) == getsid(0);
}

int sgt_watch_terminal(void) {
    // A shell that takes over the terminal after a SIGSTOP to the job writes its prompt, which is an event here.
    // Polling would keep an idle processor awake.
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", sgt.terminal);
    if (watch >= 0 && inotify_add_watch(watch, path, IN_MODIFY) < 0) {
        close(watch);
        return -1;
    }
    return watch;
}
