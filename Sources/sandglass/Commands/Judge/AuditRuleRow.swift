import Audit

/// A rule of the audit, as `audit --list` prints it. JSON keys are stable.
struct AuditRuleRow: Encodable {
    struct Basis: Encodable {
        let source: String
        let sentence: String
    }

    let rule: String
    let severity: String
    let title: String
    let sources: [Basis]
    let masvs: String?
    let mastg: String?
    let remedy: String

    private enum CodingKeys: CodingKey { case rule, severity, title, sources, masvs, mastg, remedy }

    init(_ rule: AuditRule) {
        self.rule = rule.identifier
        severity = rule.severity.rawValue
        title = rule.title
        sources = rule.bases.map { Basis(source: $0.source, sentence: $0.sentence) }
        masvs = rule.requirement?.control
        mastg = rule.requirement?.test
        remedy = rule.remedy
    }

    /// The rule as text.
    var lines: [String] {
        let tests = [masvs, mastg].compactMap(\.self).joined(separator: ", ")
        return ["\(rule)  \(severity)\(tests.isEmpty ? "" : "  \(tests)")", "  \(title). \(remedy)"]
            + sources.map { "  \($0.source): \($0.sentence)" } + [""]
    }
}
