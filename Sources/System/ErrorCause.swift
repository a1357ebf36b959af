/// An error that may have been caused by another one.
///
/// The errors of the modules are structs with a code for programs, a message for people, the cause, and the place that
/// they are about, as far as the thrower knows it.
package protocol CausedError: Error {
    /// The error that caused this one; nil if nothing did, or nothing that is an error.
    var cause: ErrorCause? { get }
}

extension CausedError {
    /// The error of the system call at the end of the causes; nil if no system call failed.
    package var systemError: Errno? { cause?.systemError }
}

/// The error that caused another one.
///
/// Errors can be compared, so their causes can: by type and message.
package struct ErrorCause: Hashable, Sendable {
    /// The error.
    package let error: any Error

    /// Creates a cause.
    package init(_ error: any Error) { self.error = error }

    /// The error of the system call at the end of the causes; nil if no system call failed.
    package var systemError: Errno? {
        switch error {
        case let error as Errno: error
        case let error as PathError: error.errno
        case let error as any CausedError: error.systemError
        default: nil
        }
    }

    package static func == (one: ErrorCause, other: ErrorCause) -> Bool {
        type(of: one.error) == type(of: other.error) && "\(one.error)" == "\(other.error)"
    }

    package func hash(into hasher: inout Hasher) { hasher.combine("\(error)") }
}
