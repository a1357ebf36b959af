// What happens before anything of Swift does.
#pragma once

#include <stdbool.h>

/// The names of the commands; NULL after the last. Those after the first two print and end, and need no guard.
const char *sandglass_command(int index);

/// Whether a command is called so.
bool sandglass_is_command(const char *name);

/// Whether a command line, without the program's name, asks for the browser: for anything that is no other command.
bool sandglass_may_browse(int count, char *const arguments[]);
