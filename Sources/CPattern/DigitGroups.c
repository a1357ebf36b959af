#include "CPattern.h"

#include "blocks.h"

// The length of two groups with what is between them.
enum { GROUPS = 9 };

static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

static size_t find_plainly(const uint8_t *text, size_t from, size_t length) {
    if (length < GROUPS) return SIZE_MAX;
    for (size_t index = from; index <= length - GROUPS; index++) {
        // Most bytes are no digits: of four beside each other, the last one is looked at first.
        if (!is_digit(text[index + 3])) {
            index += 3;
            continue;
        }
        if (text[index + 4] != ' ' && text[index + 4] != '-') continue;
        bool are_digits = true;
        for (size_t distance = 0; distance < GROUPS; distance++) {
            are_digits = are_digits && (distance == 4 || is_digit(text[index + distance]));
        }
        if (are_digits) return index;
    }
    return SIZE_MAX;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static size_t find_widely(const uint8_t *text, size_t from, size_t length) {
    const __m256i zero = _mm256_set1_epi8('0'), nine = _mm256_set1_epi8(9);
    const __m256i blank = _mm256_set1_epi8(' '), hyphen = _mm256_set1_epi8('-');
    size_t index = from;
    // The groups that begin in the first 24 bytes end in the 32.
    for (; index + 32 <= length; index += 24) {
        const __m256i part = _mm256_loadu_si256((const __m256i *)(text + index));
        const __m256i value = _mm256_sub_epi8(part, zero);
        const uint32_t digits = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(value, nine), value));
        const uint32_t pairs = digits & digits >> 1;
        const uint32_t fours = pairs & pairs >> 2;
        uint32_t groups = fours & fours >> 5;
        if (groups == 0) continue;
        groups &= (uint32_t)_mm256_movemask_epi8(
                      _mm256_or_si256(_mm256_cmpeq_epi8(part, blank), _mm256_cmpeq_epi8(part, hyphen)))
                  >> 4;
        if (groups != 0) return index + (size_t)__builtin_ctz(groups);
    }
    return find_plainly(text, index, length);
}
#else
#define find_widely find_plainly
#endif

size_t sandglass_find_digit_groups(const uint8_t *text, size_t from, size_t length) {
    return is_wide() ? find_widely(text, from, length) : find_plainly(text, from, length);
}
