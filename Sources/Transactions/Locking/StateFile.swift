import ContainerModel
import Copying
import FileTree
import System

/// Operations on the transactions' own directories and files, by host path.
enum StateFile {
    /// Opens a file. Creates it (0600) and its directories (0700) if they do not exist.
    static func open(_ path: [UInt8], flags: Int32 = O_RDWR) throws(TransactionError) -> Descriptor {
        try makeDirectories(around: path)
        let opened = withNullTerminated(path[...]) { System.open($0, flags | O_CREAT | safely, 0o600) }
        guard opened >= 0 else { throw failure("open", path, errno) }
        let file = Descriptor(owning: opened)
        if let kind = otherKind(of: file) { throw unusable(path, kind) }
        return file
    }

    /// Neither waits for another process nor follows a link.
    static let safely = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

    /// The item at the path of a file.
    enum Found {
        case file(Descriptor)
        case nothing
        /// An item that no file can be read from, such as a pipe.
        case other(ItemKind)
    }

    /// Opens a file that may not exist.
    static func find(_ path: [UInt8], flags: Int32 = O_RDONLY) throws(TransactionError) -> Found {
        let opened = withNullTerminated(path[...]) { System.open($0, flags | safely) }
        guard opened >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .nothing
            case ELOOP: return .other(.link)
            case EISDIR: return .other(.directory)
            case ENXIO: return .other(.socket)
            default: throw failure("read", path, errno)
            }
        }
        let file = Descriptor(owning: opened)
        return otherKind(of: file).map { .other($0) } ?? .file(file)
    }

    /// Opens a file for reading.
    static func openExisting(_ path: [UInt8]) throws(TransactionError) -> Descriptor {
        switch try find(path) {
        case .file(let file): return file
        case .nothing: throw failure("read", path, ENOENT)
        case .other(let kind): throw unusable(path, kind)
        }
    }

    /// Returns the kind of an open item that is not a file.
    private static func otherKind(of file: Descriptor) -> ItemKind? {
        guard let kind = (try? ItemStatus(of: file, path: .root))?.kind, kind != .file else { return nil }
        return kind
    }

    private static func unusable(_ path: [UInt8], _ kind: ItemKind) -> TransactionError {
        TransactionError(.cannotCreate, "\(sentence(about: path, kind)); move it away", at: path)
    }

    /// Says that an item is in place of a file.
    static func sentence(about path: [UInt8], _ kind: ItemKind) -> String {
        "\(String(decoding: path, as: UTF8.self)) is \(kind.withArticle), not a file"
    }

    /// Creates the directories that contain `path`, accessible only to the user.
    static func makeDirectories(around path: [UInt8]) throws(TransactionError) {
        do throws(PathError) {
            try System.makeDirectories(around: path)
        } catch {
            throw failure("make", error.path, error.errno.rawValue)
        }
    }

    /// Writes all of `bytes` at the current file offset.
    static func write(_ bytes: [UInt8], to file: Descriptor, path: [UInt8]) throws(TransactionError) {
        do throws(Errno) {
            try writeAll(bytes, to: file.number)
        } catch {
            throw failure("write", path, error.rawValue)
        }
    }

    /// Reads up to `count` bytes from `offset`; fewer if the file ends before.
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

    /// Returns whether an open file is the one at a path.
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

    /// Removes a file; does nothing if it does not exist.
    static func remove(_ path: [UInt8]) { _ = withNullTerminated(path[...]) { unlink($0) } }

    /// Returns the error for a failed system call.
    static func failure(_ verb: String, _ path: [UInt8], _ number: Int32) -> TransactionError {
        let reason = ItemFailure(verb, errno: number, path: .root).reason
        return TransactionError(
            number == EIO ? .inputOutput : .cannotCreate,
            "could not \(verb) \(String(decoding: path, as: UTF8.self)): \(reason)",
            at: path, cause: Errno(rawValue: number))
    }
}
