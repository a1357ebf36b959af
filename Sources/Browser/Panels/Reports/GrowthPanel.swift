import ContainerModel
import ContainerStore
import FileTree
import Screen
import TimePoints

/// What makes the container grow: the largest files, the newest, and those whose sizes changed most since the latest
/// time point. `Enter` goes to the file.
struct GrowthPanel: Panel {
    /// The container.
    let root: Root
    /// What was found; nil while the container is read.
    var report: GrowthReport?
    var search: PanelSearch? = PanelSearch(isActive: false)

    static let action = Action("growth", "What grows: the largest, newest and most changed", .rules, keys: ["g G"]) {
        state in
        let root = state.panes.ruledRoot
        return state.open(GrowthPanel(root: root), asking: GrowthQuery(), about: root) { $0.report = $1 }
    }.briefly("What grows").alsoCalled("bloat", "growing")

    var title: String { searchTitle("What grows") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard let report else { return [PanelRow(DisplayText("Reading the container."))] }
        var rows: [PanelRow] = []
        if let problem = report.problem { rows.append(.wrapped(state.screen.display(Array(problem.utf8)))) }
        if report.unreadable > 0 {
            rows.append(PanelRow(DisplayText("\(Pluralized.items(report.unreadable)) could not be read")))
        }
        if report.largest.isEmpty, report.problem == nil { rows.append(PanelRow(DisplayText("There are no files."))) }
        rows += section("The largest", report.largest, state) { ByteCount.short($0.bytes) }
        rows += section("The newest", report.newest, state) { file in
            LocalTime(secondsSince1970: file.modified).short(seenFrom: state.screen.now)
        }
        guard let point = report.point else {
            let advice = "No time point to compare with; \(state.keys.key("keep")) keeps the container as it is now."
            return rows + (report.problem == nil ? [.wrapped(state.screen.text(advice))] : [])
        }
        let name = state.screen.display(Array(point.utf8)).description
        guard !report.changes.isEmpty else {
            return rows + [PanelRow(state.screen.text("No size has changed since @\(name)."), isHeading: true)]
        }
        return rows + section("The most changed since @\(name)", report.changes, state)
    }

    /// A file, what is said of it, and where it leads.
    private typealias Entry = (path: ContainerPath, fact: String, target: ContainerPath)

    private func section(
        _ title: String, _ files: [GrowthReport.File], _ state: BrowserState, fact: (GrowthReport.File) -> String
    ) -> [PanelRow] {
        list(title, files.map { file -> Entry in (file.path, fact(file), file.path) }, state)
    }

    /// A file that is gone leads to the directory that it was in.
    private func section(_ title: String, _ changes: [GrowthReport.Change], _ state: BrowserState) -> [PanelRow] {
        let rows = changes.map { change -> Entry in
            let size = ByteCount.short(change.difference)
            let fact =
                switch (change.before, change.after) {
                case (nil, _): "new, +\(size)"
                case (_, nil): "gone, -\(size)"
                case (let before?, let after?): (after > before ? "+" : "-") + size
                }
            return (change.path, fact, change.after == nil ? change.path.parent ?? .root : change.path)
        }
        return list(title, rows, state)
    }

    private func list(_ title: String, _ files: [Entry], _ state: BrowserState) -> [PanelRow] {
        let found = search?.matches(of: files) { [String(decoding: $0.path.bytes, as: UTF8.self)] } ?? files
        guard !found.isEmpty else { return [] }
        return [PanelRow(state.screen.text(title), isHeading: true)]
            + found.map { file in
                var row = PanelRow(state.screen.display(file.path.bytes), fact: file.fact) {
                    $0.go(to: ItemAddress(root, file.target), lookingUp: true)
                }
                row.keepsEnd = true
                row.identity = .text("\(title) \(file.path)")
                return row
            }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        report?.largest.isEmpty == false ? [state.keys.hint("panel-choose", "goes there")].compactMap(\.self) : []
    }
}
