import ContainerModel
import Inspection
import Screen

/// Where the space below a directory goes: `Enter` descends, `h` goes up, and `/` leaves the rows with a text in their
/// names.
struct UsagePanel: Panel {
    var search: PanelSearch? = PanelSearch(isActive: false)
    let report: UsageReport
    /// The container of the directory.
    let root: Root

    init(_ report: UsageReport, in root: Root) {
        self.report = report
        self.root = root
    }

    /// The address of the directory.
    var location: ItemAddress { ItemAddress(root, report.path) }

    var title: String { searchTitle("Usage") }

    /// The rows whose names have the text that is looked for.
    private var shownRows: [UsageReport.Row] {
        search?.matches(of: report.rows) { [String(decoding: $0.name, as: UTF8.self)] } ?? report.rows
    }

    /// The rows are as wide as the screen.
    var textColumns: Int { .max }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let name =
            report.path.isRoot
            ? "Container" : DisplayText(bytes: report.path.bytes, ascii: state.screen.isASCII).description
        let counting = report.isComplete ? "" : ", counting"
        let parts = UsageReport.parts(report.total)
        let sum = ByteCount.short(report.total.bytes) + (parts.isEmpty ? "" : ": " + parts)
        let style = UsageBarStyle(state.screen)
        let columns = UsageColumns(report, state.screen)
        var header = [PanelRow(DisplayText("\(name), \(sum)\(counting)", ascii: state.screen.isASCII), isHeading: true)]
        header += legend(style, columns: columns.all - Self.blanksAtEnd)
        if report.total.unreadable > 0 {
            header.append(PanelRow(DisplayText("\(Pluralized.directories(report.total.unreadable)) could not be read")))
        }
        if report.rows.isEmpty { header.append(PanelRow(DisplayText("The directory is empty."))) }
        let shownRows = shownRows
        if shownRows.isEmpty, !report.rows.isEmpty { header.append(PanelRow(DisplayText("No name matches."))) }
        let largest = report.rows.first?.usage.bytes ?? 0
        return header
            + shownRows.map { row in
                let bar = UsageBar(row.usage, largest: largest, columns: columns.bar)
                let share = Self.share(of: row.usage, in: report.total)
                let before = columns.text(of: row, share: share, state.screen)
                let blanks = String(repeating: " ", count: columns.bar - bar.cells.count)
                let text = before + DisplayText(bar.text(style)) + DisplayText(blanks)
                var shown = PanelRow(text) { enter(row, in: &$0) }
                shown.paints = Self.paints(of: bar, style, columns: before.width..<text.width)
                shown.linearTexts = UsageColumns.texts(of: row, share: share, state.screen)
                shown.identity = .name(row.name)
                return shown
            }
    }

    /// A row that cannot be chosen is wrapped if it does not leave room for a note.
    private static let blanksAtEnd = 2

    /// The signs of the storage classes, in as many rows as needed.
    private func legend(_ style: UsageBarStyle, columns: Int) -> [PanelRow] {
        var rows: [PanelRow] = []
        for storage in StorageClass.allCases {
            let entry = DisplayText("\(Character(style.sign(of: storage))) \(storage.title)")
            var row = PanelRow(.empty)
            // Without bars, their signs say nothing.
            row.linearTexts = []
            if let last = rows.last, last.text.width + 2 + entry.width <= columns {
                row = rows.removeLast()
                row.text = row.text + DisplayText("  ")
            }
            if let color = style.color(of: storage) {
                row.paints.append(PanelRow.Paint(columns: row.text.width..<row.text.width + 1, style: color))
            }
            row.text = row.text + entry
            rows.append(row)
        }
        return rows
    }

    /// The colours of a bar, which stay under the cursor, and so does the panel's colour beside it.
    private static func paints(of bar: UsageBar, _ style: UsageBarStyle, columns: Range<Int>) -> [PanelRow.Paint] {
        guard style.hasColors, !columns.isEmpty else { return [] }
        let start = columns.lowerBound
        let parts = bar.parts.compactMap { storage, cells in
            style.color(of: storage).map { color in
                PanelRow.Paint(
                    columns: start + cells.lowerBound..<start + cells.upperBound, style: color, underCursor: .kept)
            }
        }
        return [PanelRow.Paint(columns: columns, style: .plain, underCursor: .kept)] + parts
    }

    /// Returns the share of a size: nothing for nothing, and no rounding to nothing or to everything.
    static func share(of usage: Usage, in total: Usage) -> String {
        guard usage.bytes > 0, total.bytes > 0 else { return "" }
        // A file with hard links in several entries counts for each, and once in the total.
        let percent = Int((min(1, Double(usage.bytes) / Double(total.bytes)) * 100).rounded())
        guard percent > 0 else { return "<1 %" }
        return "\(usage.bytes < total.bytes ? min(percent, 99) : percent) %"
    }

    /// The row under the cursor in words: not everybody can tell the colours of a bar apart.
    func subject(_ state: BrowserState) -> DisplayText? {
        guard let row = Self.row(in: state) else { return nil }
        let parts = UsageReport.parts(row.usage)
        return state.screen.display(row.name) + state.screen.text(parts.isEmpty ? "" : ": " + parts)
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [
            state.keys.hint("panel-choose", "descends"), state.keys.hint("usage-up", "up"),
            state.keys.hint("usage-go", "goes there"), state.keys.hint("panel-search", "finds"),
        ].compactMap(\.self)
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.findings.usageRequest = nil
        return [.cancel(.counts)]
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("usage-up", "Go to the directory above", .movement, keys: ["h", "Left", "Backspace"]) { state in
            guard let panel = panel(in: state), let parent = panel.location.enclosing else { return [] }
            return show(below: parent, from: panel.report.path.lastComponent.map { Array($0) }, in: &state)
        },
        Action("usage-enter", "Descend, or go to the file", .movement, keys: ["l", "Right"]) { state in
            row(in: state).flatMap { row in panel(in: state)?.enter(row, in: &state) } ?? []
        },
        Action("usage-go", "Go to the item in the list", .movement, keys: ["o"]) { state in
            row(in: state).flatMap { row in panel(in: state)?.go(to: row, in: &state) } ?? []
        },
    ]
}

