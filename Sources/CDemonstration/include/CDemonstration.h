// The files that the demonstration container is made of.
#pragma once

#include <stddef.h>

/// A file that is built into the program.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} demonstration_file;

/// Returns the contents of a file by its name; `bytes` is NULL if there is none of this name.
demonstration_file demonstration_file_named(const char *name);
