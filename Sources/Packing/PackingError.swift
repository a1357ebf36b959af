package import System

/// The reason why a container, a package or a backup could not be made.
package struct PackingError: Error, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// What is there cannot be packed that way.
        case unsuitable
        /// Something exists at the path already.
        case exists
        /// A system call failed.
        case system(Errno)
        /// It was cancelled.
        case cancelled
    }

    /// The kind of failure.
    package let code: Code
    /// What is wrong, and what to do; names in it are not sanitized.
    package let message: String

    /// Making something was cancelled, and what there was of it is removed.
    static let cancelled = PackingError(.cancelled, "cancelled; nothing was made")

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the destination has no space, or cannot be written to.
    package var isForDestination: Bool {
        switch code {
        case .system(let errno): [ENOSPC, EDQUOT, EROFS].contains(errno.rawValue)
        case .unsuitable, .exists, .cancelled: false
        }
    }

    init(_ errno: Int32, _ operation: String) {
        self.init(.system(Errno(rawValue: errno)), "could not \(operation): \(Errno(rawValue: errno).description)")
    }
}
