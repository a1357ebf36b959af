// What a release says of itself: its version, what changed, and the notices of what is linked into it.
#pragma once

#include <stddef.h>

/// A text that is built into the program: UTF-8, not terminated.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} sandglass_text;

/// Returns version, commit and date of the commit, each followed by a line feed; an empty string in a program that is
/// not a release.
const char *sandglass_release_stamp(void);

/// Returns `.github/CHANGELOG.md`.
sandglass_text sandglass_news(void);

/// Returns what is to be said of the program's own licence: the one place for it.
sandglass_text sandglass_licence(void);

/// Returns how to link the program with other versions of the libraries under the LGPL.
sandglass_text sandglass_relinking(void);

/// Returns the notices of all that is linked, or a list of them in a development build, marked up as `HelpText` reads it.
sandglass_text sandglass_notices(void);
