package import Jobs

/// What transactions have done, and what can be taken back.
package struct Journal: Sendable {
    let environment: TransactionEnvironment

    /// The journal in a state directory; nothing is read or made yet.
    package init(environment: TransactionEnvironment) { self.environment = environment }

    /// Which transaction is meant.
    package enum Selection: Hashable, Sendable {
        /// The last one that can be undone, or done again.
        case last
        /// The one with this number.
        case number(Int)
    }

    /// What happens to an item that a transaction made and somebody has changed since, when it is undone.
    package enum ChangedItems: Hashable, Sendable, CaseIterable {
        /// Nothing is undone; the error names the item.
        case refuse
        /// It goes to the trash as it is now.
        case moveToTrash
    }

    /// What it holds, oldest first.
    /// - Throws: `TransactionError` where it cannot be read. That there is none is no failure.
    package func entries() throws(TransactionError) -> [JournalEntry] { [] }

    /// Takes a transaction back, as a transaction of its own: all of it or nothing.
    /// - Throws: `TransactionError`: `notFound`, `conflict` with the item that stands in the way, and those of
    ///   `Transaction.carryOut`.
    package func undo(
        _ which: Selection = .last,
        changed: ChangedItems = .refuse,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        throw TransactionError(.notFound, "there is nothing to undo")
    }

    /// Does again what was undone last, unless something else has been done since.
    /// - Throws: as `undo`.
    package func redo(
        _ which: Selection = .last,
        changed: ChangedItems = .refuse,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        throw TransactionError(.notFound, "there is nothing to do again")
    }

    /// Brings to an end what processes that are gone have left: finished, or taken back.
    ///
    /// To be called when the program starts. Transactions whose process still runs are left alone.
    /// - Throws: `TransactionError` where the journal cannot be read or written.
    package func recover() throws(TransactionError) -> RecoveryReport { RecoveryReport() }
}
