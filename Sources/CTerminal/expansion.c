// Remembers how ncurses expanded parameterized strings of the terminal's description (terminfo(5)).
//
// ncurses interprets such a string for each colour, each set of attributes and each movement of the cursor, which takes a
// tenth of the time to the first frame, and as much of each update. Most are the same ones again and again. The linker
// passes its calls on (--wrap).
#include "internal.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { most_parameters = 9, kept_parameters = 2, longest = 40, places = 128 };

/// A string and how it was expanded.
typedef struct {
    const char *string;
    int parameters[kept_parameters];
    char expanded[longest];
} expansion;

static expansion known[places];

void sgt_forget_expansions(void) { memset(known, 0, sizeof known); }

char *__real__nc_tiparm(int count, const char *string, ...);
char *__wrap__nc_tiparm(int count, const char *string, ...);

static char *expand(int count, const char *string, const int *all) {
    return __real__nc_tiparm(
        count, string, all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8]);
}

/// Expands a string that does nothing but write its first two parameters, counted from 1 if it says so (`%i`), in decimal:
/// each movement of the cursor is one.
/// - Returns: The number of bytes; 0 if the string does anything else.
static size_t expand_numbers(const char *string, const int *parameters, char *expanded) {
    size_t length = 0;
    int first = 0;
    for (const char *at = string; *at; at++) {
        if (length + 12 > longest) return 0;
        if (*at != '%') {
            // A delay (`$<5>`) is left for ncurses, too.
            if (*at == '$') return 0;
            expanded[length++] = *at;
        } else if (at[1] == 'i') {
            first = 1;
            at += 1;
        } else if (at[1] == 'p' && (at[2] == '1' || at[2] == '2') && at[3] == '%' && at[4] == 'd') {
            int number = parameters[at[2] - '1'] + first;
            if (number < 0) return 0;
            char digits[12];
            int count = 0;
            do digits[count++] = (char)('0' + number % 10);
            while (number /= 10);
            while (count > 0) expanded[length++] = digits[--count];
            at += 4;
        } else {
            return 0;
        }
    }
    expanded[length] = 0;
    return length;
}

/// Whether the parameters are the switches of `set_attributes`, which are kept as bits.
static bool are_switches(int count, const int *parameters) {
    for (int index = 0; index < count; index++)
        if (parameters[index] != 0 && parameters[index] != 1) return false;
    return count == most_parameters;
}

char *__wrap__nc_tiparm(int count, const char *string, ...) {
    int all[most_parameters] = {0};
    va_list list;
    va_start(list, string);
    for (int index = 0; index < count && index < most_parameters; index++) all[index] = va_arg(list, int);
    va_end(list);
    int key[kept_parameters] = {all[0], all[1]};
    if (are_switches(count, all)) {
        key[0] = 0;
        for (int index = 0; index < count; index++) key[0] |= all[index] << index;
        key[1] = -1;
    } else if (!string || count > kept_parameters) {
        return expand(count, string, all);
    }
    uintptr_t hash = (uintptr_t)string * 31 + (unsigned)key[0] * 7 + (unsigned)key[1] * 13;
    expansion *place = &known[(hash ^ hash >> 7) % places];
    if (place->string == string && memcmp(place->parameters, key, sizeof key) == 0) return place->expanded;
    if (key[1] >= 0 && expand_numbers(string, all, place->expanded) > 0) {
        memcpy(place->parameters, key, sizeof key);
        place->string = string;
        return place->expanded;
    }
    place->string = NULL;
    char *expanded = expand(count, string, all);
    size_t length = expanded ? strlen(expanded) + 1 : 0;
    // A string with variables (%P, %g) may depend on what was expanded before.
    if (length == 0 || length > longest || strstr(string, "%P") || strstr(string, "%g")) return expanded;
    memcpy(place->expanded, expanded, length);
    memcpy(place->parameters, key, sizeof key);
    place->string = string;
    return place->expanded;
}
