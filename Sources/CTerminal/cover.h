// The functions of the cover that the signal handlers and the guard use.
#pragma once

#include <stdbool.h>

/// Opens the terminal again after a hangup. Returns false if it cannot.
bool sgt_open_again(void);
/// Returns whether the program's process group is in the terminal's foreground.
bool sgt_in_front(void);
/// Discards all content from here on, including a write in progress.
void sgt_mute(void);
/// Writes the cover for the present size. Returns false if the terminal no longer accepts output.
bool sgt_write_cover(void);
/// Covers, gives back the screen and restores the modes, skipping steps already done.
void sgt_go_away(void);
/// The same before a stop: notes the time, and leaves the card on the shell's screen if the job still has the
/// terminal.
void sgt_go_to_sleep(void);
/// Erases the card, because the stop was refused and no shell has written below it.
void sgt_take_card_back(void);
/// Erases everything that any program may have left on either screen, and gives back the screen.
void sgt_wipe(void);
/// Restores the saved terminal modes, whatever the present ones are.
void sgt_force_modes(void);
/// Sets the program's modes, takes the screen, and covers.
void sgt_come_back(void);
