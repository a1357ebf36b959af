package import ContainerModel
package import System

/// The reason why an item in a tree could not be read.
package struct FileTreeError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The item does not exist, or was removed meanwhile.
        case notFound
        /// The permissions on the host do not allow it.
        case permissionDenied
        /// The path contains a symbolic link, or ends in one where a directory or a file is required.
        case throughLink
        /// The item is not a directory.
        case notADirectory
        /// The process or the system is out of descriptors.
        case outOfDescriptors
        /// The device failed or returned unusable data.
        case inputOutput
        /// The item is unusable because it is encrypted or too large; see `reason`.
        case unusable
        /// The item is a compressed file that holds something else than a tree; see `reason`.
        case notATree
        /// The item, or what contains it, is damaged; see `reason`.
        case damaged
        /// The tree is encrypted, and its passphrase is needed first.
        case locked
        /// Any other failure; see `errno`.
        case other
    }

    /// The kind of failure, for programs.
    package let code: Code
    /// The system error number.
    package let errno: Int32
    /// The failed operation, to follow "could not": "read the directory".
    package let operation: String
    /// The place: the path of the item below the tree's root; nil if it is not about a single item.
    package let path: ContainerPath?
    private let underlying: ErrorCause?

    /// Whether nothing is at the path. No item can have a name that is too long.
    package var isAbsence: Bool { code == .notFound || errno == ENAMETOOLONG }

    /// Whether it is about something that is not there, because nothing is at a path.
    package var isCausedByAbsence: Bool {
        (underlying?.error as? FileTreeError).map { $0.isAbsence || $0.code == .notADirectory } ?? false
    }

    /// Returns what `open` opens; nil if it does not exist, or something above it is not a directory.
    /// - Throws: The errors of `open` that say something else.
    package static func unlessMissing<Opened>(
        _ open: () throws(FileTreeError) -> Opened
    ) throws(FileTreeError) -> Opened? {
        do throws(FileTreeError) {
            return try open()
        } catch {
            guard error.isAbsence || error.code == .notADirectory else { throw error }
            return nil
        }
    }

    /// Whether an item that was listed is no longer there: it was removed, or a directory above it was replaced.
    package var isDisappearance: Bool { code == .notFound || code == .notADirectory || code == .throughLink }

    /// The reason, if no system error number expresses it.
    private var words: String?

    /// Creates an error for a failed system call.
    package init(errno: Int32, operation: String, path: ContainerPath? = nil) {
        self.errno = errno
        self.operation = operation
        self.path = path
        words = nil
        underlying = nil
        code =
            switch errno {
            case ENOENT, ESTALE: .notFound
            case EACCES, EPERM: .permissionDenied
            case ELOOP, EXDEV: .throughLink
            case ENOTDIR: .notADirectory
            case EMFILE, ENFILE: .outOfDescriptors
            case EIO, ENODEV, ENXIO, ENOTCONN, ETIMEDOUT, EREMOTEIO: .inputOutput
            default: .other
            }
    }

    /// Creates an error for an item that is unusable.
    /// - Parameters:
    ///   - words: The reason, returned by `reason`.
    ///   - cause: The error that made it unusable, if one did.
    package init(
        operation: String, unusable words: String, path: ContainerPath? = nil, cause: (any Error)? = nil
    ) {
        code = .unusable
        errno = ENODATA
        self.operation = operation
        self.path = path
        self.words = words
        underlying = cause.map { ErrorCause($0) }
    }

    /// Creates an error for an item that is damaged; its number is `EBADMSG`.
    /// - Parameters:
    ///   - words: The reason, returned by `reason`.
    ///   - cause: The error by which the damage was noticed, if there was one.
    package init(
        operation: String, damaged words: String, path: ContainerPath? = nil, cause: (any Error)? = nil
    ) {
        code = .damaged
        errno = EBADMSG
        self.operation = operation
        self.path = path
        self.words = words
        underlying = cause.map { ErrorCause($0) }
    }

    /// Creates an error whose reason no system error number expresses.
    init(_ code: Code, operation: String, _ words: String) {
        self.code = code
        errno = code == .locked ? EACCES : ENODATA
        self.operation = operation
        path = nil
        self.words = words
        underlying = nil
    }

    private init(_ error: FileTreeError, _ path: ContainerPath) {
        code = error.code
        errno = error.errno
        operation = error.operation
        self.path = path
        words = error.words
        underlying = error.underlying
    }

    /// Creates an error for a failed system call on an open item, or below an open directory. If the item is on a device,
    /// the reason speaks of the device.
    package init(errno: Int32, in item: Descriptor, operation: String, path: ContainerPath?) {
        self.init(errno: DeviceMount.reason(errno, in: item), operation: operation, path: path)
        if FileSystemCapabilities.known(item).isOnDevice { words = DeviceRefusal.words(for: errno) }
    }

    /// Returns the same error, about an item whose path of this computer is known.
    package func at(hostPath: [UInt8]) -> FileTreeError {
        guard words == nil, DeviceRefusal.isOnDevice(hostPath) else { return self }
        var error = self
        error.words = DeviceRefusal.words(for: errno)
        return error
    }

    /// Whether a device has refused it.
    package var isOfDevice: Bool { words != nil && words == DeviceRefusal.words(for: errno) }

    /// Returns the same error for an item below the tree's root.
    func about(_ path: ContainerPath) -> FileTreeError { FileTreeError(self, path) }

    /// The reason in words, without operation and path.
    package var reason: String {
        if let words { return words }
        return switch code {
        case .notFound: "no such file or directory"
        case .permissionDenied: "permission denied on this computer"
        case .throughLink: "a symbolic link is in the path; not followed"
        case .notADirectory: "a component of the path is not a directory"
        case .outOfDescriptors: "too many files are open; raise `ulimit -n`"
        case .inputOutput where errno == ENOTCONN:
            "the device does not answer; connect and unlock it, then try again"
        case .inputOutput, .unusable, .notATree, .damaged, .locked, .other: String(cString: strerror(errno))
        }
    }

    /// The failed operation and the reason: "could not read the file: …"; for a missing item only that it is missing.
    package var message: String { code == .notFound ? reason : "could not \(operation): \(reason)" }

    /// The error that caused it: the system call's, unless the reason is not the system's.
    package var cause: ErrorCause? {
        underlying ?? (words == nil || isOfDevice ? ErrorCause(Errno(rawValue: errno)) : nil)
    }
}
