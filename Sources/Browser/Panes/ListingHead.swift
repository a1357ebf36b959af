import ContainerModel
import FileTree
import Inspection
import Screen
import Search

/// The columns of a listing's row. The name gets the room that is left.
struct ListingColumns {
    let name: Int
    let nameColumns: Int
    var size: Int?
    var time: Int?
    let badges: Int
    let flagColumns: Int

    /// - Parameter hasPaths: Whether the names are paths, which need more room.
    init(_ area: Rectangle, hasBadges: Bool, hasPaths: Bool) {
        name = area.column + 1
        flagColumns = area.columns >= 40 ? 3 : 2
        badges = hasBadges ? area.endColumn - 5 - flagColumns - (area.columns >= 40 ? 1 : 0) : area.endColumn
        var end = badges - 1
        if area.columns >= (hasPaths ? 64 : 44) {
            time = end - 6
            end -= 7
        }
        if area.columns >= 32 {
            size = end - 8
            end -= 9
        }
        nameColumns = max(1, end - name)
    }
}

/// The heads of a listing's columns, at the right of its title: they show the sort key, and a click on one sorts
/// by it.
struct ListingHead {
    /// The head of a column.
    struct Part {
        /// What a click on it sorts by.
        let key: SortKey
        let text: String
        let column: Int

        /// Where a click counts: also where the arrow comes and goes.
        var columns: Range<Int> { column - 1..<column + text.count }
    }

    private(set) var parts: [Part] = []
    /// The column at which the title has to end.
    private(set) var start: Int

    /// - Parameters:
    ///   - area: The pane, below its title.
    ///   - isRanked: Whether the best matches come first, whatever the order is.
    ///   - showsBackup: Whether the sizes are those of the backup.
    init(
        _ area: Rectangle, hasBadges: Bool, hasPaths: Bool, order: EntryOrder, isRanked: Bool, showsBackup: Bool,
        glyphs: Glyphs
    ) {
        start = area.endColumn
        guard area.columns >= 24 else { return }
        let columns = ListingColumns(area, hasBadges: hasBadges, hasPaths: hasPaths)
        let arrow = String(Character(order.isDescending ? glyphs.descending : glyphs.ascending))
        var isNamed = isRanked
        func add(_ key: SortKey, _ title: String, endingAt end: Int) {
            let isActive = !isRanked && order.key == key
            isNamed = isNamed || isActive
            let text = isActive ? title + arrow : title
            parts.append(Part(key: key, text: text, column: end - text.count))
            start = min(start, end - text.count)
        }
        if hasBadges { add(.badges, "RWDB", endingAt: columns.badges + (order.key == .badges && !isRanked ? 5 : 4)) }
        if let time = columns.time {
            let key = order.key.clock == nil ? .time : order.key
            add(key, key.head, endingAt: time + 6)
        }
        if let size = columns.size { add(.size, showsBackup ? "backup" : "size", endingAt: size + 8) }
        let end = min(start, columns.name + columns.nameColumns)
        if isRanked {
            parts.append(Part(key: .name, text: "best match first", column: end - 17))
            start = end - 17
        } else if !isNamed || area.columns >= 40 {
            // The key has no column.
            let key = isNamed ? .name : order.key
            add(key, key.head, endingAt: end - 1)
        }
    }

    /// Returns what a click at a position of the row of titles sorts by.
    func key(at column: Int) -> SortKey? { parts.first { $0.columns.contains(column) }?.key }
}

extension SortKey {
    /// The head of the column, of at most five letters where a time is meant.
    fileprivate var head: String { self == .created ? "made" : title }
}

extension BrowserState {
    /// Returns the heads of a pane's columns; nil for panes that are no listings.
    func head(of pane: Panes.Pane, _ area: Rectangle) -> ListingHead? {
        guard pane == .listing || pane == .computer, let listing = panes[pane == .computer ? .computer : .container]
        else { return nil }
        return ListingHead(
            area, hasBadges: listing.rules != nil, hasPaths: listing.isFlat, order: panes.order,
            isRanked: panes[filterOf: listing.side].names.isRanked,
            showsBackup: panes.showsBackup && hasContainer(listing.side), glyphs: screen.glyphs)
    }

    /// Sorts by the column whose head is at a position, or reverses the order if the listing is sorted by it already.
    /// - Returns: nil if there is no head.
    mutating func clickHead(at position: Position) -> [BrowserEffect]? {
        guard position.row == layout.titleRow else { return nil }
        for pane in panes.focusable {
            guard let area = layout.area(of: pane), let key = head(of: pane, area)?.key(at: position.column) else {
                continue
            }
            panes.focus = pane
            guard panes.order.key == key, !panes[filterOf: panes.side].names.isRanked else {
                panes.order.isReversed = false
                return sort(by: key)
            }
            return reverseOrder()
        }
        return nil
    }
}
