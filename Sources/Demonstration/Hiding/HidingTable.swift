import Screen

/// The report as a table in text.
package struct HidingTable {
    private static let columnWidth = 30
    private static let titles = ["way", "while suspended", "the snapshot", "the next launch, first", "secrets found"]

    private let report: HidingReport

    package init(_ report: HidingReport) { self.report = report }

    /// The lines of the table, and of the explanations below it.
    package var lines: [String] {
        var lines = [line(Self.titles)]
        for row in report.ways {
            lines.append(
                line([
                    row.way,
                    row.endedOnSuspend
                        ? "ended, last \(quoted(row.suspended.shows, room: 13))" : quoted(row.suspended.shows),
                    row.snapshotFiles.isEmpty ? "none" : quoted(row.snapshot.shows),
                    quoted(row.launch.shows),
                    found(row),
                ])
            )
        }
        lines.append("")
        for way in HidingWay.all { lines.append("\(padded(way.name, 6))  \(way.sentence)") }
        lines.append("")
        lines.append("Quotes show what could be read. The place that a launch returns to is stored apart from the")
        lines.append("snapshot, in the state directory, where only you can read it.")
        for row in report.ways where !row.leaks.isEmpty {
            lines.append("\(row.way) LEAKS: \(row.leaks.map(\.rawValue).joined(separator: ", "))")
        }
        return lines
    }

    private func line(_ cells: [String]) -> String {
        var line = padded(cells[0], 6)
        for cell in cells[1..<4] { line += "  " + padded(cell, Self.columnWidth) }
        return line + "  " + cells[4]
    }

    private func found(_ row: HidingReport.Row) -> String {
        guard !row.secrets.isEmpty else { return "0" }
        let stages = HidingWay.Stage.allCases.filter { !row.sight($0).secrets.isEmpty }.map(\.rawValue)
        return row.secrets.joined(separator: ", ") + " (\(stages.joined(separator: ", ")))"
    }

    private func quoted(_ words: String, room: Int = columnWidth - 2) -> String {
        words.isEmpty ? "blank" : "“\(DisplayText(words).truncated(to: room, ellipsis: "…"))”"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayText(text).width))
    }
}
