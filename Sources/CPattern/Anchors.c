#include "CPattern.h"

#include "blocks.h"

// The algorithm of "Teddy" in Hyperscan: a byte is looked up by its halves in tables of 16 bytes, all bytes of a block at
// once; what remains of the buckets after four bytes may be a text of those.

static inline bool may_begin(const uint8_t *text, const sandglass_anchors *anchors) {
    const uint32_t hash = sandglass_anchor_hash(text);
    return anchors->starts[hash >> 6] >> (hash & 63) & 1;
}

static size_t find_plainly(const uint8_t *text, size_t from, size_t last, const sandglass_anchors *anchors) {
    // The hash alone says enough, one place after the other.
    for (size_t index = from; index <= last; index++)
        if (may_begin(text + index, anchors)) return index;
    return SIZE_MAX;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static inline __m256i twice(const uint8_t *table) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}

__attribute__((target("avx2"))) static inline __m256i
in_groups(__m256i groups, __m256i low, __m256i high, __m256i lower, __m256i upper) {
    return _mm256_and_si256(
        groups, _mm256_and_si256(_mm256_shuffle_epi8(low, lower), _mm256_shuffle_epi8(high, upper)));
}

__attribute__((target("avx2"))) static size_t
find_widely(const uint8_t *text, size_t from, size_t last, const sandglass_anchors *anchors) {
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i low[2][4], high[2][4];
    for (int half = 0; half < 2; half++) {
        for (int distance = 0; distance < 4; distance++) {
            low[half][distance] = twice(anchors->low[half][distance]);
            high[half][distance] = twice(anchors->high[half][distance]);
        }
    }
    size_t index = from;
    for (; index + 31 <= last; index += 32) {
        __m256i first = _mm256_set1_epi8(-1), second = first;
        for (int distance = 0; distance < 4; distance++) {
            const __m256i part = _mm256_loadu_si256((const __m256i *)(text + index + distance));
            const __m256i lower = _mm256_and_si256(part, nibble);
            const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(part, 4), nibble);
            first = in_groups(first, low[0][distance], high[0][distance], lower, upper);
            second = in_groups(second, low[1][distance], high[1][distance], lower, upper);
        }
        const uint32_t none =
            (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_or_si256(first, second), _mm256_setzero_si256()));
        for (uint32_t some = ~none; some != 0; some &= some - 1) {
            const size_t found = index + (size_t)__builtin_ctz(some);
            if (may_begin(text + found, anchors)) return found;
        }
    }
    return find_plainly(text, index, last, anchors);
}
#else
#define find_widely find_plainly
#endif

size_t
sandglass_find_anchor(const uint8_t *text, size_t from, size_t last, const sandglass_anchors *anchors) {
    return is_wide() ? find_widely(text, from, last, anchors) : find_plainly(text, from, last, anchors);
}
