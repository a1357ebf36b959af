// ncurses sets attributes for every cell whose look differs from the one before: all off, the default colours, each
// attribute, each colour, and the character set, in a sequence each. On a screen with colours that is half of the bytes
// of an update. Here the sequences (ECMA-48, "SGR") between two characters become one, which sets what differs.
#include "CTerminal.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// The attributes of the next character. A colour is its parameters in the form in which ncurses sets it.
typedef struct {
    uint32_t foreground;
    uint32_t background;
    unsigned flags;
} look;

// The forms of colours, above 24 bits for the value; 0 is the default colour.
enum { basic = 1u << 24, indexed = 2u << 24, direct = 3u << 24, value_mask = 0xffffff };
enum { bold = 1, dim = 2, italic = 4, underline = 8, reverse = 16 };

static const struct {
    unsigned flag;
    int on;
    int off;
} attributes[] = {{bold, 1, 22}, {dim, 2, 22}, {italic, 3, 23}, {underline, 4, 24}, {reverse, 7, 27}};
enum { attribute_count = sizeof attributes / sizeof *attributes };

/// The look that the terminal has, and the one that it is to have at the next character.
static look present;
static look wanted;
/// An unknown sequence was copied: sequences are copied until one that resets everything.
static bool is_opaque;
/// The character set designated as G0; 0 if it is unknown.
static char character_set;
/// Whether movements are shortened; and the row that the cursor is in, from 1, or 0 if it is unknown.
static bool shortens;
static int row;

void sgt_set_shortens(bool value) { shortens = value; }

void sgt_forget_attributes(void) {
    present = wanted = (look){0};
    is_opaque = false;
    character_set = 0;
}

/// A list of parameters being made.
typedef struct {
    size_t count;
    char bytes[96];
} parameters;

/// Adds a number of at most three digits.
static void add(parameters *list, int value) {
    if (list->count + 4 > sizeof list->bytes) return;
    if (list->count) list->bytes[list->count++] = ';';
    if (value >= 100) list->bytes[list->count++] = (char)('0' + value / 100 % 10);
    if (value >= 10) list->bytes[list->count++] = (char)('0' + value / 10 % 10);
    list->bytes[list->count++] = (char)('0' + value % 10);
}

static void add_color(parameters *list, uint32_t color, bool is_background) {
    int value = (int)(color & value_mask);
    int base = is_background ? 10 : 0;
    switch (color & ~(uint32_t)value_mask) {
    case basic: add(list, (value < 8 ? 30 + value : 82 + value) + base); break;
    case indexed:
        add(list, 38 + base);
        add(list, 5);
        add(list, value);
        break;
    case direct:
        add(list, 38 + base);
        add(list, 2);
        for (int shift = 16; shift >= 0; shift -= 8) add(list, value >> shift & 0xff);
        break;
    default: add(list, 39 + base);
    }
}

static parameters difference(look from, look to) {
    parameters list = {0};
    // One number ends both bold and dim.
    unsigned gone = from.flags & ~to.flags;
    if (gone & (bold | dim)) from.flags &= ~(unsigned)(bold | dim);
    for (int index = 0; index < attribute_count; index++) {
        unsigned flag = attributes[index].flag;
        if (gone & flag && !(flag == dim && gone & bold)) add(&list, attributes[index].off);
    }
    for (int index = 0; index < attribute_count; index++)
        if (to.flags & ~from.flags & attributes[index].flag) add(&list, attributes[index].on);
    if (to.foreground != from.foreground) add_color(&list, to.foreground, false);
    if (to.background != from.background) add_color(&list, to.background, true);
    return list;
}

/// Gives the terminal the wanted look. Returns the number of bytes.
static size_t settle(char *out) {
    if (is_opaque || memcmp(&present, &wanted, sizeof present) == 0) return 0;
    look plain = {0};
    parameters change = difference(present, wanted);
    parameters reset = difference(plain, wanted);
    present = wanted;
    // "0;" before the parameters, or nothing at all.
    bool resets = (reset.count ? reset.count + 2 : 0) < change.count;
    const parameters *best = resets ? &reset : &change;
    size_t count = 0;
    out[count++] = '\033';
    out[count++] = '[';
    if (resets && best->count) {
        out[count++] = '0';
        out[count++] = ';';
    }
    memcpy(out + count, best->bytes, best->count);
    count += best->count;
    out[count++] = 'm';
    return count;
}

