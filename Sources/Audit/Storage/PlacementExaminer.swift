import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Reports

/// Reports the items that seem to be in the wrong place, as `sandglass advise` finds them.
struct PlacementExaminer: ContainerExaminer {
    private static let kinds: Set<ContainerKind> = [.data, .appGroup, .iCloud]

    func examine(_ container: AuditedContainer, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard Self.kinds.contains(container.kind) else { return }
        var survey = PlacementSurvey(
            below: container.start, of: container.container, bundle: container.bundle, rules: context.rules,
            cancellation: context.cancellation)
        while let step = survey.next() {
            guard case .row(let placement) = step else { continue }
            for finding in placement.findings {
                guard let rule = AuditRule.placements[finding.rule.identifier] else { continue }
                // A condition that cannot be checked makes a finding less certain.
                let severity = finding.provided == nil ? rule.severity : rule.severity.lowered
                let size = placement.size.map { ", \(ByteCount.short($0))" } ?? ""
                let condition = finding.provided.map { " – \($0)" } ?? ""
                let target = placement.target.map { "; it belongs in \($0.parent?.reportText ?? ".")" } ?? ""
                report(
                    Finding(
                        rule, severity, in: container, at: placement.path,
                        "\(finding.rule.sentence.trimmedSentence)\(condition) (\(placement.place.title)\(size)\(target))"
                    ))
            }
        }
    }
}

extension AuditRule.Severity {
    /// The next lower severity.
    var lowered: Self { self == .error ? .warning : .note }
}

extension String {
    /// The sentence without its full stop.
    var trimmedSentence: String { hasSuffix(".") ? String(dropLast()) : self }
}
