#include "CVTerm.h"

#include <stdlib.h>
#include <string.h>
#include <vterm.h>

typedef struct {
    char *bytes;
    size_t count;
    size_t capacity;
} text;

struct cvt_terminal {
    VTerm *vterm;
    VTermScreen *screen;
    bool alternate;
    bool cursor_visible;
    VTermPos cursor;
    text scrollback;
    text title;
    text icon_name;
};

static void append(text *text, const char *bytes, size_t count) {
    if (text->count + count + 1 > text->capacity) {
        size_t capacity = (text->count + count + 1) * 2;
        char *larger = realloc(text->bytes, capacity);
        if (!larger) return;
        text->bytes = larger;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
    text->bytes[text->count] = 0;
}

static void append_scalar(text *text, uint32_t scalar) {
    char bytes[4];
    size_t count = 0;
    if (scalar < 0x80) {
        bytes[count++] = (char)scalar;
    } else if (scalar < 0x800) {
        bytes[count++] = (char)(0xc0 | scalar >> 6);
        bytes[count++] = (char)(0x80 | (scalar & 0x3f));
    } else if (scalar < 0x10000) {
        bytes[count++] = (char)(0xe0 | scalar >> 12);
        bytes[count++] = (char)(0x80 | (scalar >> 6 & 0x3f));
        bytes[count++] = (char)(0x80 | (scalar & 0x3f));
    } else {
        bytes[count++] = (char)(0xf0 | scalar >> 18);
        bytes[count++] = (char)(0x80 | (scalar >> 12 & 0x3f));
        bytes[count++] = (char)(0x80 | (scalar >> 6 & 0x3f));
        bytes[count++] = (char)(0x80 | (scalar & 0x3f));
    }
    append(text, bytes, count);
}

static void take_string(text *text, const VTermValue *value) {
#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 2
    text->count = 0;
    append(text, value->string, strlen(value->string));
#else
    // The string arrives in fragments.
    if (value->string.initial) text->count = 0;
    append(text, value->string.str, value->string.len);
#endif
}

static int on_property(VTermProp property, VTermValue *value, void *user) {
    cvt_terminal *terminal = user;
    if (property == VTERM_PROP_ALTSCREEN) terminal->alternate = value->boolean;
    if (property == VTERM_PROP_TITLE) take_string(&terminal->title, value);
    if (property == VTERM_PROP_ICONNAME) take_string(&terminal->icon_name, value);
    if (property == VTERM_PROP_CURSORVISIBLE) terminal->cursor_visible = value->boolean;
    return 1;
}

static int on_cursor(VTermPos position, VTermPos before, int visible, void *user) {
    (void)before;
    (void)visible;
    ((cvt_terminal *)user)->cursor = position;
    return 1;
}

static int on_line_pushed(int columns, const VTermScreenCell *cells, void *user) {
    cvt_terminal *terminal = user;
    for (int column = 0; column < columns; column++) {
        const VTermScreenCell *cell = &cells[column];
        if (cell->chars[0] == (uint32_t)-1) continue;
        if (cell->chars[0] == 0) append_scalar(&terminal->scrollback, ' ');
        for (int index = 0; index < VTERM_MAX_CHARS_PER_CELL && cell->chars[index] != 0; index++)
            append_scalar(&terminal->scrollback, cell->chars[index]);
    }
    append_scalar(&terminal->scrollback, '\n');
    return 1;
}

static const VTermScreenCallbacks callbacks = {
    .settermprop = on_property,
    .movecursor = on_cursor,
    .sb_pushline = on_line_pushed,
};

cvt_terminal *cvt_new(int rows, int columns) {
    cvt_terminal *terminal = calloc(1, sizeof *terminal);
    if (!terminal) return NULL;
    terminal->cursor_visible = true;
    terminal->vterm = vterm_new(rows, columns);
    vterm_set_utf8(terminal->vterm, 1);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_reset(terminal->screen, 1);
    return terminal;
}

void cvt_free(cvt_terminal *terminal) {
    vterm_free(terminal->vterm);
    free(terminal->scrollback.bytes);
    free(terminal->title.bytes);
    free(terminal->icon_name.bytes);
    free(terminal);
}

void cvt_feed(cvt_terminal *terminal, const char *bytes, size_t count) {
    vterm_input_write(terminal->vterm, bytes, count);
}

size_t cvt_answer(cvt_terminal *terminal, char *bytes, size_t capacity) {
    return vterm_output_read(terminal->vterm, bytes, capacity);
}

void cvt_resize(cvt_terminal *terminal, int rows, int columns) { vterm_set_size(terminal->vterm, rows, columns); }

static cvt_color color(const VTermColor *color, bool is_default) {
    if (is_default) return (cvt_color){.kind = CVT_COLOR_DEFAULT};
    if (VTERM_COLOR_IS_INDEXED(color)) return (cvt_color){.kind = CVT_COLOR_INDEXED, .index = color->indexed.idx};
    return (cvt_color){
        .kind = CVT_COLOR_RGB,
        .red = color->rgb.red,
        .green = color->rgb.green,
        .blue = color->rgb.blue,
    };
}

cvt_cell cvt_cell_at(const cvt_terminal *terminal, int row, int column) {
    VTermScreenCell cell;
    cvt_cell out = {0};
    if (!vterm_screen_get_cell(terminal->screen, (VTermPos){.row = row, .col = column}, &cell)) return out;
    if (cell.chars[0] == (uint32_t)-1) return out;
    for (int index = 0; index < VTERM_MAX_CHARS_PER_CELL && cell.chars[index] != 0; index++)
        out.scalars[out.scalar_count++] = cell.chars[index];
    out.width = cell.width;
    out.bold = cell.attrs.bold;
    out.italic = cell.attrs.italic;
    out.underline = cell.attrs.underline != 0;
    out.reverse = cell.attrs.reverse;
    out.foreground = color(&cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg));
    out.background = color(&cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg));
    return out;
}

bool cvt_is_alternate_screen(const cvt_terminal *terminal) { return terminal->alternate; }
bool cvt_is_cursor_visible(const cvt_terminal *terminal) { return terminal->cursor_visible; }

void cvt_cursor(const cvt_terminal *terminal, int *row, int *column) {
    *row = terminal->cursor.row;
    *column = terminal->cursor.col;
}

const char *cvt_scrollback_text(const cvt_terminal *terminal) {
    return terminal->scrollback.bytes ? terminal->scrollback.bytes : "";
}

const char *cvt_title(const cvt_terminal *terminal) { return terminal->title.bytes ? terminal->title.bytes : ""; }

const char *cvt_icon_name(const cvt_terminal *terminal) {
    return terminal->icon_name.bytes ? terminal->icon_name.bytes : "";
}
