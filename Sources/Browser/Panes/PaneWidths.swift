import Screen

/// Where the user has put the borders between panes.
///
/// A border is a share of the screen, so that it keeps its place when the screen's size changes. Each set of panes that
/// are side by side has its own borders.
struct PaneWidths: Hashable, Sendable {
    /// The borders of each set of panes, from left to right, in thousandths of the screen's columns.
    private(set) var shares: [String: [Int]] = [:]

    init() {}

    /// Creates widths that were stored. What makes no sense is left out.
    init(stored: [String: [Int]]) {
        shares = stored.filter { name, borders in
            name.split(separator: " ").count == borders.count + 1 && borders == borders.sorted()
                && borders.allSatisfy { (1..<1_000).contains($0) }
        }
    }

    /// The name of a set of panes, under which its borders are stored.
    static func name(of panes: [Panes.Pane]) -> String { panes.map(\.name).joined(separator: " ") }

    /// Returns the columns of the borders between panes.
    /// - Parameters:
    ///   - usual: The columns that the borders have unless the user moves them.
    ///   - columns: The columns of the screen.
    func borders(between panes: [Panes.Pane], usual: [Int], columns: Int) -> [Int] {
        // Asked for each frame, while most people never move a border.
        guard !shares.isEmpty, let shares = shares[Self.name(of: panes)], shares.count == usual.count else {
            return usual
        }
        return Self.fitted(shares.map { ($0 * columns + 500) / 1_000 }, panes, columns: columns)
    }

    /// Moves a border, as far as the panes beside it have room.
    /// - Parameters:
    ///   - borders: The columns of the borders.
    ///   - index: The border's index.
    mutating func move(
        _ borders: [Int], _ index: Int, to column: Int, between panes: [Panes.Pane], columns: Int
    ) {
        var moved = borders
        let left = index > 0 ? borders[index - 1] + 1 : 0
        let right = index + 1 < borders.count ? borders[index + 1] : columns
        moved[index] = max(left + panes[index].minimum, min(column, right - 1 - panes[index + 1].minimum))
        shares[Self.name(of: panes)] = moved.map { max(1, min(999, ($0 * 1_000 + columns / 2) / columns)) }
    }

    /// Puts the borders between panes back.
    mutating func reset(between panes: [Panes.Pane]) { shares[Self.name(of: panes)] = nil }

    /// Returns borders that leave each pane its fewest columns, the last ones first.
    private static func fitted(_ borders: [Int], _ panes: [Panes.Pane], columns: Int) -> [Int] {
        var fitted = borders
        var end = columns
        for index in borders.indices.reversed() {
            fitted[index] = min(fitted[index], end - 1 - panes[index + 1].minimum)
            end = fitted[index]
        }
        var start = 0
        for index in borders.indices {
            fitted[index] = max(fitted[index], start + panes[index].minimum)
            start = fitted[index] + 1
        }
        return fitted
    }
}

extension Panes.Pane {
    /// The pane's name in what is remembered.
    fileprivate var name: String {
        switch self {
        case .places: "places"
        case .listing: "listing"
        case .details: "details"
        case .computer: "computer"
        }
    }

    /// The columns that a border leaves the pane at least.
    fileprivate var minimum: Int { self == .listing || self == .computer ? 20 : 12 }
}

/// Dragging the borders between panes.
extension Panes {
    /// Begins to drag the border at a position; a double click puts it back.
    /// - Returns: Whether there is a border.
    mutating func grabBorder(_ mouse: MouseEvent, _ context: ComponentContext) -> Bool {
        let layout = layout(of: context.screen.size)
        guard let border = layout.separator(at: mouse.position) else { return false }
        if mouse.action == .doublePress {
            widths.reset(between: layout.shown)
            scroll(visibleRows: context.paneRows)
        } else {
            draggedBorder = border
        }
        return true
    }

    /// Moves the border that is dragged.
    mutating func dragBorder(to position: Position, _ context: ComponentContext) {
        let layout = layout(of: context.screen.size)
        guard let border = draggedBorder, layout.separators.indices.contains(border) else { return }
        widths.move(
            layout.separators, border, to: position.column, between: layout.shown, columns: context.screen.size.columns)
        scroll(visibleRows: context.paneRows)
    }
}
