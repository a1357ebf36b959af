import FileSharing

/// The operation that an undo applies to, from the user's point of view.
extension BrowserState {
    /// Records how the user's last operation ended.
    /// - Parameter end: How it ended; nil if it changed something that undo reverts.
    mutating func note(_ operation: FileOperation, _ end: IneffectiveOperation.End?) {
        // The target of a failed undo can still be undone: the next undo applies to it too.
        if operation.isUndo, end != nil { return }
        ineffective = end.map { IneffectiveOperation(title: operation.title, end: $0) }
    }

    /// Records an operation that ended before it began.
    mutating func noteIneffective(_ title: String, _ end: IneffectiveOperation.End = .refused) {
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
        return [.prepare(entry.ticket, entry.operation, for: Requester(entry.actor ?? actor, device))]
    }

    /// Returns the first sentence of an undo's question if the last operation changed nothing: it concerns an older
    /// one.
    func firstSentence(before preparation: Preparation) -> String? {
        preparation.operation.isUndo ? ineffective?.sentence : nil
    }
}
