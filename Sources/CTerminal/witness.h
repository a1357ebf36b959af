// The process that stands in for the guard.
#pragma once

#include <signal.h>
#include <sys/types.h>

/// Starts a process that does the guard's work if the guard is killed together with the browser. Called by the guard,
/// with all signals blocked.
void sgt_start_witness(pid_t browser);
