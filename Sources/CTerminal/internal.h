// What the C files of this target share.
#pragma once

#include "CTerminal.h"

#include <signal.h>
#include <sys/types.h>

/// The descriptors and marks that handlers and the main program both use.
typedef struct {
    /// The terminal itself; the cover goes there.
    int terminal;
    /// What ncurses and the painter write to: the terminal, or /dev/null while muted.
    int content;
    int null;
    /// What ncurses writes is gathered here and sent with one write.
    int gathered;
    /// The terminal by its place in the file system, to open it again after it was hung up.
    int place;
    volatile sig_atomic_t gathering;
    /// Something was painted for a screen that is gone: what is left of it must not be sent.
    volatile sig_atomic_t generation;
    volatile sig_atomic_t muted;
    volatile sig_atomic_t open;
    /// The process group that the terminal's foreground belongs to while the program has the screen.
    pid_t group;
} sgt_state;

extern sgt_state sgt;

enum { sgt_transition_capacity = 2048, sgt_cover_capacity = 1 << 18 };

typedef struct {
    size_t count;
    char bytes[sgt_transition_capacity];
} sgt_transition;

typedef struct {
    int columns;
    int rows;
    size_t count;
    char bytes[sgt_cover_capacity];
} sgt_cover;

/// What the browser and its guard both know. Only the pages that are used take memory.
typedef struct {
    /// Content may be on the terminal: whoever ends or stops the browser has to cover it.
    volatile sig_atomic_t live;
    /// The guard is covering: the browser must not touch the terminal.
    volatile sig_atomic_t held;
    /// The guard could not stop: the browser goes on, covered.
    volatile sig_atomic_t refused;
    /// Whether the cover is put up.
    volatile sig_atomic_t covers;
    /// Another program in the browser's process group has the terminal, and shows what it likes.
    volatile sig_atomic_t released;
    /// The process that a browser without a guard left behind to end that program; 0 where there is none.
    volatile pid_t ender;
    /// The process group of the guard, which the terminal goes back to.
    pid_t job;
    /// The browser is stopped: whatever the terminal shows is not its own.
    volatile sig_atomic_t asleep;
    /// The window's title is the program's name; the one before is on the terminal's stack.
    volatile sig_atomic_t named;
    volatile sig_atomic_t have_modes;
    /// The one that is shown; the other is being prepared, so that nobody sees a half-made cover.
    volatile sig_atomic_t current_cover;
    struct termios modes_before;
    struct termios modes_own;
    sgt_transition enter;
    sgt_transition leave;
    /// Keep the title and set the name; the title kept comes back.
    sgt_transition name;
    sgt_transition unname;
    sgt_cover covers_made[2];
} sgt_common_state;

/// Mapped by `sgt_share`, which everything that opens a terminal calls first.
extern sgt_common_state *sgt_common;
/// Maps what the two processes share; once. False: no memory.
bool sgt_share(void);

/// Writes everything, whatever interrupts it. False where the descriptor takes no more.
bool sgt_write_all(int descriptor, const char *bytes, size_t count);
