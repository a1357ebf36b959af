// How a process stops.
#pragma once

#include <stdbool.h>

/// Stops by a signal's default action: the process, or with `group` its whole process group. False where the system
/// discarded it: the process group is orphaned, so that nobody could continue it.
bool sgt_stop_by(int number, bool group);
