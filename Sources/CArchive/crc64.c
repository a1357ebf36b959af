// The checksum of xz files (CRC-64 of ECMA-182).
//
// liblzma has one that chooses its instructions in a constructor, and the decoder process works before any constructor has
// run. This definition takes its place.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint64_t lzma_crc64(const uint8_t *bytes, size_t size, uint64_t crc);

enum { width = 8 };

/// How each value of a byte changes the checksum that many bytes later.
static uint64_t table[width][256];

static void fill_table(void) {
    for (unsigned byte = 0; byte < 256; byte++) {
        uint64_t sum = byte;
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xc96c5795d7870f42 : 0);
        table[0][byte] = sum;
    }
    for (int later = 1; later < width; later++)
        for (unsigned byte = 0; byte < 256; byte++) {
            uint64_t sum = table[later - 1][byte];
            table[later][byte] = sum >> 8 ^ table[0][sum & 0xff];
        }
}

uint64_t lzma_crc64(const uint8_t *bytes, size_t size, uint64_t crc) {
    // The decoder process has one thread.
    if (table[0][1] == 0) fill_table();
    crc = ~crc;
    for (; size >= width; size -= width, bytes += width) {
        uint64_t word;
        // Both supported architectures are little-endian here.
        memcpy(&word, bytes, width);
        word ^= crc;
        crc = 0;
        for (int place = 0; place < width; place++) crc ^= table[width - 1 - place][word >> 8 * place & 0xff];
    }
    for (; size > 0; size--) crc = crc >> 8 ^ table[0][(crc ^ *bytes++) & 0xff];
    return ~crc;
}
