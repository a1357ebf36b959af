import ContainerModel
import Documents

/// The findings of an audit with everything that is said about them, for each form of output.
package struct AuditReport: Sendable {
    /// What was found. One finding stands for many items that could not be examined.
    package let result: AuditResult
    /// The containers that were examined.
    package let app: AuditedApp
    /// The version of the program.
    package let version: String
    /// When the audit began, in ISO 8601.
    package let time: String
    /// The number of findings that a baseline has already; nil if there is no baseline.
    package let known: Int?
    /// How findings were compared with the baseline.
    package let comparison: Baseline.Comparison
    /// The identifier of the key of the hashes; nil for a key of one run.
    package let key: String?
    /// The findings that are suppressed, and the suppressions that suppressed nothing.
    package let suppressed: Int
    package let unusedSuppressions: [String]
    /// The snapshots, for the contact sheet; empty for forms without one.
    package let snapshots: [AuditResult.Snapshot]
    /// The number of snapshots left out.
    package let omittedSnapshots: Int
    /// The items with findings and the digests of files, for forms that have them.
    package var digests = ItemDigests()
    /// The numbers that stand for names that are secrets.
    private let secretNames: SecretNames

    package init(
        _ result: AuditResult, of app: AuditedApp, version: String, time: String, known: Int? = nil,
        comparison: Baseline.Comparison = .address, key: String? = nil, suppressed: Int = 0,
        unusedSuppressions: [String] = [], snapshots: (shown: [AuditResult.Snapshot], omitted: Int) = ([], 0)
    ) {
        let names = SecretNames(result.secretNames, besides: result.namesLikeStandIns)
        self.result = result.condensed(names.masked)
        secretNames = names
        (self.app, self.version, self.time) = (app, version, time)
        (self.known, self.comparison, self.key) = (known, comparison, key)
        (self.suppressed, self.unusedSuppressions) = (suppressed, unusedSuppressions)
        (self.snapshots, omittedSnapshots) = snapshots
    }

    /// Returns the path of a finding's item as the user would write it; bytes, not sanitized.
    package func path(of finding: Finding) -> [UInt8] {
        guard app.containers.indices.contains(finding.container) else { return withoutSecrets(finding.path.bytes) }
        let prefix = app.containers[finding.container].prefix
        guard !finding.path.isRoot else { return prefix.isEmpty ? [0x2e] : prefix }
        let slash: [UInt8] = prefix.isEmpty || prefix.last == 0x2f ? [] : [0x2f]
        return prefix + slash + withoutSecrets(finding.path.bytes)
    }

    /// Returns a path in which names that are secrets are numbers, the same ones everywhere in the report.
    func withoutSecrets(_ path: [UInt8]) -> [UInt8] { secretNames.masked(path) }

    /// Returns whether the path of a finding's item has numbers in place of names, and so leads to no item.
    package func isPathMasked(of finding: Finding) -> Bool {
        withoutSecrets(finding.path.bytes) != finding.path.bytes
    }

    /// The findings about internet addresses in code, for the appendix.
    var findingsWithAddresses: [(finding: Finding, addresses: NamedAddresses)] {
        result.findings.compactMap { finding in finding.addresses.map { (finding: finding, addresses: $0) } }
    }

    /// Returns the way to a finding's value, as it is written behind a colon; empty for the item as a whole.
    package func address(of finding: Finding) -> [UInt8] { ValueAddress.text(finding.address) }

    /// The numbers of findings by severity, and what was examined, in sentences without full stops.
    package var summaryLines: [String] {
        var lines = [result.countsLine]
        if let known { lines.append("\(Pluralized.some(known, "finding")) in the baseline, \(comparison.title)") }
        if suppressed > 0 { lines.append("\(Pluralized.some(suppressed, "finding")) suppressed") }
        for text in unusedSuppressions { lines.append("unused suppression: \(text)") }
        return lines + result.gapLines
    }
}

extension NamedAddresses {
    /// How many are left out, in a few words; nil if none are.
    var omission: String? {
        omitted == 0 ? nil : "\(Pluralized.some(omitted, "more address", "more addresses")) left out"
    }
}
