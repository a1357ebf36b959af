package import ContainerModel
import Formats

/// A violation of a rule, or an item that could not be examined.
package struct Finding: Hashable, Sendable {
    /// The rule.
    package let rule: AuditRule
    /// The severity here, which depends on where the item lies.
    package var severity: AuditRule.Severity
    /// The container: an index of `AuditedApp.containers`.
    package let container: Int
    /// The item, from the container's root.
    package let path: ContainerPath
    /// The names that lead to the value inside the file; empty for the item as a whole.
    package let address: [[UInt8]]
    /// The line of a text, from 1; nil for anything else.
    package var line: Int?
    /// What is the matter, in a sentence without a full stop; not sanitized. Never part of the value that was found.
    package var message: String
    /// The value that was found, masked; nil if there is none.
    package var evidence: Evidence?
    /// The columns and flags of the item, as the app meets it; nil if they are not known.
    package var badges: Badges?
    /// The internet addresses that the file names; nil for all other findings.
    package var addresses: NamedAddresses?
    /// How many findings of the same rule, path and address come before this one.
    package var ordinal = 0
    /// The fingerprints of the findings that this one stands for; empty for one that stands for itself.
    package private(set) var standsFor: [String] = []

    /// Creates a finding.
    /// - Parameter severity: The severity here; nil for that of the rule.
    package init(
        _ rule: AuditRule, _ severity: AuditRule.Severity? = nil, in container: AuditedContainer,
        at path: ContainerPath, address: [[UInt8]] = [], line: Int? = nil, _ message: String,
        evidence: Evidence? = nil
    ) {
        self.init(
            rule, severity, inContainer: container.index, at: path, address: address, line: line, message,
            evidence: evidence)
    }

    /// Creates a finding in a container with an index.
    init(
        _ rule: AuditRule, _ severity: AuditRule.Severity?, inContainer index: Int, at path: ContainerPath,
        address: [[UInt8]], line: Int?, _ message: String, evidence: Evidence?
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        container = index
        self.path = path
        self.address = address
        self.line = line
        self.message = message
        self.evidence = evidence
    }

    /// Identifies the finding in copies of a container and in later runs: made of the rule, the path without UUIDs and
    /// the address, never of the value. 32 hexadecimal digits.
    package var fingerprint: String {
        var bytes = Array(rule.identifier.utf8) + [0]
        bytes += StablePath.bytes(path.bytes) + [0]
        for step in address { bytes += StablePath.bytes(step) + [0] }
        if ordinal > 0 { bytes += Array("#\(ordinal)".utf8) }
        if !standsFor.isEmpty { bytes += Array("#several".utf8) }
        return SHA256.digest(of: bytes).prefix(16).hexadecimal()
    }

    /// Returns the finding as one that stands for several.
    /// - Parameter path: The directory that has the items of all of them.
    func standing(for findings: [Finding], at path: ContainerPath) -> Finding {
        var finding = Finding(
            rule, findings.map(\.severity).max(), inContainer: container, at: path, address: [], line: nil, message,
            evidence: nil)
        finding.standsFor = findings.map(\.fingerprint)
        return finding
    }
}
