#include "CPattern.h"

#include "blocks.h"

// Where data may be encoded: few places are, and most bytes are passed over many at a time.

static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }
static inline bool is_hexadecimal(uint8_t byte) { return is_digit(byte) || (uint8_t)((byte | 0x20) - 'a') < 6; }
static inline bool is_of_run(uint8_t byte) {
    return (uint8_t)((byte | 0x20) - 'a') < 26 || is_digit(byte) || byte == '+' || byte == '-' || byte == '/'
           || byte == '_';
}

static inline bool is_inside(const uint8_t *text, size_t index, size_t length) {
    return is_of_run(text[index]) || (text[index] == '\\' && index + 1 < length && text[index + 1] == '/');
}

static size_t find_run_plainly(const uint8_t *text, size_t from, size_t length) {
    const size_t shortest = SANDGLASS_SHORTEST_RUN;
    size_t start = from;
    while (start + shortest <= length) {
        // Words are short: going back from the last byte that a run must have finds out quickly that there is none.
        size_t place = start + shortest;
        while (place > start && is_inside(text, place - 1, length)) place--;
        if (place == start) return start;
        start = place;
    }
    return SIZE_MAX;
}

/// Whether an escape may begin with a byte, judging by the next one.
static inline bool may_escape(uint8_t first, uint8_t second) {
    switch (first) {
    case '%': return is_hexadecimal(second);
    case '=': return is_hexadecimal(second) || second == '\n' || second == '\r';
    case '&': return second == '#' || second == 'a' || second == 'l' || second == 'g' || second == 'q';
    default:
        switch (second) {
        case '0' ... '3':
        case 'x':
        case 'u':
        case '/':
        case '"':
        case '\\':
        case '\'':
        case 'n':
        case 'r':
        case 't': return true;
        default: return false;
        }
    }
}

static inline bool is_escape(uint8_t byte, bool is_quoted) {
    return is_quoted ? byte == '=' : byte == '%' || byte == '&' || byte == '\\';
}

static size_t find_escape_plainly(const uint8_t *text, size_t from, size_t length, bool is_quoted) {
    for (size_t index = from; index + 1 < length; index++) {
        if (is_escape(text[index], is_quoted) && may_escape(text[index], text[index + 1])) return index;
    }
    return SIZE_MAX;
}

/// Whether two bytes begin a stream of zlib (RFC 1950, section 2.2: the method DEFLATE, a window of up to 32 KB, and a sum
/// of 31), one of gzip, or an entry of a zip.
static inline bool begins_stream(uint8_t first, uint8_t second) {
    if ((first & 0x8f) == 8) return (second & 0x20) == 0 && ((uint32_t)first << 8 | second) % 31 == 0;
    return (first == 0x1f && second == 0x8b) || (first == 'P' && second == 'K');
}

static size_t find_stream_plainly(const uint8_t *text, size_t from, size_t length) {
    for (size_t index = from; index + 1 < length; index++) {
        if (begins_stream(text[index], text[index + 1])) return index;
    }
    return SIZE_MAX;
}

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

WIDE static inline __m256i part(const uint8_t *text) { return _mm256_loadu_si256((const __m256i *)text); }
WIDE static inline __m256i all(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
WIDE static inline uint32_t bits(__m256i mask) { return (uint32_t)_mm256_movemask_epi8(mask); }

/// The bytes that are no less than one, and less than another by a number.
WIDE static inline __m256i in_range(__m256i bytes, uint8_t first, uint8_t count) {
    const __m256i distance = _mm256_sub_epi8(bytes, all(first));
    return _mm256_cmpeq_epi8(_mm256_min_epu8(distance, all((uint8_t)(count - 1))), distance);
}

WIDE static inline uint32_t run_bits(__m256i bytes) {
    const __m256i letters = in_range(_mm256_or_si256(bytes, all(0x20)), 'a', 26);
    // The bytes from the slash on are digits.
    const __m256i digits = in_range(bytes, '/', 11);
    const __m256i others = _mm256_or_si256(
        _mm256_or_si256(_mm256_cmpeq_epi8(bytes, all('+')), _mm256_cmpeq_epi8(bytes, all('-'))),
        _mm256_cmpeq_epi8(bytes, all('_')));
    return bits(_mm256_or_si256(_mm256_or_si256(letters, digits), others));
}

WIDE static size_t find_run_widely(const uint8_t *text, size_t from, size_t length) {
    // Runs that begin in the first 42 bytes of 64 are known to be long enough by these.
    size_t index = from;
    for (; index + 64 <= length; index += 42) {
        const __m256i low = part(text + index), high = part(text + index + 32);
        uint64_t inside = (uint64_t)run_bits(high) << 32 | run_bits(low);
        const uint64_t escapes = (uint64_t)bits(_mm256_cmpeq_epi8(high, all('\\'))) << 32
                                 | bits(_mm256_cmpeq_epi8(low, all('\\')));
        if (escapes != 0) {
            const uint64_t slashes = (uint64_t)bits(_mm256_cmpeq_epi8(high, all('/'))) << 32
                                     | bits(_mm256_cmpeq_epi8(low, all('/')));
            inside |= escapes & slashes >> 1;
        }
        inside &= inside >> 1;
        inside &= inside >> 2;
        inside &= inside >> 4;
        inside &= inside >> 8;
        inside &= inside >> 6;
        inside &= ((uint64_t)1 << 42) - 1;
        if (inside != 0) return index + (size_t)__builtin_ctzll(inside);
    }
    return find_run_plainly(text, index, length);
}

WIDE static size_t find_escape_widely(const uint8_t *text, size_t from, size_t length, bool is_quoted) {
    const __m256i one = all(is_quoted ? '=' : '%'), other = all(is_quoted ? '=' : '&');
    const __m256i third = all(is_quoted ? '=' : '\\');
    size_t index = from;
    for (; index + 33 <= length; index += 32) {
        const __m256i bytes = part(text + index);
        const __m256i others = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, other), _mm256_cmpeq_epi8(bytes, third));
        const __m256i mask = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, one), others);
        for (uint32_t some = bits(mask); some != 0; some &= some - 1) {
            const size_t found = index + (size_t)__builtin_ctz(some);
            if (may_escape(text[found], text[found + 1])) return found;
        }
    }
    return find_escape_plainly(text, index, length, is_quoted);
}

