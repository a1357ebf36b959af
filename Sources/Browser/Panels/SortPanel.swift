import ContainerModel
import FileTree
import Screen

/// The choice of the sort order.
struct SortPanel: Panel {
    let title = "Sort by"

    /// The sort orders, each with its key.
    private static let orders: [(key: Unicode.Scalar, order: SortKey, title: String)] = [
        ("n", .name, "name"), ("s", .size, "size, largest first"), ("t", .time, "time, latest change first"),
        ("c", .created, "created, latest first"), ("a", .added, "added (metadata changed), latest first"),
        ("k", .kind, "kind (extension)"), ("b", .badges, "badges, most rights first"),
    ]

    func rows(_ state: BrowserState) -> [PanelRow] {
        Self.orders.map { key, order, title in
            PanelRow(DisplayText(title), note: String(key)) { Self.sort(by: order, in: &$0) }
        } + [
            PanelRow(
                DisplayText(state.panes.order.isReversed ? "reversed: yes" : "reversed: no"),
                note: state.keys.key("sort-reverse")
            ) {
                $0.browse { $0.reverseOrder(&$1) }
            },
            PanelRow(
                DisplayText(state.panes.order.directoriesFirst ? "directories first: yes" : "directories first: no"),
                note: state.keys.key("sort-directories-first")
            ) { $0.browse { $0.toggleDirectoriesFirst(&$1) } },
        ]
    }

    func firstChoice(_ state: BrowserState) -> Int { Self.orders.firstIndex { $0.order == state.panes.order.key } ?? 0 }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action(inPanes: "sort-reverse", "Reverse the order", .view, keys: ["r"]) { $0.reverseOrder(&$1) },
        Action(inPanes: "sort-directories-first", "Directories first, or among the files", .view, keys: ["d"]) {
            $0.toggleDirectoriesFirst(&$1)
        },
    ]

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard case .character(let letter) = key else { return nil }
        return Self.orders.first { $0.key == letter }.map { Self.sort(by: $0.order, in: &state) }
    }

    /// Sorts the listings by a key, and closes the panel.
    static func sort(by key: SortKey, in state: inout BrowserState) -> [BrowserEffect] {
        state.panels.current = nil
        return state.browse { $0.sort(by: key, &$1) }
    }
}
