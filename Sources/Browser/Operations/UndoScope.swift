import ContainerModel
import FileSharing
import Transactions

/// What undo and redo apply to, from the user's point of view.
struct UndoScope: Sendable {
    /// The user's last operation.
    struct LastOperation: Hashable, Sendable {
        /// The operation.
        var kind: OperationKind
        /// Why undo reverts nothing of it; nil if it changed something that undo reverts.
        var end: IneffectiveOperation.End?
        /// The roots that it concerned; empty if they are not known.
        var roots: Set<Root> = []
    }

    /// The user's last operation; nil before the first one in the container.
    var lastOperation: LastOperation?
    /// The numbers in the journal of what was done in this session.
    var ownOperations: Set<Int> = []
    /// The number of the latest operation of another session that the user has agreed to undo; those before it are
    /// undone without asking again.
    var agreedUndo = 0

    /// Records how the user's last operation ended.
    /// - Parameter end: How it ended; nil if it changed something that undo reverts.
    mutating func note(_ operation: FileOperation, _ end: IneffectiveOperation.End?) {
        // The target of a failed undo can still be undone: the next undo applies to it too.
        if operation.kind == .undo, end != nil { return }
        lastOperation = LastOperation(kind: operation.kind, end: end, roots: operation.roots)
    }

    /// Records an operation that ended before it began.
    mutating func noteIneffective(_ kind: OperationKind, _ end: IneffectiveOperation.End = .refused) {
        lastOperation = LastOperation(kind: kind, end: end)
    }

    /// Records that the user has agreed to revert an operation of another session.
    mutating func agree(to history: HistoryStep) {
        guard history.isUndo, !ownOperations.contains(history.number) else { return }
        agreedUndo = max(agreedUndo, history.number)
    }

    /// Records the numbers in the journal of an operation that has ended.
    mutating func noteNumbers(of preparation: Preparation?, _ completion: Completion) {
        guard completion.isUndoable, let number = completion.outcome?.id?.number else { return }
        ownOperations.insert(number)
        // What was redone can be undone again under the number that it was done with.
        if let history = preparation?.history {
            if !history.isUndo { ownOperations.insert(history.number) }
        } else {
            agreedUndo = 0
        }
    }

    /// Returns the last operation, if undo would revert an older one instead: it changed nothing, or it concerned nothing
    /// that is shown.
    func ineffective(in shown: [Root]) -> IneffectiveOperation? {
        guard let last = lastOperation else { return nil }
        let end = last.end ?? (Self.reaches(last.roots, in: shown) ? nil : .elsewhere)
        return end.map { IneffectiveOperation(last.kind, end: $0) }
    }

    /// Returns whether undo applies to an operation that concerned these roots. One that concerned a container and this
    /// computer is the container's.
    static func reaches(_ roots: Set<Root>, in shown: [Root]) -> Bool {
        let containers = roots.filter(\.isContainer)
        return roots.isEmpty || !(containers.isEmpty ? roots : containers).isDisjoint(with: shown)
    }

    /// Forgets what concerns the container being left.
    mutating func leaveContainer() {
        lastOperation = nil
        agreedUndo = 0
    }
}
