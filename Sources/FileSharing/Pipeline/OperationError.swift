import ContainerModel
package import FileTree
package import System
package import Transactions

/// The reason why an operation was not begun, or failed as a whole.
package struct OperationError: CausedError, Hashable, Sendable {
    /// The kind of failure, with the exit status (sysexits.h).
    package enum Code: Hashable, Sendable {
        /// The operation makes no sense: 64.
        case usage
        /// An item is damaged or not of the required type: 65.
        case data
        /// An item does not exist: 66.
        case noInput
        /// A program that is needed is not there, or cannot be run: 69.
        case unavailable
        /// The system could not start a program: 71.
        case system
        /// An item could not be created: 73.
        case cannotCreate
        /// An I/O error occurred: 74.
        case inputOutput
        /// Another process is changing the container or has locked the file: 75.
        case locked
        /// A rule, or an item in the way, refuses it: 77.
        case refused
        /// A mistake in the settings leaves open whether anything may be changed: 78.
        case configuration
        /// The operation was cancelled before anything was changed.
        case cancelled
    }

    /// The kind of failure.
    package let code: Code
    /// The place: the path of the item on this computer; nil if the message names it, or if it is about no single item.
    /// Bytes, not safe for a terminal.
    package let hostPath: [UInt8]?
    /// What is wrong and what to do. Names in it are not safe for a terminal.
    package let message: String
    /// The error that caused it; nil if the operation was refused or makes no sense.
    package let cause: ErrorCause?

    /// Creates an error.
    /// - Parameter hostPath: The path of the item, displayed before the message with a colon.
    package init(_ code: Code, at hostPath: [UInt8]? = nil, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.hostPath = hostPath
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }

    /// The error of an operation that was cancelled before it changed anything.
    package static let cancelled = OperationError(.cancelled, "cancelled; nothing was changed")

    /// The message as a notice.
    package var notice: Notice { Notice(at: hostPath, message) }
}

extension OperationError {
    /// The error of every change in read-only mode.
    package static let readOnlyMode = OperationError(.refused, ReadOnlyMode.sentence)

    /// Creates the error for a change in a read-only tree.
    /// - Parameters:
    ///   - medium: What the tree is in, such as "zip archive".
    ///   - hostPath: What was to be changed.
    package static func readOnly(_ medium: String, at hostPath: [UInt8]) -> OperationError {
        let way = waysToChange[medium] ?? "unpack the archive and work on the directory"
        return OperationError(
            .refused, at: hostPath,
            "cannot be changed: it is in a \(medium). Use `export` to copy items out of it, or \(way)")
    }

    /// What makes something of a tree that can be changed, by what the tree is in.
    private static let waysToChange = [
        BackupFolder.title: "`unpack` to make a directory of the domain",
        TimePointTree.title: "`restore` to put it into a container",
    ]

    /// Creates an error from a transaction's.
    package init(_ error: TransactionError) {
        let code: Code =
            switch error.code {
            case .refused, .conflict, .changed: .refused
            case .locked: .locked
            case .notFound: .noInput
            case .cannotCreate: .cannotCreate
            case .untrusted: .configuration
            case .unavailable: .unavailable
            case .inputOutput: .inputOutput
            case .cancelled: .cancelled
            }
        self.init(code, error.message, cause: error)
    }

    /// Creates the error for an item that cannot be read.
    init(_ error: FileTreeError, at item: ItemAddress) {
        let error = error.at(hostPath: item.hostPath)
        self.init(Code(error), at: item.hostPath, error.message, cause: error)
    }

    /// Creates an error from an editor's.
    package init(_ error: EditorError) {
        let code: Code =
            switch error.code {
            case .cannotStart: .system
            case .notFound: .unavailable
            case .failed: .data
            case .noTemporaryDirectory: .cannotCreate
            case .inputOutput: .inputOutput
            }
        self.init(code, error.message, cause: error)
    }

    init(_ error: EditingSession.Failure, at item: ItemAddress) {
        let code: Code =
            switch error.code {
            case .locked: .locked
            case .notAFile, .undecodable: .data
            case .inputOutput: .inputOutput
            case .cancelled: .cancelled
            }
        self.init(code, at: item.hostPath, error.message, cause: error)
    }
}

extension OperationError.Code {
    /// Creates the code, and so the exit status, for an item that cannot be read. Every command and the browser use it.
    package init(_ error: FileTreeError) {
        switch error.code {
        // ENOTCONN: the device is gone.
        case .inputOutput: self = error.errno == ENOTCONN ? .unavailable : .inputOutput
        case .permissionDenied where error.isOfDevice: self = .refused
        case .other where error.isOfDevice: self = .inputOutput
        case .throughLink, .damaged: self = .data
        case .notFound, .permissionDenied, .notADirectory, .outOfDescriptors, .unusable, .notATree, .locked, .other:
            self = .noInput
        }
    }
}
