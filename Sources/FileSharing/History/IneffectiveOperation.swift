package import Transactions

/// An operation that changed nothing that undo could revert: an undo right after it would revert an older one, which
/// must not happen silently.
package struct IneffectiveOperation: Hashable, Sendable {
    /// How the operation ended.
    package enum End: String, Hashable, Sendable {
        case refused = "was refused and changed nothing"
        case failed = "failed and changed nothing"
        case cancelled = "was cancelled and changed nothing"
        case abandoned = "was abandoned and changed nothing"
        case notStarted = "was not started"
        case unchanged = "changed nothing"
        /// The editor had a file of this computer itself.
        case inPlace = "changed a file on this computer, which undo does not revert"
        /// It concerned nothing that is shown, so that undo applies to an older one.
        case elsewhere = "was in another container, or on this computer"
    }

    /// The operation.
    package let kind: OperationKind
    /// How it ended.
    package let end: End

    package init(_ kind: OperationKind, end: End) {
        self.kind = kind
        self.end = end
    }

    /// The sentence to show before an undo.
    package var sentence: String { Self.sentence(kind.title, end) }

    /// Returns the sentence for an operation.
    /// - Parameter name: The title, or a longer description.
    static func sentence(_ name: String, _ end: End) -> String { "The last operation, \(name), \(end.rawValue)." }
}

extension Completion {
    /// How the operation ended if undo would revert nothing of it; nil otherwise.
    package var ineffectiveEnd: IneffectiveOperation.End? {
        guard !isUndoable else { return nil }
        return switch state {
        case .done: .unchanged
        case .partly, .failed: .failed
        case .cancelled: .cancelled
        }
    }
}
