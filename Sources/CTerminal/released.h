// The program that has the terminal while the browser has released it.
#pragma once

#include <sys/types.h>

/// Ends the program that the terminal is released to, in the process group of a browser that has died, and wipes.
/// Nothing where it is not released, or where that program sleeps.
void sgt_end_borrower(pid_t group);
/// Leaves a process behind that does this, and hands the terminal back. In a browser whose guard has died, before it
/// ends.
void sgt_leave_ender(void);
/// Gives the terminal to the job's group if it is still that of the browser, which has died.
void sgt_hand_back(pid_t browser);
