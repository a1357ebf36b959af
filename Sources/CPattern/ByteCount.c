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

static size_t count_plainly(const uint8_t *bytes, size_t length, uint8_t byte) { return count(bytes, length, byte); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static size_t count_widely(const uint8_t *bytes, size_t length, uint8_t byte) {
    return count(bytes, length, byte);
}

size_t sandglass_count_byte(const uint8_t *bytes, size_t length, uint8_t byte) {
    return __builtin_cpu_supports("avx2") ? count_widely(bytes, length, byte) : count_plainly(bytes, length, byte);
}
#else
size_t sandglass_count_byte(const uint8_t *bytes, size_t length, uint8_t byte) {
    return count_plainly(bytes, length, byte);
}
#endif
