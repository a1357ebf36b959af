import FileTree
import Inspection
import Screen
import Search

extension Action {
    static let scrolling: [Action] = [
        Action("screen-top", "First row on the screen", .movement, keys: ["H"]) { $0.moveOnScreen(to: .top) },
        Action("screen-middle", "Middle row of the screen", .movement, keys: ["M"]) { $0.moveOnScreen(to: .middle) },
        Action("screen-bottom", "Last row on the screen", .movement, keys: ["L"]) { $0.moveOnScreen(to: .bottom) },
        Action("scroll-to-top", "Scroll the row to the top of the screen", .movement, keys: ["z t"]) {
            $0.scrollCursor(to: .top)
        }.briefly("Row to the top"),
        Action("scroll-to-middle", "Scroll the row to the middle of the screen", .movement, keys: ["z z"]) {
            $0.scrollCursor(to: .middle)
        }.briefly("Row to the middle"),
        Action("scroll-to-bottom", "Scroll the row to the bottom of the screen", .movement, keys: ["z b"]) {
            $0.scrollCursor(to: .bottom)
        }.briefly("Row to the bottom"),
        Action("fold", "Fold or unfold the place in the tree", .movement, keys: ["z a"]) { state in
            guard state.panes.focus == .places else {
                state.say("only places fold; \(state.keys.key("previous-pane")) goes there")
                return []
            }
            return state.toggleFold()
        }.briefly("Fold the place").alsoCalled("collapse", "expand"),
        Action("next-match", "Next name that matches the last filter", .movement, keys: ["n"]) { $0.moveToMatch(1) }
            .counted { $0.moveToMatch($1) },
        Action("previous-match", "Previous name that matches the last filter", .movement, keys: ["N"]) {
            $0.moveToMatch(-1)
        }
        .counted { $0.moveToMatch(-$1) },
        Action("preview-down", "Scroll the details down", .movement, keys: ["J"]) { $0.scrollDetails(by: 1) }
            .counted { $0.scrollDetails(by: $1) },
        Action("preview-up", "Scroll the details up", .movement, keys: ["K"]) { $0.scrollDetails(by: -1) }
            .counted { $0.scrollDetails(by: -$1) },
    ]
}

/// Movement by what is on the screen, and between the names that match the last filter.
extension BrowserState {
    /// A row of the screen.
    enum ScreenRow: Hashable, Sendable {
        case top
        case middle
        case bottom
    }

    /// Moves the cursor of a listing to a row of the screen.
    mutating func moveOnScreen(to place: ScreenRow) -> [BrowserEffect] {
        guard panes.focus == .listing || panes.focus == .computer, let listing = panes[panes.side] else { return [] }
        let last = max(listing.top, min(listing.order.count, listing.top + paneRows) - 1)
        let row =
            switch place {
            case .top: listing.top
            case .middle: (listing.top + last) / 2
            case .bottom: last
            }
        return move(by: row - listing.cursor)
    }

    /// Scrolls a listing so that the row under the cursor is at a row of the screen.
    mutating func scrollCursor(to place: ScreenRow) -> [BrowserEffect] {
        guard panes.focus == .listing || panes.focus == .computer, var listing = panes[panes.side] else { return [] }
        listing.top =
            switch place {
            case .top: listing.cursor
            case .middle: listing.cursor - paneRows / 2
            case .bottom: listing.cursor - paneRows + 1
            }
        listing.scroll(visibleRows: paneRows)
        panes[panes.side] = listing
        return []
    }

    /// Scrolls the details without the focus on them.
    mutating func scrollDetails(by rows: Int) -> [BrowserEffect] {
        guard layout.details != nil else {
            say("the details are not on the screen; \(keys.key("view")) shows the file")
            return []
        }
        details.top = max(0, min(details.top + rows, details.lines.count - paneRows))
        return []
    }

    /// Moves to a name that matches the last filter, from the end on to the beginning.
    /// - Parameter steps: The number of matches to go on, or back if it is negative.
    mutating func moveToMatch(_ steps: Int) -> [BrowserEffect] {
        if panes.focus != .computer { panes.focus = .listing }
        guard let listing = panes[panes.side], !listing.order.isEmpty else { return [] }
        guard !panes.lastFilter.isEmpty else {
            say("no filter to repeat; \(keys.key("filter")) filters, \(keys.key("find")) finds below")
            return []
        }
        var filter = panes[filterOf: panes.side]
        filter.text = panes.lastFilter
        filter.ranksMatches = false
        guard filter.conditions.isEmpty else {
            say("\(keys.key("next-match")) finds names only; \(keys.key("filter")) shows items by condition")
            return []
        }
        let matching = Set(listing.entries.arranged(by: EntryOrder(), filter: filter.names))
        let rows = listing.order.indices.filter { matching.contains(listing.order[$0]) }
        guard !rows.isEmpty else {
            say("no name here matches “\(screen.display(panes.lastFilter).description)”")
            return []
        }
        // The match under the cursor, or where it would be among the others.
        let place = rows.firstIndex { $0 >= listing.cursor } ?? rows.count
        let isOnMatch = place < rows.count && rows[place] == listing.cursor
        let next = steps > 0 && !isOnMatch ? place + steps - 1 : place + steps
        let wrapped = (next % rows.count + rows.count) % rows.count
        return move(by: rows[wrapped] - listing.cursor)
    }
}
