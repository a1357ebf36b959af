// The code that runs before any Swift code.
#pragma once

#include <stdbool.h>

/// Returns the name of a command; NULL after the last.
const char *sandglass_command(int index);

/// Returns whether there is a command of this name.
bool sandglass_is_command(const char *name);

/// Returns whether a command line, without the program's name, may start the browser: it names no command that only
/// prints, and has no option that does.
bool sandglass_may_browse(int count, char *const arguments[]);

/// Returns the descriptor of the original standard output, as it was when the program started.
int sandglass_standard_output(void);
