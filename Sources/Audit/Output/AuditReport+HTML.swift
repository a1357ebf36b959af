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
            + examined + summary + findingsByRule + contactSheet + files + ["</body>", "</html>"]
    }

    /// The app's name in the heading.
    private var title: String {
        let name = app.containers.lazy.compactMap { $0.app.name ?? $0.app.identifier }.first
        return name.map { "Audit of \($0)" } ?? "Audit"
    }

    /// Nothing is loaded, and nothing is run.
    private static let policy =
        "<meta http-equiv=\"Content-Security-Policy\" "
        + "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"

    private static let style = """
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #222; }
        table { border-collapse: collapse; width: 100%; margin: .5em 0 1.5em; }
        th, td { border: 1px solid #ccc; padding: .3em .6em; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
        th { background: #f2f2f2; } code { font: 13px monospace; overflow-wrap: anywhere; }
        .error { color: #a40000; font-weight: bold; } .warning { color: #8a5a00; font-weight: bold; }
        .note { color: #345; } .quiet { color: #666; font-size: 13px; }
        figure { display: inline-block; margin: 0 1em 1em 0; width: 140px; vertical-align: top; font-size: 12px; }
        figure img { border: 1px solid #999; width: 120px; } figcaption { overflow-wrap: anywhere; }
        @media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } th { background: #2a2a2a; }
          .error { color: #ff8f8f; } .warning { color: #f0c060; } .note { color: #a9c4e0; } .quiet { color: #aaa; } }
        """

    /// What the letters below a path say.
    private static let legend =
        "Below each path: whether the app may read (R), write (W) and delete (D) the item, and whether it is backed up (B)."

    private var examined: [String] {
        var lines = ["<h2>Examined</h2>", "<table>", HTMLText.row(["Path", "Kind", "App", "Version"], heading: true)]
        for container in app.containers {
            let info = container.app
            let version = [info.version, info.build.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
            lines.append(
                HTMLText.row([
                    String(decoding: container.prefix, as: UTF8.self), container.container.description.origin,
                    info.identifier ?? "unknown", version.isEmpty ? "unknown" : version,
                ]))
        }
        return lines + ["</table>", HTMLText.element("p", class: "quiet", "By sandglass \(version), \(time).")]
    }

    /// The files with findings, which are identified by their digests.
    private var files: [String] {
        guard !digests.isEmpty else { return [] }
        return ["<h2>Files with findings</h2>", "<table>", HTMLText.row(["Path", "Bytes", "SHA-256"], heading: true)]
            + digests.map { HTMLText.row([String(decoding: $0.path, as: UTF8.self), "\($0.bytes)", $0.sha256]) }
            + ["</table>"]
    }

    private var summary: [String] {
        ["<h2>Summary</h2>", "<table>", HTMLText.row(["Severity", "Findings"], heading: true)]
            + AuditRule.Severity.allCases.reversed().map { severity in
                "<tr>" + HTMLText.element("td", class: severity.rawValue, severity.rawValue)
                    + HTMLText.element("td", "\(result.count(severity))") + "</tr>"
            } + ["</table>"]
            + summaryLines.map {
                HTMLText.element("p", class: "quiet", $0.prefix(1).uppercased() + $0.dropFirst() + ".")
            }
    }

    private var findingsByRule: [String] {
        var lines = ["<h2>Findings</h2>"]
        guard !result.findings.isEmpty else { return lines + [HTMLText.element("p", "Nothing was found.")] }
        lines.append(HTMLText.element("p", class: "quiet", Self.legend))
        var order: [AuditRule] = []
        var groups: [AuditRule: [Finding]] = [:]
        for finding in result.findings {
            if groups[finding.rule] == nil { order.append(finding.rule) }
            groups[finding.rule, default: []].append(finding)
        }
        for rule in order { lines += section(rule, groups[rule] ?? []) }
        return lines
    }

    private func section(_ rule: AuditRule, _ findings: [Finding]) -> [String] {
        let tests = [rule.requirement?.control, rule.requirement?.test].compactMap(\.self).joined(separator: ", ")
        var lines = [
            HTMLText.element("h3", rule.title), HTMLText.element("p", rule.remedy),
            HTMLText.element("p", class: "quiet", rule.identifier + (tests.isEmpty ? "" : " · \(tests)")),
        ]
        lines += rule.bases.map { HTMLText.element("p", class: "quiet", $0.text) }
        lines += ["<table>", HTMLText.row(["Severity", "Where", "What", "Evidence"], heading: true)]
        for finding in findings {
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
        var lines = ["<h2>Snapshots</h2>"]
        for snapshot in snapshots {
            let path = String(decoding: snapshot.path.bytes, as: UTF8.self)
            let caption = [
                snapshot.scene.map { "Scene \($0)" }, snapshot.modified,
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
