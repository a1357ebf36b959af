// The commands, for code that needs them before any Swift code has run.
//
// Made of CommandSection.all in Sources/sandglass/Help. CommandNamesTests compares it with that list, and rewrites it
// if SANDGLASS_REWRITE_COMMANDS=1 is in the environment.
#pragma once

#include <stdbool.h>

static const struct command {
    const char *name;
    // Whether it has the option --no-guard.
    bool takes_screen;
} commands[] = {
    {"browse", true},
    {"demo", true},
    {"run", true},
    {"advise", false},
    {"app-info", false},
    {"apps", false},
    {"audit", false},
    {"backup", false},
    {"backup-set", false},
    {"cp", false},
    {"deliver", false},
    {"devices", false},
    {"diff", false},
    {"edit", false},
    {"exclude", false},
    {"explain", false},
    {"export", false},
    {"find", false},
    {"grep", false},
    {"hash", false},
    {"help", false},
    {"import", false},
    {"include", false},
    {"info", false},
    {"journal", false},
    {"keep", false},
    {"keeps", false},
    {"keys", false},
    {"ls", false},
    {"manual", false},
    {"mkdir", false},
    {"mv", false},
    {"new", false},
    {"pack", false},
    {"purge", false},
    {"recent", false},
    {"redo", false},
    {"rename", false},
    {"reset", false},
    {"restore", false},
    {"rm", false},
    {"set", false},
    {"show", false},
    {"snapshots", false},
    {"sql", false},
    {"themes", false},
    {"timeline", false},
    {"undo", false},
    {"unpack", false},
    {"usage", false},
    {"verdict", false},
    {"verify", false},
    {"watch", false},
};
