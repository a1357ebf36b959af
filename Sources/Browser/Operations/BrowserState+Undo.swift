import ContainerModel
import FileSharing
import Transactions

/// The operation that an undo applies to, from the user's point of view.
extension BrowserState {
    /// The user's last operation.
    struct LastOperation: Hashable, Sendable {
        /// Its title.
        var title: String
        /// Why undo reverts nothing of it; nil if it changed something that undo reverts.
        var end: IneffectiveOperation.End?
        /// The roots that it concerned; empty if they are not known.
        var roots: Set<Root> = []
    }

    /// Records how the user's last operation ended.
    /// - Parameter end: How it ended; nil if it changed something that undo reverts.
    mutating func note(_ operation: FileOperation, _ end: IneffectiveOperation.End?) {
        // The target of a failed undo can still be undone: the next undo applies to it too.
        if operation.isUndo, end != nil { return }
        lastOperation = LastOperation(title: operation.title, end: end, roots: operation.roots)
    }

    /// Records an operation that ended before it began.
    mutating func noteIneffective(_ title: String, _ end: IneffectiveOperation.End = .refused) {
        lastOperation = LastOperation(title: title, end: end)
    }

    /// The last operation, if undo would revert an older one instead: it changed nothing, or it concerned nothing that
    /// is shown.
    var ineffective: IneffectiveOperation? {
        guard let last = lastOperation else { return nil }
        let end = last.end ?? (reaches(last.roots) ? nil : .elsewhere)
        return end.map { IneffectiveOperation(title: last.title, end: $0) }
    }

    /// What is shown, to which undo and redo apply: the containers on both sides, or a container and this computer.
    var shownRoots: [Root] { [root(of: .container)] + (isSharing ? [root(of: .computer)] : []) }

    /// Returns whether undo applies to an operation that concerned these roots. One that concerned a container and this
    /// computer is the container's.
    func reaches(_ roots: Set<Root>) -> Bool {
        let containers = roots.filter(\.isContainer)
        return roots.isEmpty || !(containers.isEmpty ? roots : containers).isDisjoint(with: shownRoots)
    }

    /// Begins to undo or redo the last operation in what is shown.
    mutating func invert(_ operation: (HistorySelection) -> FileOperation) -> [BrowserEffect] {
        begin(operation(.lastIn(shownRoots)))
    }

    /// Begins to prepare the undo or redo that was deferred until the operations before it ended.
    mutating func beginDeferred() -> [BrowserEffect] {
        guard let entry = tasks.firstDue, let operation = entry.operation else { return [] }
        tasks[entry.ticket]?.stage = .preparing
        return [.prepare(entry.ticket, operation, for: Requester(entry.actor ?? actor, device))]
    }

    /// Returns the first sentence of an undo's question if the undo may not be what the user means: the last operation changed
    /// nothing, so that an older one is undone, or it was not done in this session.
    func caution(before preparation: Preparation) -> String? {
        guard preparation.operation.isUndo else { return nil }
        if let ineffective { return ineffective.sentence }
        guard let history = preparation.history else { return nil }
        if shownRoots.contains(.computer) {
            // All of this computer counts as shown: whatever else was done there is not meant.
            let isOwn = lastOperation.map { !$0.roots.contains(where: \.isContainer) } ?? false
            if !history.concernsContainer, !isOwn {
                return "This was done on this computer, and not just now in this browser."
            }
        }
        // It asks anyway, and names the operation.
        guard preparation.confirmation == nil else { return nil }
        return ownOperations.contains(history.number) || history.number <= agreedUndo
            ? nil : "This was done before this session, or by another process."
    }

    /// Records the numbers in the journal of an operation that has ended.
    mutating func noteNumbers(of entry: TaskEntry, _ completion: Completion) {
        guard completion.isUndoable, let number = completion.outcome?.id?.number else { return }
        ownOperations.insert(number)
        // What was redone can be undone again under the number that it was done with.
        if let history = entry.preparation?.history {
            if !history.isUndo { ownOperations.insert(history.number) }
        } else {
            agreedUndo = 0
        }
    }
}
