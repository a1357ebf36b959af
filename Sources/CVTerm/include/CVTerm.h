// A terminal in memory (libvterm) and a process on a pseudo terminal: what tests look at programs with.
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

/// One cell; a wide character's second cell has width 0.
typedef struct {
    uint32_t scalars[6];
    int scalar_count;
    int width;
    bool bold, italic, underline, reverse;
    cvt_color foreground, background;
} cvt_cell;

cvt_terminal *cvt_new(int rows, int columns);
void cvt_free(cvt_terminal *terminal);
/// What the program wrote.
void cvt_feed(cvt_terminal *terminal, const char *bytes, size_t count);
/// What the terminal answers to queries; returns how many bytes were taken out of its buffer.
size_t cvt_answer(cvt_terminal *terminal, char *bytes, size_t capacity);
void cvt_resize(cvt_terminal *terminal, int rows, int columns);
cvt_cell cvt_cell_at(const cvt_terminal *terminal, int row, int column);
bool cvt_is_alternate_screen(const cvt_terminal *terminal);
bool cvt_is_cursor_visible(const cvt_terminal *terminal);
void cvt_cursor(const cvt_terminal *terminal, int *row, int *column);
/// How many lines were pushed into the scrollback.
int cvt_scrollback_count(const cvt_terminal *terminal);
/// Those lines, each with a line feed. Valid until the terminal is fed again, as those below.
const char *cvt_scrollback_text(const cvt_terminal *terminal);
/// The window's title and the icon's name, as last set; the stack of titles is not known here.
const char *cvt_title(const cvt_terminal *terminal);
const char *cvt_icon_name(const cvt_terminal *terminal);

/// Starts a program as the leader of a new session on a new pseudo terminal.
/// Returns its process id, or minus an error number.
int cvt_spawn(const char *path, char *const arguments[], char *const environment[], const char *directory, int rows,
              int columns, int *controller);
/// Tells the program's terminal of a new size; the kernel sends SIGWINCH.
int cvt_set_window_size(int controller, int rows, int columns);
/// The terminal's modes, seen from the controlling side.
int cvt_get_modes(int controller, struct termios *modes);
/// The process group in the terminal's foreground, or -1.
int cvt_foreground_group(int controller);
