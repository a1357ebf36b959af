import ContainerModel
import Jobs
import Transactions

/// Plans of the changes that the rules allow, and their questions.
extension OperationPipeline {
    /// Plans the changes that the rules allow.
    func planChange(
        _ operation: FileOperation,
        _ decision: PolicyDecision,
        _ rules: SharingRules,
        _ options: OperationOptions,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        var onError = options.onError
        // A bulk rename that stops halfway would be worse than none.
        if case .rename(let names, _) = operation, names.count > 1 || decision.changes.count > 1 { onError = .rollBack }
        if onError == .rollBack, !decision.isComplete {
            var preparation = Preparation(operation, decision, .nothing)
            let isRefused = decision.items.contains { $0.outcome == .refused }
            preparation.hindrance = OperationError(
                isRefused ? .refused : .noInput,
                "nothing was changed, because the operation is all or nothing")
            return preparation
        }
        guard !decision.isEmpty else { return Preparation(operation, decision, .nothing) }
        var plan = try plan(
            decision.changeSet, as: operation.kind, by: decision.actor, onError: onError, progress, cancellation)
        plan.readsBack = options.readsBack
        func refusalToReplace(_ item: ItemAddress, _ conflict: Plan.Conflict) -> String? {
            rules.refusalToReplace(item, conflict.kind)?.rule.text
        }
        // An item may have appeared in the way since the rules were applied.
        plan.refuseReplacements(refusalToReplace)
        var preparation = Preparation(operation, decision, .change(plan))
        if onError == .rollBack, let refusal = plan.refusals.first {
            preparation.hindrance = OperationError(refusal.operationErrorCode, "nothing was changed")
            return preparation
        }
        preparation.ask(about: plan, refusalToReplace: refusalToReplace)
        return preparation
    }

    func plan(
        _ changes: ChangeSet,
        as kind: OperationKind,
        by actor: ActingParty,
        onError: ErrorPolicy,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Plan {
        let environment = try environment()
        return try forOperation { () throws(TransactionError) in
            try Planner(environment: environment, roots: open.table).plan(
                changes, as: kind, by: actor, onError: onError, progress: progress, cancellation: cancellation)
        }
    }

    func executePlan(
        _ plan: Plan,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Outcome {
        let environment = try environment()
        return try forOperation { () throws(TransactionError) in
            try Transaction.execute(
                plan, in: environment, roots: open.table, progress: progress, cancellation: cancellation)
        }
    }
}

/// Calls `body` and converts its error to an `OperationError`.
func forOperation<Result>(_ body: () throws(TransactionError) -> Result) throws(OperationError) -> Result {
    do throws(TransactionError) {
        return try body()
    } catch {
        throw OperationError(error)
    }
}

extension Preparation {
    /// Adds the questions about a plan.
    /// - Parameter refusalToReplace: Returns why an item in the way may not be replaced; nil if it may.
    mutating func ask(
        about plan: Plan,
        refusalToReplace: (ItemAddress, Plan.Conflict) -> String?
    ) {
        var reasons = plan.reasonsToAsk
        if operation.kind.takesAway { reasons.insert(.takesAway) }
        let isSmooth = plan.refusals.isEmpty && plan.warnings.isEmpty
        let isAsRequested =
            decision.items.allSatisfy { $0.outcome == .allowed && $0.doubts.isEmpty } && !decision.breaksSeal
        if !isSmooth || !isAsRequested { reasons.insert(.notice) }
        if !decision.apart.isEmpty { reasons.insert(.apart) }
        if !reasons.isEmpty {
            questions.append(.confirmation(Confirmation(reasons, decision.apart.map(\.sentence))))
        }
        questions += plan.undecided.compactMap { index in
            let item = plan.items[index]
            guard let conflict = item.conflict, let target = item.change.target else { return nil }
            return .conflict(
                ConflictQuestion(
                    index: index, target: target, conflict: conflict, newSize: item.counts.bytes,
                    refusalToReplace: refusalToReplace(target, conflict)))
        }
    }
}

extension Plan {
    /// The reasons for asking that are in the plan itself.
    var reasonsToAsk: Set<Confirmation.Reason> {
        var reasons: Set<Confirmation.Reason> = []
        if !undoLimits.isEmpty { reasons.insert(.undoLimit) }
        if warnings.first.contains(where: { if case .mergedNames = $0 { true } else { false } }) {
            reasons.insert(.mergedNames)
        }
        return reasons
    }
}

extension PolicyDecision {
    /// Whether nothing is refused or unavailable.
    fileprivate var isComplete: Bool { items.allSatisfy { $0.outcome != .refused && $0.outcome != .unavailable } }
}

extension Plan.Refusal {
    /// The error code if the operation must be done as a whole.
    var operationErrorCode: OperationError.Code {
        code == .notReplaceable || code == .denied ? .refused : .cannotCreate
    }
}
