#define _GNU_SOURCE
#include "CEncryption.h"

#include <nettle/aes.h>
#include <nettle/cbc.h>
#include <nettle/hmac.h>
#include <nettle/sha1.h>
#include <string.h>

_Static_assert(sizeof(struct aes256_ctx) <= sizeof(((sandglass_cipher *)0)->state), "the state of AES-256 fits");

void sandglass_cipher_begin(sandglass_cipher *cipher, const uint8_t *key, bool decrypts) {
    struct aes256_ctx *state = (struct aes256_ctx *)cipher->state;
    if (decrypts) aes256_set_decrypt_key(state, key);
    else aes256_set_encrypt_key(state, key);
}

void sandglass_cipher_decrypt(
    const sandglass_cipher *cipher, uint8_t *vector, size_t size, uint8_t *to, const uint8_t *from) {
    cbc_decrypt(cipher->state, (nettle_cipher_func *)aes256_decrypt, AES_BLOCK_SIZE, vector, size, to, from);
}

void sandglass_cipher_encrypt(
    const sandglass_cipher *cipher, uint8_t *vector, size_t size, uint8_t *to, const uint8_t *from) {
    cbc_encrypt(cipher->state, (nettle_cipher_func *)aes256_encrypt, AES_BLOCK_SIZE, vector, size, to, from);
}

/// HMAC with either hash function.
typedef struct {
    sandglass_hmac function;
    size_t length;
    union {
        struct hmac_sha1_ctx sha1;
        struct hmac_sha256_ctx sha256;
    } state;
} hmac;

static void hmac_begin(hmac *mac, sandglass_hmac function, const uint8_t *key, size_t length) {
    mac->function = function;
    if (function == sandglass_hmac_sha1) {
        mac->length = SHA1_DIGEST_SIZE;
        hmac_sha1_set_key(&mac->state.sha1, length, key);
    } else {
        mac->length = SHA256_DIGEST_SIZE;
        hmac_sha256_set_key(&mac->state.sha256, length, key);
    }
}

static void hmac_add(hmac *mac, const uint8_t *bytes, size_t length) {
    if (mac->function == sandglass_hmac_sha1) hmac_sha1_update(&mac->state.sha1, length, bytes);
    else hmac_sha256_update(&mac->state.sha256, length, bytes);
}

/// Stores the result, and begins again with the same key.
static void hmac_end(hmac *mac, uint8_t *result) {
    if (mac->function == sandglass_hmac_sha1) hmac_sha1_digest(&mac->state.sha1, mac->length, result);
    else hmac_sha256_digest(&mac->state.sha256, mac->length, result);
}

/// How many iterations pass between two calls of `proceeds`: some hundredths of a second.
enum { iterations_per_call = 1 << 14 };

bool sandglass_derive_key(
    sandglass_hmac function, const uint8_t *passphrase, size_t passphrase_length, const uint8_t *salt,
    size_t salt_length, uint32_t iterations, uint8_t *key, bool (*proceeds)(void *context, uint32_t iterations),
    void *context) {
    hmac mac;
    hmac_begin(&mac, function, passphrase, passphrase_length);
    uint8_t last[SHA256_DIGEST_SIZE], sum[SHA256_DIGEST_SIZE];
    bool is_whole = true;
    uint32_t since = 0;
    size_t filled = 0;
    for (uint8_t number = 1; filled < sandglass_key_length && is_whole; number++) {
        const uint8_t index[4] = {0, 0, 0, number};
        hmac_add(&mac, salt, salt_length);
        hmac_add(&mac, index, sizeof index);
        hmac_end(&mac, last);
        memcpy(sum, last, mac.length);
        for (uint32_t iteration = 1; iteration < iterations; iteration++) {
            hmac_add(&mac, last, mac.length);
            hmac_end(&mac, last);
            for (size_t place = 0; place < mac.length; place++) sum[place] ^= last[place];
            if (++since < iterations_per_call) continue;
            is_whole = proceeds(context, since);
            since = 0;
            if (!is_whole) break;
        }
        size_t count = mac.length < sandglass_key_length - filled ? mac.length : sandglass_key_length - filled;
        memcpy(key + filled, sum, count);
        filled += count;
    }
    if (is_whole) proceeds(context, since);
    sandglass_wipe(&mac, sizeof mac);
    sandglass_wipe(last, sizeof last);
    sandglass_wipe(sum, sizeof sum);
    return is_whole;
}

/// The number of 64-bit blocks of a wrapped key.
enum { wrapped_blocks = sandglass_key_length / 8 };

/// The initial value of RFC 3394, section 2.2.3.1.
static const uint8_t initial_value[8] = {0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6, 0xa6};

bool sandglass_unwrap_key(const uint8_t *wrapping_key, const uint8_t *wrapped, uint8_t *key) {
    struct aes256_ctx state;
    aes256_set_decrypt_key(&state, wrapping_key);
    uint8_t block[16];
    memcpy(block, wrapped, 8);
    memcpy(key, wrapped + 8, sandglass_key_length);
    for (int round = 5; round >= 0; round--) {
        for (int index = wrapped_blocks; index >= 1; index--) {
            block[7] ^= (uint8_t)(wrapped_blocks * round + index);
            memcpy(block + 8, key + 8 * (index - 1), 8);
            aes256_decrypt(&state, sizeof block, block, block);
            memcpy(key + 8 * (index - 1), block + 8, 8);
        }
    }
    uint8_t difference = 0;
    for (int place = 0; place < 8; place++) difference |= block[place] ^ initial_value[place];
    sandglass_wipe(&state, sizeof state);
    sandglass_wipe(block, sizeof block);
    if (difference != 0) sandglass_wipe(key, sandglass_key_length);
    return difference == 0;
}

void sandglass_wrap_key(const uint8_t *wrapping_key, const uint8_t *key, uint8_t *wrapped) {
    struct aes256_ctx state;
    aes256_set_encrypt_key(&state, wrapping_key);
    uint8_t block[16];
    memcpy(block, initial_value, 8);
    memcpy(wrapped + 8, key, sandglass_key_length);
    for (int round = 0; round <= 5; round++) {
        for (int index = 1; index <= wrapped_blocks; index++) {
            memcpy(block + 8, wrapped + 8 * index, 8);
            aes256_encrypt(&state, sizeof block, block, block);
            block[7] ^= (uint8_t)(wrapped_blocks * round + index);
            memcpy(wrapped + 8 * index, block + 8, 8);
        }
    }
    memcpy(wrapped, block, 8);
    sandglass_wipe(&state, sizeof state);
    sandglass_wipe(block, sizeof block);
}

void sandglass_name_digest(const void *bytes, size_t count, uint8_t *result) {
    struct sha1_ctx state;
    sha1_init(&state);
    sha1_update(&state, count, bytes);
    sha1_digest(&state, SHA1_DIGEST_SIZE, result);
}
