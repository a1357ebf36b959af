// What the C files of this target share.
#pragma once

#include "CTerminal.h"

#include <signal.h>

/// The descriptors and marks that handlers and the main program both use.
typedef struct {
    /// The terminal itself; the cover goes there.
    int terminal;
    /// What ncurses and the painter write to: the terminal, or /dev/null while muted.
    int content;
    int null;
    /// What ncurses writes is gathered here and sent with one write.
    int gathered;
    volatile sig_atomic_t gathering;
    /// Something was painted for a screen that is gone: what is left of it must not be sent.
    volatile sig_atomic_t generation;
    volatile sig_atomic_t muted;
    volatile sig_atomic_t open;
    /// Something was sent, so that there is a screen to give back.
    volatile sig_atomic_t entered;
} sgt_state;

extern sgt_state sgt;

/// Writes everything, whatever interrupts it. False where the descriptor takes no more.
bool sgt_write_all(int descriptor, const char *bytes, size_t count);
