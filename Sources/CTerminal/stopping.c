// How a process stops itself.
#define _GNU_SOURCE
#include "stopping.h"

#include <pthread.h>
#include <signal.h>

bool sgt_stop_by(int number, bool group) {
    struct sigaction stop = {.sa_handler = SIG_DFL};
    struct sigaction stop_before;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction continue_before;
    sigset_t set;
    sigset_t pending;
    sigset_t mask_before;
    // SIGCONT is blocked: if it is pending afterwards, the process was stopped; if not, the signal was discarded.
    sigemptyset(&set);
    sigaddset(&set, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &set, &mask_before);
    sigaction(number, &stop, &stop_before);
    if (group) kill(0, number);
    else raise(number);
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    // The process is stopped here.
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigaction(number, &stop_before, NULL);
    sigpending(&pending);
    bool stopped = sigismember(&pending, SIGCONT);
    // Ignoring a signal discards a pending one.
    sigaction(SIGCONT, &ignore, &continue_before);
    sigaction(SIGCONT, &continue_before, NULL);
    pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
    return stopped;
}
