#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Blocks of bytes that are compared at once: by one instruction where the processor has AVX2, by two elsewhere.

#if defined(__clang__)
// Blocks are passed to functions that are always inlined, so that no convention for calls matters.
#pragma clang diagnostic ignored "-Wpsabi"
#endif

typedef uint8_t block __attribute__((vector_size(32)));
typedef uint64_t words __attribute__((vector_size(32)));

/// Whether the processor has AVX2.
static inline bool is_wide(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

static inline __attribute__((always_inline)) block repeated(uint8_t byte) { return byte - (block){}; }

static inline __attribute__((always_inline)) block load(const uint8_t *text) {
    block bytes;
    memcpy(&bytes, text, sizeof bytes);
    return bytes;
}

static inline __attribute__((always_inline)) bool is_empty(block mask) {
    words parts = (words)mask;
    return (parts[0] | parts[1] | parts[2] | parts[3]) == 0;
}
