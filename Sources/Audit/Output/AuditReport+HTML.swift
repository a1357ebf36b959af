import ContainerModel
import ContainerStore
import Formats

/// The report as one page without scripts and without anything from a network.
extension AuditReport {
    /// The lines of the page.
    package var htmlLines: [String] {
        ["<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">", Self.policy]
            + ["<meta name=\"viewport\" content=\"width=device-width\">", HTMLText.element("title", title)]
            + ["<style>", Self.style, "</style>", "</head>", "<body>", HTMLText.element("h1", title)]
            + contents + examined + summary + findingsByRule + contactSheet + files + ["</body>", "</html>"]
    }

    /// The headings of the page, with what they are referred to by.
    private var headings: [(id: String, title: String)] {
        [("examined", "Examined"), ("summary", "Summary"), ("findings", "Findings")]
            + (snapshots.isEmpty ? [] : [("snapshots", "Snapshots")])
            + (digests.isEmpty ? [] : [("files", "Files with findings")])
    }

    private var contents: [String] {
        var lines = ["<nav aria-label=\"Contents\">", "<ol>"]
        for heading in headings {
            lines.append("<li>\(Self.link(heading.id, heading.title))")
            if heading.id == "findings", !groups.isEmpty {
                lines.append("<ol>")
                for group in groups {
                    let count = Pluralized.some(group.findings.count, "finding")
                    lines.append(
                        "<li>\(Self.link(group.rule.identifier, group.rule.title)) "
                            + "<span class=\"quiet\">\(group.severity.rawValue), \(count)</span></li>")
                }
                lines.append("</ol>")
            }
            lines.append("</li>")
        }
        return lines + ["</ol>", "</nav>"]
    }

    private static func link(_ id: String, _ title: String) -> String {
        "<a href=\"#\(HTMLText.escaped(id))\">\(HTMLText.escaped(title))</a>"
    }

    /// Returns a heading with its number.
    private func heading(_ id: String) -> String {
        guard let index = headings.firstIndex(where: { $0.id == id }) else { return "" }
        return "<h2 id=\"\(id)\">\(index + 1). \(HTMLText.escaped(headings[index].title))</h2>"
    }

    /// The app's name in the heading.
    private var title: String {
        let name = app.containers.lazy.compactMap { $0.app.name ?? $0.app.identifier }.first
        return name.map { "Audit of \(SecretText.masked($0))" } ?? "Audit"
    }

    /// Nothing is loaded, and nothing is run.
    private static let policy =
        "<meta http-equiv=\"Content-Security-Policy\" "
        + "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"

    private static let style = """
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #222; }
        table { border-collapse: collapse; width: 100%; margin: .5em 0 1.5em; }
        caption { text-align: left; color: #555; font-size: 13px; padding-bottom: .3em; }
        th, td { border: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top; }
        td { overflow-wrap: break-word; } th { background: #f2f2f2; white-space: nowrap; }
        table.findings { table-layout: fixed; }
        .findings th:nth-child(1) { width: 5em; } .findings th:nth-child(2) { width: 36%; }
        .findings th:nth-child(4) { width: 24%; }
        code { font: 13px monospace; overflow-wrap: anywhere; } nav li { margin: .15em 0; }
        @media (max-width: 640px) { table, tbody, tr, td { display: block; width: auto; } th { display: none; }
          table.findings th { display: none; } tr { margin-bottom: .8em; border-top: 2px solid #999; } }
        @media print { body { max-width: none; margin: 0; font-size: 11px; } tr { break-inside: avoid; }
          h2, h3 { break-after: avoid; } }
        .error { color: #a40000; font-weight: bold; } .warning { color: #7a4f00; font-weight: bold; }
        .note { color: #345; } .quiet { color: #595959; font-size: 13px; }
        figure { display: inline-block; margin: 0 1em 1em 0; width: 140px; vertical-align: top; font-size: 12px; }
        figure img { border: 1px solid #999; width: 120px; } figcaption { overflow-wrap: anywhere; }
        @media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } th { background: #2a2a2a; } a { color: #9cf; } caption { color: #aaa; }
          .error { color: #ff8f8f; } .warning { color: #f0c060; } .note { color: #a9c4e0; } .quiet { color: #aaa; } }
        """

    /// What the letters below a path say.
    private static let legend =
        "Below each path: whether the app may read (R), write (W) and delete (D) the item, and whether it is backed up (B)."

    private var examined: [String] {
        var lines = [heading("examined"), "<table>", HTMLText.element("caption", "The containers and bundles")]
        lines.append(HTMLText.row(["Path", "Kind", "App", "Version"], heading: true))
        for container in app.containers {
            let info = container.app
            let version = [info.version, info.build.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
            lines.append(
                HTMLText.row([
                    SecretText.masked(String(decoding: container.prefix, as: UTF8.self)),
                    container.container.description.origin,
                    info.identifier.map(SecretText.masked) ?? "unknown",
                    version.isEmpty ? "unknown" : SecretText.masked(version),
                ]))
        }
        return lines + ["</table>", HTMLText.element("p", class: "quiet", "By sandglass \(version), \(time).")]
    }

    /// The files with findings, which are identified by their digests.
    private var files: [String] {
        guard !digests.isEmpty else { return [] }
        return [heading("files"), "<table>", HTMLText.element("caption", "Their contents when they were examined")]
            + [HTMLText.row(["Path", "Bytes", "SHA-256"], heading: true)]
            + digests.map { HTMLText.row([String(decoding: $0.path, as: UTF8.self), "\($0.bytes)", $0.sha256]) }
            + ["</table>"]
    }

    private var summary: [String] {
        [heading("summary"), "<table>", HTMLText.element("caption", "Findings by severity")]
            + [HTMLText.row(["Severity", "Findings"], heading: true)]
            + AuditRule.Severity.allCases.reversed().map { severity in
                "<tr>" + HTMLText.element("td", class: severity.rawValue, severity.rawValue)
                    + HTMLText.element("td", "\(result.count(severity))") + "</tr>"
            } + ["</table>"]
            + summaryLines.map {
                HTMLText.element("p", class: "quiet", $0.prefix(1).uppercased() + $0.dropFirst() + ".")
            }
    }

    /// The findings of a rule.
    private struct Group {
        let rule: AuditRule
        /// The highest severity of them.
        let severity: AuditRule.Severity
        var findings: [Finding]
    }

    /// The subjects by what they mean for the people whose data an app has: what strangers could read comes first.
    private static let order: [AuditRule.Subject] = [
        .secret, .protection, .privacy, .snapshot, .storage, .bundle, .seal, .file,
    ]

    /// The findings by rule: the most serious first, then by subject.
    private var groups: [Group] {
        var groups: [AuditRule: Group] = [:]
        for finding in result.findings {
            groups[finding.rule, default: Group(rule: finding.rule, severity: finding.severity, findings: [])]
                .findings.append(finding)
        }
        func place(_ group: Group) -> Int { Self.order.firstIndex(of: group.rule.subject) ?? Self.order.count }
        return groups.values.sorted { one, other in
            if one.severity != other.severity { return one.severity > other.severity }
            return (place(one), one.rule.identifier) < (place(other), other.rule.identifier)
        }
    }

    private var findingsByRule: [String] {
        var lines = [heading("findings")]
        let groups = groups
        guard !groups.isEmpty else { return lines + [HTMLText.element("p", "Nothing was found.")] }
        lines.append(HTMLText.element("p", class: "quiet", Self.legend))
        let number = (headings.firstIndex { $0.id == "findings" } ?? 0) + 1
        for (index, group) in groups.enumerated() { lines += section(group, "\(number).\(index + 1)") }
        return lines
    }

    private func section(_ group: Group, _ number: String) -> [String] {
        let rule = group.rule
        let tests = [rule.requirement?.control, rule.requirement?.test].compactMap(\.self).joined(separator: ", ")
        var lines = ["<h3 id=\"\(rule.identifier)\">\(number) \(HTMLText.escaped(rule.title))</h3>"]
        lines += rule.bases.map { HTMLText.element("p", $0.text) }
        lines.append("<p><b>What to do:</b> \(HTMLText.withCode(rule.remedy))</p>")
        lines.append(
            HTMLText.element("p", class: "quiet", "Rule \(rule.identifier)" + (tests.isEmpty ? "" : " · \(tests)")))
        lines += [
            "<table class=\"findings\">", HTMLText.element("caption", Pluralized.some(group.findings.count, "finding")),
            HTMLText.row(["Severity", "Where", "What", "Evidence"], heading: true),
        ]
        for finding in group.findings {
            let address = String(decoding: address(of: finding), as: UTF8.self)
            let place =
                String(decoding: path(of: finding), as: UTF8.self) + (address.isEmpty ? "" : ":" + address)
                + (finding.line.map { ", line \($0)" } ?? "")
            let evidence = finding.evidence.map { "\($0.text), hash \($0.hash)" } ?? ""
            lines.append(
                "<tr>" + HTMLText.element("td", class: finding.severity.rawValue, finding.severity.rawValue)
                    + "<td>" + HTMLText.element("code", place) + "<br>"
                    + HTMLText.element("code", class: "quiet", finding.badges?.description ?? "") + "</td>"
                    + HTMLText.element("td", finding.message) + HTMLText.element("td", evidence) + "</tr>")
        }
        return lines + ["</table>"]
    }

    private var contactSheet: [String] {
        guard !snapshots.isEmpty else { return [] }
        var lines = [heading("snapshots")]
        for snapshot in snapshots {
            let path = String(decoding: withoutSecrets(snapshot.path.bytes), as: UTF8.self)
            let caption = [
                snapshot.scene.map { "Scene \(SecretText.masked($0))" }, snapshot.modified,
                snapshot.hasContent ? "shows content" : "uniform, or not decoded", path,
            ].compactMap(\.self).joined(separator: " · ")
            lines.append("<figure>")
            if !snapshot.thumbnail.isEmpty {
                lines.append(
                    "<img alt=\"\(HTMLText.escaped("snapshot"))\" src=\"data:image/png;base64,"
                        + HTMLText.base64(snapshot.thumbnail) + "\">")
            }
            lines += [HTMLText.element("figcaption", caption), "</figure>"]
        }
        return lines
    }
}
