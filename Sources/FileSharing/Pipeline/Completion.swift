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

    /// The outcome of the transaction, nil if none was begun; or why the operation failed as a whole.
    package let result: Result<Outcome?, OperationError>
    /// Notices in addition to those in the outcome.
    package internal(set) var remarks: [Notice] = []
    /// Whether the edited contents were saved next to the file, because another process had changed it.
    package internal(set) var isBeside = false
    /// What was done in a few words, if counts do not say it.
    var phrase: String?

    /// Creates the completion of an operation that needed no transaction.
    init(_ phrase: String) {
        result = .success(nil)
        self.phrase = phrase
    }

    init(_ outcome: Outcome) { result = .success(outcome) }

    init(_ error: OperationError) { result = .failure(error) }

    /// The completion of an operation that was cancelled before it began.
    package static let cancelled = Completion(.cancelled)

    /// The outcome of the transaction; nil if none was begun.
    package var outcome: Outcome? { try? result.get() }

    /// The error if the operation failed as a whole.
    package var error: OperationError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The state in which the operation ended.
    package var state: State {
        switch result {
        case .failure(let error): error.code == .cancelled ? .cancelled : .failed
        case .success(nil): .done
        case .success(let outcome?):
            switch outcome.state {
            case .done: .done
            case .partly: .partly
            case .cancelled: .cancelled
            case .rolledBack, .nothing: outcome.failures.isEmpty ? .done : .failed
            }
        }
    }

    /// Whether the names of an edited list were applied, so that the list is no longer needed.
    package var hasGivenNames: Bool { isUndoable }

    /// Whether undo would revert any of it.
    package var isUndoable: Bool {
        guard let outcome, outcome.id != nil, outcome.doneCount > 0 else { return false }
        return outcome.state == .done || outcome.state == .partly || outcome.state == .cancelled
    }
}
