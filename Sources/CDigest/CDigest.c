#include "CDigest.h"

#include <nettle/sha1.h>
#include <nettle/sha2.h>

_Static_assert(sizeof(struct sha256_ctx) <= sizeof(sandglass_sha256), "the state of a computation has no room");
_Static_assert(SHA256_DIGEST_SIZE == sandglass_sha256_length, "the length of a digest");
_Static_assert(sizeof(struct sha1_ctx) <= sizeof(sandglass_digest), "the state of a computation has no room");
_Static_assert(sizeof(struct sha512_ctx) <= sizeof(sandglass_digest), "the state of a computation has no room");

static struct sha256_ctx *context(sandglass_sha256 *digest) { return (struct sha256_ctx *)(void *)digest->state; }

void sandglass_sha256_begin(sandglass_sha256 *digest) { sha256_init(context(digest)); }

void sandglass_sha256_add(sandglass_sha256 *digest, const void *bytes, size_t count) {
    sha256_update(context(digest), count, bytes);
}

void sandglass_sha256_end(sandglass_sha256 *digest, uint8_t *result) {
    sha256_digest(context(digest), sandglass_sha256_length, result);
}

size_t sandglass_digest_length(int algorithm) {
    switch (algorithm) {
    case SANDGLASS_SHA1: return SHA1_DIGEST_SIZE;
    case SANDGLASS_SHA256: return SHA256_DIGEST_SIZE;
    case SANDGLASS_SHA384: return SHA384_DIGEST_SIZE;
    case SANDGLASS_SHA512: return SHA512_DIGEST_SIZE;
    default: return 0;
    }
}

void sandglass_digest_begin(sandglass_digest *digest, int algorithm) {
    void *state = digest->state;
    switch (algorithm) {
    case SANDGLASS_SHA1: sha1_init(state); break;
    case SANDGLASS_SHA256: sha256_init(state); break;
    case SANDGLASS_SHA384: sha384_init(state); break;
    case SANDGLASS_SHA512: sha512_init(state); break;
    default: break;
    }
}

void sandglass_digest_add(sandglass_digest *digest, int algorithm, const void *bytes, size_t count) {
    void *state = digest->state;
    switch (algorithm) {
    case SANDGLASS_SHA1: sha1_update(state, count, bytes); break;
    case SANDGLASS_SHA256: sha256_update(state, count, bytes); break;
    case SANDGLASS_SHA384: sha384_update(state, count, bytes); break;
    case SANDGLASS_SHA512: sha512_update(state, count, bytes); break;
    default: break;
    }
}

void sandglass_digest_end(sandglass_digest *digest, int algorithm, uint8_t *result) {
    void *state = digest->state;
    switch (algorithm) {
    case SANDGLASS_SHA1: sha1_digest(state, SHA1_DIGEST_SIZE, result); break;
    case SANDGLASS_SHA256: sha256_digest(state, SHA256_DIGEST_SIZE, result); break;
    case SANDGLASS_SHA384: sha384_digest(state, SHA384_DIGEST_SIZE, result); break;
    case SANDGLASS_SHA512: sha512_digest(state, SHA512_DIGEST_SIZE, result); break;
    default: break;
    }
}
