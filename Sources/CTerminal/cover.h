// What the handlers use of the cover.
#pragma once

#include <signal.h>
#include <stdbool.h>

/// Whether the terminal's foreground process group is ours.
bool sgt_in_front(void);
/// From here on content goes nowhere, a write that is under way too.
void sgt_mute(void);
/// Writes the cover for the present size.
void sgt_write_cover(void);
/// Covers, leaves the screen, restores the modes.
void sgt_go_away(void);
/// Sets the modes, takes the screen, covers.
void sgt_come_back(void);
void sgt_block_all(sigset_t *before);
void sgt_unblock_all(const sigset_t *before);
/// Tells the loop that everything has to be drawn.
void sgt_tell_resumed(void);
