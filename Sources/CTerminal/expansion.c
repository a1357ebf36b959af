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
    char *expanded = expand(count, string, all);
    size_t length = expanded ? strlen(expanded) + 1 : 0;
    // A string with variables (%P, %g) may depend on what was expanded before.
    if (length == 0 || length > longest || strstr(string, "%P") || strstr(string, "%g")) return expanded;
    memcpy(place->expanded, expanded, length);
    memcpy(place->parameters, key, sizeof key);
    place->string = string;
    return place->expanded;
}
