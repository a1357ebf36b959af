package import ContainerModel
package import ContainerStore

extension Verdict.Outcome {
    /// The outcome in a few words: "allowed", "refused".
    package var title: String {
        switch self {
        case .allowed: "allowed"
        case .allowedWithWarning: "allowed, but"
        case .becomes(.emptyDirectory): "empties it instead"
        case .becomes(.moveOut): "moves it out first"
        case .refused: "refused"
        }
    }
}

extension Verdict {
    /// The outcome in a few words; a permission that depends on unknown facts says so.
    package var title: String {
        outcome == .allowedWithWarning && warnings.isEmpty && !unknowns.isEmpty
            ? "allowed as far as known" : outcome.title
    }

    /// Remarks about the outcome, a sentence each: the rule, or considerations about a permission. Empty if the
    /// operation is simply allowed.
    package var remarks: [String] {
        switch outcome {
        case .allowed: []
        case .allowedWithWarning: warnings.map(\.sentence) + unknowns.map { "Not known: \($0.sentence)." }
        case .becomes, .refused: [rule.sentence]
        }
    }
}

extension Explanation {
    /// Returns the verdict for each operation on the item, in the order of the rules' table. For a directory these
    /// include creating items in it, for anything else reading and modifying its contents. Operations that only the
    /// system can perform are listed only for the system.
    package func verdicts(
        in container: ContainerDescription,
        state: DeviceState,
        rules: RuleBook = .standard
    ) -> [(operation: OperationRule, verdict: Verdict)] {
        let isDirectory = subject.kind == .directory
        return rules.tables.operations.compactMap { row in
            let makesItem = row.operation == .createFile || row.operation == .createDirectory
            let isOfContents = row.operation == .read || row.operation == .modify
            // No other actor can perform system-only operations, on any item.
            guard !row.isSystemOnly || actor == .system else { return nil }
            guard isDirectory ? !isOfContents : !makesItem && row.operation != .list else { return nil }
            let verdict = rules.verdict(
                for: row.operation,
                on: makesItem ? Explanation.child(of: item) : item,
                as: actor,
                app: container.app,
                state: state
            )
            return (row, verdict)
        }
    }
}
