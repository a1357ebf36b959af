package import ContainerModel
import System

/// Why something on the disk could not be read.
package struct FileTreeError: Error, Hashable, Sendable {
    /// What kind of failure it is, for those who act on it.
    package enum Code: Hashable, Sendable {
        /// Nothing stands at the path, or it went away meanwhile.
        case notFound
        /// The host's permissions refuse it.
        case permissionDenied
        /// The path passes through a link, or ends in one where a directory or a file was asked for.
        case throughLink
        /// Something else than a directory stands where one was asked for.
        case notADirectory
        /// The process or the system has no descriptors left.
        case outOfDescriptors
        /// The device failed, or answered in a way that cannot be used.
        case inputOutput
        /// What is there cannot be used: it is damaged, encrypted, too large or no tree; `reason` says which.
        case unusable
        /// Any other reason; `errno` tells it.
        case other
    }

    /// The reason as programs tell it.
    package let code: Code
    /// The system's number for the reason.
    package let errno: Int32
    /// What was tried, as it follows "could not": "read the directory".
    package let operation: String
    /// The item below the container's root, if it is one.
    package let path: ContainerPath?

    /// The reason, where the system has no number for it.
    private let words: String?

    /// What a system call refused.
    package init(errno: Int32, operation: String, path: ContainerPath? = nil) {
        self.errno = errno
        self.operation = operation
        self.path = path
        words = nil
        code =
            switch errno {
            case ENOENT, ESTALE: .notFound
            case EACCES, EPERM: .permissionDenied
            case ELOOP, EXDEV: .throughLink
            case ENOTDIR: .notADirectory
            case EMFILE, ENFILE: .outOfDescriptors
            case EIO, ENODEV, ENXIO, ETIMEDOUT, EREMOTEIO: .inputOutput
            default: .other
            }
    }

    /// What is there and cannot be used.
    /// - Parameter words: why, as `reason` gives it.
    package init(operation: String, unusable words: String, path: ContainerPath? = nil) {
        code = .unusable
        errno = EBADMSG
        self.operation = operation
        self.path = path
        self.words = words
    }

    private init(_ error: FileTreeError, _ path: ContainerPath) {
        code = error.code
        errno = error.errno
        operation = error.operation
        self.path = path
        words = error.words
    }

    /// The same, of an item below the tree's root.
    func about(_ path: ContainerPath) -> FileTreeError { FileTreeError(self, path) }

    /// The reason in words, without what was tried and without the path.
    package var reason: String {
        switch code {
        case .notFound: "no such file or directory"
        case .permissionDenied: "permission denied on this computer"
        case .throughLink: "a symbolic link is in the path; not followed"
        case .notADirectory: "a component of the path is not a directory"
        case .outOfDescriptors: "too many files are open; raise `ulimit -n`"
        case .inputOutput, .unusable, .other: words ?? String(cString: strerror(errno))
        }
    }
}
