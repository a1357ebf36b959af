import Browser
import ContainerStore
import Disk
import FileSharing
import Glibc
import Jobs
import Transactions

/// Taking back, and doing again, what concerns the container that is open.
extension ErrandDesk {
    /// Finds the operation that is meant. It is that one, and no other, that is taken back or done again later.
    func invert(_ errand: Errand, in environment: TransactionEnvironment) throws(TransactionError) -> Finding {
        let journal = Journal(environment: environment)
        let scope: JournalScope
        do throws(DiskError) {
            scope = try JournalScope(container.root, in: open.table)
        } catch {
            return .failed("could not \(error.operation): \(error.reason)")
        }
        let isUndo = errand == .undo
        let found = isUndo ? try journal.undoable(.lastIn(scope)) : try journal.redoable(.lastIn(scope))
        let number = found.entry.id.number
        let now = Int64(time(nil))
        let name = OperationName(found.entry, now: now).short
        let failed = found.failedSince.map { "The last operation, \(OperationName($0, now: now).short), failed." }
        let plan = ErrandPlan(
            items: 1,
            warnings: (failed.map { [$0] } ?? []) + ["Undo would take back: \(name)."],
            asks: isUndo && failed != nil
        )
        @Sendable func work(
            _ changed: Journal.ChangedItems, _ meter: ProgressMeter, _ cancellation: Cancellation
        ) throws(TransactionError) -> ErrandOutcome {
            let done =
                isUndo
                ? try journal.undo(.number(number), changed: changed, progress: meter, cancellation: cancellation)
                : try journal.redo(.number(number), changed: changed, progress: meter, cancellation: cancellation)
            var outcome = ErrandOutcome(done)
            if outcome.state == .done { outcome.summary = name }
            return outcome
        }
        return .ready(plan) { _, meter, cancellation in
            do throws(TransactionError) {
                return .ended(try work(.refuse, meter, cancellation))
            } catch {
                guard let changed = ChangedSince(error, isUndo: isUndo) else { return .ended(ErrandOutcome(error)) }
                let plan = ErrandPlan(items: 1, warnings: changed.question, asks: true, yes: changed.yes)
                return .asks(plan) { _, meter, cancellation in
                    .ended(Self.told { () throws(TransactionError) in try work(.moveToTrash, meter, cancellation) })
                }
            }
        }
    }
}
