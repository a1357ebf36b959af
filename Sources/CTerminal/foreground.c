// Whose the terminal's foreground is.
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
        // As the kernel does it to a program that reads in the background.
        if (group < 0 || group == getpgrp() || !sgt_stop_by(SIGTTIN, true)) return;
    }
}

bool sgt_is_controlling(int terminal) {
    // What belongs to no session, or to another one, has no session for us (tcgetsid(3)).
    return tcgetsid(terminal) == getsid(0);
}

int sgt_watch_terminal(void) {
    // The shell that takes the terminal over after a SIGSTOP to the job writes its prompt: that is an event, where
    // looking from time to time would keep an idle processor awake.
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", sgt.terminal);
    if (watch >= 0 && inotify_add_watch(watch, path, IN_MODIFY) < 0) {
        close(watch);
        return -1;
    }
    return watch;
}
