import ContainerModel
import FileTree
package import Transactions

/// Why an operation was not begun, or failed as a whole.
package struct OperationError: Error, Hashable, Sendable {
    /// What kind of failure it is, for those who act on it; in brackets the exit status (sysexits.h).
    package enum Code: Hashable, Sendable {
        /// The operation makes no sense: 64.
        case usage
        /// What it is about is damaged, or not of the kind that it needs: 65.
        case data
        /// What it is about is not there: 66.
        case noInput
        /// A program could not be started: 71.
        case system
        /// Something could not be made: 73.
        case cannotCreate
        /// The system failed: 74.
        case inputOutput
        /// Somebody else is changing the container or has the file locked: 75.
        case locked
        /// A rule, or something that stands in the way, refuses it: 77.
        case refused
        /// Somebody asked to stop before anything was done.
        case cancelled
    }

    /// The reason as programs tell it.
    package let code: Code
    /// What the message is about, on this computer; nil where it says that itself. Bytes, not safe for a terminal.
    package let hostPath: [UInt8]?
    /// What is wrong and what to do, for people. Names in it are not safe for a terminal.
    package let message: String

    /// A failure.
    /// - Parameter hostPath: what it is about; it is shown before the message, with a colon.
    package init(_ code: Code, at hostPath: [UInt8]? = nil, _ message: String) {
        self.code = code
        self.hostPath = hostPath
        self.message = message
    }

    /// The message as a notice.
    package var notice: Notice { Notice(at: hostPath, message) }
}

extension OperationError {
    /// A failure of a transaction.
    package init(_ error: TransactionError) {
        let code: Code =
            switch error.code {
            case .refused, .conflict, .changed: .refused
            case .locked: .locked
            case .notFound: .noInput
            case .cannotCreate: .cannotCreate
            case .inputOutput: .inputOutput
            case .cancelled: .cancelled
            }
        self.init(code, error.message)
    }

    init(_ error: FileTreeError, at item: ItemAddress) {
        let code: Code =
            switch error.code {
            case .inputOutput: .inputOutput
            case .throughLink: .data
            default: .noInput
            }
        self.init(code, at: item.hostPath, "could not \(error.operation): \(error.reason)")
    }

    /// A failure of an editor.
    package init(_ error: EditorError) {
        let code: Code =
            switch error.code {
            case .cannotStart: .system
            case .notFound, .failed: .data
            case .noTemporaryDirectory: .cannotCreate
            case .inputOutput: .inputOutput
            }
        self.init(code, error.message)
    }

    init(_ error: EditingSession.Failure, at item: ItemAddress) {
        let code: Code =
            switch error.code {
            case .locked: .locked
            case .notAFile: .data
            case .inputOutput: .inputOutput
            case .cancelled: .cancelled
            }
        self.init(code, at: item.hostPath, error.message)
    }
}
