/// What an operation would meet, and why.
package struct Verdict: Hashable, Sendable {
    /// What happens when somebody goes ahead.
    package enum Outcome: Hashable, Sendable {
        case allowed
        /// Allowed; `warnings` or `unknowns` say what to know first.
        case allowedWithWarning
        /// Something else happens instead.
        case becomes(Substitute)
        case refused
    }

    /// What happens.
    package var outcome: Outcome
    /// The rule that decided.
    package var rule: RuleCitation
    /// What to know first.
    package var warnings: [RuleCitation] = []
    /// For refusals: what would work instead. Never empty there.
    package var alternatives: [Alternative] = []
    /// What is not known about the app or the item and would count. Never a reason to refuse.
    package var unknowns: [Unknown] = []

    /// A verdict that other rooms come to, by rules that are no row of these tables.
    package init(
        outcome: Outcome,
        rule: RuleCitation,
        warnings: [RuleCitation] = [],
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
    /// Something that the rules ask for and that the container does not tell.
    package enum Unknown: Hashable, Sendable {
        case sharingKey(SharingKey)
        case protectionClass
        /// Which types of document the app declares.
        case documentTypes
    }

    /// Whether nothing happens at all.
    package var isRefused: Bool { outcome == .refused }

    static func refused(_ rule: RuleCitation, instead alternatives: [Alternative]) -> Verdict {
        Verdict(outcome: .refused, rule: rule, alternatives: alternatives)
    }
}

extension Verdict: CustomStringConvertible {
    /// The outcome and the rule, for logs and failing tests.
    package var description: String {
        "\(outcome) by \(rule.identifier): \(rule.sentence)"
    }
}
