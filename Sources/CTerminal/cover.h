// What the handlers and the guard use of the cover.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/// Opens the terminal again after it was hung up.
bool sgt_open_again(void);
/// Whether the terminal's foreground process group is ours.
bool sgt_in_front(void);
/// From here on content goes nowhere, a write that is under way too.
void sgt_mute(void);
/// Writes the cover for the present size.
bool sgt_write_cover(void);
/// Covers, leaves the screen, restores the modes. Whatever of it was done already is not done again.
void sgt_go_away(void);
/// Erases everything that any program may have left on the screen and below it, and gives the screen back.
void sgt_wipe(void);
/// Sets the terminal's modes as they were before, whatever they are.
void sgt_force_modes(void);
/// Sets the modes, takes the screen, covers.
void sgt_come_back(void);
/// The process that guards this one; 0 where there is none.
extern pid_t sgt_guard_process;
