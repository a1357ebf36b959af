#include "CPattern.h"

#include "blocks.h"

static inline __attribute__((always_inline)) size_t
find(const uint8_t *text, size_t from, size_t last, sandglass_byte_pair pair) {
    const block first_small = repeated(pair.first_small), first_capital = repeated(pair.first_capital);
    const block second_small = repeated(pair.second_small), second_capital = repeated(pair.second_capital);
    const uint8_t *first = text + pair.first, *second = text + pair.second;
#define MASK(offset)                                                                                                   \
    ((block)((load(first + (offset)) == first_small) | (load(first + (offset)) == first_capital))                      \
     & (block)((load(second + (offset)) == second_small) | (load(second + (offset)) == second_capital)))
    size_t index = from;
    for (; index + 127 <= last; index += 128) {
        // Most of a text has no such pair: 128 bytes are passed over at once.
        if (!is_empty(MASK(index) | MASK(index + 32) | MASK(index + 64) | MASK(index + 96))) break;
    }
    for (; index + 31 <= last; index += 32) {
        block mask = MASK(index);
        if (is_empty(mask)) continue;
        for (size_t lane = 0; lane < sizeof mask; lane++) {
            if (mask[lane] != 0) return index + lane;
        }
    }
#undef MASK
    for (; index <= last; index++) {
        uint8_t one = first[index], other = second[index];
        if ((one == pair.first_small || one == pair.first_capital)
            && (other == pair.second_small || other == pair.second_capital))
            return index;
    }
    return SIZE_MAX;
}

static size_t find_plainly(const uint8_t *text, size_t from, size_t last, sandglass_byte_pair pair) {
    return find(text, from, last, pair);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static size_t
find_widely(const uint8_t *text, size_t from, size_t last, sandglass_byte_pair pair) {
    return find(text, from, last, pair);
}
#else
#define find_widely find_plainly
#endif

size_t sandglass_find_pair(const uint8_t *text, size_t from, size_t last, sandglass_byte_pair pair) {
    return is_wide() ? find_widely(text, from, last, pair) : find_plainly(text, from, last, pair);
}
