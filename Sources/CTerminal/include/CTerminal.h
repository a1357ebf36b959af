// The parts of ncursesw that Swift cannot import, and the terminal code that runs inside signal handlers.
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

/// The capabilities of a terminal, known before its screen is opened.
typedef struct {
    /// 1: found; 0: no such description; -1: no terminfo database; -2: found, but the terminal is hardcopy or generic.
    int found;
    bool can_address_cursor;
    bool has_true_color;
    bool has_synchronized_output;
    int colors;
    int pairs;
} sgt_description;

/// Loads the terminfo description of `name`, which the functions below then query.
sgt_description sgt_describe(const char *name);
/// Returns a string capability, or NULL if the terminal does not have it.
const char *sgt_string(const char *capability);
/// Returns whether the terminal has a boolean capability.
bool sgt_flag(const char *capability);
/// Returns a string capability with its parameters filled in, or NULL. Valid until the next call.
const char *sgt_expand(const char *capability, int first, int second, int third);
/// Returns the description loaded last, with 24-bit colours added, as a value for TERMINFO; or NULL. The caller frees
/// it. In it, colours below 256 keep their meaning, and 0x1000000 + 0xrrggbb is a direct colour.
char *sgt_true_color_description(const char *name);
/// Sets LC_CTYPE from the environment. Returns whether its encoding is UTF-8.
bool sgt_set_locale(void);
/// Returns the number of cells the C library, and therefore ncurses, gives a character; -1 if it is not printable.
int sgt_wcwidth(uint32_t scalar);

// MARK: - ncurses

/// Opens the screen, writing to `content` and reading from `input`. Returns false if ncurses cannot.
bool sgt_open_screen(const char *name, int content, int input);
void sgt_start_colors(void);
/// Enables decoding of key sequences in ncurses and makes the terminal send them.
void sgt_enable_keypad(void);
/// Returns the next byte or key code, or ERR if there is no input.
int sgt_next_key(void);
int sgt_screen_rows(void);
int sgt_screen_columns(void);

/// Returns the number of colour pairs that the terminal's description allows, with its own.
int sgt_color_pairs(void);
void sgt_resize_screen(int rows, int columns);
/// Forces the next update to repaint every cell.
void sgt_repaint_all(void);
/// Moves the cursor to a position, and shows or hides it; with a negative `row`, it stays wherever output leaves it.
void sgt_place_cursor(int row, int column, bool shown);
/// Returns the number of the function key that a key code stands for, or 0.
int sgt_function_key(int code);

/// One cell, its text packed as the Screen module does; `attributes` and `pair` are ncurses values.
typedef struct {
    uint64_t text;
    uint32_t attributes;
    int32_t pair;
} sgt_cell;

/// Puts cells on the screen, beginning at the first column of a row.
void sgt_put_cells(int row, const sgt_cell *cells, int count);
/// Has the cells of some rows sent again with the next update, because the terminal shows something else there.
void sgt_redraw_rows(int row, int count);
/// Has ncurses compute the update, which is collected.
void sgt_compose_update(void);

/// Returns the ncurses bits for a set of attributes.
uint32_t sgt_attributes(bool bold, bool dim, bool italic, bool underline, bool reverse);

// MARK: - Output

/// Returns the descriptor for ncurses to write the terminal's content to, or -1 if it cannot be created.
int sgt_open_output(int terminal);
/// Starts collecting what ncurses writes, until it is sent.
void sgt_begin_gathering(void);
/// Appends the program's own bytes to the collected output.
void sgt_gather(const char *bytes, size_t count);
/// Sends the collected output with one write, as a synchronized update if `synchronized` is true. Returns false if the
/// terminal no longer accepts output.
bool sgt_send_gathered(bool synchronized);

// MARK: - Signals, cover, suspending and resuming

/// The messages in the signal pipe.
enum {
    SGT_TOLD_RESIZE = 'W',
    SGT_TOLD_RESUMED = 'R',
    /// The cover is up and the screen given back; the loop is to call `sgt_stop` soon.
    SGT_TOLD_SUSPEND = 'S',
    /// The program could not be stopped: the cover is up, and content is held back until `sgt_unmute`.
    SGT_TOLD_NOT_STOPPED = 'N',
    /// The signal number follows in the next byte.
    SGT_TOLD_END = 'E',
    /// ^\ was pressed; the loop is to call `sgt_notice_quit_key` soon.
    SGT_TOLD_QUIT_KEY = 'Q',
};

