// Messages from the signal handlers to the event loop, through a pipe.
#define _GNU_SOURCE
#include "events.h"

#include <fcntl.h>
#include <unistd.h>

static int told[2] = {-1, -1};

int sgt_open_events(void) { return pipe2(told, O_CLOEXEC | O_NONBLOCK) == 0 ? told[0] : -1; }

void sgt_tell(const char *bytes, size_t count) {
    ssize_t ignored = write(told[1], bytes, count);
    (void)ignored;
}

void sgt_tell_resumed(void) { sgt_tell("R", 1); }
