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
        [KeyHint("Enter", "descends"), KeyHint("h", "up"), KeyHint("o", "goes there")]
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.usageRequest = nil
        return [.cancelCounts]
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        switch key {
        case .character("h"), .left, .backspace:
            guard let parent = report.path.parent else { return [] }
            return state.showUsage(below: parent, from: report.path.lastComponent.map { Array($0) })
        case .character("l"), .right:
            guard report.rows.indices.contains(choice) else { return [] }
            return state.enterUsage(report.rows[choice])
        case .character("o"):
            guard report.rows.indices.contains(choice) else { return [] }
            state.panel = nil
            state.usageRequest = nil
            return state.goToPlace(report.path, entry: report.rows[choice].name)
        default: return nil
        }
    }
}

extension BrowserState {
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
