import ContainerModel
import Encryption
import Formats
import Jobs
import System

/// The files of a backup, which hold the contents under names that are digests, decrypted where they are encrypted.
///
/// Decrypted contents are in memory only, unless they are exported.
struct BackupFiles: Sendable {
    /// Where the contents of an item are.
    struct Location {
        /// The name of the file: 40 hexadecimal digits.
        var name: [UInt8]
        /// The key that it is encrypted with; nil if it is not encrypted.
        var key: WrappedKey?
        /// The size of the contents according to the manifest, in bytes.
        var size: UInt64
    }

    /// The largest encrypted file that is opened for random access, in bytes: the contents take this much memory.
    static let mostInMemory: UInt64 = 1 << 30
    /// How much is decrypted at a time, in bytes.
    private static let chunk = 1 << 20

    private let directory: RootedDirectory
    private let keys: BackupKeys?
    /// Whether all files are in one directory, as before iOS 10.
    private let isFlat: Bool

    init(in directory: RootedDirectory, keys: BackupKeys?, isFlat: Bool) {
        self.directory = directory
        self.keys = keys
        self.isFlat = isFlat
    }

    /// Opens the contents for random access.
    /// - Throws: `FileTreeError` with a reason in words.
    func open(_ location: Location) throws(FileTreeError) -> Descriptor {
        let stored = try storedFile(location)
        guard location.key != nil else { return stored }
        let size = try ItemStatus(of: stored, path: .root).size
        guard size <= Self.mostInMemory else {
            throw FileTreeError(
                operation: "open the file",
                unusable: "it is encrypted and has \(ByteCount.short(size)), more than the "
                    + "\(ByteCount.short(Self.mostInMemory)) that are decrypted in memory; export it")
        }
        let file: Descriptor
        do throws(Errno) {
            file = try UnnamedFile.makeInMemory()
        } catch {
            throw FileTreeError(errno: error.rawValue, operation: "decrypt the file")
        }
        _ = try decrypt(location, stored, to: file, Cancellation()) { _ in }
        return file
    }

    /// Writes the contents to an open, empty file.
    /// - Parameter progress: Receives the number of bytes of each part.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError` with a reason in words.
    func copy(
        _ location: Location, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        let stored = try storedFile(location)
        guard location.key == nil else { return try decrypt(location, stored, to: target, cancellation, progress) }
        var offset: UInt64 = 0
        while !cancellation.isCancelled {
            let part = try Self.read(stored, at: offset, Self.chunk)
            guard !part.isEmpty else { return true }
            try Self.write(part[...], to: target, at: offset)
            offset += UInt64(part.count)
            progress(UInt64(part.count))
        }
        return false
    }

    /// Returns the first bytes of the contents.
    /// - Throws: `FileTreeError` with a reason in words.
    func head(_ location: Location, _ length: Int) throws(FileTreeError) -> [UInt8] {
        let stored = try storedFile(location)
        guard let key = location.key else { return try Self.read(stored, at: 0, length) }
        let cipher = BlockCipher(try unwrapped(key), decrypts: true)
        // The last block may be all padding.
        let wanted = (length / BlockCipher.blockLength + 2) * BlockCipher.blockLength
        var bytes = try Self.read(stored, at: 0, wanted)
        let size = try requireBlocks(stored)
        bytes.removeLast(bytes.count % BlockCipher.blockLength)
        bytes.withUnsafeMutableBytes { cipher.decrypt($0) }
        if UInt64(bytes.count) == size, let padding = BlockCipher.paddingLength(bytes) { bytes.removeLast(padding) }
        return Array(bytes.prefix(length))
    }

    private func decrypt(
        _ location: Location,
        _ stored: Descriptor,
        to target: Descriptor,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        guard let key = location.key else { return true }
        let cipher = BlockCipher(try unwrapped(key), decrypts: true)
        let size = try requireBlocks(stored)
        var offset: UInt64 = 0
        while offset < size {
            if cancellation.isCancelled { return false }
            var part = try Self.read(stored, at: offset, Int(min(UInt64(Self.chunk), size - offset)))
            guard !part.isEmpty, part.count % BlockCipher.blockLength == 0 else {
                throw Self.damaged("its file became shorter meanwhile")
            }
            part.withUnsafeMutableBytes { cipher.decrypt($0) }
            let end = offset + UInt64(part.count)
            if end == size {
                guard let padding = BlockCipher.paddingLength(part) else {
                    let last = size - UInt64(BlockCipher.blockLength)
                    throw Self.damaged("the padding at byte \(last) of its file is not valid")
                }
                part.removeLast(padding)
            }
            try Self.write(part[...], to: target, at: offset)
            progress(UInt64(part.count))
            offset = end
        }
        return true
    }

    /// Returns the size of an encrypted file.
    /// - Throws: `FileTreeError` if it cannot have been encrypted.
    private func requireBlocks(_ stored: Descriptor) throws(FileTreeError) -> UInt64 {
        let size = try ItemStatus(of: stored, path: .root).size
        guard size % UInt64(BlockCipher.blockLength) == 0 else {
            throw FileTreeError(
                operation: "decrypt the file",
                unusable: "it is cut off, or not encrypted: its file has \(size) bytes, which are no whole blocks")
        }
        return size
    }

    private func unwrapped(_ key: WrappedKey) throws(FileTreeError) -> SecretKey {
        guard let keys else {
            throw FileTreeError(
                operation: "decrypt the file", unusable: "it is encrypted, though the backup says that nothing is")
        }
        if let unwrapped = keys.unwrap(key) { return unwrapped }
        throw FileTreeError(
            operation: "decrypt the file",
            unusable: keys.hasClass(key.classNumber)
                ? "its key was not wrapped with that of protection class \(key.classNumber)"
                : "the key bag has no key of protection class \(key.classNumber)")
    }

    /// Opens the file that holds contents.
    private func storedFile(_ location: Location) throws(FileTreeError) -> Descriptor {
        let name = location.name
        guard name.count == 40, name.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            throw FileTreeError(
                operation: "open the file", unusable: "the manifest names its file by other than 40 hexadecimal digits")
        }
        let path = isFlat ? name : name.prefix(2) + [0x2f] + name
        guard let path = ContainerPath(bytes: path) else {
            throw FileTreeError(errno: ENOENT, operation: "open the file")
        }
        do throws(FileTreeError) {
            return try directory.openFile(path)
        } catch {
            guard error.code == .notFound else { throw error }
            throw FileTreeError(
                operation: "open the file",
                unusable: "the backup lacks its contents, \(String(decoding: path.bytes, as: UTF8.self))")
        }
    }

    private static func damaged(_ words: String) -> FileTreeError {
        FileTreeError(operation: "decrypt the file", unusable: "it is damaged: \(words)")
    }

    private static func read(_ file: Descriptor, at offset: UInt64, _ count: Int) throws(FileTreeError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = bytes.withUnsafeMutableBytes { file.read($0, at: offset) }
        guard found >= 0 else { throw FileTreeError(errno: errno, operation: "read the file") }
        bytes.removeLast(count - found)
        return bytes
    }

    private static func write(
        _ bytes: ArraySlice<UInt8>, to target: Descriptor, at offset: UInt64
    ) throws(FileTreeError) {
        let failure = bytes.withUnsafeBytes { target.write($0, at: offset) }
        guard failure == 0 else { throw FileTreeError(errno: failure, operation: "write the file") }
    }
}
