// The order in which rows are sorted by text: that of names in listings.
#include "reading.h"

#include <stddef.h>
#include <string.h>

static bool is_digit(unsigned char byte) { return byte >= '0' && byte <= '9'; }

static unsigned char lowered(unsigned char byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

/// Passes over digits, and returns how many there are without leading zeros; `*start` is the first of those.
static size_t pass_number(const unsigned char *text, size_t size, size_t *index, size_t *start) {
    while (*index < size && text[*index] == '0') (*index)++;
    *start = *index;
    while (*index < size && is_digit(text[*index])) (*index)++;
    return *index - *start;
}

/// Compares texts: numbers by value, letters ignoring ASCII case, everything else by its bytes.
static int compare(void *context, int one_size, const void *one_text, int other_size, const void *other_text) {
    (void)context;
    const unsigned char *one = one_text, *other = other_text;
    size_t one_count = one_size < 0 ? 0 : (size_t)one_size, other_count = other_size < 0 ? 0 : (size_t)other_size;
    size_t i = 0, j = 0;
    while (i < one_count && j < other_count) {
        if (is_digit(one[i]) && is_digit(other[j])) {
            size_t one_start, other_start;
            size_t one_digits = pass_number(one, one_count, &i, &one_start);
            size_t other_digits = pass_number(other, other_count, &j, &other_start);
            if (one_digits != other_digits) return one_digits < other_digits ? -1 : 1;
            int order = memcmp(one + one_start, other + other_start, one_digits);
            if (order != 0) return order;
            continue;
        }
        // Wherever a number begins, it counts as a zero among other characters.
        unsigned char first = is_digit(one[i]) ? '0' : lowered(one[i]);
        unsigned char second = is_digit(other[j]) ? '0' : lowered(other[j]);
        if (first != second) return first < second ? -1 : 1;
        i++;
        j++;
    }
    size_t one_rest = one_count - i, other_rest = other_count - j;
    return one_rest == other_rest ? 0 : one_rest < other_rest ? -1 : 1;
}

int sandglass_sqlite_add_natural_order(sqlite3 *connection) {
    return sqlite3_create_collation_v2(connection, "sandglass_natural", SQLITE_UTF8, NULL, compare, NULL);
}

/// Returns the number of bytes without the Z at the end of a time.
static size_t time_length(int size, const unsigned char *text) {
    size_t length = size < 0 ? 0 : (size_t)size;
    return length > 0 && text[length - 1] == 'Z' ? length - 1 : length;
}

/// Compares times in ISO 8601 in UTC: one with a fraction comes after the one without, and a day before its times. A
/// blank stands for the T between day and time.
static int compare_times(void *context, int one_size, const void *one_text, int other_size, const void *other_text) {
    (void)context;
    const unsigned char *one = one_text, *other = other_text;
    size_t one_count = time_length(one_size, one), other_count = time_length(other_size, other);
    for (size_t index = 0; index < one_count && index < other_count; index++) {
        unsigned char first = one[index] == ' ' ? 'T' : one[index], second = other[index] == ' ' ? 'T' : other[index];
        if (first != second) return first < second ? -1 : 1;
    }
    return one_count == other_count ? 0 : one_count < other_count ? -1 : 1;
}

int sandglass_sqlite_add_time_order(sqlite3 *connection) {
    return sqlite3_create_collation_v2(connection, "sandglass_time", SQLITE_UTF8, NULL, compare_times, NULL);
}
