// The process that stands in for the guard.
#pragma once

#include <signal.h>
#include <sys/types.h>

/// Starts a process that does the guard's work if the guard is killed together with the browser. Called by the guard,
/// with all signals blocked.
void sgt_start_witness(pid_t browser);

/// Waits for a signal that guard and witness handle, and returns its number; -1 if there was none. At the first pause,
/// the memory of the code that this process does not run is returned: not earlier, while the browser starts.
int sgt_await_signal(const sigset_t *signals);
