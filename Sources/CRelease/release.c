#include "CRelease.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

enum { stamp_size = 128 };

/// `.ci/release` writes the stamp into this section of a finished program, so that a release is what was tested but for
/// these bytes, and a build from a checkout needs nothing to say that it is none. Neither constant nor static: the
/// compiler must not know what is in it.
extern char sandglass_stamp[stamp_size];
__attribute__((section(".sandglass.stamp"))) char sandglass_stamp[stamp_size] = "";

const char *sandglass_release_stamp(void) { return sandglass_stamp; }

static const unsigned char news[] = {
#embed "../../.github/CHANGELOG.md"
};

sandglass_text sandglass_news(void) { return (sandglass_text){news, sizeof news}; }

static const unsigned char licence[] = {
#embed "licence.txt"
};

sandglass_text sandglass_licence(void) { return (sandglass_text){licence, sizeof licence}; }

static const unsigned char relinking[] = {
#embed "relinking.txt"
};

sandglass_text sandglass_relinking(void) { return (sandglass_text){relinking, sizeof relinking}; }

// `.ci/release` makes the texts from what is linked; any other build has a list of them.
#ifndef SANDGLASS_NOTICES
#define SANDGLASS_NOTICES "components.txt"
#endif
static const unsigned char notices[] = {
#embed SANDGLASS_NOTICES
};

sandglass_text sandglass_notices(void) { return (sandglass_text){notices, sizeof notices}; }
