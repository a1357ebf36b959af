// What happens before anything of Swift does.
#pragma once

#include <stdbool.h>

/// The commands that print and end, which need no guard; NULL after the last.
const char *sandglass_printing_command(int index);

/// Whether a command line, without the program's name, asks for the browser: for anything that is no other command.
bool sandglass_may_browse(int count, char *const arguments[]);
