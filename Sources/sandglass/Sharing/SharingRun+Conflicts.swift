import ContainerModel
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
    func decide(
        _ plan: inout Plan,
        _ refusalToReplace: (ItemAddress, Plan.Conflict) -> String?
    ) throws(TransactionError) {
        let undecided = plan.undecided
        guard !undecided.isEmpty else { return }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { throw refusal(undecided, of: plan) }
        var others: ConflictPolicy?
        for index in undecided {
            guard let conflict = plan.items[index].conflict, let target = plan.items[index].change.target else {
                continue
            }
            if let others, conflict.isCovered(by: others),
                others != .replace || refusalToReplace(target, conflict) == nil
            {
                plan.decide(others, for: index)
                continue
            }
            while plan.items[index].conflict?.decision == .ask {
                let (decision, isForAll) = try ask(target, conflict)
                if decision == .replace, let refusal = refusalToReplace(target, conflict) {
                    writeError("It may not be replaced: \(DisplayText(refusal))")
                    continue
                }
                if isForAll { others = decision }
                plan.decide(decision, for: index)
            }
        }
    }

    /// Says what of a plan cannot be undone, or not in full.
    static func sayLimits(of plan: Plan) {
        for limit in plan.undoLimits { writeError("sandglass: warning: \(DisplayText(limit.text))") }
    }

    /// Asks on the terminal whether to go on all the same.
    /// - Throws: `TransactionError` where the person says no.
    static func askAboutLimits(of plan: Plan) throws(TransactionError) {
        guard !plan.undoLimits.isEmpty, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
        writeQuestion("Go on? [y/N] ")
        let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
        guard answer == "y" || answer == "yes" else {
            throw TransactionError(.cancelled, "cancelled; nothing was changed")
        }
    }

    /// Names the conflicts that nobody can be asked about.
    private func refusal(_ undecided: [Int], of plan: Plan) -> TransactionError {
        var isKindChanged = false
        for index in undecided {
            let item = plan.items[index]
            let path = shownPath(item.change.target?.hostPath ?? [])
            if conflicts == .replace, let conflict = item.conflict {
                isKindChanged = true
                writeError(
                    "sandglass: \(path): \(conflict.kind.withArticle) is there already, and \(conflict.newKind.withArticle) "
                        + "would take its place")
            } else {
                writeError("sandglass: \(path): something of that name is there already")
            }
        }
        return TransactionError(
            .cannotCreate,
            isKindChanged
                ? "nothing was changed: --on-conflict replace never replaces a directory with a file, or a file with a "
                    + "directory, without a question of its own. Remove or rename what is there, or use --on-conflict "
                    + "skip or keep-both"
                : "nothing was changed: use --on-conflict skip, replace or keep-both")
    }

    private func ask(_ target: ItemAddress, _ conflict: Plan.Conflict) throws(TransactionError) -> (
        ConflictPolicy, Bool
    ) {
        let kind = conflict.kind == .file ? "a file of \(ByteCount.exact(conflict.size))" : conflict.kind.withArticle
        writeError("\(shownPath(target.hostPath)) is there already: \(kind).")
        let isApart = conflict.changesKind
        if isApart {
            writeError(
                "Replacing it puts the \(conflict.kind.title) into the trash and \(conflict.newKind.withArticle) in its place."
            )
        }
        while true {
            let other = conflict.otherName.map { " (as \(DisplayText(bytes: $0)))" } ?? ""
            writeQuestion(
                "[r]eplace, [k]eep both\(other), [s]kip; \(isApart ? "K, S" : "R, K, S") for all; [c]ancel? ")
            guard let line = answerLine() else { break }
            switch line.filter({ !$0.isWhitespace }) {
            case "r": return (.replace, false)
            case "k": return (.keepBoth, false)
            case "s": return (.skip, false)
            case "R" where !isApart: return (.replace, true)
            case "K": return (.keepBoth, true)
            case "S": return (.skip, true)
            case "c", "": throw TransactionError(.cancelled, "cancelled; nothing was changed")
            default: continue
            }
        }
        throw TransactionError(.cancelled, "cancelled; nothing was changed")
    }
}
