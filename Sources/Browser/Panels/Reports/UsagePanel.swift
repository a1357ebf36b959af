import ContainerModel
import Inspection
import Screen

/// Where the space below a directory goes: `Enter` descends, `h` goes up.
struct UsagePanel: Panel {
    let report: UsageReport
    /// The container of the directory.
    let root: Root

    init(_ report: UsageReport, in root: Root) {
        self.report = report
        self.root = root
    }

    /// The address of the directory.
    var location: ItemAddress { ItemAddress(root, report.path) }

    var title: String { "Usage" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let name =
            report.path.isRoot
            ? "Container" : DisplayText(bytes: report.path.bytes, ascii: state.screen.isASCII).description
        let counting = report.isComplete ? "" : ", counting"
        let parts = UsageReport.parts(report.total)
        let sum = ByteCount.short(report.total.bytes) + (parts.isEmpty ? "" : ": " + parts)
        var header = [PanelRow(DisplayText("\(name), \(sum)\(counting)", ascii: state.screen.isASCII), isHeading: true)]
        let legend = zip(state.screen.glyphs.storage, StorageClass.allCases).map { "\($0) \($1.title)" }
        header.append(PanelRow(DisplayText(legend.joined(separator: "  "))))
        if report.total.unreadable > 0 {
            header.append(PanelRow(DisplayText("\(Pluralized.directories(report.total.unreadable)) could not be read")))
        }
        if report.rows.isEmpty { header.append(PanelRow(DisplayText("The directory is empty."))) }
        let marks = state.screen.glyphs.storage.map { Character($0) }
        let largest = report.rows.first?.usage.bytes ?? 0
        return header
            + report.rows.map { row in
                let bar = UsageReport.bar(row.usage, largest: largest, marks: marks)
                let size = padded(ByteCount.short(row.usage.bytes), to: 8)
                let end = row.kind == .directory ? "/" : ""
                let text = DisplayText("\(size) \(bar) ") + state.screen.display(row.name[...]) + DisplayText(end)
                return PanelRow(text, note: share(row)) { $0.enterUsage(row) }
            }
    }

    private func share(_ row: UsageReport.Row) -> String {
        let total = report.total.bytes
        return total == 0 ? "" : "\(Int((Double(row.usage.bytes) / Double(total) * 100).rounded()))%"
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [
            state.keys.hint("panel-choose", "descends"), state.keys.hint("usage-up", "up"),
            state.keys.hint("usage-go", "goes there"),
        ].compactMap(\.self)
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.findings.usageRequest = nil
        return [.cancelCounts]
    }

    var actions: [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("usage-up", "Go to the directory above", .movement, keys: ["h", "Left", "Backspace"]) { state in
            guard let report = state.usagePanel?.report, let parent = state.usagePanel?.location.enclosing else {
                return []
            }
            return state.showUsage(below: parent, from: report.path.lastComponent.map { Array($0) })
        },
        Action("usage-enter", "Descend, or go to the file", .movement, keys: ["l", "Right"]) { state in
            state.usageRow.map { state.enterUsage($0) } ?? []
        },
        Action("usage-go", "Go to the item in the list", .movement, keys: ["o"]) { state in
            state.usageRow.map { state.goToUsage($0) } ?? []
        },
    ]
}

extension BrowserState {
    fileprivate var usagePanel: UsagePanel? { panels.current?.content as? UsagePanel }

    /// The row under the cursor.
    fileprivate var usageRow: UsageReport.Row? {
        guard let rows = usagePanel?.report.rows, let cursor = panels.current?.cursor, rows.indices.contains(cursor)
        else {
            return nil
        }
        return rows[cursor]
    }

    /// Shows where the space below a directory goes.
    /// - Parameter entry: The name of the row to put the cursor on.
    mutating func showUsage(below directory: ItemAddress, from entry: [UInt8]? = nil) -> [BrowserEffect] {
        let side: Side = directory.root == root(of: .container) ? .container : .computer
        if let refusal = refusal(toList: directory.path, on: side) {
            say(refusal.rule.sentence, isError: true)
            return []
        }
        let request = nextTicket()
        findings.usageRequest = request
        say("counting; \(keys.key("cancel")) stops")
        return [
            .ask(UsageQuery(below: directory.path), for: .background, about: directory.root) { report, state in
                guard state.findings.usageRequest == request else { return [] }
                state.show(UsagePanel(report, in: directory.root), from: entry)
                return []
            }
        ]
    }

    /// Shows a report in the panel, with the cursor on the row that it was on.
    private mutating func show(_ new: UsagePanel, from entry: [UInt8]?) {
        panels.message = nil
        var name = entry
        if let shown = usagePanel {
            if shown.location == new.location, let row = usageRow { name = row.name }
            panels.current?.content = new
            if shown.location != new.location { panels.current?.showFirstRow() }
        } else {
            show(new)
        }
        if let row = new.report.rows.firstIndex(where: { $0.name == name }) { panels.current?.cursor = row }
    }

    /// Descends into a directory of the report, or goes to any other item.
    fileprivate mutating func enterUsage(_ row: UsageReport.Row) -> [BrowserEffect] {
        guard let directory = usagePanel?.location.entry(row.name) else { return [] }
        return row.kind == .directory ? showUsage(below: directory) : goToUsage(row)
    }

    /// Goes to an item of the report, on the side that shows its container.
    fileprivate mutating func goToUsage(_ row: UsageReport.Row) -> [BrowserEffect] {
        guard let directory = usagePanel?.location else { return [] }
        panels.current = nil
        findings.usageRequest = nil
        guard directory.root != root(of: .container) else { return goToPlace(directory.path, entry: row.name) }
        guard panes.isSharing, directory.root == root(of: .computer) else {
            say("the container is no longer shown", isError: true)
            return []
        }
        panes.focus = .computer
        return enter(directory.path, on: .computer, wanted: row.name)
    }
}
