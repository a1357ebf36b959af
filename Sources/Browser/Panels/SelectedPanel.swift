import ContainerModel
import FileTree
import Inspection
import Screen

/// The list of selected items, in all directories.
struct SelectedPanel: Panel {
    let title = "Selected"

    /// Nobody reads a million.
    private static let mostRows = 1_000

    func rows(_ state: BrowserState) -> [PanelRow] {
        let own = state.root(of: .container)
        func order(_ root: Root) -> Int { root == own ? 0 : 1 }
        let groups = state.selection.groups.sorted {
            (order($0.key.root), $0.key.path) < (order($1.key.root), $1.key.path)
        }
        var rows: [PanelRow] = []
        for (location, group) in groups where rows.count < Self.mostRows {
            for index in group.chosen.indices.prefix(Self.mostRows - rows.count) {
                guard let item = location.entry(group.chosen.entries.name(index)) else { continue }
                let size = group.size(of: index).map { ByteCount.short($0) } ?? ""
                rows.append(PanelRow(state.display(item.shown), note: size))
            }
        }
        let rest = state.selection.count - rows.count
        if rest > 0 { rows.append(PanelRow(state.text("and \(ByteCount.grouped(UInt64(rest))) more"))) }
        return rows
    }
}
