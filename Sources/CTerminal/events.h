// Messages from the signal handlers to the event loop, through a pipe.
#pragma once

#include <stddef.h>

/// Opens the pipe. Returns the end that the loop reads, or -1.
int sgt_open_events(void);
/// Writes a message to the pipe. It is dropped if the pipe is full, since the loop then has enough to read.
void sgt_tell(const char *bytes, size_t count);
/// Tells the loop to redraw everything.
void sgt_tell_resumed(void);
