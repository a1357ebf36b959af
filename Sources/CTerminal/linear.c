// What the linear mode leaves behind when it crashes: nothing that it printed. It has no guard.
#define _GNU_SOURCE
#include "CTerminal.h"
#include "internal.h"
#include "masks.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static char erasure[64];
static size_t erasure_size;

static void on_linear_crash(int number) {
    sgt_write_all(STDOUT_FILENO, erasure, erasure_size);
    // What was typed was not meant for a shell.
    tcflush(STDIN_FILENO, TCIFLUSH);
    // The runtime's report shows memory. SA_RESETHAND has given the signal its usual effect.
    raise(number);
}

void sgt_erase_on_crash(const char *bytes, size_t size) {
    erasure_size = size < sizeof erasure ? size : 0;
    memcpy(erasure, bytes, erasure_size);
    sgt_use_signal_stack();
    struct sigaction crash = {.sa_handler = on_linear_crash, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    sigemptyset(&crash.sa_mask);
    each(number, sgt_crash_signals) sigaction((int)number, &crash, NULL);
}
