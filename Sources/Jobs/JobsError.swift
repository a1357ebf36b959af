package import System

/// The reason why the system gave the program no descriptor for its work. It is about no place.
package struct JobsError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The process or the system is out of descriptors.
        case outOfDescriptors
        /// Another system call failed.
        case system
    }

    /// The kind of failure.
    package let code: Code
    /// The failed operation and the reason: "could not make an event descriptor: …".
    package let message: String
    /// The error of the system call.
    package let cause: ErrorCause?

    /// Creates an error.
    /// - Parameter operation: The failed operation, to follow "could not".
    package init(_ operation: String, _ reason: Errno) {
        code = [EMFILE, ENFILE].contains(reason.rawValue) ? .outOfDescriptors : .system
        message = "could not \(operation): \(reason)"
        cause = ErrorCause(reason)
    }
}

extension JobsError: CustomStringConvertible {
    package var description: String { message }
}
