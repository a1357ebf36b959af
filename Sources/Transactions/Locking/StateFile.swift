import ContainerModel
import Copying
import FileTree
import System

/// The directories and files that transactions keep for themselves, by their paths on this computer.
enum StateFile {
    /// Opens a file, made for nobody else (0600) where it is not there, with the directories around it (0700).
    static func open(_ path: [UInt8], flags: Int32 = O_RDWR) throws(TransactionError) -> Descriptor {
        try makeDirectories(around: path)
        let opened = withNullTerminated(path[...]) { System.open($0, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard opened >= 0 else { throw failure("open", path, errno) }
        return Descriptor(owning: opened)
    }

    /// Makes the directories on the way to `path`, for nobody else.
    static func makeDirectories(around path: [UInt8]) throws(TransactionError) {
        do throws(PathError) {
            try System.makeDirectories(around: path)
        } catch {
            throw failure("make", error.path, error.errno.rawValue)
        }
    }

    /// Writes all of `bytes` where the descriptor stands.
    static func write(_ bytes: [UInt8], to file: Descriptor, path: [UInt8]) throws(TransactionError) {
        do throws(Errno) {
            try writeAll(bytes, to: file.number)
        } catch {
            throw failure("write", path, error.rawValue)
        }
    }

    /// Up to `count` bytes of an open file from `offset` on; fewer where it ends before.
    static func read(
        _ file: Descriptor,
        from offset: Int,
        count: Int,
        path: [UInt8]
    ) throws(TransactionError) -> [UInt8] {
        guard let place = UInt64(exactly: offset) else { throw failure("read", path, EINVAL) }
        var number: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = file.read(UnsafeMutableRawBufferPointer(buffer), at: place)
            if result < 0 { number = errno } else { filled = result }
        }
        guard number == 0 else { throw failure("read", path, number) }
        return bytes
    }

    /// Whether an open file is what stands at a path.
    static func isAt(_ path: [UInt8], _ file: Descriptor) -> Bool {
        let opened = withNullTerminated(path[...]) { System.open($0, sandglass_path_only | O_CLOEXEC | O_NOFOLLOW) }
        guard opened >= 0 else { return false }
        let named = try? ItemStatus(of: Descriptor(owning: opened), path: .root)
        let status = try? ItemStatus(of: file, path: .root)
        return status != nil && named?.inode == status?.inode && named?.device == status?.device
    }

    /// Makes an open file durable.
    static func sync(_ file: Descriptor, path: [UInt8]) throws(TransactionError) {
        guard fsync(file.number) == 0 || errno == EINVAL else { throw failure("write", path, errno) }
    }

    /// Removes a file; that it is not there is no failure worth words.
    static func remove(_ path: [UInt8]) { _ = withNullTerminated(path[...]) { unlink($0) } }

    /// What is said where the system refuses.
    static func failure(_ verb: String, _ path: [UInt8], _ number: Int32) -> TransactionError {
        let reason = ItemFailure(verb, errno: number, path: .root).reason
        return TransactionError(
            number == EIO ? .inputOutput : .cannotCreate,
            "could not \(verb) \(String(decoding: path, as: UTF8.self)): \(reason)"
        )
    }
}
