#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A compiled regular expression, which any number of threads can use.
typedef struct sandglass_expression sandglass_expression;

/// Compiles a regular expression of PCRE2 for texts in UTF-8, which need not be valid: invalid bytes match nothing. `^`
/// and `$` match at the ends of lines.
///
/// Returns NULL if it is invalid or there is not enough memory; then `*error` and `*offset` are the error and the
/// number of bytes before it.
sandglass_expression *sandglass_expression_compile(
    const uint8_t *text, size_t length, bool ignores_case, int *error, size_t *offset);

/// Frees an expression; NULL is permitted.
void sandglass_expression_free(sandglass_expression *expression);

/// Writes the message for an error, with a NUL behind it, no more than `size` bytes.
void sandglass_expression_message(int error, char *buffer, size_t size);

/// The memory, within limits, that a thread needs to match an expression.
typedef struct sandglass_matcher sandglass_matcher;

/// Creates a matcher for one thread. Returns NULL if there is not enough memory.
///
/// `limit` bounds the steps of a single attempt, `heap` the memory in KiB.
sandglass_matcher *sandglass_matcher_create(const sandglass_expression *expression, uint32_t limit, uint32_t heap);

/// Frees a matcher; NULL is permitted. Its expression must still exist.
void sandglass_matcher_free(sandglass_matcher *matcher);

enum {
    SANDGLASS_MATCH_NONE = 0,
    SANDGLASS_MATCH_FOUND = 1,
    /// The attempt took more steps or memory than permitted.
    SANDGLASS_MATCH_LIMIT = -1,
    SANDGLASS_MATCH_FAILURE = -2,
};

/// Finds the first match that begins at `from` or later. Assertions can look at the text before `from`.
int sandglass_matcher_find(
    sandglass_matcher *matcher, const uint8_t *text, size_t length, size_t from, size_t *start, size_t *end);

/// Two bytes of a pattern, each in one or two forms, at distances from its beginning.
typedef struct {
    size_t first, second;
    uint8_t first_small, first_capital;
    uint8_t second_small, second_capital;
} sandglass_byte_pair;

/// Returns the first offset, no less than `from` and no more than `last`, where both bytes are; `SIZE_MAX` if there is
/// none. The text has to reach as far as the bytes do from `last` on.
size_t sandglass_find_pair(const uint8_t *text, size_t from, size_t last, sandglass_byte_pair pair);

/// Returns the number of bytes that are equal to one.
size_t sandglass_count_byte(const uint8_t *bytes, size_t length, uint8_t byte);

/// Returns the number of bytes at the beginning that are printable ASCII or line feeds.
size_t sandglass_plain_prefix(const uint8_t *bytes, size_t length);

/// Eight groups of four bytes each, as bits: a byte may be in a group at a distance from the beginning if the tables of its
/// lower and its upper half both have the bit. Then the bit for the hash of the four bytes tells whether they begin a text.
typedef struct {
    uint8_t low[2][4][16], high[2][4][16];
    uint64_t starts[1024];
} sandglass_anchors;

/// Returns the number of the bit for four bytes, regardless of the case of letters.
static inline uint32_t sandglass_anchor_hash(const uint8_t *text) {
    const uint32_t start = (uint32_t)text[0] | (uint32_t)text[1] << 8 | (uint32_t)text[2] << 16 | (uint32_t)text[3] << 24;
    return ((start | 0x20202020) * 0x9e3779b1u) >> 16;
}

/// Returns the first offset, no less than `from` and no more than `last`, where four bytes may begin a text; `SIZE_MAX`
/// if there is none. The text has to have three bytes behind `last`.
size_t sandglass_find_anchor(const uint8_t *text, size_t from, size_t last, const sandglass_anchors *anchors);

/// Returns the first offset, no less than `from`, of four digits, a blank or a hyphen, and four digits; `SIZE_MAX` if there
/// is none.
size_t sandglass_find_digit_groups(const uint8_t *text, size_t from, size_t length);

/// The fewest characters beside each other that are data in base64 or hexadecimal digits.
enum { SANDGLASS_SHORTEST_RUN = 22 };

/// Returns the first offset, no less than `from`, of as many characters of base64 or base64url, of which a slash may be
/// escaped as in JSON; `SIZE_MAX` if there is none.
size_t sandglass_find_run(const uint8_t *text, size_t from, size_t length);

/// Returns the first offset, no less than `from`, where an escape may begin, judging by two bytes: one of quoted-printable, or
/// percent-encoding, a reference of XML, a backslash; `SIZE_MAX` if there is none.
size_t sandglass_find_escape(const uint8_t *text, size_t from, size_t length, bool is_quoted);

/// Returns the first offset, no less than `from`, of two bytes that begin a stream of zlib or gzip, or an entry of a zip;
/// `SIZE_MAX` if there is none.
size_t sandglass_find_stream(const uint8_t *text, size_t from, size_t length);

/// Returns the first offset, no less than `from`, of one of three bytes, a control character or no ASCII; `length` if there
/// is none.
static inline size_t sandglass_plain_end(
    const uint8_t *text, size_t from, size_t length, uint8_t first, uint8_t second, uint8_t third) {
    size_t index = from;
#if defined(__SSE2__)
    // Bytes that are no ASCII are negative, and so below the blank.
    typedef signed char bytes __attribute__((vector_size(16)));
    for (; length - index >= sizeof(bytes); index += sizeof(bytes)) {
        bytes part;
        __builtin_memcpy(&part, text + index, sizeof part);
        const bytes others = (bytes)(part == (signed char)first) | (bytes)(part == (signed char)second)
                             | (bytes)(part == (signed char)third) | (bytes)(part < ' ');
        const int mask = __builtin_ia32_pmovmskb128(others);
        if (mask != 0) return index + (size_t)__builtin_ctz((unsigned)mask);
    }
#endif
    for (; index < length; index++) {
        const uint8_t byte = text[index];
        if (byte == first || byte == second || byte == third || byte < 0x20 || byte >= 0x80) break;
    }
    return index;
}
