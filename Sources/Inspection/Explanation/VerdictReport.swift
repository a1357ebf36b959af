package import ContainerModel
package import FoundationEssentials
import Reports

/// The output of `verdict`. JSON keys are stable.
package struct VerdictReport: Encodable, Sendable {
    /// An alternative.
    package struct Alternative: Encodable, Sendable {
        /// The kind of the alternative.
        package let kind: ContainerModel.Alternative.Kind
        /// The alternative as text.
        package let sentence: String
    }

    /// How an operation ends, in JSON.
    package enum Outcome: String, Encodable, Sendable {
        case allowed
        case warning
        case becomes
        case refused
    }

    /// The operation.
    package let operation: Operation
    /// The path of the item, from the container's root; on this computer, for an item in no container.
    package let path: String
    /// The bytes of a path that is not UTF-8: base64 in JSON.
    package let pathBytes: Data?
    /// The path of the destination, from the container's root; on this computer, if it is not in the item's container.
    package let destination: String?
    /// The bytes of a destination that is not UTF-8: base64 in JSON.
    package let destinationBytes: Data?
    /// The acting party.
    package let actor: ActingParty
    /// The place whose rules apply to the item; nil if it is in no container.
    package let place: Place?
    /// Whether the item is the place itself or something in it; nil if it is in no container.
    package let level: Level?
    /// How the operation ends.
    package let outcome: Outcome
    /// The substitute for the operation.
    package let becomes: Substitute.Kind?
    /// The rule that decided.
    package let rule: Rule
    /// Warnings to consider first.
    package let warnings: [Rule]
    /// The alternatives.
    package let alternatives: [Alternative]
    /// The unknown facts that would matter.
    package let unknowns: [String]
    /// Whether the operation is refused.
    package let refused: Bool

    @Unreported private var substitute: String?
    /// The displayed name of the place.
    @Unreported private var title: String?

    /// Creates a report of a verdict.
    /// - Parameters:
    ///   - path: The path of the item, from the root of its container or of this computer.
    ///   - location: The place whose rules apply; nil if the item is in no container.
    ///   - destination: The path of the destination, likewise.
    package init(
        _ verdict: Verdict,
        of operation: Operation,
        at path: [UInt8],
        _ location: Location?,
        to destination: [UInt8]?,
        as actor: ActingParty,
        rules: RuleBook = .standard
    ) {
        self.operation = operation
        (self.path, pathBytes) = reported(path)
        self.destination = destination.map { String(decoding: $0, as: UTF8.self) }
        destinationBytes = destination.flatMap { bytesUnlessText($0) }
        self.actor = actor
        place = location?.place
        level = location?.level
        title = location.map { rules.rule(of: $0.place).title }
        switch verdict.outcome {
        case .allowed: (outcome, becomes, substitute) = (.allowed, nil, nil)
        case .allowedWithWarning: (outcome, becomes, substitute) = (.warning, nil, nil)
        case .becomes(let other): (outcome, becomes, substitute) = (.becomes, other.kind, other.sentence(in: rules))
        case .refused: (outcome, becomes, substitute) = (.refused, nil, nil)
        }
        rule = verdict.rule
        warnings = verdict.warnings
        alternatives = verdict.alternatives.map { Alternative(kind: $0.kind, sentence: $0.sentence(in: rules)) }
        unknowns = verdict.unknowns.map(\.sentence)
        refused = verdict.isRefused
    }

    /// Where the item is, as text: "Saved Application State, contents".
    package var standing: String {
        guard let title, let level else { return "in no container" }
        return "\(title), \(level.rawValue)"
    }

    /// Returns the verdict as text; not sanitized.
    /// - Parameter citesAll: Whether all sources of the rule are cited, not the first alone.
    package func lines(citingAll citesAll: Bool) -> [String] {
        let headline =
            switch outcome {
            case .becomes: "becomes another operation: \(substitute ?? "")"
            case .warning: warnings.isEmpty ? "allowed, as far as known" : "allowed, with a warning"
            case .allowed, .refused: outcome.rawValue
            }
        let sources =
            rule.citations.isEmpty ? rule.sources.applesFirst.map(\.title) : rule.citations.map(\.text)
        let cited = citesAll ? sources.count : min(1, sources.count)
        var lines = [headline, "  rule     \(rule.name): \(rule.sentence)"]
        lines += sources.prefix(cited).map { "  source   \($0)" }
        if sources.count > cited { lines.append("  sources  \(sources.count - cited) more: --sources") }
        for warning in warnings {
            let isCited = citesAll && !warning.citations.isEmpty
            let text = isCited ? warning.sentence : warning.text(more: "--sources")
            lines.append("  warning  \(warning.name): \(text)")
            if isCited { lines += warning.citations.map { "  source   \($0.text)" } }
        }
        return lines
            + unknowns.map { "  unknown  \($0)" }
            + alternatives.map { "  instead  \($0.sentence)" }
    }
}
