// Which signals are blocked, and when.
#define _GNU_SOURCE
#include "masks.h"
#include "CTerminal.h"

#include <pthread.h>
#include <signal.h>

static const int loop_signals[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGWINCH, SIGALRM,
};
const int sgt_crash_signals[sgt_crash_count] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};

void sgt_use_signal_stack(void) {
    static char stack[1 << 16];
    stack_t current;
    if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&other, NULL);
}

void sgt_block_all(sigset_t *before) {
    sigset_t all;
    sigfillset(&all);
    // Crashes belong to the thread itself and cannot be deferred.
    each(number, sgt_crash_signals) sigdelset(&all, (int)number);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

void sgt_unblock_all(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }

int sgt_guard_signal(void) { return SIGRTMIN + 8; }

static void change_loop_signals(int how) {
    sigset_t set;
    sigemptyset(&set);
    each(number, loop_signals) sigaddset(&set, (int)number);
    sigaddset(&set, sgt_guard_signal());
    pthread_sigmask(how, &set, NULL);
}

void sgt_block_signals(void) { change_loop_signals(SIG_BLOCK); }
void sgt_unblock_signals(void) { change_loop_signals(SIG_UNBLOCK); }
