import Screen

/// The layout of the screen: three panes if there is room, two below 100 columns, one below 60.
struct Layout: Hashable, Sendable {
    /// On a smaller screen there is only a line that says so.
    static let smallest = Size(columns: 20, rows: 5)

    let size: Size
    /// The area between the top line and the status line.
    let panes: Rectangle
    /// The panes on the screen, from left to right.
    let shown: [Panes.Pane]
    /// The columns of the lines between panes.
    let separators: [Int]
    /// The row of titles above the panes; nil if there is no room.
    let titleRow: Int?

    init(size: Size, focus: Panes.Pane, isSharing: Bool = false, widths: PaneWidths = PaneWidths()) {
        self.size = size
        titleRow = size.rows >= 8 ? 1 : nil
        let first = titleRow == nil ? 1 : 2
        panes = Rectangle(column: 0, row: first, columns: size.columns, rows: max(1, size.rows - first - 1))
        let usual: [Int]
        (shown, usual) = Self.usual(size.columns, focus, isSharing)
        separators = widths.borders(between: shown, usual: usual, columns: size.columns)
    }

    /// Returns the panes for a number of columns, and the borders between them unless the user moves these.
    private static func usual(
        _ columns: Int, _ focus: Panes.Pane, _ isSharing: Bool
    ) -> ([Panes.Pane], [Int]) {
        switch columns {
        case 120... where isSharing:
            let left = max(32, columns / 4)
            return ([.places, .listing, .computer], [left, left + (columns - left - 2) / 2 + 1])
        case 60... where isSharing:
            guard focus != .places else { return ([.places, .listing], [columns * 42 / 100]) }
            return ([.listing, .computer], [columns / 2])
        case 100...:
            let left = max(32, min(42, columns * 30 / 100))
            let right = max(30, min(48, columns * 30 / 100))
            return ([.places, .listing, .details], [left, columns - right - 1])
        case 60..<100:
            guard focus == .details else { return ([.places, .listing], [columns * 42 / 100]) }
            return ([.listing, .details], [columns - columns * 45 / 100 - 1])
        default: return ([focus], [])
        }
    }

    var places: Rectangle? { area(of: .places) }
    var listing: Rectangle? { area(of: .listing) }
    var details: Rectangle? { area(of: .details) }
    /// The pane of this computer, in sharing mode.
    var computer: Rectangle? { area(of: .computer) }

    func area(of pane: Panes.Pane) -> Rectangle? {
        guard let index = shown.firstIndex(of: pane) else { return nil }
        let start = index == 0 ? 0 : separators[index - 1] + 1
        let end = index < separators.count ? separators[index] : size.columns
        return Rectangle(column: start, row: panes.row, columns: end - start, rows: panes.rows)
    }

    func pane(at position: Position) -> Panes.Pane? {
        shown.first { area(of: $0)?.contains(position) == true }
    }

    /// Returns the index of the line between panes at a position.
    func separator(at position: Position) -> Int? {
        guard (titleRow ?? panes.row)..<panes.endRow ~= position.row else { return nil }
        return separators.firstIndex(of: position.column)
    }
}
