package import System

/// The reason why nothing was changed, or why a change could not be completed.
package struct TransactionError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs, with the exit status of a command that ends with it (sysexits.h).
    package enum Code: Hashable, Sendable {
        /// A rule forbids it: 77.
        case refused
        /// Another process, named in the message, is changing the container: 75.
        case locked
        /// There is no such journal entry, or nothing to undo or redo: 66.
        case notFound
        /// Another item prevents an undo or a redo: 77.
        case conflict
        /// An undo or a redo would move items to the trash that have been modified since, and the caller did not allow
        /// that (`Journal.ChangedItems`): 77.
        case changed
        /// The state directory or the trash could not be created or written: 73.
        case cannotCreate
        /// The device that the container is on is not connected: 69.
        case unavailable
        /// The state directory or the journal belongs to another user, or others can write it: 78.
        case untrusted
        /// A system call failed: 74.
        case inputOutput
        /// The operation was cancelled before anything was done.
        case cancelled
    }

    /// The kind of failure, for programs.
    package let code: Code
    /// A sentence for display: the item, the problem and what to do. Names in it are not safe for a terminal.
    package let message: String
    /// The place: the path on this computer of the item, the root or the program's own file that it is about, which the
    /// message names; nil if it is about none of them.
    package let hostPath: [UInt8]?
    /// The underlying error; nil if a finding is the reason.
    package let cause: ErrorCause?

    /// Creates an error.
    package init(_ code: Code, _ message: String, at hostPath: [UInt8]? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.hostPath = hostPath
        self.cause = cause.map { ErrorCause($0) }
    }
}

extension TransactionError {
    /// A file of the journal that cannot be understood.
    static func damaged(_ path: [UInt8]) -> TransactionError {
        TransactionError(.inputOutput, "\(String(decoding: path, as: UTF8.self)) is damaged", at: path)
    }
}

extension TransactionError: CustomStringConvertible {
    package var description: String { message }
}
