// Message digests (FIPS 180-4) by Nettle, which uses the processor's instructions for them where there are any.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { sandglass_sha256_length = 32 };

/// A computation of SHA-256 in progress.
typedef struct {
    _Alignas(8) uint8_t state[256];
} sandglass_sha256;

void sandglass_sha256_begin(sandglass_sha256 *digest);
void sandglass_sha256_add(sandglass_sha256 *digest, const void *bytes, size_t count);

/// Stores the `sandglass_sha256_length` bytes of the result.
void sandglass_sha256_end(sandglass_sha256 *digest, uint8_t *result);

/// The algorithms of code signatures.
enum {
    SANDGLASS_SHA1 = 1,
    SANDGLASS_SHA256 = 2,
    SANDGLASS_SHA384 = 3,
    SANDGLASS_SHA512 = 4,
};

/// A computation of any of these algorithms in progress.
typedef struct {
    _Alignas(8) uint8_t state[256];
} sandglass_digest;

/// Returns the length of a result in bytes; 0 for an unknown algorithm.
size_t sandglass_digest_length(int algorithm);

void sandglass_digest_begin(sandglass_digest *digest, int algorithm);
void sandglass_digest_add(sandglass_digest *digest, int algorithm, const void *bytes, size_t count);

/// Stores the result, as many bytes as `sandglass_digest_length` says, and begins again.
void sandglass_digest_end(sandglass_digest *digest, int algorithm, uint8_t *result);
