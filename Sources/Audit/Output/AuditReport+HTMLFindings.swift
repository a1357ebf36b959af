import ContainerModel

/// The sections of the page about the findings of one rule each.
extension AuditReport {
    /// The findings of a rule.
    struct Group {
        /// The rule.
        let rule: AuditRule
        /// The findings, the most serious first.
        var findings: [Finding]

        /// The numbers of findings by severity: "44 errors, 8 warnings".
        var counts: String {
            AuditRule.Severity.allCases.reversed().compactMap { severity in
                let count = findings.count { $0.severity == severity }
                return count == 0 ? nil : Pluralized.some(count, severity.rawValue)
            }.joined(separator: ", ")
        }

        /// Whether one of them has a value.
        fileprivate var hasEvidence: Bool { findings.contains { $0.evidence != nil } }

        /// The highest severity.
        fileprivate var severity: AuditRule.Severity { findings.map(\.severity).max() ?? rule.severity }
    }

    /// The findings by rule: the most serious first, then by what they mean for a person.
    var groups: [Group] {
        var groups: [AuditRule: Group] = [:]
        for finding in result.findings {
            groups[finding.rule, default: Group(rule: finding.rule, findings: [])].findings.append(finding)
        }
        return groups.values.map { (severity: $0.severity, rank: $0.rule.rank, group: $0) }.sorted { one, other in
            if one.severity != other.severity { return one.severity > other.severity }
            return (one.rank, one.group.rule.identifier) < (other.rank, other.group.rule.identifier)
        }.map(\.group)
    }

    /// Returns the section of a rule: what can happen, what to do, the rule and what it rests on, the findings.
    func section(_ group: Group, _ number: String) -> [String] {
        let rule = group.rule
        let tests = [rule.requirement?.control, rule.requirement?.test].compactMap(\.self).joined(separator: ", ")
        let title = "\(number) \(HTMLText.escaped(rule.title))"
        let counts = HTMLText.element("span", class: "quiet", group.counts)
        let table = HTMLTable(
            style: "findings", caption: Pluralized.some(group.findings.count, "finding"),
            columns: ["Severity", "Where", "What"] + (group.hasEvidence ? ["Evidence"] : []))
        return ["<h3 id=\"\(rule.identifier)\">\(title) \(counts)</h3>", HTMLText.element("p", rule.risk)]
            + ["<p><b>What to do:</b> \(HTMLText.withCode(rule.remedy))</p>"]
            + [HTMLText.element("p", class: "quiet", "Rule \(rule.identifier)" + (tests.isEmpty ? "" : " · \(tests)"))]
            + rule.bases.map { HTMLText.element("p", class: "quiet", $0.text) }
            + table.lines(group.findings.map(cells))
    }

    private func cells(of finding: Finding) -> [HTMLTable.Cell] {
        let address = String(decoding: address(of: finding), as: UTF8.self)
        let place =
            String(decoding: path(of: finding), as: UTF8.self) + (address.isEmpty ? "" : ":" + address)
            + (finding.line.map { ", line \($0)" } ?? "")
        let badges = finding.badges.map { "<br>" + HTMLText.element("code", class: "quiet", $0.description) } ?? ""
        return [
            HTMLTable.Cell(finding.severity.rawValue, style: finding.severity.rawValue),
            HTMLTable.Cell(html: HTMLText.wrapped("code", HTMLText.path(place)) + badges),
            HTMLTable.Cell(finding.message),
            HTMLTable.Cell(finding.evidence.map { "\($0.text), hash \($0.hash)" } ?? ""),
        ]
    }

    /// The internet addresses in code, a table for each file.
    var addressesInCode: [String] {
        let found = findingsWithAddresses
        guard !found.isEmpty else { return [] }
        return [heading("addresses")]
            + found.flatMap { finding, addresses -> [String] in
                let table = HTMLTable(
                    style: "addresses", caption: String(decoding: path(of: finding), as: UTF8.self),
                    columns: ["Kind", "Address"])
                let rows = addresses.rows.map { row in
                    [
                        HTMLTable.Cell(row.kind.rawValue),
                        HTMLTable.Cell(html: HTMLText.wrapped("code", HTMLText.path(row.text))),
                    ]
                }
                let more = addresses.omission.map { HTMLText.element("p", class: "quiet", $0) }
                return table.lines(rows) + [more].compactMap(\.self)
            }
    }
}
