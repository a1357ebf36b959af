// The process that stands in for the guard.
#pragma once

#include <sys/types.h>

/// Starts a process that does what the guard would have done, should the guard be killed together with the browser.
/// In the guard, with all signals blocked.
void sgt_start_witness(pid_t browser);
