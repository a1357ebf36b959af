import Audit
import ContainerModel
import Inspection
import Reports

/// A rule of the audit, as `audit --list` prints it. JSON keys are stable.
struct AuditRuleRow: Encodable {
    struct Basis: Encodable {
        let source: String
        let sentence: String
        let wording: Citation.Wording
    }

    let rule: String
    let severity: String
    let title: String
    let risk: String
    let sources: [Basis]
    let masvs: String?
    let mastg: String?
    let remedy: String
    /// The command that tells more; nil if there is none.
    @Unreported private var command: String?
    /// The sources as text.
    @Unreported private var texts: [String]

    init(_ rule: AuditRule) {
        self.rule = rule.identifier
        severity = rule.severity.rawValue
        title = rule.title
        risk = rule.risk
        sources = rule.bases.map { Basis(source: $0.source, sentence: $0.sentence, wording: $0.wording) }
        masvs = rule.requirement?.control
        mastg = rule.requirement?.test
        remedy = rule.remedy
        command = rule.command
        texts = rule.bases.map(\.text)
    }

    /// The rule as text.
    var lines: [String] {
        let tests = [masvs, mastg].compactMap(\.self).joined(separator: ", ")
        return ["\(rule)  \(severity)\(tests.isEmpty ? "" : "  \(tests)")", "  \(title). \(risk)"]
            + ["  What to do: \(remedy)\(command.map { " \($0)" } ?? "")"] + texts.map { "  \($0)" } + [""]
    }
}
