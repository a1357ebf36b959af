import Transactions

/// The journal operation that is undone or redone.
package struct HistoryStep: Hashable, Sendable {
    /// Whether it is an undo rather than a redo.
    package let isUndo: Bool
    /// The description of the operation.
    package let name: OperationName
    /// Whether it concerned a container, not this computer alone.
    package let concernsContainer: Bool
    /// A later operation that failed without changing anything, if that was the last one.
    package let failedSince: OperationName?

    /// The operation's number in the journal, which identifies it from now on.
    package var number: Int { name.number }

    init(_ candidate: Journal.Candidate, isUndo: Bool, now: Int64) {
        self.isUndo = isUndo
        name = OperationName(candidate.entry, now: now)
        concernsContainer = !candidate.entry.containers.isEmpty
        failedSince = candidate.failedSince.map { OperationName($0, now: now) }
    }
}