// The second byte of a header of zlib by its halves: a bit for each first byte, 0x08 to 0x78.
static const uint8_t sum_lower[16] = {
    0x00, 0xcc, 0x00, 0x66, 0x00, 0x66, 0x00, 0x33,
    0x00, 0x33, 0x80, 0x19, 0x80, 0x19, 0xc0, 0x0c};
static const uint8_t sum_upper[16] = {
    0xf0, 0x0f, 0x00, 0x00, 0x78, 0x87, 0x00, 0x00,
    0x78, 0x87, 0x00, 0x00, 0x3c, 0xc3, 0x00, 0x00};

WIDE static size_t find_stream_widely(const uint8_t *text, size_t from, size_t length) {
    const __m256i lower = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sum_lower));
    const __m256i upper = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sum_upper));
    // The bit of a first byte by its upper half; none for those from 0x80 on.
    const __m256i windows = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0));
    const __m256i nibble = all(15), zero = _mm256_setzero_si256();
    size_t index = from;
    for (; index + 33 <= length; index += 32) {
        const __m256i first = part(text + index), second = part(text + index + 1);
        const __m256i is_deflate = _mm256_cmpeq_epi8(_mm256_and_si256(first, nibble), all(8));
        const __m256i first_upper = _mm256_and_si256(_mm256_srli_epi16(first, 4), nibble);
        const __m256i second_upper = _mm256_and_si256(_mm256_srli_epi16(second, 4), nibble);
        const __m256i window = _mm256_and_si256(is_deflate, _mm256_shuffle_epi8(windows, first_upper));
        const __m256i sums = _mm256_and_si256(
            _mm256_shuffle_epi8(lower, _mm256_and_si256(second, nibble)), _mm256_shuffle_epi8(upper, second_upper));
        const __m256i others = _mm256_or_si256(
            _mm256_and_si256(_mm256_cmpeq_epi8(first, all(0x1f)), _mm256_cmpeq_epi8(second, all(0x8b))),
            _mm256_and_si256(_mm256_cmpeq_epi8(first, all('P')), _mm256_cmpeq_epi8(second, all('K'))));
        const uint32_t none = bits(_mm256_cmpeq_epi8(_mm256_and_si256(window, sums), zero)) & ~bits(others);
        for (uint32_t some = ~none; some != 0; some &= some - 1) {
            const size_t found = index + (size_t)__builtin_ctz(some);
            if (begins_stream(text[found], text[found + 1])) return found;
        }
    }
    return find_stream_plainly(text, index, length);
}
#else
#define find_run_widely find_run_plainly
#define find_escape_widely find_escape_plainly
#define find_stream_widely find_stream_plainly
#endif

size_t sandglass_find_run(const uint8_t *text, size_t from, size_t length) {
    return is_wide() ? find_run_widely(text, from, length) : find_run_plainly(text, from, length);
}

size_t sandglass_find_escape(const uint8_t *text, size_t from, size_t length, bool is_quoted) {
    return is_wide() ? find_escape_widely(text, from, length, is_quoted)
                     : find_escape_plainly(text, from, length, is_quoted);
}

size_t sandglass_find_stream(const uint8_t *text, size_t from, size_t length) {
    return is_wide() ? find_stream_widely(text, from, length) : find_stream_plainly(text, from, length);
}
