import ContainerModel
import FileTree
import Inspection
import Screen
import Search

/// The heads of a listing's columns. Its title, if it has one, stands between that of the names and the others.
///
/// They show the sort key, and a click on one sorts by it; a click on that of the badges shows what they mean, unless the
/// listing is sorted by them.
struct ListingHead {
    /// The head of a column.
    struct Part {
        /// What a click on a head does.
        enum Meaning: Hashable, Sendable {
            /// Sorts by a key, or reverses the order if the listing is sorted by it.
            case sort(SortKey)
            /// Shows what the badges mean, or reverses the order if the listing is sorted by them.
            case badges
        }

        let meaning: Meaning
        let text: String
        let column: Int

        /// Where a click counts: also where the arrow comes and goes.
        var columns: Range<Int> { column - 1..<column + text.count }
    }

    private(set) var parts: [Part] = []
    /// The column at which the title begins: behind the head of the names.
    private(set) var titleStart: Int
    /// The column at which the title has to end.
    private(set) var start: Int

    /// - Parameters:
    ///   - area: The pane, below its title.
    ///   - columns: The columns of its rows.
    ///   - isTitled: Whether the row has the title of the pane too.
    ///   - isRanked: Whether the best matches come first, whatever the order is.
    ///   - showsBackup: Whether the sizes are those of the backup.
    init(
        _ area: Rectangle, _ columns: ListingColumns, isTitled: Bool, hasBadges: Bool, order: EntryOrder,
        isRanked: Bool, showsBackup: Bool, glyphs: Glyphs
    ) {
        titleStart = area.column
        start = area.endColumn
        guard area.columns >= 24 else { return }
        let arrow = String(Character(order.isDescending ? glyphs.descending : glyphs.ascending))
        var isNamed = isRanked
        func isActive(_ key: SortKey) -> Bool { !isRanked && order.key == key }
        func add(_ key: SortKey, _ title: String, endingAt end: Int, _ meaning: Part.Meaning? = nil) {
            isNamed = isNamed || isActive(key)
            let text = isActive(key) ? title + arrow : title
            parts.append(Part(meaning: meaning ?? .sort(key), text: text, column: end - text.count))
            start = min(start, end - text.count)
        }
        if hasBadges {
            add(.badges, "RWDB", endingAt: columns.badges + (order.key == .badges && !isRanked ? 5 : 4), .badges)
        }
        if let time = columns.time {
            let key = order.key.clock == nil ? .time : order.key
            add(key, key.head, endingAt: time + 6)
        }
        if let size = columns.size { add(.size, showsBackup ? "backup" : "size", endingAt: size + 8) }
        // A key without a column has its head above the names.
        let key = isNamed ? .name : order.key
        let text = isRanked ? "best match first" : isActive(key) ? key.head + arrow : key.head
        guard !isTitled || isRanked || order.key == key || area.columns >= 33 else { return }
        parts.append(Part(meaning: .sort(key), text: text, column: columns.name))
        titleStart = columns.name + text.count + 1
        if !isTitled { start = titleStart }
    }

    /// Returns the head at a position of the row of titles.
    func part(at column: Int) -> Part? { parts.first { $0.columns.contains(column) } }
}

extension SortKey {
    /// The head of the column, of at most five letters where a time is meant.
    fileprivate var head: String { self == .created ? "made" : title }
}

extension Panes {
    /// Returns the columns of the rows of a listing.
    func columns(of listing: Listing, _ area: Rectangle, _ screen: Size) -> ListingColumns {
        ListingColumns(
            area, hasBadges: listing.rules != nil, hasPaths: listing.isFlat,
            hasHits: listing.hasHits || listing.hasChanges, hasMarks: listing.hasChanges || hasSideMarks(listing),
            needsSize: order.key == .size || showsBackup, needsTime: order.key.clock != nil,
            isAlone: area.columns == screen.columns)
    }

    /// Returns the heads of a pane's columns; nil for panes that are no listings.
    func head(of pane: Pane, _ area: Rectangle, _ screen: ScreenContext) -> ListingHead? {
        guard pane == .listing || pane == .computer, let listing = self[pane == .computer ? .computer : .container]
        else { return nil }
        return ListingHead(
            area, columns(of: listing, area, screen.size), isTitled: isSharing, hasBadges: listing.rules != nil,
            order: order, isRanked: self[filterOf: listing.side].names.isRanked,
            showsBackup: showsBackup && hasContainer(listing.side), glyphs: screen.glyphs)
    }

    /// Sorts by the column whose head is at a position, or reverses the order if the listing is sorted by it already.
    /// On the head of badges that the listing is not sorted by, shows what they mean.
    /// - Returns: nil if there is no head.
    mutating func clickHead(at position: Position, _ context: inout ComponentContext) -> [BrowserEffect]? {
        let layout = layout(of: context.screen.size)
        guard position.row == layout.titleRow else { return nil }
        for pane in focusable {
            guard let area = layout.area(of: pane),
                let part = head(of: pane, area, context.screen)?.part(at: position.column)
            else {
                continue
            }
            focus = pane
            let shown = self[filterOf: side].names.isRanked ? nil : order.key
            switch part.meaning {
            case .badges where shown == .badges: return reverseOrder(&context)
            case .sort(let key) where shown == key: return reverseOrder(&context)
            case .badges:
                context.open(LegendPanel())
                return []
            case .sort(let key):
                order.isReversed = false
                return sort(by: key, &context)
            }
        }
        return nil
    }
}
