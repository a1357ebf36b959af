package import ContainerModel
import Reports

/// The output of `advise` if the answers decide: where a file belongs. JSON keys are stable.
package struct AdviceReport: Encodable, Sendable {
    /// The identifier of the place.
    package let place: String
    /// The displayed name of the place.
    package let title: String
    /// The path from the container's root; omitted for the bundle.
    package let directory: String?
    /// The columns of a file there, `RW·B`.
    package let badges: String
    /// Whether the file needs the exclusion attribute.
    package let excluded: Bool
    /// The rule that decided.
    package let rule: Rule
    /// The purpose of the place.
    package let purpose: String
    /// Notes about the place.
    package let notes: [String]
    /// Warnings about the place.
    package let warnings: [String]

    package init(_ advice: Advice) {
        place = advice.place.place.rawValue
        title = advice.place.title
        directory = advice.directory?.reportText
        badges = advice.badges.description
        excluded = advice.isExcluded
        rule = advice.rule
        purpose = advice.place.purpose
        notes = advice.place.notes(at: .contents)
        warnings = advice.warnings.map(\.sentence)
    }

    /// The advice as text; not sanitized.
    package var lines: [String] {
        var lines = ["\(directory ?? title)  \(badges)"]
        if excluded { lines.append("  and excluded from backups: sandglass exclude \(directory ?? ".")/NAME") }
        lines.append("  \(rule.text)")
        lines.append("  \(title): \(purpose)")
        lines += rule.reviewLines
        return lines + (notes + warnings).map { "  \($0)" }
    }
}

/// The output of `advise` if the answers do not decide: the places that remain. JSON keys are stable.
package struct OpenAdviceReport: Encodable, Sendable {
    /// A place that remains, and the answers on which it depends.
    package struct Possibility: Encodable, Sendable {
        /// Where the file belongs.
        package let advice: AdviceReport
        /// The answers required, by question.
        package let answers: [String: Bool]

        @Unreported private var clauses: [String]

        fileprivate init(_ rule: AdviceRule, after answers: [Advice.Question: Bool]) {
            advice = AdviceReport(Advice(by: rule))
            let open = Advice.openAnswers(of: rule, after: answers)
            self.answers = Dictionary(uniqueKeysWithValues: open.map { ($0.rawValue, $1) })
            clauses = open.map { $0.clause($1) }
        }

        /// The possibility as text; not sanitized.
        fileprivate var lines: [String] {
            let excluded = advice.excluded ? ", with the exclusion attribute" : ""
            return [
                "  \(advice.directory ?? advice.title)  \(advice.badges)\(excluded)",
                "    if \(clauses.joined(separator: ", and "))",
            ]
        }
    }

    /// The places that remain.
    package let possible: [Possibility]

    /// Creates a report about answers that do not decide.
    package init(after answers: [Advice.Question: Bool]) {
        possible = Advice.possibleRules(after: answers).map { Possibility($0, after: answers) }
    }

    /// The report as text; not sanitized.
    package var lines: [String] { ["These answers leave \(possible.count) possibilities:"] + possible.flatMap(\.lines) }
}