/// Installs the handlers. Call it before ncurses starts, which leaves handlers alone that are not the default. Returns
/// the end of the pipe to poll and read, or -1.
int sgt_install_signals(void);
/// Blocks every signal the terminal handles, in the calling thread.
void sgt_block_signals(void);
/// Unblocks every signal the terminal handles, in the calling thread.
void sgt_unblock_signals(void);
/// Saves the terminal's present modes. Returns false if the descriptor is not a terminal.
bool sgt_save_modes(int terminal);
/// Sets the terminal modes that the program uses.
void sgt_enter_modes(void);
/// Sets the bytes that take the screen and those that give it back. The bytes are copied.
void sgt_set_transitions(const char *enter, size_t enter_count, const char *leave, size_t leave_count);
/// Sets the cover's bytes, for a screen of this size, and those of the card with its rows, which stands on the shell's
/// screen while the program is stopped; no bytes for none. The bytes are copied.
void sgt_set_cover(
    const char *bytes, size_t count, int columns, int rows, const char *card, size_t card_count, int card_rows);
/// Sets the bytes that delete the pictures that the terminal keeps, which go before every cover. They are also sent
/// where the cover is not. Copied.
void sgt_set_deletion(const char *bytes, size_t count);
/// Sets whether the cover is written when the screen is given up (the default). Call it after `sgt_save_modes`.
void sgt_set_covers(bool covers);
/// Sets the bytes that save the window title and replace it with the program's name, and those that restore it. Copied.
void sgt_set_titles(const char *name, size_t name_count, const char *unname, size_t unname_count);
/// Replaces the window title with the program's name, or restores it.
void sgt_show_name(bool alone);
/// Sets whether a loop that hangs on SIGTSTP is stopped (the default) or ended.
void sgt_set_stops(bool stops);
/// Notes that the terminal was asked for its device attributes, the last of all questions. If the screen is given back
/// before it has answered, the answers are awaited briefly and discarded, so that no shell gets them.
void sgt_await_answer(void);
/// Notes that it has answered.
void sgt_end_answer(void);
/// Acknowledges ^\: a loop that does not within a second hangs, and the program ends.
void sgt_notice_quit_key(void);
/// Acknowledges a suspension: grants the loop five seconds for its work before `sgt_stop`.
void sgt_notice_leaving(void);
/// Stops the process if a suspension is pending; returns when it is continued.
void sgt_stop(void);
/// Returns for how many seconds the program was stopped before it took the screen again, and forgets that; 0 if it was
/// not, or if nothing noticed the stop.
int sgt_seconds_away(void);
/// Cancels a pending suspension; the screen stays given back.
void sgt_cancel_stop(void);
/// Covers and suspends, as on SIGTSTP, if the program is not in the terminal's foreground process group.
void sgt_look_for_terminal(void);
/// Stops the process until it is in the terminal's foreground. Call it before `sgt_install_signals`.
void sgt_await_foreground(int terminal);
/// Writes bytes, at most 63, that erase what a program without a guard has printed if it crashes, and discards what was
/// typed then.
void sgt_erase_on_crash(const char *bytes, size_t size);
/// Returns whether a terminal is the controlling terminal of this process, so that its keys send signals to it.
bool sgt_is_controlling(int terminal);
/// Returns a descriptor that becomes readable when another process may have written to the terminal, or -1.
int sgt_watch_terminal(void);

// MARK: - The guard

/// Forks. The parent becomes the guard of the terminal and never returns; the child, the browser, returns true, in a
/// new process group in the foreground. Returns false if there is no guard; the program can run without one. Call it
/// before any thread is started.
bool sgt_start_guard(void);
/// Returns whether the process has a guard.
bool sgt_has_guard(void);
/// Sets whether the program has the terminal, so that handlers cover and restore it.
void sgt_set_open(bool open);
/// Sets whether the terminal, after `sgt_leave`, is released to a program in this process group. That program is ended
/// when the browser dies.
void sgt_set_released(bool released);
/// Scrolls the terminal, after `sgt_leave`, until it is empty, so that erasing another program's output erases nothing
/// else. Does nothing without a cover, or if nothing else is there.
void sgt_make_room(void);
/// Erases what another program has left on the terminal, on both screens. Does nothing without a cover.
void sgt_erase_output(void);
/// Writes the cover at once, bypassing ncurses.
void sgt_cover_now(void);
/// Returns whether ncurses output is discarded because the cover must stay.
bool sgt_is_muted(void);
/// Lets content through again.
void sgt_unmute(void);
/// Covers, then gives back the screen and restores the terminal's modes. Does nothing if that was done already.
void sgt_leave(void);
/// Takes the screen again, sets the program's modes, and covers.
void sgt_enter(void);
/// Ends the process by a signal's default action, after `sgt_leave`.
void sgt_end_by_signal(int number);
/// Gets the terminal's size; returns false if it is unknown.
bool sgt_window_size(int *columns, int *rows);
/// Gets the size of a cell in pixels; returns false if the terminal does not tell it.
bool sgt_cell_pixels(int *width, int *height);
/// Returns the number of bytes waiting to be read from `descriptor`, or -1.
int sgt_bytes_waiting(int descriptor);
