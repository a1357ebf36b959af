import Screen

/// The layout of the screen: three panes if there is room, two below 100 columns, one below 60.
struct Layout: Hashable, Sendable {
    /// On a smaller screen there is only a line that says so.
    static let smallest = Size(columns: 20, rows: 5)

    let size: Size
    /// The area between the top line and the status line.
    let panes: Rectangle
    private(set) var places: Rectangle?
    private(set) var listing: Rectangle?
    private(set) var details: Rectangle?
    /// The pane of this computer, in sharing mode.
    private(set) var computer: Rectangle?
    /// The row of titles above the panes; nil if there is no room.
    let titleRow: Int?

    /// The columns of the lines between panes.
    var separators: [Int] { [places, listing].compactMap { $0 }.map(\.endColumn).filter { $0 < size.columns } }

    init(size: Size, focus: BrowserState.Pane, isSharing: Bool = false) {
        self.size = size
        titleRow = size.rows >= 8 ? 1 : nil
        let first = titleRow == nil ? 1 : 2
        panes = Rectangle(column: 0, row: first, columns: size.columns, rows: max(1, size.rows - first - 1))
        let columns = size.columns
        switch columns {
        case 120... where isSharing:
            let left = max(32, columns / 4)
            let middle = (columns - left - 2) / 2
            places = pane(0, left)
            listing = pane(left + 1, middle)
            computer = pane(left + middle + 2, columns - left - middle - 2)
        case 60... where isSharing:
            if focus == .places {
                let left = columns * 42 / 100
                places = pane(0, left)
                listing = pane(left + 1, columns - left - 1)
            } else {
                let left = columns / 2
                listing = pane(0, left)
                computer = pane(left + 1, columns - left - 1)
            }
        case 100...:
            let left = max(32, min(42, columns * 30 / 100))
            let right = max(30, min(48, columns * 30 / 100))
            places = pane(0, left)
            listing = pane(left + 1, columns - left - right - 2)
            details = pane(columns - right, right)
        case 60..<100:
            if focus == .details {
                let right = columns * 45 / 100
                listing = pane(0, columns - right - 1)
                details = pane(columns - right, right)
            } else {
                let left = columns * 42 / 100
                places = pane(0, left)
                listing = pane(left + 1, columns - left - 1)
            }
        default:
            switch focus {
            case .places: places = pane(0, columns)
            case .listing: listing = pane(0, columns)
            case .details: details = pane(0, columns)
            case .computer: computer = pane(0, columns)
            }
        }
    }

    private func pane(_ column: Int, _ columns: Int) -> Rectangle {
        Rectangle(column: column, row: panes.row, columns: columns, rows: panes.rows)
    }

    func area(of pane: BrowserState.Pane) -> Rectangle? {
        switch pane {
        case .places: places
        case .listing: listing
        case .details: details
        case .computer: computer
        }
    }

    func pane(at position: Position) -> BrowserState.Pane? {
        BrowserState.Pane.allCases.first { area(of: $0)?.contains(position) == true }
    }
}
