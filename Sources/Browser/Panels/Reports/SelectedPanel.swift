import ContainerModel
import FileTree
import Inspection
import Screen

/// The list of selected items, in all directories.
struct SelectedPanel: Panel {
    let title = "Selected (Enter goes there)"

    /// A list of a million is not readable.
    private static let maxRows = 1_000

    func rows(_ state: BrowserState) -> [PanelRow] {
        let own = state.root(of: .container)
        func order(_ root: Root) -> Int { root == own ? 0 : 1 }
        let groups = state.selection.groups.sorted {
            (order($0.key.root), $0.key.path) < (order($1.key.root), $1.key.path)
        }
        var rows: [PanelRow] = []
        for (location, group) in groups where rows.count < Self.maxRows {
            for index in group.chosen.indices.prefix(Self.maxRows - rows.count) {
                guard let item = location.entry(group.chosen.entries.name(index)) else { continue }
                let size = group.size(of: index).map { ByteCount.short($0) } ?? ""
                var row = PanelRow(state.screen.display(item.shown), fact: size) { $0.go(to: item) }
                row.keepsEnd = true
                row.identity = .item(item)
                rows.append(row)
            }
        }
        let rest = state.selection.count - rows.count
        if rest > 0 { rows.append(PanelRow(state.screen.text("and \(ByteCount.grouped(UInt64(rest))) more"))) }
        return rows
    }
}
