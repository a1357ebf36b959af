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

        /// Returns why contents of `size` bytes are not those that are recorded: fewer, or more; nil if they may be.
        func misfit(having size: UInt64) -> FileTreeError? {
            guard size != self.size else { return nil }
            let (found, recorded) = (ByteCount.grouped(size), Pluralized.some(self.size, "byte"))
            return FileTreeError(
                operation: "open the file",
                damaged: size < self.size
                    ? "the backup holds \(found) of \(recorded) of it"
                    : "its record has \(recorded), but its file \(found)")
        }
    }

    /// The largest encrypted file that is opened for random access, in bytes: the contents take this much memory.
    static let maxInMemory: UInt64 = 1 << 30

    private let directory: any FileTree
    private let keys: BackupKeys?
    /// Whether all files are in one directory, as before iOS 10.
    private let isFlat: Bool
    /// Whether the backup is not encrypted although it says so, so that each file is looked at.
    private let isDecrypted: Bool

    init(in directory: any FileTree, keys: BackupKeys?, isFlat: Bool, isDecrypted: Bool = false) {
        self.directory = directory
        self.keys = keys
        self.isFlat = isFlat
        self.isDecrypted = isDecrypted
    }

    /// Returns whether the contents of an item are encrypted, judging by their length; nil if there are none.
    func isEncrypted(_ location: Location) -> Bool? {
        guard let stored = try? storedFile(location) else { return nil }
        return location.key != nil && !Self.isPlain(stored, location)
    }

    /// Returns whether a file with a key is not encrypted: encrypted contents are padded to whole blocks, with at least one
    /// byte.
    private static func isPlain(_ stored: Descriptor, _ location: Location) -> Bool {
        guard let size = try? ItemStatus(of: stored, path: .root).size else { return false }
        return size == location.size || size % UInt64(BlockCipher.blockLength) != 0
    }

    /// Opens the contents for random access, as far as they are there.
    /// - Throws: `FileTreeError` with a reason in words.
    func open(_ location: Location) throws(FileTreeError) -> Descriptor {
        let stored = try storedFile(location)
        guard let decryption = try decryption(location, of: stored) else { return stored }
        let size = try ItemStatus(of: stored, path: .root).size
        guard size <= Self.maxInMemory else {
            throw FileTreeError(
                operation: "open the file",
                unusable: "it is encrypted and has \(ByteCount.short(size)), more than the "
                    + "\(ByteCount.short(Self.maxInMemory)) that are decrypted in memory; export it")
        }
        let file: Descriptor
        do throws(Errno) {
            file = try UnnamedFile.makeInMemory()
        } catch {
            throw FileTreeError(errno: error.rawValue, operation: "decrypt the file")
        }
        _ = try decryption.write(stored, of: location.size, to: file, Cancellation()) { _ in }
        return file
    }

    /// Writes the contents, as far as they are there, to an open, empty file.
    /// - Parameter progress: Receives the number of bytes of each part.
    /// - Returns: false if it was cancelled.
    /// - Throws: `FileTreeError` with a reason in words.
    func copy(
        _ location: Location, to target: Descriptor, _ cancellation: Cancellation, _ progress: (UInt64) -> Void
    ) throws(FileTreeError) -> Bool {
        let stored = try storedFile(location)
        if let decryption = try decryption(location, of: stored) {
            return try decryption.write(stored, of: location.size, to: target, cancellation, progress)
        }
        var offset: UInt64 = 0
        while !cancellation.isCancelled {
            let part = try stored.part(at: offset, Decryption.chunk)
            guard !part.isEmpty else { return true }
            try target.put(part[...], at: offset)
            offset += UInt64(part.count)
            progress(UInt64(part.count))
        }
        return false
    }

    /// Returns the first bytes of the contents.
    /// - Throws: `FileTreeError` with a reason in words.
    func head(_ location: Location, _ length: Int) throws(FileTreeError) -> [UInt8] {
        let stored = try storedFile(location)
        guard let decryption = try decryption(location, of: stored) else { return try stored.part(at: 0, length) }
        return try decryption.head(of: stored, size: location.size, length)
    }

    /// Returns what decrypts contents; nil if they are not encrypted.
    private func decryption(
        _ location: Location, of stored: Descriptor
    ) throws(FileTreeError) -> Decryption? {
        guard let key = location.key, !isDecrypted || !Self.isPlain(stored, location) else { return nil }
        guard let keys else {
            throw FileTreeError(
                operation: "decrypt the file",
                unusable: isDecrypted
                    ? "it is encrypted, though other files of the backup are not"
                    : "it is encrypted, though the backup says that nothing is")
        }
        if let unwrapped = keys.unwrap(key) { return try Decryption(unwrapped) }
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
                operation: "open the file", damaged: "the manifest's name for its file is not 40 hexadecimal digits")
        }
        let path = isFlat ? name : name.prefix(2) + [0x2f] + name
        guard let path = ContainerPath(bytes: path) else {
            throw FileTreeError(errno: ENOENT, operation: "open the file")
        }
        do throws(FileTreeError) {
            return try directory.openFile(path)
        } catch {
            let place = String(decoding: path.bytes, as: UTF8.self)
            switch error.code {
            case .notFound:
                throw FileTreeError(operation: "open the file", unusable: "the backup lacks its contents, \(place)")
            case .permissionDenied, .inputOutput, .outOfDescriptors, .locked: throw error
            case .other where [ENOMEM, EINTR, ECANCELED].contains(error.errno): throw error
            default:
                // A link, a directory or a FIFO of the backup is not one of the app.
                throw FileTreeError(
                    operation: "open the file", damaged: "the backup has something at \(place) that is not a file")
            }
        }
    }
}
