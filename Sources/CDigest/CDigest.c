#include "CDigest.h"

#include <nettle/sha2.h>

_Static_assert(sizeof(struct sha256_ctx) <= sizeof(sandglass_sha256), "the state of a computation has no room");
_Static_assert(SHA256_DIGEST_SIZE == sandglass_sha256_length, "the length of a digest");

static struct sha256_ctx *context(sandglass_sha256 *digest) { return (struct sha256_ctx *)(void *)digest->state; }

void sandglass_sha256_begin(sandglass_sha256 *digest) { sha256_init(context(digest)); }

void sandglass_sha256_add(sandglass_sha256 *digest, const void *bytes, size_t count) {
    sha256_update(context(digest), count, bytes);
}

void sandglass_sha256_end(sandglass_sha256 *digest, uint8_t *result) {
    sha256_digest(context(digest), sandglass_sha256_length, result);
}
