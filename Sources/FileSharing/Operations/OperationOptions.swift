package import Transactions

/// Answers given in advance to questions that an operation may raise.
package struct OperationOptions: Hashable, Sendable {
    /// What to do if a name is taken.
    package var conflicts: ConflictPolicy
    /// What to do with the rest if something fails or is refused.
    package var onError: ErrorPolicy
    /// What an undo or redo does with items changed since.
    package var changed: Journal.ChangedItems
    /// Whether what is written to a device is read back and compared.
    package var readsBack = true
    /// Whether a database is changed without its log and what else belongs to it.
    package var isAlone = false

    /// Creates options. By default, the user is asked about taken names, the rest continues after a failure, and
    /// nothing changed since is discarded.
    package init(
        conflicts: ConflictPolicy = .ask,
        onError: ErrorPolicy = .goOn,
        changed: Journal.ChangedItems = .refuse,
        readsBack: Bool = true,
        isAlone: Bool = false
    ) {
        self.isAlone = isAlone
        self.readsBack = readsBack
        self.conflicts = conflicts
        self.onError = onError
        self.changed = changed
    }
}
