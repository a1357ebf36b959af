import CEncryption

/// AES-256 in CBC mode with an initialization vector of zeros, as backups use it.
package final class BlockCipher {
    /// The length of a block, in bytes.
    package static let blockLength = Int(sandglass_block_length)

    private var state = sandglass_cipher()

    /// Prepares for decrypting, or else for encrypting.
    package init(_ key: SecretKey, decrypts: Bool) {
        key.withBytes {
            sandglass_cipher_begin(&state, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), decrypts)
        }
    }

    deinit { sandglass_cipher_wipe(&state) }

    /// Decrypts the next bytes in place.
    /// - Parameter bytes: Whole blocks.
    package func decrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        sandglass_cipher_decrypt(&state, bytes.count, start, start)
    }

    /// Encrypts the next bytes in place.
    /// - Parameter bytes: Whole blocks.
    package func encrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        sandglass_cipher_encrypt(&state, bytes.count, start, start)
    }

    /// Returns the length of the padding (PKCS #7) at the end of decrypted bytes; nil if there is none that is valid.
    package static func paddingLength(_ end: some BidirectionalCollection<UInt8>) -> Int? {
        guard let last = end.last, (1...blockLength).contains(Int(last)), end.count >= Int(last),
            end.suffix(Int(last)).allSatisfy({ $0 == last })
        else { return nil }
        return Int(last)
    }

    /// Returns the padding for a length.
    package static func padding(for length: UInt64) -> [UInt8] {
        let count = blockLength - Int(length % UInt64(blockLength))
        return [UInt8](repeating: UInt8(count), count: count)
    }
}
