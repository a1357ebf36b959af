import ContainerModel
import ContainerStore
import FileTree
import Jobs
import System
package import Transactions

/// Undo and redo.
extension OperationPipeline {
    /// Returns the operations in the journal, oldest first.
    /// - Throws: `OperationError` if the journal cannot be read.
    package func history() throws(OperationError) -> [JournalEntry] {
        let environment = try environment()
        return try forOperation { () throws(TransactionError) in try Journal(environment: environment).entries() }
    }

    /// Returns the journal, which mounts the devices that it needs.
    func journal() throws(OperationError) -> Journal {
        Journal(environment: try environment(), openingDevicesWith: { ContainerStore.reopenDevice(at: $0.hostPath) })
    }

    /// Finds the operation to undo or redo.
    func planInversion(
        _ operation: FileOperation,
        _ selection: HistorySelection,
        _ options: OperationOptions
    ) throws(OperationError) -> Preparation {
        let isUndo = operation.kind == .undo
        let journal = try journal()
        let which: Journal.Selection =
            switch selection {
            case .last: .last
            case .lastIn(let roots): .lastIn(try scope(of: roots))
            case .number(let number): .number(number)
            }
        let found = try forOperation { () throws(TransactionError) in
            isUndo ? try journal.undoable(which) : try journal.redoable(which)
        }
        let step = HistoryStep(found, isUndo: isUndo, now: Int64(time(nil)))
        var preparation = Preparation(
            operation, PolicyDecision(actor: .owner), .invert(step, options.changed))
        preparation.history = step
        var reasons: Set<Confirmation.Reason> = []
        if isUndo, step.failedSince != nil { reasons.insert(.lastFailed) }
        if case .last(let standing) = selection {
            let place = standing.flatMap { try? self.scope(of: [$0]) }
            if place.map(found.entry.concerns) != true { reasons.insert(.elsewhere) }
        }
        if !reasons.isEmpty { preparation.questions = [.confirmation(Confirmation(reasons))] }
        return preparation
    }

    private func scope(of roots: [Root]) throws(OperationError) -> JournalScope {
        do throws(FileTreeError) {
            return try JournalScope(roots, in: open.table)
        } catch {
            throw OperationError(error, at: ItemAddress(roots.first ?? .computer, .root))
        }
    }

    /// Undoes or redoes the operation; asks first if that would discard items changed since.
    func invert(
        _ step: HistoryStep,
        _ changed: Journal.ChangedItems,
        _ preparation: Preparation,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> OperationEnding {
        let journal = try journal()
        do throws(TransactionError) {
            let which = Journal.Selection.number(step.number)
            let outcome =
                step.isUndo
                ? try journal.undo(which, changed: changed, progress: progress, cancellation: cancellation)
                : try journal.redo(which, changed: changed, progress: progress, cancellation: cancellation)
            var completion = Completion(outcome)
            if completion.state == .done { completion.phrase = step.name.short }
            return .completed(completion)
        } catch {
            guard let changed = ChangedSince(error, isUndo: step.isUndo) else { throw OperationError(error) }
            var next = preparation
            next.work = .invert(step, .moveToTrash)
            next.questions = [.confirmation(Confirmation(changed))]
            return .asks(next)
        }
    }
}
