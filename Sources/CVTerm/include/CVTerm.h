// An in-memory terminal (libvterm) and a process on a pseudo-terminal, for tests of interactive programs.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

typedef struct cvt_terminal cvt_terminal;

typedef enum { CVT_COLOR_DEFAULT, CVT_COLOR_INDEXED, CVT_COLOR_RGB } cvt_color_kind;

typedef struct {
    cvt_color_kind kind;
    uint8_t index, red, green, blue;
} cvt_color;

/// One cell; the second cell of a wide character has width 0.
typedef struct {
    uint32_t scalars[6];
    int scalar_count;
    int width;
    bool bold, italic, underline, reverse;
    cvt_color foreground, background;
} cvt_cell;

cvt_terminal *cvt_new(int rows, int columns);
void cvt_free(cvt_terminal *terminal);
/// Processes output of the program.
void cvt_feed(cvt_terminal *terminal, const char *bytes, size_t count);
/// Reads the terminal's replies to queries; returns the number of bytes read.
size_t cvt_answer(cvt_terminal *terminal, char *bytes, size_t capacity);
void cvt_resize(cvt_terminal *terminal, int rows, int columns);
cvt_cell cvt_cell_at(const cvt_terminal *terminal, int row, int column);
bool cvt_is_alternate_screen(const cvt_terminal *terminal);
bool cvt_is_cursor_visible(const cvt_terminal *terminal);
void cvt_cursor(const cvt_terminal *terminal, int *row, int *column);
/// Returns the lines that have scrolled off into the scrollback, each followed by a line feed. Like the strings below,
/// valid until the terminal is fed again.
const char *cvt_scrollback_text(const cvt_terminal *terminal);
/// Returns the window title or icon name as last set; the title stack is not supported.
const char *cvt_title(const cvt_terminal *terminal);
const char *cvt_icon_name(const cvt_terminal *terminal);

/// Starts a program as the leader of a new session on a new pseudo-terminal. Returns its process ID or -errno.
int cvt_spawn(const char *path, char *const arguments[], char *const environment[], const char *directory, int rows,
              int columns, int *controller);
/// Returns the number of bytes sent to the terminal that the program has not read, or -errno.
int cvt_unread(int controller);
/// Resizes the terminal; the kernel sends SIGWINCH.
int cvt_set_window_size(int controller, int rows, int columns);
/// Reads the terminal's modes through the controlling side.
int cvt_get_modes(int controller, struct termios *modes);
/// Returns the terminal's foreground process group, or -1.
int cvt_foreground_group(int controller);
