import ContainerModel
import Encryption
import Jobs
import System

/// Decrypts a file of a backup: AES-256 in CBC mode, with padding at the end (formats.md, "MobileSync backup").
struct Decryption {
    /// How much is decrypted at a time, in bytes.
    static let chunk = 1 << 20

    private let key: SecretKey
    /// Whether there is padding at the end, to be checked and left out.
    private let isPadded: Bool

    init(_ key: SecretKey, isPadded: Bool) {
        self.key = key
        self.isPadded = isPadded
    }

    /// Writes the contents of an encrypted file to an open, empty one.
    /// - Parameter progress: Receives the number of bytes of each part.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError` with a reason in words.
    func write(
        _ stored: Descriptor, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        let cipher = BlockCipher(key, decrypts: true)
        let size = try requireBlocks(stored)
        var offset: UInt64 = 0
        while offset < size {
            if cancellation.isCancelled { return false }
            var part = try stored.part(at: offset, Int(min(UInt64(Self.chunk), size - offset)))
            guard !part.isEmpty, part.count % BlockCipher.blockLength == 0 else {
                throw Self.damaged("its file became shorter meanwhile")
            }
            part.withUnsafeMutableBytes { cipher.decrypt($0) }
            let end = offset + UInt64(part.count)
            // SQLite does not mind what follows its pages.
            if end == size, isPadded {
                guard let padding = BlockCipher.paddingLength(part) else {
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
    /// - Throws: `FileTreeError` with a reason in words.
    func head(of stored: Descriptor, _ length: Int) throws(FileTreeError) -> [UInt8] {
        let cipher = BlockCipher(key, decrypts: true)
        let size = try requireBlocks(stored)
        // The last block may be all padding.
        let wanted = (length / BlockCipher.blockLength + 2) * BlockCipher.blockLength
        var bytes = try stored.part(at: 0, wanted)
        bytes.removeLast(bytes.count % BlockCipher.blockLength)
        bytes.withUnsafeMutableBytes { cipher.decrypt($0) }
        if UInt64(bytes.count) == size, let padding = BlockCipher.paddingLength(bytes) { bytes.removeLast(padding) }
        return Array(bytes.prefix(length))
    }

    /// Returns the size of an encrypted file.
    /// - Throws: `FileTreeError` if it cannot have been encrypted.
    private func requireBlocks(_ stored: Descriptor) throws(FileTreeError) -> UInt64 {
        let size = try ItemStatus(of: stored, path: .root).size
        guard size % UInt64(BlockCipher.blockLength) == 0 else {
            throw FileTreeError(
                operation: "decrypt the file",
                unusable: "it is cut off, or not encrypted: its file has \(size) bytes, not a multiple of 16")
        }
        return size
    }

    private static func damaged(_ words: String) -> FileTreeError {
        FileTreeError(operation: "decrypt the file", unusable: "it is damaged: \(words)")
    }
}

extension Descriptor {
    /// Returns the bytes at an offset, fewer only at the end of the file.
    /// - Throws: `FileTreeError`
    func part(at offset: UInt64, _ count: Int) throws(FileTreeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = bytes.withUnsafeMutableBytes { read($0, at: offset) }
        guard found >= 0 else { throw FileTreeError(errno: errno, operation: "read the file") }
        bytes.removeLast(count - found)
        return bytes
    }

    /// Writes bytes at an offset.
    /// - Throws: `FileTreeError`
    func put(_ bytes: ArraySlice<UInt8>, at offset: UInt64) throws(FileTreeError) {
        let failure = bytes.withUnsafeBytes { write($0, at: offset) }
        guard failure == 0 else { throw FileTreeError(errno: failure, operation: "write the file") }
    }
}
