// Which signals are held back, and when. Below all other files of this target: whatever shares state with a handler
// blocks signals while it changes it.
#pragma once

#include <signal.h>
#include <stddef.h>

/// Calls the statement behind it with each signal number of an array.
#define each(signal, list) \
    for (size_t i_ = 0, signal; i_ < sizeof list / sizeof *list && (signal = (size_t)list[i_], 1); i_++)

enum { sgt_crash_count = 6 };
/// The signals of a thread's own faults, which are never blocked.
extern const int sgt_crash_signals[sgt_crash_count];

/// Blocks everything but crashes, and says what was blocked before.
void sgt_block_all(sigset_t *before);
void sgt_unblock_all(const sigset_t *before);
/// The signal that tells the browser of the guard's end.
int sgt_guard_signal(void);
