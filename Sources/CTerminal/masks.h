// Which signals are blocked, and when. The lowest file of this target: code that shares state with a handler blocks
// signals while it changes that state.
#pragma once

#include <signal.h>
#include <stddef.h>

/// Runs the statement that follows with each signal number of an array.
#define each(signal, list) \
    for (size_t i_ = 0, signal; i_ < sizeof list / sizeof *list && (signal = (size_t)list[i_], 1); i_++)

enum { sgt_crash_count = 6 };
/// The signals of a thread's own faults, which are never blocked.
extern const int sgt_crash_signals[sgt_crash_count];

/// Gives this thread another stack for handlers, which those of a stack overflow need, unless it has one.
void sgt_use_signal_stack(void);

/// Blocks every signal except crashes, and stores the previous mask in `before`.
void sgt_block_all(sigset_t *before);
void sgt_unblock_all(const sigset_t *before);
/// Returns the signal that informs the browser of the guard's death.
int sgt_guard_signal(void);
