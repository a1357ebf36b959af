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
            PanelRow(DisplayText(title), note: String(key)) { $0.sort(by: order) }
        } + [
            PanelRow(
                DisplayText(state.panes.order.isReversed ? "reversed: yes" : "reversed: no"),
                note: state.keys.key("sort-reverse")
            ) {
                $0.reverseOrder()
            },
            PanelRow(
                DisplayText(state.panes.order.directoriesFirst ? "directories first: yes" : "directories first: no"),
                note: state.keys.key("sort-directories-first")
            ) { $0.toggleDirectoriesFirst() },
        ]
    }

    func firstChoice(_ state: BrowserState) -> Int { Self.orders.firstIndex { $0.order == state.panes.order.key } ?? 0 }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("sort-reverse", "Reverse the order", .view, keys: ["r"]) { $0.reverseOrder() },
        Action("sort-directories-first", "Directories first, or among the files", .view, keys: ["d"]) {
            $0.toggleDirectoriesFirst()
        },
    ]

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard case .character(let letter) = key else { return nil }
        return Self.orders.first { $0.key == letter }.map { state.sort(by: $0.order) }
    }
}

extension BrowserState {
    mutating func sort(by key: SortKey) -> [BrowserEffect] {
        panes.order.key = key
        panes.ranksMatches = false
        panels.current = nil
        return rearrange()
    }

    mutating func reverseOrder() -> [BrowserEffect] {
        panes.order.isReversed.toggle()
        panes.ranksMatches = false
        return rearrange()
    }

    fileprivate mutating func toggleDirectoriesFirst() -> [BrowserEffect] {
        panes.order.directoriesFirst.toggle()
        panes.ranksMatches = false
        return rearrange()
    }
}
