import FileTree
package import System

/// The reason why a time point could not be kept, listed or removed.
package struct TimePointError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// No time point can have the name.
        case invalidName
        /// There is a time point of that name.
        case exists
        /// There is no time point of that name.
        case notFound
        /// The environment names no directory for the store.
        case noDirectory
        /// A directory is not a time point store, or one of another version.
        case notAStore
        /// The store belongs to another user, or others can write it.
        case untrusted
        /// What was encrypted is kept only if that is asked for.
        case refused
        /// Another process is using the store.
        case locked
        /// The store cannot be written: it has no space, for example.
        case cannotCreate
        /// An I/O error occurred.
        case inputOutput
        /// It was cancelled, and nothing was kept.
        case cancelled
    }

    /// The kind of failure.
    package let code: Code
    /// The problem and its solution; names in it are not sanitized.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?
    /// The name that no time point has, if that is the problem.
    package private(set) var missingName: String?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }

    init(noTimePoint name: String) {
        self.init(.notFound, "there is no time point \(name)")
        missingName = name
    }

    static let cancelled = TimePointError(.cancelled, "cancelled; nothing was kept")

    /// Creates the error for a failed system call in the store.
    /// - Parameter operation: What failed, to follow "could not".
    init(writing operation: String, _ errno: Errno) {
        self.init(.cannotCreate, "could not \(operation) in the time point store: \(errno)", cause: errno)
    }

    init(reading error: FileTreeError) {
        self.init(.inputOutput, "the time point store: \(error.message)", cause: error)
    }
}
