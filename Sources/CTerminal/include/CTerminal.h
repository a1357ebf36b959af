// What Swift cannot import of ncursesw, and the parts of the terminal that run inside signal handlers.
#pragma once

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <locale.h>
#include <ncurses.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

// MARK: - Terminal description

/// What is known of a terminal before its screen is opened.
typedef struct {
    /// 1: found, 0: no such description, -1: no database; -2: found, but for "hardcopy" or generic terminals.
    int found;
    bool can_address_cursor;
    bool has_true_color;
    bool has_synchronized_output;
    int colors;
    int pairs;
} sgt_description;

/// Reads the description of `name`. Afterwards the capabilities can be asked for.
sgt_description sgt_describe(const char *name);
/// A string capability, or NULL.
const char *sgt_string(const char *capability);
/// Whether a boolean capability is there.
bool sgt_flag(const char *capability);
/// A string capability with numbers put in. Valid until the next call.
const char *sgt_expand(const char *capability, int first, int second, int third);
/// The description read last, with colours of 24 bits put in: a value for TERMINFO, or NULL. To be freed.
/// A colour below 256 stays what it is, and 0x1000000 + 0xrrggbb is a colour by its components.
char *sgt_true_color_description(const char *name);
/// Sets the locale of characters from the environment; says whether it is a UTF-8 one.
bool sgt_set_locale(void);
/// How many cells the C library, and so ncurses, gives a character; -1 for one that cannot be shown.
int sgt_wcwidth(uint32_t scalar);

// MARK: - ncurses

/// Opens the screen on `content` (for writing) and `input`.
bool sgt_open_screen(const char *name, int content, int input);
void sgt_start_colors(void);
/// Makes ncurses know key sequences and the terminal send them.
void sgt_enable_keypad(void);
/// The next byte or key code; ERR where nothing has come.
int sgt_next_key(void);
int sgt_screen_rows(void);
int sgt_screen_columns(void);
void sgt_resize_screen(int rows, int columns);
/// Makes the next update repaint every cell.
void sgt_repaint_all(void);
/// Shows the cursor at a place, or hides it where `row` is negative.
void sgt_place_cursor(int row, int column);
/// The number of a function key, or 0.
int sgt_function_key(int code);

/// One cell as the room Screen packs it; `attributes` and `pair` are ncurses's.
typedef struct {
    uint64_t text;
    uint32_t attributes;
    int32_t pair;
} sgt_cell;

/// Puts cells on the screen from a place on.
void sgt_put_cells(int row, int column, const sgt_cell *cells, int count);
/// Hands what was put to ncurses's update and sends it. `synchronized` brackets it as one update.
/// Returns false where the terminal takes no more.
bool sgt_update(bool synchronized);

/// Attributes as ncurses spells them.
uint32_t sgt_attributes(bool bold, bool dim, bool italic, bool underline, bool reverse);

// MARK: - Output

/// The terminal's descriptor for ncurses; what it writes is gathered and sent at once. -1: cannot be made.
int sgt_open_output(int terminal);
/// From here on what ncurses writes is gathered.
void sgt_begin_gathering(void);
/// Adds bytes of our own to what is gathered.
void sgt_gather(const char *bytes, size_t count);
/// Sends what was gathered with one write.
bool sgt_send_gathered(bool synchronized);

// MARK: - Signals, the cover, leaving and coming back

/// What the signal pipe tells.
enum {
    SGT_TOLD_RESIZE = 'W',
    SGT_TOLD_RESUMED = 'R',
    /// The cover is up, the screen given back: `sgt_stop` is to be called soon.
    SGT_TOLD_SUSPEND = 'S',
    /// The program could not be stopped: the cover is up, content held back until `sgt_unmute`.
    SGT_TOLD_NOT_STOPPED = 'N',
    /// The signal's number follows in the next byte.
    SGT_TOLD_END = 'E',
};

/// Installs the handlers; before ncurses, which leaves those alone that are not default.
/// Returns the end of the pipe to poll and read, or -1.
int sgt_install_signals(void);
/// Blocks, in the calling thread, every signal the terminal handles.
void sgt_block_signals(void);
/// Unblocks the signals the terminal handles, in the calling thread.
void sgt_unblock_signals(void);
/// Remembers the modes of the terminal as they were; false where it is no terminal.
bool sgt_save_modes(int terminal);
/// Puts the terminal in the modes of the program.
void sgt_enter_modes(void);
/// The bytes that take the screen, and those that give it back. Copied.
void sgt_set_transitions(const char *enter, size_t enter_count, const char *leave, size_t leave_count);
/// The cover's bytes for a screen of this size. Copied.
void sgt_set_cover(const char *bytes, size_t count, int columns, int rows);
/// Whether the cover is put up (the default) when the screen is left. Comes after `sgt_save_modes`.
void sgt_set_covers(bool covers);
/// The bytes that keep the window's title and set the program's name, and those that bring the title back. Copied.
void sgt_set_titles(const char *name, size_t name_count, const char *unname, size_t unname_count);
/// Sets the window's title to the program's name alone, or brings back what it was.
void sgt_show_name(bool alone);
/// Whether a loop that hangs is stopped when SIGTSTP comes (the default), or ended.
void sgt_set_stops(bool stops);
/// The loop has heard of the suspension, and gets some seconds for what it has to put away before `sgt_stop`.
void sgt_notice_leaving(void);
/// Stops, if the loop was told to; returns when the program goes on.
void sgt_stop(void);
/// Leaves it at the screen given back: the stop that the loop was told of is not wanted any more.
void sgt_cancel_stop(void);
/// Covers, as for SIGTSTP, if the terminal's foreground belongs to others.
void sgt_look_for_terminal(void);
/// Waits, stopped, until the terminal's foreground is ours; before `sgt_install_signals`.
void sgt_await_foreground(int terminal);
/// Whether a terminal is the controlling one of this process, so that its keys send us signals.
bool sgt_is_controlling(int terminal);
/// Tells, by becoming readable, that somebody else may have written to the terminal. -1: the system does not tell.
int sgt_watch_terminal(void);

// MARK: - The guard

/// Splits the process in two. The one that waits guards the terminal and never returns; the browser does, in a process
/// group of its own that has the foreground. False: there is no guard, and all goes on without. Before any thread.
bool sgt_start_guard(void);
/// Whether there is a guard.
bool sgt_has_guard(void);
/// From here on the terminal is the program's; handlers cover and restore it.
void sgt_set_open(bool open);
/// Whether the terminal, given away by `sgt_leave`, is released to a program in our process group, which then ends with us.
void sgt_set_released(bool released);
/// Writes the cover at once, past ncurses.
void sgt_cover_now(void);
/// Whether what ncurses writes goes nowhere, since the cover must stay.
bool sgt_is_muted(void);
/// Lets content through again.
void sgt_unmute(void);
/// Covers, gives the screen and the modes back. Nothing if that was done already.
void sgt_leave(void);
/// Takes the screen and the modes again, and covers.
void sgt_enter(void);
/// Ends the process with a signal's default action after `sgt_leave`.
void sgt_end_by_signal(int number);
/// The terminal's size; false where it cannot be told.
bool sgt_window_size(int *columns, int *rows);
/// Bytes that wait to be read on `descriptor`, or -1.
int sgt_bytes_waiting(int descriptor);
