import Disk
import Glibc
import Inspection
import Jobs
import Screen
import Transactions

/// Names that are taken: nothing is replaced in silence.
extension SharingRun {
    /// Decides about conflicts that the options leave open, by asking on the terminal.
    /// - Throws: `TransactionError` where there is none, or the person gives up.
    func decide(_ plan: inout Plan, _ refusalToReplace: (Spot) -> String?) throws(TransactionError) {
        let undecided = plan.undecided
        guard !undecided.isEmpty else { return }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            for index in undecided {
                let path = plan.items[index].change.target?.hostPath ?? []
                writeError("sandglass: \(shownPath(path)): something of that name is there already")
            }
            throw TransactionError(
                .cannotCreate, "nothing was changed: say --on-conflict skip, replace or keep-both")
        }
        var others: ConflictPolicy?
        for index in undecided {
            guard let conflict = plan.items[index].conflict, let target = plan.items[index].change.target else {
                continue
            }
            if let others {
                if others != .replace || refusalToReplace(target) == nil {
                    plan.decide(others, for: index)
                    continue
                }
            }
            while plan.items[index].conflict?.decision == .ask {
                let (decision, isForAll) = try ask(target, conflict)
                if decision == .replace, let refusal = refusalToReplace(target) {
                    writeError("It may not be replaced: \(DisplayText(refusal))")
                    continue
                }
                if isForAll { others = decision }
                plan.decide(decision, for: index)
            }
        }
    }

    private func ask(_ target: Spot, _ conflict: Plan.Conflict) throws(TransactionError) -> (ConflictPolicy, Bool) {
        let kind = conflict.kind == .file ? "a file of \(ByteCount.exact(conflict.size))" : "a \(conflict.kind.word)"
        writeError("\(shownPath(target.hostPath)) is there already: \(kind).")
        while true {
            let other = conflict.otherName.map { " (as \(DisplayText(bytes: $0)))" } ?? ""
            writeQuestion("[r]eplace, [k]eep both\(other), [s]kip; R, K, S for all; [c]ancel? ")
            guard let line = readLine(), !Interruption.cancellation.isCancelled else { break }
            switch line.filter({ !$0.isWhitespace }) {
            case "r": return (.replace, false)
            case "k": return (.keepBoth, false)
            case "s": return (.skip, false)
            case "R": return (.replace, true)
            case "K": return (.keepBoth, true)
            case "S": return (.skip, true)
            case "c", "": throw TransactionError(.cancelled, "cancelled; nothing was changed")
            default: continue
            }
        }
        throw TransactionError(.cancelled, "cancelled; nothing was changed")
    }
}
