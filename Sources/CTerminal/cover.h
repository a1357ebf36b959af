// What the handlers and the guard use of the cover.
#pragma once

#include <signal.h>
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
/// Ends the program that the terminal is lent to, in the process group of a browser that has died, and wipes.
/// Nothing where it is not lent, or where that program sleeps.
void sgt_end_lending(pid_t group);
/// Leaves a process behind that does this, and hands the terminal back. In a browser whose guard has died, before it
/// ends.
void sgt_leave_lending(void);
/// Gives the terminal to the job's group if it is still that of the browser, which has died.
void sgt_hand_back(pid_t browser);
/// Starts a process that does what the guard would have done, should the guard be killed together with the browser.
/// In the guard, with all signals blocked.
void sgt_start_witness(pid_t browser);
/// Sets the modes, takes the screen, covers.
void sgt_come_back(void);
void sgt_block_all(sigset_t *before);
void sgt_unblock_all(const sigset_t *before);
/// Tells the loop that everything has to be drawn.
void sgt_tell_resumed(void);
/// Stops by a signal's default action: the process, or with `group` its whole process group. False where the system
/// discarded it: the process group is orphaned, so that nobody could continue it.
bool sgt_stop_by(int number, bool group);
/// The process that guards this one; 0 where there is none.
extern pid_t sgt_guard_process;
/// The signal that tells the browser of the guard's end.
int sgt_guard_signal(void);
