import Transactions

/// What an undo or a redo is about.
package struct HistoryStep: Hashable, Sendable {
    /// Whether it is taken back, and not done again.
    package let isUndo: Bool
    /// The operation's name.
    package let name: OperationName
    /// A later operation that failed and changed nothing, where that is the last thing that happened.
    package let failedSince: OperationName?

    /// The operation's number in the journal: it is that one, and no other, that is taken back or done again.
    package var number: Int { name.number }

    init(_ candidate: Journal.Candidate, isUndo: Bool, now: Int64) {
        self.isUndo = isUndo
        name = OperationName(candidate.entry, now: now)
        failedSince = candidate.failedSince.map { OperationName($0, now: now) }
    }
}