/// Gives the terminal the wanted look as far as blanks show it: their background, and what is drawn in the colour of the
/// text. Returns the number of bytes.
static size_t settle_blank(char *out) {
    bool draws = (present.flags | wanted.flags) & (underline | reverse);
    return draws || present.background != wanted.background ? settle(out) : 0;
}

enum { most_parameters = 32 };

/// Reads a colour behind 38 or 48. Returns the number of parameters that belong to it, or 0 if it is unknown.
static int read_color(const int *values, int count, uint32_t *color) {
    if (count >= 3 && values[1] == 5 && values[2] < 256) {
        *color = indexed | (uint32_t)values[2];
        return 3;
    }
    if (count < 5 || values[1] != 2 || values[2] > 255 || values[3] > 255 || values[4] > 255) return 0;
    *color = direct | (uint32_t)values[2] << 16 | (uint32_t)values[3] << 8 | (uint32_t)values[4];
    return 5;
}

/// Changes a look as the parameters say. Returns false if one is unknown.
static bool apply(look *changed, const int *values, int count) {
    int index = 0;
    while (index < count) {
        int value = values[index];
        int used = 1;
        if (value == 0) *changed = (look){0};
        // The primary font, which it is unless an unknown sequence has chosen another one.
        else if (value == 10) used = 1;
        else if (value == 22) changed->flags &= ~(unsigned)(bold | dim);
        else if (value >= 30 && value <= 37) changed->foreground = basic | (uint32_t)(value - 30);
        else if (value >= 40 && value <= 47) changed->background = basic | (uint32_t)(value - 40);
        else if (value >= 90 && value <= 97) changed->foreground = basic | (uint32_t)(value - 82);
        else if (value >= 100 && value <= 107) changed->background = basic | (uint32_t)(value - 92);
        else if (value == 39) changed->foreground = 0;
        else if (value == 49) changed->background = 0;
        else if (value == 38) used = read_color(values + index, count - index, &changed->foreground);
        else if (value == 48) used = read_color(values + index, count - index, &changed->background);
        else {
            int which = 0;
            while (which < attribute_count && attributes[which].on != value && attributes[which].off != value) which++;
            if (which == attribute_count) return false;
            if (attributes[which].on == value) changed->flags |= attributes[which].flag;
            else changed->flags &= ~attributes[which].flag;
        }
        if (used == 0) return false;
        index += used;
    }
    return true;
}

/// Notes the look that the parameters of a sequence ask for. Returns false if one is unknown.
static bool take(const char *bytes, size_t count) {
    int values[most_parameters];
    int number = 0;
    values[0] = 0;
    for (size_t index = 0; index < count; index++) {
        if (bytes[index] == ';') {
            if (++number == most_parameters) return false;
            values[number] = 0;
        } else if (bytes[index] >= '0' && bytes[index] <= '9' && values[number] < 1000) {
            values[number] = values[number] * 10 + (bytes[index] - '0');
        } else {
            return false;
        }
    }
    look changed = wanted;
    if (!apply(&changed, values, number + 1)) return false;
    wanted = changed;
    return true;
}

static size_t length_of_control_sequence(const char *bytes, size_t count) {
    size_t length = 2;
    while (length < count && bytes[length] >= 0x20 && bytes[length] < 0x40) length++;
    return length < count ? length + 1 : count;
}

/// Returns the length of a sequence that ends with BEL or ST, such as an operating system command.
static size_t length_of_string(const char *bytes, size_t count) {
    for (size_t length = 2; length < count; length++) {
        if (bytes[length] == '\a') return length + 1;
        if (bytes[length] == '\033' && length + 1 < count && bytes[length + 1] == '\\') return length + 2;
    }
    return count;
}

