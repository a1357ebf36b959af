import ContainerModel
import ContainerStore
import Disk
import FileSharing
import Inspection
import Jobs
import Screen
import Transactions

/// Puts snapshots into the trash, as far as the rules allow.
struct SnapshotRemoval {
    let container: Container
    let actor: ActingParty

    /// - Throws: `Failure` where a rule refuses, or something could not be removed; the others are gone then.
    func remove(_ rows: [SnapshotInventory.Row]) throws {
        var refused: Failure?
        var changes: [Change] = []
        for path in rows.flatMap({ [$0.rawPath, $0.companion].compactMap(\.self) }) {
            let verdict = RuleBook.standard.verdict(
                for: .delete,
                on: Item(path, in: container.description.kind),
                as: actor,
                app: container.description.app
            )
            if verdict.isRefused {
                refused?.report()
                refused = Failure(.refused, "\(DisplayText(path.reportText)) stays: \(verdict.rule.sentence)")
            } else {
                changes.append(.trash(ItemAddress(container.root, path)))
            }
        }
        do throws(TransactionError) {
            try carryOut(changes, &refused)
        } catch {
            throw Failure(error)
        }
        if let refused { throw refused }
    }

    private func carryOut(_ changes: [Change], _ refused: inout Failure?) throws(TransactionError) {
        guard !changes.isEmpty else { return }
        let environment = try TransactionEnvironment.fromEnvironment()
        let request = ChangeRequest(title: "remove snapshots", actor: actor.rawValue, changes: changes)
        let roots = OpenRoots(container).table
        let progress = ProgressMeter()
        let plan = try Planner(environment: environment, roots: roots).plan(
            request, progress: progress, cancellation: Cancellation())
        for refusal in plan.refusals {
            refused?.report()
            let path = refusal.change.source.map { DisplayText(bytes: $0.hostPath).description } ?? "a snapshot"
            refused = Failure(.cannotCreate, "\(path) stays: \(refusal.reason)")
        }
        SharingRun.sayLimits(of: plan)
        try SharingRun.askAboutLimits(of: plan)
        let outcome = try Transaction.carryOut(
            plan, in: environment, roots: roots, progress: progress, cancellation: Cancellation())
        for failure in outcome.failures.first {
            refused?.report()
            refused = Failure(.inputOutput, "\(DisplayText(bytes: failure.hostPath)): \(failure.reason)")
        }
        let done = outcome.items.count { $0.result == .done }
        writeError("sandglass: \(done == 1 ? "1 file is" : "\(done) files are") in the trash")
    }
}
