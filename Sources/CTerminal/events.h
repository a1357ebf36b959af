// What handlers tell the loop, through a pipe.
#pragma once

#include <stddef.h>

/// Opens the pipe. Returns the end that the loop reads from, or -1.
int sgt_open_events(void);
/// Writes to the pipe; what does not fit is dropped, since the loop has enough to do then.
void sgt_tell(const char *bytes, size_t count);
/// Tells the loop that everything has to be drawn.
void sgt_tell_resumed(void);
