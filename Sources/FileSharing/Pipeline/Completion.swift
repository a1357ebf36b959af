import ContainerModel
import Jobs
package import Transactions

/// The result of an operation.
package struct Completion: Sendable {
    /// The state in which an operation ended.
    package enum State: Hashable, Sendable {
        case done
        /// Part of it failed; the notices say what.
        case partly
        /// Cancelled; items finished before that stay.
        case cancelled
        case failed
    }

    /// The operation's title.
    package let title: String
    /// The state in which it ended.
    package let state: State
    /// The outcome of the transaction; nil if none was begun.
    package internal(set) var outcome: Outcome?
    /// The error if it failed as a whole.
    package let error: OperationError?
    /// Notices in addition to those in the outcome.
    package internal(set) var remarks: [Notice] = []
    /// Whether the edited contents were saved next to the file, because another process had changed it.
    package internal(set) var isBeside = false
    /// What was done in a few words, if counts do not say it.
    var phrase: String?

    /// Creates the completion of an operation that needed no transaction.
    init(_ title: String, _ phrase: String) {
        self.title = title
        state = .done
        error = nil
        self.phrase = phrase
    }

    init(_ title: String, _ outcome: Outcome) {
        self.title = title
        self.outcome = outcome
        error = nil
        state =
            switch outcome.state {
            case .done: .done
            case .partly: .partly
            case .cancelled: .cancelled
            case .rolledBack, .nothing: outcome.failures.isEmpty ? .done : .failed
            }
    }

    init(_ title: String, _ error: OperationError) {
        self.title = title
        self.error = error
        state = error.code == .cancelled ? .cancelled : .failed
    }

    /// Returns the completion of an operation that was cancelled before it began.
    package static func cancelled(_ operation: FileOperation) -> Completion {
        Completion(operation.title, .cancelled)
    }

    /// Whether the names of an edited list were applied, so that the list is no longer needed.
    package var hasGivenNames: Bool { isUndoable }

    /// Whether undo would revert any of it.
    package var isUndoable: Bool {
        guard let outcome, outcome.id != nil, outcome.doneCount > 0 else { return false }
        return outcome.state == .done || outcome.state == .partly || outcome.state == .cancelled
    }
}