extension UsagePanel {
    private static func panel(in state: BrowserState) -> UsagePanel? { state.panels.current?.content as? UsagePanel }

    /// The row under the cursor.
    private static func row(in state: BrowserState) -> UsageReport.Row? {
        guard let rows = panel(in: state)?.shownRows, let cursor = state.panels.current?.cursor,
            rows.indices.contains(cursor)
        else { return nil }
        return rows[cursor]
    }

    /// Shows where the space below a directory goes.
    /// - Parameter entry: The name of the row to put the cursor on.
    static func show(
        below directory: ItemAddress, from entry: [UInt8]? = nil, in state: inout BrowserState
    ) -> [BrowserEffect] {
        let side: Side = directory.root == state.root(of: .container) ? .container : .computer
        if let refusal = state.panes.refusal(toList: directory.path, on: side) {
            state.say(refusal.rule.sentence, isError: true)
            return []
        }
        let request = state.nextTicket()
        state.findings.usageRequest = request
        state.say("counting; \(state.keys.key("cancel")) stops")
        return [
            .ask(UsageQuery(below: directory.path), for: .background, about: directory.root) { report, state in
                guard state.findings.usageRequest == request else { return [] }
                UsagePanel(report, in: directory.root).replaceShown(from: entry, in: &state)
                return []
            }
        ]
    }

    /// Shows the report, with the cursor on the row that it was on.
    private func replaceShown(from entry: [UInt8]?, in state: inout BrowserState) {
        state.panels.message = nil
        var name = entry
        if let shown = Self.panel(in: state) {
            if shown.location == location, let row = Self.row(in: state) { name = row.name }
            var panel = self
            // What is looked for is in the directory.
            if shown.location == location { panel.search = shown.search }
            state.panels.current?.content = panel
            if shown.location != location { state.panels.current?.showFirstRow() }
        } else {
            state.show(self)
        }
        if let row = Self.panel(in: state)?.shownRows.firstIndex(where: { $0.name == name }) {
            state.panels.current?.cursor = row
        }
    }

    /// Descends into a directory of the report, or goes to any other item.
    private func enter(_ row: UsageReport.Row, in state: inout BrowserState) -> [BrowserEffect] {
        guard let item = location.entry(row.name) else { return [] }
        return row.kind == .directory ? Self.show(below: item, in: &state) : go(to: row, in: &state)
    }

    /// Goes to an item of the report.
    private func go(to row: UsageReport.Row, in state: inout BrowserState) -> [BrowserEffect] {
        guard let item = location.entry(row.name) else { return [] }
        state.findings.usageRequest = nil
        return state.go(to: item)
    }
}
