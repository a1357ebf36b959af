import ContainerModel
package import FoundationEssentials
import Inspection
import Reports

extension AuditReport {
    /// A finding as an object of JSON. Keys are stable.
    package struct Row: Encodable, Sendable {
        /// The evidence, masked.
        package struct Masked: Encodable, Sendable {
            let kind: String
            let length: Int?
            let masked: String
            let hash: String
        }

        /// An internet address in code.
        package struct Address: Encodable, Sendable {
            let kind: String
            let address: String
        }

        /// Always `finding`, to distinguish it from the totals.
        package let row = "finding"
        package let rule: String
        package let severity: String
        package let title: String
        /// The path as the user would write it; invalid UTF-8 is replaced.
        package let path: String
        /// The bytes of a path that is not UTF-8: base64 in JSON.
        package let pathBytes: Data?
        /// Whether numbers stand in the path for names that are secrets, so that it leads to no item; nil if none do.
        package let isPathMasked: Bool?
        /// The way to the value, as after the colon of `sandglass show FILE:VALUE`.
        package let address: String?
        package let line: Int?
        package let badges: String?
        package let message: String
        package let evidence: Masked?
        /// The documents that the rule rests on.
        package let sources: [String]
        package let masvs: String?
        package let mastg: String?
        package let remedy: String
        package let fingerprint: String
        /// The fingerprints of the findings that it stands for; nil for one that stands for itself.
        package let fingerprints: [String]?
        /// The internet addresses that a file with code names, and how many more there are; nil for other findings.
        package let addresses: [Address]?
        package let omittedAddresses: Int?
    }

    /// The totals, in the last line. Keys are stable.
    package struct Totals: Encodable, Sendable {
        /// Always `total`.
        package let row = "total"
        package let version: String
        package let time: String
        package let errors: Int
        package let warnings: Int
        package let notes: Int
        package let items: Int
        package let files: Int
        package let bytes: UInt64
        package let unreadable: Int
        package let incomplete: Int
        package let omitted: Int
        package let baseline: Int?
        /// How findings were compared with the baseline: `value` or `address`.
        package let comparison: String?
        /// The identifier of the key of the hashes.
        package let key: String?
        package let suppressed: Int
        package let unusedSuppressions: [String]
        package let notExamined: [String]
    }

    /// The findings as rows.
    package var rows: [Row] { result.findings.map(row) }

    private func row(_ finding: Finding) -> Row {
        let (path, pathBytes) = reported(path(of: finding))
        return Row(
            rule: finding.rule.identifier, severity: finding.severity.rawValue, title: finding.rule.title,
            path: path, pathBytes: pathBytes, isPathMasked: isPathMasked(of: finding) ? true : nil,
            address: finding.address.isEmpty ? nil : String(decoding: address(of: finding), as: UTF8.self),
            line: finding.line, badges: finding.badges?.description, message: finding.message,
            evidence: finding.evidence.map { evidence in
                Row.Masked(
                    kind: evidence.kind, length: evidence.length, masked: evidence.masked, hash: evidence.hash)
            },
            sources: finding.rule.bases.map(\.source), masvs: finding.rule.requirement?.control,
            mastg: finding.rule.requirement?.test, remedy: finding.rule.remedy, fingerprint: finding.fingerprint,
            fingerprints: finding.standsFor.isEmpty ? nil : finding.standsFor,
            addresses: finding.addresses?.rows.map { Row.Address(kind: $0.kind.rawValue, address: $0.text) },
            omittedAddresses: finding.addresses?.omitted)
    }

    /// Returns what was not examined, or not in full: sentences without full stops, which begin with the path of an item.
    /// - Parameter path: Returns the path of a finding's item.
    func notExamined(naming path: (Finding) -> [UInt8]) -> [(text: String, finding: Finding?)] {
        result.summary.notExamined.map { ($0, nil) }
            + result.unexamined.map { ("\(String(decoding: path($0), as: UTF8.self)): \($0.message)", $0) }
    }

    /// The totals.
    package var totals: Totals {
        let summary = result.summary
        return Totals(
            version: version, time: time, errors: result.count(.error), warnings: result.count(.warning),
            notes: result.count(.note), items: summary.items, files: summary.files, bytes: summary.bytes,
            unreadable: summary.unreadable, incomplete: summary.incomplete, omitted: summary.omitted, baseline: known,
            comparison: known.map { _ in comparison.rawValue }, key: key, suppressed: suppressed,
            unusedSuppressions: unusedSuppressions,
            notExamined: notExamined(naming: path).map(\.text))
    }
}
