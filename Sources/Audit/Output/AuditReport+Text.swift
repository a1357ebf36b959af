import ContainerModel
import Formats

extension AuditReport {
    /// The report as text: findings by severity, each with its badges, the appendix, and the summary. Not sanitized.
    package var lines: [String] {
        var lines: [String] = []
        for finding in result.findings { lines += self.lines(of: finding) + [""] }
        if result.findings.isEmpty { lines += ["Nothing was found.", ""] }
        return lines + addressLines + summaryLines.map { $0.capitalizedFirst + "." }
    }

    /// The internet addresses in code, by file.
    private var addressLines: [String] {
        let found = findingsWithAddresses
        guard !found.isEmpty else { return [] }
        let widest = NamedAddresses.Kind.allCases.map(\.rawValue.count).max() ?? 0
        return found.reduce(into: ["Internet addresses in code", ""]) { lines, found in
            lines.append("  " + String(decoding: path(of: found.finding), as: UTF8.self))
            for row in found.addresses.rows {
                lines.append("    \(aligned(row.kind.rawValue, to: widest))  \(row.text)")
            }
            if let more = found.addresses.omission { lines.append("    \(more)") }
            lines.append("")
        }
    }

    private func lines(of finding: Finding) -> [String] {
        let severity = finding.severity.rawValue
        let padding = String(repeating: " ", count: max(0, 8 - severity.count))
        let address = finding.address.isEmpty ? "" : ":" + String(decoding: self.address(of: finding), as: UTF8.self)
        let line = finding.line.map { ", line \($0)" } ?? ""
        let path = String(decoding: path(of: finding), as: UTF8.self)
        var lines = [
            "\(severity)\(padding) \(finding.badges?.description ?? "    ")  \(path)\(address)\(line)",
            "              \(finding.rule.title): \(finding.message)",
        ]
        if let evidence = finding.evidence {
            lines.append("              \(evidence.text), hash \(evidence.hash)")
            if let value = evidence.revealed {
                lines.append("              value: \(String(decoding: value, as: UTF8.self))")
            }
        }
        let test = finding.rule.requirement?.test.map { ", \($0)" } ?? ""
        let remedy = finding.rule.remedy + (finding.rule.command.map { " \($0)" } ?? "")
        lines.append("              \(remedy) (\(finding.rule.identifier)\(test))")
        return lines
    }
}
