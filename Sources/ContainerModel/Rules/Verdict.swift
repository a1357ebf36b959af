/// Whether an operation is permitted, and why.
package struct Verdict: Hashable, Sendable {
    /// The effect of attempting the operation.
    package enum Outcome: Hashable, Sendable {
        case allowed
        /// Permitted; `warnings` or `unknowns` say what to consider first.
        case allowedWithWarning
        /// Something else happens instead.
        case becomes(Substitute)
        case refused
    }

    /// The effect of attempting the operation.
    package var outcome: Outcome
    /// The rule that decided.
    package var rule: Rule
    /// Warnings to consider first.
    package var warnings: [Rule] = []
    /// The alternatives that would work. Never empty for a refusal.
    package var alternatives: [Alternative] = []
    /// Facts about the app or the item that are unknown and would matter. Never a reason to refuse.
    package var unknowns: [Unknown] = []

    /// Creates a verdict by rules outside these tables.
    package init(
        outcome: Outcome,
        rule: Rule,
        warnings: [Rule] = [],
        alternatives: [Alternative] = [],
        unknowns: [Unknown] = []
    ) {
        self.outcome = outcome
        self.rule = rule
        self.warnings = warnings
        self.alternatives = alternatives
        self.unknowns = unknowns
    }
}

extension Verdict {
    /// A fact that the rules need and the container does not provide.
    package enum Unknown: Hashable, Sendable {
        case sharingKey(SharingKey)
        case protectionClass
        /// The document types that the app declares.
        case documentTypes
        /// Where a copied, moved or renamed item goes.
        case destination
        /// Whether two containers belong to the same app, with the missing evidence.
        case ownership(String)
    }

    /// Whether the operation is refused.
    package var isRefused: Bool { outcome == .refused }

    static func refused(_ rule: Rule, instead alternatives: [Alternative]) -> Verdict {
        Verdict(outcome: .refused, rule: rule, alternatives: alternatives)
    }
}

extension Verdict: CustomStringConvertible {
    /// The outcome and the rule, for logs and failing tests.
    package var description: String {
        "\(outcome) by \(rule.name): \(rule.sentence)"
    }
}
