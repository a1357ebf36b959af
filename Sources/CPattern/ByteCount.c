#include "CPattern.h"

#include "blocks.h"

static inline __attribute__((always_inline)) size_t count(const uint8_t *bytes, size_t length, uint8_t byte) {
    const block wanted = repeated(byte);
    size_t total = 0, index = 0;
    while (length - index >= sizeof(block)) {
        // No more than 255 additions fit into a byte.
        const size_t blocks = (length - index) / sizeof(block);
        const size_t end = index + (blocks < 255 ? blocks : 255) * sizeof(block);
        block sums = {};
        // Each equal byte is -1 in the comparison.
        for (; index < end; index += sizeof(block)) sums -= (block)(load(bytes + index) == wanted);
        // The sums of two neighbors each, of four, and of eight, all side by side.
        words parts = (words)sums;
        parts = (parts & 0x00ff00ff00ff00ff) + ((parts >> 8) & 0x00ff00ff00ff00ff);
        parts = (parts & 0x0000ffff0000ffff) + ((parts >> 16) & 0x0000ffff0000ffff);
        parts = (parts & 0x00000000ffffffff) + (parts >> 32);
        total += parts[0] + parts[1] + parts[2] + parts[3];
    }
    for (; index < length; index++) total += bytes[index] == byte;
    return total;
}

static inline __attribute__((always_inline)) size_t plain_prefix(const uint8_t *bytes, size_t length) {
    const block space = repeated(0x20), last = repeated(0x7e), feed = repeated(0x0a);
    size_t index = 0;
    for (; length - index >= sizeof(block); index += sizeof(block)) {
        block part = load(bytes + index);
        block others = (block)((part < space) | (part > last)) & (block)(part != feed);
        if (!is_empty(others)) break;
    }
    while (index < length && ((bytes[index] >= 0x20 && bytes[index] <= 0x7e) || bytes[index] == 0x0a)) index++;
    return index;
}

static size_t count_plainly(const uint8_t *bytes, size_t length, uint8_t byte) { return count(bytes, length, byte); }

static size_t plain_prefix_plainly(const uint8_t *bytes, size_t length) { return plain_prefix(bytes, length); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static size_t count_widely(const uint8_t *bytes, size_t length, uint8_t byte) {
    return count(bytes, length, byte);
}

__attribute__((target("avx2"))) static size_t plain_prefix_widely(const uint8_t *bytes, size_t length) {
    return plain_prefix(bytes, length);
}
#else
#define count_widely count_plainly
#define plain_prefix_widely plain_prefix_plainly
#endif

size_t sandglass_count_byte(const uint8_t *bytes, size_t length, uint8_t byte) {
    return is_wide() ? count_widely(bytes, length, byte) : count_plainly(bytes, length, byte);
}

size_t sandglass_plain_prefix(const uint8_t *bytes, size_t length) {
    return is_wide() ? plain_prefix_widely(bytes, length) : plain_prefix_plainly(bytes, length);
}
