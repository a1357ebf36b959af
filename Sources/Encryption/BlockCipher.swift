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

/// The names of files in a backup (formats.md, "MobileSync backup").
package enum BackupFileName {
    /// Returns the name of an item's file: the SHA-1 of `domain-relativePath` as 40 hexadecimal digits.
    package static func of(domain: [UInt8], path: [UInt8]) -> [UInt8] {
        let text = domain + [0x2d] + path
        let digest = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
            sandglass_name_digest(text, text.count, buffer.baseAddress)
            count = 20
        }
        let digits = Array("0123456789abcdef".utf8)
        return digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
