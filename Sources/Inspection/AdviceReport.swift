package import ContainerModel

/// The output of `advise`: where a file belongs. JSON keys are stable.
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
    package let rule: RuleCitation
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
        notes = advice.place.notes
        warnings = advice.warnings.map(\.sentence)
    }

    /// The advice as text; not sanitized.
    package var lines: [String] {
        var lines = ["\(directory ?? title)  \(badges)"]
        if excluded { lines.append("  with the exclusion attribute: sandglass exclude FILE") }
        lines.append("  \(rule.text)")
        lines.append("  \(title): \(purpose)")
        return lines + (notes + warnings).map { "  \($0)" }
    }
}
