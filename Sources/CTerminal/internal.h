// Declarations shared by the C files of this target.
#pragma once

#include "CTerminal.h"

#include <signal.h>
#include <sys/types.h>

/// The descriptors and flags that both the handlers and the main program use.
typedef struct {
    /// The terminal itself; the cover is written to it.
    int terminal;
    /// The destination of ncurses and the painter: the terminal, `gathered` while collecting, or /dev/null while muted.
    int content;
    int null;
    /// A file in memory that collects what ncurses writes, to be sent with one write.
    int gathered;
    /// An O_PATH descriptor of the terminal, to open it again after a hangup.
    int place;
    volatile sig_atomic_t gathering;
    /// Incremented when the screen is given up, so that the rest of a paint in progress is not sent.
    volatile sig_atomic_t generation;
    volatile sig_atomic_t muted;
    volatile sig_atomic_t open;
    /// The process group that is in the terminal's foreground while the program has the screen.
    pid_t group;
} sgt_state;

extern sgt_state sgt;

/// The process that guards this one; 0 if there is none.
extern pid_t sgt_guard_process;

enum { sgt_transition_capacity = 2048, sgt_cover_capacity = 1 << 18, sgt_card_capacity = 2048 };

typedef struct {
    size_t count;
    char bytes[sgt_transition_capacity];
} sgt_transition;

typedef struct {
    int columns;
    int rows;
    size_t count;
    /// The rows of the card, which stands on the shell's screen while the program is stopped; 0 if there is none.
    int card_rows;
    size_t card_count;
    char card[sgt_card_capacity];
    char bytes[sgt_cover_capacity];
} sgt_cover;

/// The state that the browser and its guard share. Only the pages that are used take up memory.
typedef struct {
    /// Content may be on the terminal: a process that ends or stops the browser has to cover it.
    volatile sig_atomic_t live;
    /// The guard is covering: the browser must not touch the terminal.
    volatile sig_atomic_t held;
    /// The guard could not stop the job: the browser continues, covered.
    volatile sig_atomic_t refused;
    /// Whether the cover is written when the screen is given up.
    volatile sig_atomic_t covers;
    /// Another program in the browser's process group has the terminal and is responsible for its contents.
    volatile sig_atomic_t released;
    /// The process that was started for that; 0 if there is none. A shell with job control runs in a separate group.
    volatile pid_t borrower;
    /// The process that restores the terminal if the browser is killed while it asks for a passphrase; 0 if it does not.
    volatile pid_t asker;
    /// The process that a browser without a guard has left behind to end that program; 0 if there is none.
    volatile pid_t ender;
    /// The guard has done all that was to be done after the browser's end, and ends itself.
    volatile sig_atomic_t finished;
    /// The process group of the guard, which gets the terminal back.
    pid_t job;
    /// The process group of the process that started the guard, usually a shell.
    pid_t starter;
    /// The terminal below the browser's screen is blank or holds another program's output, which may be erased.
    volatile sig_atomic_t has_room;
    /// The second of the boot-time clock, which also counts while the computer sleeps, since when the screen is given up
    /// because the browser stops; 0 if it is not.
    volatile sig_atomic_t away_since;
    /// For how many seconds it was, when the browser took it again last, until the loop has asked.
    volatile sig_atomic_t seconds_away;
    /// The rows of the card that stands at the end of the shell's screen, as long as nobody else has written there.
    volatile sig_atomic_t card_rows;
    /// The browser is stopped: the terminal's contents are not the browser's.
    volatile sig_atomic_t asleep;
    /// The window title is the program's name; the previous one is on the terminal's title stack.
    volatile sig_atomic_t named;
    volatile sig_atomic_t have_modes;
    /// The terminal was asked something: the second of the monotonic clock until which its answer may come. 0 if nothing
    /// is to come.
    volatile sig_atomic_t answer_due;
    /// Until when a shell must not get the screen without that answer: milliseconds of the monotonic clock, in 31 bits.
    volatile sig_atomic_t answer_end;
    /// The index of the cover in use. The other is the one being prepared, so that a half-made cover is never shown.
    volatile sig_atomic_t current_cover;
    struct termios modes_before;
    struct termios modes_own;
    sgt_transition enter;
    sgt_transition leave;
    /// Saves the title and sets the program's name; `unname` restores the saved title.
    sgt_transition name;
    sgt_transition unname;
    sgt_cover covers_made[2];
    /// The index of the deletion in use; the other is the one being prepared.
    volatile sig_atomic_t current_deletion;
    /// Deletes the pictures that the terminal keeps.
    sgt_transition deletions[2];
} sgt_common_state;

/// Mapped by `sgt_share`, which is called before anything opens a terminal.
extern sgt_common_state *sgt_common;
/// Maps the shared state, once. Returns false if memory cannot be mapped.
bool sgt_share(void);

/// Writes all bytes, retrying after interruptions. Returns false if the descriptor no longer accepts output.
bool sgt_write_all(int descriptor, const char *bytes, size_t count);

/// Returns whether a process group has no member; zombies are members until they are reaped.
bool sgt_is_empty(pid_t group);
/// Returns whether no member of a process group is alive; there may be zombies.
bool sgt_has_ended(pid_t group);
/// Returns whether no member of a process group runs: each is stopped or has ended.
bool sgt_has_stopped(pid_t group);
/// Returns whether a process group that the terminal belonged to has ended, and the terminal still belongs to it.
bool sgt_has_lost(pid_t owner);
/// Looks every hundredth of a second whether a condition holds for a process or a group. Returns whether it did in time.
bool sgt_await(bool (*condition)(pid_t), pid_t process, int hundredths);

enum { sgt_group_capacity = 16 };

typedef struct {
    int count;
    pid_t groups[sgt_group_capacity];
} sgt_group_list;

/// Finds the process groups of a shell's jobs whose output is the terminal, as many as there is room for.
void sgt_find_jobs(pid_t shell, sgt_group_list *found);
