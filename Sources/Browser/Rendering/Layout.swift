import Screen

/// The layout of the screen: three panes where there is room for the preview, all columns of the list and the places;
/// two below that, one below 60 columns.
///
/// A wider screen never shows less: the columns that the list has at one width it has at every larger one.
struct Layout: Hashable, Sendable {
    /// The columns that the contents of panes would fill.
    struct Wanted: Hashable, Sendable {
        /// The longest row of the places before its size.
        var places = 0
        /// Whether the sizes of the places are what the user has asked for.
        var needsSizes = false
        /// The longest name in the list.
        var names = 0
        /// What stands behind the names of the list: lines in which a text was found, or what differs.
        var hits = 0
        /// Whether the names are paths of what differs, which matter more than the preview's share.
        var isCompared = false
        /// The fewest columns in which a list has all of its columns.
        var list = ListingColumns.columns(names: ListingColumns.usualName, withTime: true)
        /// The fewest columns of a list beside another pane.
        var leastList = ListingColumns.minimum(needsTime: false)
    }

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

    init(
        size: Size, focus: Panes.Pane, isSharing: Bool = false, wanted: Wanted = Wanted(),
        widths: PaneWidths = PaneWidths()
    ) {
        self.size = size
        titleRow = Self.titleRow(of: size)
        let rows = Self.paneRows(of: size)
        panes = Rectangle(column: 0, row: titleRow.map { $0 + 1 } ?? 1, columns: size.columns, rows: rows)
        let usual: [Int]
        (shown, usual) = Self.usual(size.columns, focus, isSharing, wanted)
        separators = widths.borders(between: shown, usual: usual, columns: size.columns)
    }

    private static func titleRow(of screen: Size) -> Int? { screen.rows >= 8 ? 1 : nil }

    /// Returns the number of rows between the top line, with the row of titles, and the status line.
    static func paneRows(of screen: Size) -> Int { max(1, screen.rows - (titleRow(of: screen) == nil ? 2 : 3)) }

    /// The narrowest pane of places: in a narrower one, names would be cut to a few letters.
    private static let narrowestPlaces = 20
    /// The narrowest preview beside the list.
    private static let narrowestDetails = 26
    /// The narrowest preview beside a list with all of its columns.
    private static let enoughForDetails = 31
    /// The narrowest preview beside the list and the places.
    private static let enoughBesidePlaces = 40

    /// Returns the panes for a number of columns, and the borders between them unless the user moves these.
    ///
    /// Where not everything fits, names of the usual length and the columns of the list come first, then a third of the
    /// screen for the preview, then the sizes of the places, then the preview's share, then the names of the places, then
    /// longer names in the list.
    private static func usual(
        _ columns: Int, _ focus: Panes.Pane, _ isSharing: Bool, _ wanted: Wanted
    ) -> ([Panes.Pane], [Int]) {
        let beside = isSharing ? wanted.leastList : narrowestDetails
        guard columns >= max(60, wanted.leastList + 1 + beside) else { return ([focus], []) }
        // Longer names of places are cut: they are deep in the tree.
        // The places of what differs are in its paths.
        let maxPlaces = wanted.isCompared ? max(narrowestPlaces, columns / 5) : max(52, columns / 3)
        let places = min(PlacesColumns.columns(names: wanted.places, withSizes: true), maxPlaces)
        if isSharing {
            let room = columns - 2 - 2 * wanted.list
            if columns >= 120, room >= narrowestPlaces {
                let left = min(places, columns / 4, room)
                return ([.places, .listing, .computer], [left, left + (columns - left - 2) / 2 + 1])
            }
            if focus != .places { return ([.listing, .computer], [columns / 2]) }
        } else if let borders = threePanes(columns, wanted, places: places, maxPlaces: maxPlaces) {
            return ([.places, .listing, .details], borders)
        }
        let minimum = ListingColumns.columns(names: ListingColumns.usualName, withTime: false)
        if focus == .places {
            let usual = columns * 35 / 100
            let list = columns - 1 - usual >= wanted.list ? wanted.list : minimum
            return ([.places, .listing], [max(usual, min(places, columns - 1 - list))])
        }
        let least = columns - 1 - enoughForDetails >= wanted.list ? wanted.list : minimum
        let list = max(least, min(maximum(wanted), columns - 1 - share(columns, wanted)))
        return ([.listing, .details], [min(list, columns - 1 - narrowestDetails)])
    }

    /// The columns of a list whose names are not cut.
    private static func maximum(_ wanted: Wanted) -> Int {
        ListingColumns.columns(names: max(ListingColumns.usualName, wanted.names) + wanted.hits, withTime: true)
    }

    /// The columns of the preview, where longer names of the list or of places do not take more than the rest.
    private static func share(_ columns: Int, _ wanted: Wanted) -> Int {
        (columns * (wanted.isCompared ? 30 : 40) + 99) / 100
    }

    /// Returns the borders between places, list and preview; nil where there is no room for all.
    /// - Parameters:
    ///   - places: The columns of the places with their sizes.
    ///   - maxPlaces: The most columns of the places.
    private static func threePanes(_ columns: Int, _ wanted: Wanted, places: Int, maxPlaces: Int) -> [Int]? {
        let share = share(columns, wanted)
        let preview = wanted.isCompared ? share : max(enoughBesidePlaces, columns / 3)
        let hasHits = wanted.hits > 0 && !wanted.isCompared
        let list = hasHits ? max(wanted.list, ListingColumns.enoughForPaths) : wanted.list
        let room = columns - 2 - preview - list
        guard room >= narrowestPlaces else { return nil }
        let showsSizes = PlacesColumns.showsSizes(
            columns: room, names: wanted.places, needsSizes: wanted.needsSizes)
        let withoutSizes = min(PlacesColumns.columns(names: wanted.places, withSizes: wanted.needsSizes), maxPlaces)
        let least = showsSizes ? min(room, PlacesColumns.enough) : room
        var left = min(showsSizes ? places : withoutSizes, max(least, columns - 2 - share - list))
        if hasHits {
            // A line can be read if names of places are cut for it.
            let rest = columns - 2 - share - list - wanted.hits
            left = max(min(left, PlacesColumns.enough), min(left, rest))
        }
        let half = wanted.isCompared ? columns * 60 / 100 : columns / 2
        return [left, left + 1 + max(list, min(maximum(wanted), half, columns - 2 - share - left))]
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
