import Screen

/// The report as text: a table or, on a narrow terminal, a paragraph for each way. No word is broken.
package struct HidingTable {
    private static let columnWidth = 27
    private static let stages = ConcealmentMode.Stage.allCases
    private static let titles = ["way"] + stages.map(\.title) + ["secrets found"]

    /// The width of the first column.
    private static let wayWidth = 6
    /// Where the last column begins.
    private static let lastColumn = wayWidth + stages.count * (2 + columnWidth) + 2
    /// The least width of the last column: the longest name of a secret with a comma.
    private static let leastLastColumn = 16

    private let report: HidingReport
    /// The number of columns that the lines may take.
    private let columns: Int

    /// - Parameter columns: The width of the terminal; nil if the lines may be as long as they are.
    package init(_ report: HidingReport, columns: Int? = nil) {
        self.report = report
        self.columns = max(20, columns ?? .max)
    }

    /// The lines of the table, and of the explanations below it.
    package var lines: [String] {
        let rows = [Self.titles] + report.ways.map(cells)
        var lines =
            columns >= Self.lastColumn + Self.leastLastColumn ? rows.flatMap(line) : rows.dropFirst().flatMap(paragraph)
        if lines.last != "" { lines.append("") }
        for way in ConcealmentMode.all {
            lines += indented("\(padded(way.name, Self.wayWidth))  ", way.sentence)
        }
        lines.append("")
        lines += indented(
            "",
            "Quotes show what could be read. The place that a launch returns to is stored apart from the snapshot, in "
                + "the state directory, where only you can read it.", atMost: 96)
        for line in report.contents.lines { lines += [""] + indented("", line, atMost: 96) }
        if !report.contents.rows.isEmpty { lines += [""] + report.contents.table }
        for row in report.ways where !row.leaks.isEmpty {
            lines += indented("", "\(row.way) LEAKS: \(row.leaks.map(\.title).joined(separator: ", "))")
        }
        return lines
    }

    private func cells(_ row: HidingReport.Row) -> [String] {
        [row.way] + Self.stages.map { cell($0, of: row) } + [found(row)]
    }

    private func cell(_ stage: ConcealmentMode.Stage, of row: HidingReport.Row) -> String {
        let shows = row.sight(stage).shows
        return switch stage {
        case .lastPicture where row.endedOnSuspend: "ended, last \(quoted(shows, room: Self.columnWidth - 14))"
        case .snapshot where row.snapshotFiles.isEmpty: "none"
        default: quoted(shows)
        }
    }

    /// A row of the table. The last cell takes as many lines as it needs.
    private func line(_ cells: [String]) -> [String] {
        var line = padded(cells[0], Self.wayWidth)
        for cell in cells[1...Self.stages.count] { line += "  " + padded(cell, Self.columnWidth) }
        return indented(line + "  ", cells[Self.stages.count + 1])
    }

    /// A way with a line for each of its cells, and an empty line below.
    private func paragraph(_ cells: [String]) -> [String] {
        let width = Self.titles.map(\.count).max() ?? 0
        let rest = zip(Self.titles, cells).dropFirst().flatMap { title, cell in
            indented("  \(padded(title, width))  ", cell)
        }
        return [cells[0]] + rest + [""]
    }

    /// Returns text behind a beginning, wrapped at words, with all lines aligned.
    private func indented(_ beginning: String, _ text: String, atMost maximum: Int = .max) -> [String] {
        let indent = DisplayText(beginning).width
        let lines = DisplayText(text).wrapped(to: min(maximum, max(1, columns - indent)))
        return lines.enumerated().map { index, line in
            (index == 0 ? beginning : String(repeating: " ", count: indent)) + line.description
        }
    }

    private func found(_ row: HidingReport.Row) -> String {
        guard !row.secrets.isEmpty else { return "0" }
        let stages = Self.stages.filter { !row.sight($0).secrets.isEmpty }.map(\.shortTitle)
        return row.secrets.joined(separator: ", ") + " (\(stages.joined(separator: ", ")))"
    }

    private func quoted(_ words: String, room: Int = columnWidth - 2) -> String {
        words.isEmpty ? "blank" : "“\(DisplayText(words).truncated(to: room, ellipsis: "…"))”"
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayText(text).width))
    }
}
