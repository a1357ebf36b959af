import ContainerModel
import ContainerStore
import Formats

/// The report as one page without scripts and without anything from a network.
extension AuditReport {
    /// The lines of the page.
    package var htmlLines: [String] {
        ["<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">", Self.policy]
            + ["<meta name=\"viewport\" content=\"width=device-width\">", "<title>\(HTMLText.escaped(title))</title>"]
            + ["<style>", HTMLStyle.sheet, "</style>", "</head>", "<body>", HTMLText.element("h1", title)]
            + contents + examined + summary + findingsByRule + addressesInCode + contactSheet + files
            + ["</body>", "</html>"]
    }

    /// The headings of the page, with what they are referred to by.
    private var headings: [(id: String, title: String)] {
        [("examined", "Examined"), ("summary", "Summary"), ("findings", "Findings")]
            + (findingsWithAddresses.isEmpty ? [] : [("addresses", "Internet addresses in code")])
            + (snapshots.isEmpty ? [] : [("snapshots", "Snapshots")])
            + (digests.rows.isEmpty ? [] : [("files", "Files and directories with findings")])
    }

    private var contents: [String] {
        var lines = ["<nav aria-label=\"Contents\">", "<ol>"]
        for heading in headings {
            lines.append("<li>\(Self.link(heading.id, heading.title))")
            let groups = heading.id == "findings" ? groups : []
            if !groups.isEmpty {
                lines.append("<ol>")
                for group in groups {
                    lines.append(
                        "<li>\(Self.link(group.rule.identifier, group.rule.title)) "
                            + "\(HTMLText.element("span", class: "quiet", group.counts))</li>")
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
    func heading(_ id: String) -> String {
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

    /// What the letters below a path say.
    private static let legend =
        "Below each path: whether the app may read (R), write (W) and delete (D) the item, and whether it is backed up (B)."

    private var examined: [String] {
        let table = HTMLTable(
            style: "examined", caption: "The containers and bundles", columns: ["Path", "Kind", "App", "Version"])
        let rows = app.containers.map { container in
            let info = container.app
            let version = info.release ?? ""
            let path = SecretText.masked(String(decoding: container.prefix, as: UTF8.self))
            return [
                HTMLTable.Cell.path(Array(path.utf8)), HTMLTable.Cell(container.container.description.origin),
                HTMLTable.Cell(
                    html: HTMLText.path(info.identifier.map(SecretText.masked) ?? "unknown")),
                HTMLTable.Cell(version.isEmpty ? "unknown" : SecretText.masked(version)),
            ]
        }
        return [heading("examined")] + table.lines(rows)
            + [HTMLText.element("p", class: "quiet", "By sandglass \(version), \(time).")]
    }

    /// The items with findings; files are identified by their digests.
    private var files: [String] {
        guard !digests.rows.isEmpty else { return [] }
        let table = HTMLTable(
            style: "files", caption: "Their contents when they were examined", columns: ["Path", "Bytes", "SHA-256"])
        let rows = digests.rows.map { row in
            switch row.contents {
            case .digest(let bytes, let sha256):
                [
                    HTMLTable.Cell.path(row.path), HTMLTable.Cell(ByteCount.grouped(bytes)),
                    HTMLTable.Cell(html: HTMLText.wrapped("code", HTMLText.escaped(sha256)), style: "digest"),
                ]
            case .absent(let reason):
                [HTMLTable.Cell.path(row.path), HTMLTable.Cell(html: ""), HTMLTable.Cell(reason, style: "quiet")]
            }
        }
        guard digests.omitted > 0 else { return [heading("files")] + table.lines(rows) }
        let more = Pluralized.some(digests.omitted, "more item with findings", "more items with findings")
        return [heading("files")] + table.lines(rows)
            + [HTMLText.element("p", "\(more) left out here: the JSON report has all paths.")]
    }

    private var summary: [String] {
        let table = HTMLTable(style: "severities", caption: "Findings by severity", columns: ["Severity", "Findings"])
        let rows = AuditRule.Severity.allCases.reversed().map { severity in
            [
                HTMLTable.Cell(severity.rawValue, style: severity.rawValue),
                HTMLTable.Cell(ByteCount.grouped(UInt64(result.count(severity)))),
            ]
        }
        return [heading("summary")] + table.lines(rows)
            + summaryLines.map { HTMLText.element("p", class: "quiet", $0.capitalizedFirst + ".") }
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

    private var contactSheet: [String] {
        guard !snapshots.isEmpty else { return [] }
        let more = Pluralized.some(omittedSnapshots, "more snapshot")
        return [heading("snapshots")]
            + (omittedSnapshots > 0 ? [HTMLText.element("p", "\(more) left out here.")] : [])
            + snapshots.flatMap { snapshot in
                let path = String(decoding: withoutSecrets(snapshot.path.bytes), as: UTF8.self)
                let title = SecretText.masked(snapshot.title)
                let written = snapshot.modified.map { "file written \($0)" }
                let caption = [title, snapshot.size, snapshot.contents.title, written].compactMap(\.self)
                let alternative = [title, snapshot.size, snapshot.contents.title].compactMap(\.self)
                var lines = ["<figure>"]
                if !snapshot.thumbnail.isEmpty {
                    lines.append(
                        "<img alt=\"\(HTMLText.escaped(alternative.joined(separator: ", ")))\" "
                            + "src=\"data:image/png;base64,\(HTMLText.base64(snapshot.thumbnail))\">")
                }
                let texts = caption.map(HTMLText.sentence) + [HTMLText.path(path)]
                return lines + [HTMLText.wrapped("figcaption", texts.joined(separator: " · ")), "</figure>"]
            }
    }
}
