// The capabilities of a terminal, and a description of it with 24-bit colours.
//
// ncurses emits colours as the description says, and most descriptions end at 256 even where COLORTERM says that the
// terminal has more. The program must not redefine the terminal's palette, so it replaces the description: a compiled
// entry (term(5), "extended number format"), made from the one loaded and passed to newterm in TERMINFO.
#define _GNU_SOURCE
#include "internal.h"

#include <stdlib.h>
#include <string.h>
// Must be last: it defines macros with common names.
#include <term.h>

sgt_description sgt_describe(const char *name) {
    sgt_description description = {0};
    int result = 0;
    if (setupterm((char *)name, 1, &result) != OK) {
        // 1 here means that the terminal is hardcopy, or its description too generic to use.
        description.found = result == 1 ? -2 : result;
        return description;
    }
    description.found = generic_type ? -2 : 1;
    description.can_address_cursor = cursor_address != NULL;
    description.has_true_color = tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || tigetflag("Tc") > 0;
    const char *sync = tigetstr("Sync");
    description.has_synchronized_output = sync && sync != (char *)-1;
    description.colors = max_colors;
    description.pairs = max_pairs;
    return description;
}

const char *sgt_string(const char *capability) {
    const char *value = tigetstr(capability);
    return value == (char *)-1 ? NULL : value;
}

bool sgt_flag(const char *capability) { return tigetflag(capability) > 0; }

const char *sgt_expand(const char *capability, int first, int second, int third) {
    const char *value = sgt_string(capability);
    return value ? tiparm(value, first, second, third) : NULL;
}

void sgt_set_scrolls(bool scrolls) {
    static char *kept[9];
    static bool allowed = true;
    char **const capabilities[] = {&change_scroll_region, &scroll_forward, &scroll_reverse, &parm_index, &parm_rindex,
                                   &insert_line,          &delete_line,    &parm_insert_line, &parm_delete_line};
    if (scrolls == allowed) return;
    allowed = scrolls;
    for (size_t index = 0; index < sizeof capabilities / sizeof *capabilities; index++) {
        if (!scrolls) kept[index] = *capabilities[index];
        *capabilities[index] = scrolls ? kept[index] : NULL;
    }
}

enum {
    magic_of_32_bit_numbers = 01036,
    colors_number = 13,
    pairs_number = 14,
    foreground_string = 359,
    background_string = 360,
    entry_limit = 32768,
};

// Colours below 8, below 16, below 256, and 0x1000000 + 0xrrggbb.
#define COLOR_BY_NUMBER(low, bright, other)                                                                     \
    "\033[%?%p1%{8}%<%t" low "%p1%d%e%p1%{16}%<%t" bright "%p1%{8}%-%d%e%p1%{256}%<%t" other ";5;%p1%d%e" other \
    ";2;%p1%{65536}%/%{255}%&%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"

typedef struct {
    unsigned char *bytes;
    size_t count;
} entry;

static void put(entry *out, const void *bytes, size_t count) {
    if (out->count + count <= entry_limit) memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
}

static void put_short(entry *out, int value) {
    unsigned char bytes[2] = {(unsigned char)(value & 0xff), (unsigned char)(value >> 8 & 0xff)};
    put(out, bytes, 2);
}

static void put_int(entry *out, int value) {
    put_short(out, value);
    put_short(out, value >> 16);
}

static void pad_to_even(entry *out) {
    if (out->count & 1) put(out, "", 1);
}

static const char *string_at(int index) {
    if (index == foreground_string) return COLOR_BY_NUMBER("3", "9", "38");
    if (index == background_string) return COLOR_BY_NUMBER("4", "10", "48");
    const char *value = CUR Strings[index];
    return value == (char *)-1 ? NULL : value;
}

static void put_standard_part(entry *out, const char *name) {
    size_t table = 0;
    for (int index = 0; index < STRCOUNT; index++)
        if (string_at(index)) table += strlen(string_at(index)) + 1;
    put_short(out, magic_of_32_bit_numbers);
    put_short(out, (int)strlen(name) + 1);
    put_short(out, BOOLCOUNT);
    put_short(out, NUMCOUNT);
    put_short(out, STRCOUNT);
    put_short(out, (int)table);
    put(out, name, strlen(name) + 1);
    for (int index = 0; index < BOOLCOUNT; index++) {
        char value = CUR Booleans[index] == 1;
        put(out, &value, 1);
    }
    pad_to_even(out);
    for (int index = 0; index < NUMCOUNT; index++) {
        int value = CUR Numbers[index];
        if (index == colors_number) value = 0x2000000;
        if (index == pairs_number) value = 0x10000;
        put_int(out, value);
    }
    int offset = 0;
    for (int index = 0; index < STRCOUNT; index++) {
        const char *value = string_at(index);
        put_short(out, value ? offset : -1);
        if (value) offset += (int)strlen(value) + 1;
    }
    for (int index = 0; index < STRCOUNT; index++)
        if (string_at(index)) put(out, string_at(index), strlen(string_at(index)) + 1);
}

/// Appends the capabilities that ncurses looks up by name: direct colours (RGB) and the mouse.
static void put_extended_part(entry *out) {
    const char *names[] = {"XM", "xm"};
    const char *values[2];
    int count = 0;
    int table = 0;
    int name_table = sizeof "RGB";
    for (int index = 0; index < 2; index++) {
        const char *value = sgt_string(names[index]);
        if (!value) continue;
        names[count] = names[index];
        values[count++] = value;
        table += (int)strlen(value) + 1;
        name_table += (int)strlen(names[index]) + 1;
    }
    pad_to_even(out);
    put_short(out, 1);
    put_short(out, 0);
    put_short(out, count);
    put_short(out, 1 + count + count);
    put_short(out, table + name_table);
    put(out, "\1", 1);
    pad_to_even(out);
    int offset = 0;
    for (int index = 0; index < count; index++) {
        put_short(out, offset);
        offset += (int)strlen(values[index]) + 1;
    }
    put_short(out, 0);
    offset = sizeof "RGB";
    for (int index = 0; index < count; index++) {
        put_short(out, offset);
        offset += (int)strlen(names[index]) + 1;
    }
    for (int index = 0; index < count; index++) put(out, values[index], strlen(values[index]) + 1);
    put(out, "RGB", sizeof "RGB");
    for (int index = 0; index < count; index++) put(out, names[index], strlen(names[index]) + 1);
}

static char *base64(const entry *in) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char prefix[] = "b64:";
    char *text = malloc(sizeof prefix + (in->count + 2) / 3 * 4);
    if (!text) return NULL;
    char *out = text;
    memcpy(out, prefix, sizeof prefix - 1);
    out += sizeof prefix - 1;
    for (size_t index = 0; index < in->count; index += 3) {
        size_t left = in->count - index;
        unsigned int group = (unsigned int)in->bytes[index] << 16;
        if (left > 1) group |= (unsigned int)in->bytes[index + 1] << 8;
        if (left > 2) group |= in->bytes[index + 2];
        *out++ = letters[group >> 18];
        *out++ = letters[group >> 12 & 63];
        *out++ = left > 1 ? letters[group >> 6 & 63] : '=';
        *out++ = left > 2 ? letters[group & 63] : '=';
    }
    *out = 0;
    return text;
}

char *sgt_true_color_description(const char *name) {
    entry out = {.bytes = malloc(entry_limit)};
    if (!out.bytes) return NULL;
    put_standard_part(&out, name);
    put_extended_part(&out);
    char *text = out.count <= entry_limit ? base64(&out) : NULL;
    free(out.bytes);
    return text;
}
