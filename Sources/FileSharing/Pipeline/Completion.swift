import ContainerModel
import Jobs
package import Transactions

/// How an operation ended.
package struct Completion: Sendable {
    /// In how far it was done.
    package enum State: Hashable, Sendable {
        case done
        /// Some of it was not: the notices say what.
        case partly
        /// What was finished before stays.
        case cancelled
        case failed
    }

    /// What it was called.
    package let title: String
    /// In how far it was done.
    package let state: State
    /// What was done; nil where nothing was begun.
    package internal(set) var outcome: Outcome?
    /// Why it failed as a whole.
    package let error: OperationError?
    /// What else there is to say, beside what the outcome says.
    package internal(set) var remarks: [Notice] = []
    /// Whether what an editor saved was put beside the file, since somebody else had changed that.
    package internal(set) var isBeside = false
    /// What was done in a word or two, where counts do not say it.
    var phrase: String?

    /// Something that needed no transaction.
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

    /// One that was cancelled before it was begun.
    package static func cancelled(_ operation: FileOperation) -> Completion {
        Completion(operation.title, OperationError(.cancelled, "cancelled; nothing was changed"))
    }

    /// Whether an undo takes back something of it.
    package var isUndoable: Bool {
        guard let outcome, outcome.id != nil, outcome.doneCount > 0 else { return false }
        return outcome.state == .done || outcome.state == .partly || outcome.state == .cancelled
    }
}
