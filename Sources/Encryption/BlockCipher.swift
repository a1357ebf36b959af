import CEncryption

/// AES-256 in CBC mode, in one direction. The expanded key is in memory that is locked, in no core file, and overwritten
/// when the last reference is released.
package final class BlockCipher: Sendable {
    /// The length of a block, in bytes.
    package static let blockLength = Int(sandglass_block_length)

    // Written by the initializer alone.
    private nonisolated(unsafe) let state: UnsafeMutablePointer<sandglass_cipher>

    /// The block that the next one is combined with: the encrypted block before it, or zeros at the beginning, as in
    /// backups.
    package struct Chain: Sendable {
        fileprivate var block: (UInt64, UInt64) = (0, 0)

        /// Creates the chain for the first block.
        package init() {}

        /// Creates the chain for the block that follows an encrypted one.
        package init(after encrypted: UnsafeRawBufferPointer) {
            withUnsafeMutableBytes(of: &block) { $0.copyMemory(from: encrypted) }
        }
    }

    /// Prepares for decrypting, or else for encrypting.
    /// - Returns: nil if there is no memory.
    package init?(_ key: SecretKey, decrypts: Bool) {
        guard let memory = LockedMemory.allocate(MemoryLayout<sandglass_cipher>.size) else { return nil }
        state = memory.bindMemory(to: sandglass_cipher.self, capacity: 1)
        key.withBytes { sandglass_cipher_begin(state, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), decrypts) }
    }

    deinit { LockedMemory.release(state, MemoryLayout<sandglass_cipher>.size) }

    /// Decrypts bytes in place.
    /// - Parameters:
    ///   - bytes: Whole blocks.
    ///   - chain: Becomes the one for the bytes that follow.
    package func decrypt(_ bytes: UnsafeMutableRawBufferPointer, _ chain: inout Chain) {
        applyCipher(sandglass_cipher_decrypt, bytes, &chain)
    }

    /// Encrypts bytes in place.
    /// - Parameters:
    ///   - bytes: Whole blocks.
    ///   - chain: Becomes the one for the bytes that follow.
    package func encrypt(_ bytes: UnsafeMutableRawBufferPointer, _ chain: inout Chain) {
        applyCipher(sandglass_cipher_encrypt, bytes, &chain)
    }

    private typealias Function = (
        UnsafePointer<sandglass_cipher>?, UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?,
        UnsafePointer<UInt8>?
    ) -> Void

    private func applyCipher(_ function: Function, _ bytes: UnsafeMutableRawBufferPointer, _ chain: inout Chain) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        withUnsafeMutableBytes(of: &chain.block) { vector in
            function(state, vector.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, start, start)
        }
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
