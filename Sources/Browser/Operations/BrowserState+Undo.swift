import ContainerModel
import FileSharing
import Transactions

/// The operation that an undo applies to, from the user's point of view.
extension BrowserState {
    /// The last operation, if undo would revert an older one instead: it changed nothing, or it concerned nothing that
    /// is shown.
    var ineffective: IneffectiveOperation? {
        guard let last = undo.lastOperation else { return nil }
        let end = last.end ?? (reaches(last.roots) ? nil : .elsewhere)
        return end.map { IneffectiveOperation(last.kind, end: $0) }
    }

    /// What is shown, to which undo and redo apply: the containers on both sides, or a container and this computer.
    var shownRoots: [Root] { [root(of: .container)] + (panes.isSharing ? [root(of: .computer)] : []) }

    /// Returns whether undo applies to an operation that concerned these roots. One that concerned a container and this
    /// computer is the container's.
    func reaches(_ roots: Set<Root>) -> Bool {
        let containers = roots.filter(\.isContainer)
        return roots.isEmpty || !(containers.isEmpty ? roots : containers).isDisjoint(with: shownRoots)
    }

    /// Begins to undo or redo the last operation in what is shown.
    mutating func invert(_ operation: (HistorySelection) -> FileOperation) -> [BrowserEffect] {
        beginOperation(operation(.lastIn(shownRoots)))
    }

    /// Has the undo or redo planned that was deferred until the operations before it ended.
    mutating func beginDeferred() -> [BrowserEffect] {
        guard let entry = tasks.firstDue, let operation = entry.operation else { return [] }
        tasks[entry.ticket]?.stage = .planning
        return [
            .operation(
                entry.ticket, .plan(operation, for: Requester(entry.actor ?? requester.actor, requester.state)))
        ]
    }

    /// Returns the first sentence of an undo's question if the undo may not be what the user means: the last operation changed
    /// nothing, so that an older one is undone, or it was not done in this session.
    func caution(before preparation: Preparation) -> String? {
        if case .restore = preparation.operation {
            return "What differs is replaced, what is missing comes back, and what was added goes to the trash; "
                + "\(keys.key("undo")) undoes it."
        }
        guard preparation.operation.kind == .undo else { return nil }
        if let ineffective { return ineffective.sentence }
        guard let history = preparation.history else { return nil }
        if shownRoots.contains(.computer) {
            // All of this computer counts as shown: whatever else was done there is not meant.
            let isOwn = undo.lastOperation.map { !$0.roots.contains(where: \.isContainer) } ?? false
            if !history.concernsContainer, !isOwn {
                return "This was done on this computer, and not just now in this browser."
            }
        }
        // It asks anyway, and names the operation.
        guard preparation.confirmation == nil else { return nil }
        return undo.ownOperations.contains(history.number) || history.number <= undo.agreedUndo
            ? nil : "This was done before this session, or by another process."
    }
}
