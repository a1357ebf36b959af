import FileSharing

/// Which operation an undo is about, seen from the person who presses the key.
extension BrowserState {
    /// An operation that changed nothing: an undo right after it must not silently take back an older one.
    struct IneffectiveOperation: Hashable, Sendable {
        /// What it was called.
        var title: String
        /// What became of it: "was refused and changed nothing".
        var end: String

        /// For the question before the undo.
        var sentence: String { "The last operation, \(title), \(end)." }
    }

    /// Remembers how the person's last operation ended.
    /// - Parameters:
    ///   - isUndoable: whether it changed something that an undo takes back.
    ///   - end: what became of it where it did not.
    mutating func note(_ operation: FileOperation, isUndoable: Bool, _ end: String) {
        // What an undo that failed was about can still be undone: the next one is about the same.
        if operation.isUndo, !isUndoable { return }
        ineffective = isUndoable ? nil : IneffectiveOperation(title: operation.title, end: end)
    }

    /// Remembers an operation that came to its end before it was begun.
    mutating func noteIneffective(_ title: String, _ end: String = "was refused and changed nothing") {
        ineffective = IneffectiveOperation(title: title, end: end)
    }

    /// Has the last operation of the container taken back, or done again.
    mutating func invert(_ operation: (HistorySelection) -> FileOperation) -> [BrowserEffect] {
        begin(operation(.lastIn(root(of: .container))))
    }

    /// Has the undo or redo looked at that waited for what was before it.
    mutating func beginDeferred() -> [BrowserEffect] {
        guard let entry = operations.firstDue else { return [] }
        operations[entry.ticket]?.stage = .preparing
        return [.prepare(entry.ticket, entry.operation, for: requester)]
    }

    /// What an undo says first where the last operation changed nothing: that it is about an older one.
    func firstSentence(before preparation: Preparation) -> String? {
        preparation.operation.isUndo ? ineffective?.sentence : nil
    }
}
