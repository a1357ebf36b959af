package import ContainerModel
import Copying
import FileTree
package import System

/// The reason why a container, a package or a backup could not be made.
package struct PackingError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The contents cannot be packed that way.
        case unsuitable
        /// Something exists at the path already.
        case exists
        /// A system call failed; see `systemError`.
        case system
        /// It was cancelled.
        case cancelled
    }

    /// The kind of failure.
    package let code: Code
    /// The problem and its solution; names in it are not sanitized.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?
    /// The place: the path of the item, in the container or in the result; nil if it is about no single item.
    package let path: ContainerPath?

    /// The creation was cancelled, and the incomplete result was removed.
    static let cancelled = PackingError(.cancelled, "cancelled; nothing was made")

    init(_ code: Code, _ message: String, at path: ContainerPath? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.cause = cause.map { ErrorCause($0) }
    }

    /// Whether the destination has no space, or cannot be written to.
    package var isForDestination: Bool {
        systemError.map { [ENOSPC, EDQUOT, EROFS].contains($0.rawValue) } ?? false
    }

    /// - Parameter operation: The failed operation, to follow "could not"; the path of an item, if there is one,
    ///   follows it.
    init(_ errno: Errno, _ operation: String, _ path: ContainerPath? = nil, cause: (any Error)? = nil) {
        let item = path.map { " \($0)" } ?? ""
        self.init(.system, "could not \(operation)\(item): \(errno)", at: path, cause: cause ?? errno)
    }

    /// Creates the error for something that cannot be opened or read.
    init(_ error: FileTreeError, _ operation: String, _ path: ContainerPath? = nil) {
        self.init(Errno(rawValue: error.errno), operation, path, cause: error)
    }

    /// Creates the error for something that cannot be written.
    init(_ error: ItemFailure, _ operation: String, _ path: ContainerPath? = nil) {
        self.init(Errno(rawValue: error.errno), operation, path, cause: error)
    }
}
