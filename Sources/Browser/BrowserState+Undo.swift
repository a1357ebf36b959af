import FileSharing

/// The operation that an undo applies to, from the user's point of view.
extension BrowserState {
    /// An operation that changed nothing: an undo right after it must not silently revert an older one.
    struct IneffectiveOperation: Hashable, Sendable {
        /// The operation's title.
        var title: String
        /// How it ended, such as "was refused and changed nothing".
        var end: String

        /// The sentence to show in the question before the undo.
        var sentence: String { "The last operation, \(title), \(end)." }
    }

    /// Records how the user's last operation ended.
    /// - Parameters:
    ///   - isUndoable: Whether it changed something that an undo reverts.
    ///   - end: How it ended if not.
    mutating func note(_ operation: FileOperation, isUndoable: Bool, _ end: String) {
        // The target of a failed undo can still be undone: the next undo applies to it too.
        if operation.isUndo, !isUndoable { return }
        ineffective = isUndoable ? nil : IneffectiveOperation(title: operation.title, end: end)
    }

    /// Records an operation that ended before it began.
    mutating func noteIneffective(_ title: String, _ end: String = "was refused and changed nothing") {
        ineffective = IneffectiveOperation(title: title, end: end)
    }

    /// Begins to undo or redo the last operation in the container.
    mutating func invert(_ operation: (HistorySelection) -> FileOperation) -> [BrowserEffect] {
        begin(operation(.lastIn(root(of: .container))))
    }

    /// Begins to prepare the undo or redo that was deferred until the operations before it ended.
    mutating func beginDeferred() -> [BrowserEffect] {
        guard let entry = operations.firstDue else { return [] }
        operations[entry.ticket]?.stage = .preparing
        return [.prepare(entry.ticket, entry.operation, for: requester)]
    }

    /// Returns the first sentence of an undo's question if the last operation changed nothing: it concerns an older
    /// one.
    func firstSentence(before preparation: Preparation) -> String? {
        preparation.operation.isUndo ? ineffective?.sentence : nil
    }
}
