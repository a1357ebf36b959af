// SHA-256 (FIPS 180-4) by Nettle, which uses the processor's instructions for it where there are any.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { sandglass_sha256_length = 32 };

/// A computation in progress.
typedef struct {
    _Alignas(8) uint8_t state[256];
} sandglass_sha256;

void sandglass_sha256_begin(sandglass_sha256 *digest);
void sandglass_sha256_add(sandglass_sha256 *digest, const void *bytes, size_t count);

/// Stores the `sandglass_sha256_length` bytes of the result.
void sandglass_sha256_end(sandglass_sha256 *digest, uint8_t *result);
