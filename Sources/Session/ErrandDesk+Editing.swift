import Browser
import ContainerModel
import FileSharing
import Jobs
import Transactions

/// Lending files to an editor, and bringing back what it saved.
extension ErrandDesk {
    /// Locks a file of the container and makes the copy that the editor gets. A file of this computer is opened where
    /// it is: its owner's other programs change it there, too, and its directory need not be writable.
    /// - Parameter destination: where a file goes with the first save that may not be changed in its place.
    func makeReady(
        _ path: ItemAddress,
        savingTo destination: ItemAddress?,
        for ticket: Ticket,
        _ meter: ProgressMeter,
        _ cancellation: Cancellation
    ) -> ErrandOutcome {
        var outcome = ErrandOutcome(.done, "the editor has it")
        outcome.opens = path
        guard path.side == .container else { return outcome }
        do throws(EditorError) {
            let folder = try TemporaryFolder()
            do throws(EditingSession.Failure) {
                editing[ticket] = try EditingSession(
                    path, in: open, savingTo: destination, copyingTo: folder, progress: meter,
                    cancellation: cancellation)
                return outcome
            } catch {
                return cancellation.isCancelled
                    ? ErrandOutcome(.cancelled, "cancelled")
                    : ErrandOutcome(.failed, "\(path.shownName): \(error.message)")
            }
        } catch {
            return ErrandOutcome(.failed, error.message)
        }
    }

    /// What the editor saved, as a change like every other.
    ///
    /// The file is looked at only when it is about to be replaced: an errand may wait for others before it.
    func save(_ edited: Ticket, in environment: TransactionEnvironment) -> Finding {
        guard let session = editing[edited] else { return .failed("there is nothing that was edited") }
        return .planned(ErrandPlan(items: 1)) { _, meter, cancellation in
            var outcome = replace(session, in: environment, meter, cancellation)
            if outcome.state == .done {
                session.releaseCopy()
            } else {
                outcome.lines += session.keepCopy().map { [$0] } ?? []
            }
            // The lock lasts until here.
            editing[edited] = nil
            return outcome
        }
    }

    private func replace(
        _ session: EditingSession,
        in environment: TransactionEnvironment,
        _ meter: ProgressMeter,
        _ cancellation: Cancellation
    ) -> ErrandOutcome {
        let outside = session.outsideChange
        let plan: Plan
        do throws(EditingSession.Failure) {
            guard
                let request = try session.request(as: actor.rawValue, after: outside, cancellation: cancellation)
            else {
                return ErrandOutcome(.done, "nothing was changed")
            }
            do throws(TransactionError) {
                plan = try Planner(environment: environment, roots: session.roots).plan(
                    request, progress: ProgressMeter(), cancellation: cancellation)
            } catch {
                return ErrandOutcome(.failed, error.message)
            }
        } catch {
            return ErrandOutcome(.failed, error.message)
        }
        if let refusal = plan.refusals.first { return ErrandOutcome(.failed, refusal.reason) }
        var moved: String?
        var outcome = Self.outcome { () throws(TransactionError) in
            let outcome = try Transaction.carryOut(
                plan, in: environment, roots: session.roots, progress: meter, cancellation: cancellation)
            moved = session.told(of: outcome)
            return outcome
        }
        if outcome.state == .done, let moved { outcome.summary = moved }
        if outcome.state == .done, let outside {
            let name = String(decoding: session.original.name, as: UTF8.self)
            outcome.lines.insert("\(name) \(session.told(of: outside))", at: 0)
        }
        return outcome
    }
}

extension ItemAddress {
    /// The name for people, not safe for a terminal.
    fileprivate var shownName: String { String(decoding: name, as: UTF8.self) }
}
