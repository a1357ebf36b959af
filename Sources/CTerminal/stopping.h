// How a process stops itself.
#pragma once

#include <stdbool.h>

/// Stops the process, or its whole process group if `group` is true, by a signal's default action. Returns false if the
/// system discarded the signal: the process group is orphaned, and no process could continue it.
bool sgt_stop_by(int number, bool group);
