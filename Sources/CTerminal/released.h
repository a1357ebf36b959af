// The program that has the terminal while the browser has released it.
#pragma once

#include <sys/types.h>

/// Stops the program that has the released terminal, in the process group of a browser that was stopped, and wipes the
/// screen. Does nothing if the terminal is not released.
void sgt_cover_borrower(pid_t group);
/// Ends the program that has the released terminal, in the process group of a browser that has died, and wipes the
/// screen. Does nothing if the terminal is not released or the browser was stopped.
void sgt_end_borrower(pid_t group);
/// Forks a process that does the same and hands back the terminal. Called by a browser whose guard has died, before the
/// browser exits.
void sgt_leave_ender(void);
/// Gives the terminal to the job's process group, or to the shell's if the job has ended, if it belongs to the dead
/// browser's group or to one that no longer exists.
void sgt_hand_back(pid_t browser);
