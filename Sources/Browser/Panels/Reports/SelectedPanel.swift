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
                var row = PanelRow(state.screen.display(item.shown), fact: size) { $0.goToSelected(item) }
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

extension BrowserState {
    /// Goes to a selected item, on the side that shows its root.
    fileprivate mutating func goToSelected(_ item: ItemAddress) -> [BrowserEffect] {
        panels.current = nil
        let side: Side = item.root == root(of: .container) ? .container : .computer
        guard let directory = item.enclosing, side == .container || panes.isSharing, root(of: side) == item.root else {
            say("it is no longer shown", isError: true)
            return []
        }
        panes.focus = side == .container ? .listing : .computer
        let entry = Array(item.name)
        return browse {
            side == .container
                ? $0.goToPlace(directory.path, entry: entry, &$1)
                : $0.enter(directory.path, on: side, wanted: entry, &$1)
        }
    }
}
