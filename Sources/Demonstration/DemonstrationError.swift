package import System

/// The reason why the demonstration could not be created.
package struct DemonstrationError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The item at the path cannot be used.
        case unsuitable
        /// A system call failed.
        case system
        /// SQLite failed.
        case database
    }

    /// The kind of failure.
    package let code: Code
    /// The place: the path on this computer; not sanitized.
    package let path: String
    /// The failed operation, its path and the reason: "could not write …: …"; not sanitized.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?

    /// - Parameter operation: The failed operation, to follow "could not".
    init(_ code: Code, _ operation: String, _ path: String, _ reason: String, cause: (any Error)? = nil) {
        self.code = code
        self.path = path
        message = "could not \(operation) \(path): \(reason)"
        self.cause = cause.map { ErrorCause($0) }
    }

    /// Creates the error of a system call.
    /// - Parameter operation: The failed operation, to follow "could not".
    init(_ operation: String, _ path: String, _ errno: Errno) {
        self.init(.system, operation, path, "\(errno)", cause: errno)
    }
}

extension DemonstrationError: CustomStringConvertible {
    package var description: String { message }
}
