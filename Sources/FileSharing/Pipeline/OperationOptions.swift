package import Transactions

/// What the person said beforehand about cases that would be asked about.
package struct OperationOptions: Hashable, Sendable {
    /// What happens where a name is taken.
    package var conflicts: ConflictPolicy
    /// What happens to the rest where something fails or is refused.
    package var onError: ErrorPolicy
    /// What an undo or a redo does with what was changed since.
    package var changed: Journal.ChangedItems

    /// Nothing was said: names that are taken are asked about, the rest goes on after a failure, and nothing that was
    /// changed since is thrown away.
    package init(
        conflicts: ConflictPolicy = .ask,
        onError: ErrorPolicy = .goOn,
        changed: Journal.ChangedItems = .refuse
    ) {
        self.conflicts = conflicts
        self.onError = onError
        self.changed = changed
    }
}