static size_t copy(char *out, const char *bytes, size_t count) {
    memcpy(out, bytes, count);
    return count;
}

/// Reads a number of at most three digits, and moves past it. Returns 0 if there is none.
static int read_number(const char **bytes) {
    int value = 0;
    for (int digits = 0; digits < 3 && **bytes >= '0' && **bytes <= '9'; digits++)
        value = value * 10 + *(*bytes)++ - '0';
    return value;
}

/// Copies a sequence that moves the cursor. Within a row, and to the next one, the column is enough: CHA (8.3.9), after a
/// line feed. A character in the last column does not move the cursor to another row before the next one is written, on
/// the terminals for which this is done. Returns the number of bytes written.
static size_t put_movement(const char *bytes, size_t length, char *out) {
    const char *rest = bytes + 2;
    int first = read_number(&rest);
    int before = row;
    switch (bytes[length - 1]) {
    case 'H': {
        row = *rest == ';' ? first : 0;
        if (row == 0 || before == 0 || (row != before && row != before + 1)) break;
        const char *column = ++rest;
        if (read_number(&rest) == 0 || *rest != 'H') break;
        size_t count = 0;
        if (row != before) out[count++] = '\n';
        out[count++] = '\033';
        out[count++] = '[';
        memcpy(out + count, column, (size_t)(rest - column));
        count += (size_t)(rest - column);
        out[count++] = 'G';
        return count;
    }
    case 'd': row = first; break;
    case 'G':
    case 'C':
    case 'D': break;
    default: row = 0;
    }
    return copy(out, bytes, length);
}

/// Copies a control sequence, or notes what it asks for. Returns the number of bytes written.
static size_t put_control_sequence(const char *bytes, size_t length, char *out) {
    char last = bytes[length - 1];
    if (last != 'm' || bytes[2] == '?' || bytes[2] == '>') {
        // Moving the cursor and setting modes does not depend on the look; erasing, for one, does.
        bool moves = strchr("HfGdABCDEF", last);
        bool erases = strchr("JKXP@", last);
        if (shortens && moves) return put_movement(bytes, length, out);
        // Others may move the cursor, too.
        if (!erases) row = 0;
        size_t written = moves || last == 'h' || last == 'l' ? 0 : erases ? settle_blank(out) : settle(out);
        return written + copy(out + written, bytes, length);
    }
    bool is_known = take(bytes + 2, length - 3);
    if (is_known && !is_opaque) return 0;
    size_t written = settle(out);
    // An unknown sequence changes what is not known; what resets everything makes it known again.
    bool resets = bytes[2] == 'm' || (bytes[2] == '0' && (bytes[3] == 'm' || bytes[3] == ';'));
    is_opaque = !is_known || !resets;
    present = wanted;
    return written + copy(out + written, bytes, length);
}

size_t sgt_compact(const char *bytes, size_t count, char *out) {
    size_t written = 0;
    size_t index = 0;
    // The cursor may have been moved since.
    row = 0;
    while (index < count) {
        const char *next = bytes + index;
        size_t left = count - index;
        size_t length = 1;
        if (*next != '\033' || left < 2) {
            // A combining mark on a blank is drawn.
            if (*next == '\n' || *next == '\v' || *next == '\f') row = 0;
            bool is_blank = *next == ' ' && (left < 2 || (unsigned char)next[1] < 0x80);
            if (is_blank) written += settle_blank(out + written);
            else if ((unsigned char)*next >= 0x20) written += settle(out + written);
            written += copy(out + written, next, length);
        } else if (next[1] == '[') {
            length = length_of_control_sequence(next, left);
            written += put_control_sequence(next, length, out + written);
        } else if (next[1] == '(' && left > 2) {
            length = 3;
            if (character_set != next[2]) written += copy(out + written, next, length);
            character_set = next[2];
        } else {
            length = strchr("]PX^_", next[1]) ? length_of_string(next, left) : 2;
            if (length == 2) row = 0;
            written += settle(out + written);
            written += copy(out + written, next, length);
        }
        index += length;
    }
    return written + settle(out + written);
}
