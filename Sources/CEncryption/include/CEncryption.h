// The cryptography of encrypted backups: AES-256 in CBC mode, key derivation and key wrapping, by Nettle.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    sandglass_key_length = 32,
    sandglass_block_length = 16,
    /// The length of a wrapped key.
    sandglass_wrapped_length = sandglass_key_length + 8,
};

/// AES-256 in CBC mode (NIST SP 800-38A), in one direction. It does not change after it was prepared.
typedef struct {
    _Alignas(16) uint8_t state[512];
} sandglass_cipher;

/// Prepares for decrypting, or else encrypting.
void sandglass_cipher_begin(sandglass_cipher *cipher, const uint8_t *key, bool decrypts);

/// Decrypts or encrypts whole blocks. `from` and `to` may be the same.
/// - Parameters:
///   - vector: The encrypted block before the first one, or the initialization vector. It becomes the last encrypted
///     block.
///   - size: A multiple of `sandglass_block_length`.
void sandglass_cipher_decrypt(
    const sandglass_cipher *cipher, uint8_t *vector, size_t size, uint8_t *to, const uint8_t *from);
void sandglass_cipher_encrypt(
    const sandglass_cipher *cipher, uint8_t *vector, size_t size, uint8_t *to, const uint8_t *from);

typedef enum { sandglass_hmac_sha1, sandglass_hmac_sha256 } sandglass_hmac;

/// Derives a key of `sandglass_key_length` bytes from a passphrase: PBKDF2 (RFC 8018).
/// - Parameter proceeds: Called with `context` now and then with the number of iterations since the last call; whether
///   to continue.
/// - Returns: Whether the key was derived; false if it was cancelled.
bool sandglass_derive_key(
    sandglass_hmac function, const uint8_t *passphrase, size_t passphrase_length, const uint8_t *salt,
    size_t salt_length, uint32_t iterations, uint8_t *key, bool (*proceeds)(void *context, uint32_t iterations),
    void *context);

/// Unwraps a key of `sandglass_key_length` bytes (RFC 3394).
/// - Returns: Whether the wrapping key is the right one.
bool sandglass_unwrap_key(const uint8_t *wrapping_key, const uint8_t *wrapped, uint8_t *key);

/// Wraps a key: the inverse of `sandglass_unwrap_key`.
void sandglass_wrap_key(const uint8_t *wrapping_key, const uint8_t *key, uint8_t *wrapped);

/// SHA-1 (FIPS 180-4), by which files are named in a backup; 20 bytes.
void sandglass_name_digest(const void *bytes, size_t count, uint8_t *result);

/// Memory for keys: in no core file, and never swapped if it `is_locked`, which the limit on locked memory may prevent.
/// Null if there is none.
void *sandglass_secret_allocate(size_t size, bool *is_locked);

/// Overwrites the memory and releases it.
void sandglass_secret_release(void *memory, size_t size);

/// Overwrites memory, even if it is not read afterwards.
void sandglass_wipe(void *memory, size_t size);

/// Returns whether two secrets are equal, in a time that does not depend on them.
bool sandglass_is_equal(const void *one, const void *other, size_t size);

/// Excludes the whole process from core files and from other programs of the user that would read its memory.
void sandglass_hide_process(void);

/// Fills memory with random bytes for keys. Returns whether it could.
bool sandglass_random(void *memory, size_t size);
