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

    /// - Parameters:
    ///   - hasPaths: Whether the names are paths, which need more room.
    ///   - needsTime: Whether the rows are sorted by the time.
    init(_ area: Rectangle, hasBadges: Bool, hasPaths: Bool, needsTime: Bool) {
        name = area.column + 1
        flagColumns = area.columns >= 40 ? 3 : 2
        badges = hasBadges ? area.endColumn - 5 - flagColumns - (area.columns >= 40 ? 1 : 0) : area.endColumn
        var end = badges - 1
        // Names of the usual length need the room more than the time does.
        let fewest = hasPaths ? 64 : needsTime ? 44 : hasBadges ? 55 : 46
        if area.columns >= fewest {
            time = end - 6
            end -= 7
        }
        if area.columns >= 32 {
            size = end - 8
            end -= 9
        }
        nameColumns = max(1, end - name)
    }

    /// Returns the columns of a listing with badges whose names are not cut.
    static func columns(names: Int, withTime: Bool) -> Int {
        // A blank, the name, a blank and the size, a blank, the badges and the border's blank.
        1 + names + 9 + (withTime ? 7 : 0) + 1 + 9
    }
}

/// The columns of a row of the places. The name gets the room that is left.
struct PlacesColumns {
    /// The columns at the right edge of a row: four rights and a blank, before the flags.
    private static let rightsColumns = 5
    /// Room for `12.3 MB` and an ellipsis while it is being counted.
    private static let mostSizeColumns = 8
    /// In a pane that is this wide, sizes are shown even if long names are cut for them.
    private static let wide = 44
    /// In a narrower pane there is no room for sizes at all.
    private static let least = 26

    let badges: Int
    let flagColumns: Int
    let size: Int
    /// 0 if there is no room for sizes.
    let sizeColumns: Int

    /// - Parameters:
    ///   - names: The columns of the longest row before its size.
    ///   - needsSizes: Whether sizes are shown even if names are cut for them.
    ///   - hasBorder: Whether there is another pane at the right.
    init(_ area: Rectangle, names: Int, needsSizes: Bool, hasBorder: Bool) {
        flagColumns = area.columns >= 34 ? 2 : 1
        badges = area.endColumn - Self.rightsColumns - flagColumns - (hasBorder ? 1 : 0)
        // In a narrow pane names need the room more than sizes do.
        let enough = needsSizes ? Self.least : min(Self.columns(names: names, withSizes: true), Self.wide)
        let isShown = area.columns >= enough
        sizeColumns = isShown ? Self.mostSizeColumns : 0
        size = badges - sizeColumns - 1
    }

    /// Returns the columns of a pane whose names are not cut.
    static func columns(names: Int, withSizes: Bool) -> Int {
        1 + names + (withSizes ? 1 + mostSizeColumns : 0) + 1 + rightsColumns + 2 + 1
    }
}

/// The heads of a listing's columns, behind its title if it has one: they show the sort key, and a click on one sorts by
/// it.
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
    ///   - isTitled: Whether the title of the pane is above the names.
    ///   - isRanked: Whether the best matches come first, whatever the order is.
    ///   - showsBackup: Whether the sizes are those of the backup.
    init(
        _ area: Rectangle, isTitled: Bool, hasBadges: Bool, hasPaths: Bool, order: EntryOrder, isRanked: Bool,
        showsBackup: Bool, glyphs: Glyphs
    ) {
        start = area.endColumn
        guard area.columns >= 24 else { return }
        let columns = ListingColumns(
            area, hasBadges: hasBadges, hasPaths: hasPaths, needsTime: order.key.clock != nil)
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
        // A key without a column has its head above the names.
        let key = isNamed ? .name : order.key
        let isActive = !isRanked && order.key == key
        let text = isRanked ? "best match first" : isActive ? key.head + arrow : key.head
        guard isTitled else {
            parts.append(Part(key: key, text: text, column: columns.name))
            start = area.column
            return
        }
        guard isRanked || order.key == key || area.columns >= 40 else { return }
        start = end - 1 - text.count
        parts.append(Part(key: key, text: text, column: start))
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
            area, isTitled: panes.isSharing, hasBadges: listing.rules != nil, hasPaths: listing.isFlat,
            order: panes.order,
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
