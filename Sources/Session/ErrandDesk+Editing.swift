import Browser
import ContainerModel
import FileSharing
import Jobs
import Transactions

/// Lending files to an editor, and bringing back what it saved.
extension ErrandDesk {
    /// Locks a file of the container and makes the copy that the editor gets. A file of this computer is opened where
    /// it is: its owner's other programs change it there, too, and its directory need not be writable.
    func makeReady(
        _ path: SidePath,
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
                    item(path), in: folder, progress: meter, cancellation: cancellation)
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
    func save(
        _ session: EditingSession,
        in environment: TransactionEnvironment,
        _ cancellation: Cancellation
    ) throws(TransactionError) -> Finding {
        let request: ChangeRequest?
        do throws(EditingSession.Failure) {
            request = try session.request(as: actor.rawValue)
        } catch {
            return .failed(error.message)
        }
        guard let request else {
            return .planned(ErrandPlan(items: 1)) { _, _, _ in ErrandOutcome(.done, "nothing was changed") }
        }
        let plan: Plan
        do throws(TransactionError) {
            plan = try Planner(environment: environment).plan(
                request, progress: ProgressMeter(), cancellation: cancellation)
        } catch {
            throw TransactionError(error.code, "\(error.message); \(session.keepCopy())")
        }
        if let refusal = plan.refusals.first { return .failed("\(refusal.reason); \(session.keepCopy())") }
        let name = String(decoding: session.original.spot.name, as: UTF8.self)
        // The session, and with it the lock, lasts until all is in its place.
        return .planned(ErrandPlan(items: plan.items.count, files: plan.counts.files, bytes: plan.counts.bytes)) {
            _, meter, cancellation in
            var outcome = Self.outcome { () throws(TransactionError) in
                try Transaction.carryOut(plan, in: environment, progress: meter, cancellation: cancellation)
            }
            if outcome.state != .done {
                outcome.lines.append(session.keepCopy())
            } else if request.conflicts == .keepBoth {
                outcome.lines.insert("\(name) \(EditingSession.outsideChange)", at: 0)
            }
            return outcome
        }
    }
}

extension ErrandOutcome {
    /// Goes on with what came after it, in the same errand.
    mutating func add(_ next: ErrandOutcome) {
        opens = next.opens
        guard next.state != .done else { return }
        state = .partly
        lines.append(next.summary)
    }
}

extension SidePath {
    /// The name for people, not safe for a terminal.
    fileprivate var shownName: String { String(decoding: name, as: UTF8.self) }
}
