/// A row of the audit's tables: something that may be wrong with a container or an app, why, and what to do about it.
///
/// Rows are literals in `AuditRules+<Subject>.swift`, each a static constant that its examiner names, and one element
/// of the table of its subject.
package struct AuditRule: Hashable, Sendable {
    /// The importance of a finding, as SARIF 2.1.0 (3.27.10) names it.
    package enum Severity: String, CaseIterable, Comparable, Codable, Sendable {
        case note
        case warning
        case error

        /// Less important severities come first.
        package static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The subject of a rule, which is the part of its identifier before the full stop.
    package enum Subject: String, CaseIterable, Sendable {
        case storage
        case secret
        case protection
        case snapshot
        case seal
        case bundle
        case privacy
        case file
    }

    /// The identifier, stable across releases: "storage.recreatable-in-backup".
    package let identifier: String
    /// The severity, unless the place of the finding changes it.
    package let severity: Severity
    /// The defect in a few words.
    package let title: String
    /// The sentences that the rule rests on, at least one.
    package let bases: [Basis]
    /// The requirement of OWASP that it checks; nil if there is none.
    package let requirement: SecurityRequirement?
    /// What to do, as a sentence.
    package let remedy: String
    /// The command of this program that tells more, as a sentence for a terminal; nil if there is none.
    package let command: String?

    /// Creates a row.
    package init(
        _ identifier: String, _ severity: Severity, _ title: String, bases: [Basis],
        requirement: SecurityRequirement? = nil, remedy: String, command: String? = nil
    ) {
        (self.identifier, self.severity, self.title) = (identifier, severity, title)
        (self.bases, self.requirement, self.remedy, self.command) = (bases, requirement, remedy, command)
    }

    /// The subject of the rule.
    package var subject: Subject { Subject(rawValue: String(identifier.prefix { $0 != "." })) ?? .file }
}

extension AuditRule {
    /// All rules, by subject.
    package static let all: [AuditRule] =
        storage + protection + secrets + snapshots + seal + bundle + privacy + files

    /// Returns whether a list of identifiers, subjects and patterns selects the rule: "secret", "storage.stale-tmp",
    /// "bundle.*".
    package func isSelected(by names: [String]) -> Bool {
        names.contains { name in
            name == identifier || name == subject.rawValue || name == subject.rawValue + ".*" || name == "*"
        }
    }
}
