// Accessors for the macros, globals and variadic functions of ncursesw.
#define _GNU_SOURCE
#include "internal.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

bool sgt_set_locale(void) {
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int sgt_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// Keys are read through a pad: reading through a window would repaint it.
static WINDOW *keys;

static SCREEN *screen;

bool sgt_open_screen(const char *name, int content, int input) {
    FILE *out = fdopen(content, "w");
    FILE *in = input == 0 ? stdin : fdopen(input, "r");
    if (!out || !in) return false;
    screen = newterm(name, out, in);
    if (!screen) return false;
    cbreak();
    noecho();
    nonl();
    keys = newpad(1, 1);
    if (!keys) return false;
    nodelay(keys, TRUE);
    // Never interrupt painting because of pending input.
    typeahead(-1);
    leaveok(stdscr, TRUE);
    scrollok(stdscr, FALSE);
    idlok(stdscr, FALSE);
    return true;
}

void sgt_start_colors(void) {
    // In this order: afterwards, ncurses would search the whole screen for cells in other colours.
    use_default_colors();
    start_color();
}

void sgt_enable_keypad(void) { keypad(keys, TRUE); }

int sgt_next_key(void) { return wgetch(keys); }

int sgt_screen_rows(void) { return getmaxy(stdscr); }
int sgt_screen_columns(void) { return getmaxx(stdscr); }

int sgt_color_pairs(void) { return COLOR_PAIRS; }

void sgt_resize_screen(int rows, int columns) {
    // Not resizeterm, which would also queue KEY_RESIZE as input.
    resize_term(rows, columns);
    sgt_repaint_all();
}

void sgt_repaint_all(void) {
    clearok(curscr, TRUE);
}

static int cursor_shown = -1;

void sgt_place_cursor(int row, int column, bool shown) {
    if (shown != cursor_shown) {
        cursor_shown = shown;
        curs_set(shown);
    }
    leaveok(stdscr, row < 0);
    if (row >= 0) wmove(stdscr, row, column);
}

int sgt_function_key(int code) { return code > KEY_F0 && code <= KEY_F0 + 63 ? code - KEY_F0 : 0; }

uint32_t sgt_attributes(bool bold, bool dim, bool italic, bool underline, bool reverse) {
    return (bold ? A_BOLD : 0) | (dim ? A_DIM : 0) | (italic ? A_ITALIC : 0) | (underline ? A_UNDERLINE : 0) |
           (reverse ? A_REVERSE : 0);
}

enum { max_columns = 1024 };

void sgt_put_cells(int row, const sgt_cell *cells, int count) {
    static cchar_t line[max_columns];
    const uint64_t scalar = 0x1fffff;
    int column = 0;
    while (count > 0) {
        int length = 0;
        int used = 0;
        while (used < count && length < max_columns - 1) {
            const sgt_cell *cell = &cells[used];
            cchar_t *out = &line[length++];
            memset(out, 0, sizeof *out);
            out->attr = cell->attributes | COLOR_PAIR(cell->pair < 256 ? cell->pair : 255);
            out->ext_color = cell->pair;
            wchar_t base = (wchar_t)(cell->text & scalar);
            bool wide = cell->text >> 63;
            bool whole = !wide || (used + 1 < count && cells[used + 1].text == 0);
            if (base < 0x7f && base >= 0x20) {
                out->chars[0] = base;
                out->chars[1] = (wchar_t)(cell->text >> 21 & scalar);
                out->chars[2] = (wchar_t)(cell->text >> 42 & scalar);
                used += 1;
            } else if (whole && wcwidth(base) == (wide ? 2 : 1)) {
                out->chars[0] = base;
                out->chars[1] = (wchar_t)(cell->text >> 21 & scalar);
                out->chars[2] = (wchar_t)(cell->text >> 42 & scalar);
                used += wide ? 2 : 1;
            } else {
                // The width differs from the frame's, or this is half of a wide character: put one cell for one cell,
                // so that everything after it keeps its position.
                out->chars[0] = base == 0 || !whole ? L' ' : L'?';
                used += 1;
            }
            // ncurses accepts combining marks only if the C library gives them zero width.
            for (int mark = 1; mark <= 2; mark++)
                if (out->chars[mark] && wcwidth(out->chars[mark]) != 0) out->chars[mark] = 0;
            if (!out->chars[1]) {
                out->chars[1] = out->chars[2];
                out->chars[2] = 0;
            }
        }
        mvwadd_wchnstr(stdscr, row, column, line, length);
        column += used;
        cells += used;
        count -= used;
    }
}

void sgt_redraw_rows(int row, int count) {
    if (row >= 0 && count > 0 && count <= getmaxy(stdscr) - row) wredrawln(stdscr, row, count);
}

void sgt_compose_update(void) {
    sgt_begin_gathering();
    wnoutrefresh(stdscr);
    doupdate();
}
