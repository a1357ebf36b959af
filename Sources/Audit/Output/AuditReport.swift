import ContainerModel
import Documents

/// The findings of an audit with everything that is said about them, for each form of output.
package struct AuditReport: Sendable {
    /// What was found.
    package let result: AuditResult
    /// The containers that were examined.
    package let app: AuditedApp
    /// The version of the program.
    package let version: String
    /// When the audit began, in ISO 8601.
    package let time: String
    /// The number of findings that a baseline has already; nil if there is no baseline.
    package let known: Int?
    /// The findings that are suppressed, and the suppressions that suppressed nothing.
    package let suppressed: Int
    package let unusedSuppressions: [String]
    /// The snapshots, for the contact sheet; empty for forms without one.
    package let snapshots: [AuditResult.Snapshot]
    /// The digests of files with findings, for forms that have them.
    package var digests: [FileDigest] = []
    /// The numbers that stand for names that are secrets.
    private let secretNames: [[UInt8]: Int]

    package init(
        _ result: AuditResult, of app: AuditedApp, version: String, time: String, known: Int? = nil,
        suppressed: Int = 0, unusedSuppressions: [String] = [], snapshots: [AuditResult.Snapshot] = []
    ) {
        (self.result, self.app, self.version, self.time) = (result, app, version, time)
        (self.known, self.suppressed, self.unusedSuppressions) = (known, suppressed, unusedSuppressions)
        self.snapshots = snapshots
        let names = result.secretNames.sorted { $0.lexicographicallyPrecedes($1) }
        secretNames = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
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
    func withoutSecrets(_ path: [UInt8]) -> [UInt8] {
        guard !secretNames.isEmpty else { return path }
        let names = path.split(separator: 0x2f, omittingEmptySubsequences: false).map { name -> [UInt8] in
            secretNames[Array(name)].map { Array("\(Evidence.nothing)\($0)".utf8) } ?? Array(name)
        }
        return Array(names.joined(separator: [0x2f]))
    }

    /// Returns the way to a finding's value, as it is written behind a colon; empty for the item as a whole.
    package func address(of finding: Finding) -> [UInt8] { ValueAddress.text(finding.address) }

    /// The numbers of findings by severity, and what was examined, in sentences without full stops.
    package var summaryLines: [String] {
        var lines = [result.countsLine]
        if let known { lines.append("\(Pluralized.some(known, "finding")) in the baseline") }
        if suppressed > 0 { lines.append("\(Pluralized.some(suppressed, "finding")) suppressed") }
        for text in unusedSuppressions { lines.append("unused suppression: \(text)") }
        return lines + result.gapLines
    }
}
