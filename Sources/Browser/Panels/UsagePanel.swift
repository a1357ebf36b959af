import ContainerModel
import Inspection
import Screen

/// Where the space below a directory goes: `Enter` descends, `h` goes up.
struct UsagePanel: Panel {
    let report: UsageReport

    init(_ report: UsageReport) { self.report = report }

    var title: String { "Usage" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let name =
            report.path.isRoot ? "Container" : DisplayText(bytes: report.path.bytes, ascii: state.isASCII).description
        let counting = report.isComplete ? "" : ", counting"
        let parts = UsageReport.parts(report.total)
        let sum = ByteCount.short(report.total.bytes) + (parts.isEmpty ? "" : ": " + parts)
        var header = [PanelRow(DisplayText("\(name), \(sum)\(counting)", ascii: state.isASCII), isHeading: true)]
        let legend = zip(state.glyphs.storage, StorageClass.allCases).map { "\($0) \($1.title)" }
        header.append(PanelRow(DisplayText(legend.joined(separator: "  "))))
        if report.total.unreadable > 0 {
            header.append(PanelRow(DisplayText("\(Counted.directories(report.total.unreadable)) could not be read")))
        }
        if report.rows.isEmpty { header.append(PanelRow(DisplayText("The directory is empty."))) }
        let marks = state.glyphs.storage.map { Character($0) }
        let largest = report.rows.first?.usage.bytes ?? 0
        return header
            + report.rows.map { row in
                let bar = UsageReport.bar(row.usage, largest: largest, marks: marks)
                let size = padded(ByteCount.short(row.usage.bytes), to: 8)
                let end = row.kind == .directory ? "/" : ""
                let text = DisplayText("\(size) \(bar) ") + state.display(row.name[...]) + DisplayText(end)
                return PanelRow(text, note: share(row)) { $0.enterUsage(row) }
            }
    }

    private func share(_ row: UsageReport.Row) -> String {
        let total = report.total.bytes
        return total == 0 ? "" : "\(Int((Double(row.usage.bytes) / Double(total) * 100).rounded()))%"
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [
            state.hint("panel-choose", "descends"), state.hint("usage-up", "up"), state.hint("usage-go", "goes there"),
        ].compactMap(\.self)
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.usageRequest = nil
        return [.cancelCounts]
    }

    var actions: [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("usage-up", "Go to the directory above", .movement, keys: ["h", "Left", "Backspace"]) { state in
            guard let report = state.usageReport, let parent = report.path.parent else { return [] }
            return state.showUsage(below: parent, from: report.path.lastComponent.map { Array($0) })
        },
        Action("usage-enter", "Descend, or go to the file", .movement, keys: ["l", "Right"]) { state in
            state.usageRow.map { state.enterUsage($0) } ?? []
        },
        Action("usage-go", "Go to the item in the list", .movement, keys: ["o"]) { state in
            guard let report = state.usageReport, let row = state.usageRow else { return [] }
            state.panel = nil
            state.usageRequest = nil
            return state.goToPlace(report.path, entry: row.name)
        },
    ]
}

extension BrowserState {
    fileprivate var usageReport: UsageReport? { (panel?.content as? UsagePanel)?.report }

    /// The row under the cursor.
    fileprivate var usageRow: UsageReport.Row? {
        guard let rows = usageReport?.rows, let cursor = panel?.cursor, rows.indices.contains(cursor) else {
            return nil
        }
        return rows[cursor]
    }

    /// Shows where the space below a directory goes.
    /// - Parameter entry: The name of the row to put the cursor on.
    mutating func showUsage(below path: ContainerPath, from entry: [UInt8]? = nil) -> [BrowserEffect] {
        if let refusal = refusal(toList: path) {
            say(refusal.rule.sentence, isError: true)
            return []
        }
        let request = nextTicket()
        usageRequest = request
        say("counting; \(key("cancel")) stops")
        return [
            .ask(UsageQuery(below: path), for: .background) { report, state in
                guard state.usageRequest == request else { return [] }
                state.show(report, from: entry)
                return []
            }
        ]
    }

    /// Shows a report in the panel, with the cursor on the row that it was on.
    private mutating func show(_ report: UsageReport, from entry: [UInt8]?) {
        message = nil
        var name = entry
        if let shown = panel, let usage = shown.content as? UsagePanel {
            if usage.report.path == report.path, usage.report.rows.indices.contains(shown.cursor) {
                name = usage.report.rows[shown.cursor].name
            }
            panel?.content = UsagePanel(report)
            if usage.report.path != report.path { panel?.showFirstRow() }
        } else {
            show(UsagePanel(report))
        }
        if let row = report.rows.firstIndex(where: { $0.name == name }) { panel?.cursor = row }
    }

    /// Descends into a directory of the report, or goes to any other item.
    fileprivate mutating func enterUsage(_ row: UsageReport.Row) -> [BrowserEffect] {
        guard let report = (panel?.content as? UsagePanel)?.report, let path = report.path.appending(name: row.name)
        else { return [] }
        guard row.kind == .directory else {
            panel = nil
            usageRequest = nil
            return goToPlace(report.path, entry: row.name)
        }
        return showUsage(below: path)
    }
}
