import ContainerModel
import Encryption
import Jobs
import System

/// Decrypts a file of a backup: AES-256 in CBC mode, with padding at the end (formats.md, "MobileSync backup").
struct Decryption: Sendable {
    /// How much is decrypted at a time, in bytes.
    static let chunk = 1 << 20

    private let cipher: BlockCipher

    /// - Throws: `FileTreeError` if there is no memory.
    init(_ key: SecretKey) throws(FileTreeError) {
        guard let cipher = BlockCipher(key, decrypts: true) else {
            throw FileTreeError(errno: ENOMEM, operation: "decrypt the file")
        }
        self.cipher = cipher
    }

    /// Writes the contents of an encrypted file to an open, empty one; of a file that is cut off, all whole blocks.
    /// - Parameters:
    ///   - recorded: The size of the contents that is recorded, in bytes.
    ///   - progress: Receives the number of bytes of each part.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError` with a reason in words.
    func write(
        _ stored: Descriptor, of recorded: UInt64, to target: Descriptor, _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        let (size, isCut) = try Self.blocks(of: stored, recorded)
        var chain = BlockCipher.Chain()
        var offset: UInt64 = 0
        while offset < size {
            if cancellation.isCancelled { return false }
            var part = try stored.part(at: offset, Int(min(UInt64(Self.chunk), size - offset)))
            guard !part.isEmpty, part.count % BlockCipher.blockLength == 0 else {
                throw Self.damaged("its file became shorter while it was read")
            }
            part.withUnsafeMutableBytes { cipher.decrypt($0, &chain) }
            let end = offset + UInt64(part.count)
            if end == size {
                let padding = BlockCipher.paddingLength(part)
                guard let padding = isCut ? padding ?? 0 : padding else {
                    let last = size - UInt64(BlockCipher.blockLength)
                    throw Self.damaged("the padding at byte \(last) of its file is not valid")
                }
                part.removeLast(padding)
            }
            try target.put(part[...], at: offset)
            progress(UInt64(part.count))
            offset = end
        }
        return true
    }

    /// Returns the first bytes of the contents.
    /// - Parameter recorded: The size of the contents that is recorded, in bytes.
    /// - Throws: `FileTreeError` with a reason in words.
    func head(of stored: Descriptor, size recorded: UInt64, _ length: Int) throws(FileTreeError) -> [UInt8] {
        let (size, _) = try Self.blocks(of: stored, recorded)
        // The last block may be all padding.
        let wanted = (length / BlockCipher.blockLength + 2) * BlockCipher.blockLength
        var bytes = try stored.part(at: 0, wanted)
        bytes.removeLast(bytes.count % BlockCipher.blockLength)
        var chain = BlockCipher.Chain()
        bytes.withUnsafeMutableBytes { cipher.decrypt($0, &chain) }
        if UInt64(bytes.count) == size, let padding = BlockCipher.paddingLength(bytes) { bytes.removeLast(padding) }
        return Array(bytes.prefix(length))
    }

    /// Reads any part of the contents, with the padding.
    /// - Parameter size: The size of the file.
    /// - Returns: The number of bytes, fewer than the buffer has only at the end of the file; -1 on failure.
    func read(_ buffer: UnsafeMutableRawBufferPointer, of stored: Descriptor, at offset: UInt64, size: UInt64) -> Int {
        let wanted = Int(min(UInt64(buffer.count), size - min(offset, size)))
        guard wanted > 0 else { return 0 }
        let block = BlockCipher.blockLength
        // With the block before the first one, which that was combined with.
        let lead = offset < block ? 0 : block
        let first = offset / UInt64(block) * UInt64(block)
        let skipped = Int(offset - first)
        let length = (skipped + wanted + block - 1) / block * block
        return withUnsafeTemporaryAllocation(byteCount: lead + length, alignment: block) { bytes in
            let found = stored.read(bytes, at: first - UInt64(lead))
            guard found == bytes.count else {
                // The file became shorter.
                if found >= 0 { errno = EIO }
                return -1
            }
            var chain =
                lead == 0
                ? BlockCipher.Chain() : BlockCipher.Chain(after: UnsafeRawBufferPointer(rebasing: bytes[..<lead]))
            let decrypted = UnsafeMutableRawBufferPointer(rebasing: bytes[lead...])
            cipher.decrypt(decrypted, &chain)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: decrypted[skipped..<skipped + wanted]))
            return wanted
        }
    }

    /// Returns the number of bytes in whole blocks of an encrypted file, and whether it is too short for contents of the
    /// recorded size: those are padded with at least one byte.
    /// - Throws: `FileTreeError` if it cannot have been encrypted, and is not cut off.
    private static func blocks(
        of stored: Descriptor, _ recorded: UInt64
    ) throws(FileTreeError) -> (size: UInt64, isCut: Bool) {
        let block = UInt64(BlockCipher.blockLength)
        let size = try ItemStatus(of: stored, path: .root).size
        guard size / block <= recorded / block else { return (try requireBlocks(stored), false) }
        return (size / block * block, true)
    }

    /// Returns the size of an encrypted file.
    /// - Throws: `FileTreeError` if it cannot have been encrypted.
    static func requireBlocks(_ stored: Descriptor) throws(FileTreeError) -> UInt64 {
        let size = try ItemStatus(of: stored, path: .root).size
        guard size % UInt64(BlockCipher.blockLength) == 0 else {
            throw FileTreeError(
                operation: "decrypt the file",
                damaged: "it is truncated, or not encrypted: its file has \(size) bytes, not a multiple of 16")
        }
        return size
    }

    private static func damaged(_ words: String) -> FileTreeError {
        FileTreeError(operation: "decrypt the file", damaged: "it is damaged: \(words)")
    }
}
