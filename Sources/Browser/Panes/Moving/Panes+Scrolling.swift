import FileTree
import Inspection
import Screen
import Search

/// Scrolling, and movement by what is on the screen and between the names that match the last filter.
extension Panes {
    /// A row of the screen.
    enum ScreenRow: Hashable, Sendable {
        case top
        case middle
        case bottom
    }

    /// Moves the cursor of a listing to a row of the screen.
    mutating func moveOnScreen(to place: ScreenRow, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let listing = focusedListing else { return [] }
        let last = max(listing.top, min(listing.order.count, listing.top + context.paneRows) - 1)
        let row =
            switch place {
            case .top: listing.top
            case .middle: (listing.top + last) / 2
            case .bottom: last
            }
        return move(by: row - listing.cursor, &context)
    }

    /// Scrolls a listing so that the row under the cursor is at a row of the screen.
    mutating func scrollCursor(to place: ScreenRow, _ context: ComponentContext) -> [BrowserEffect] {
        guard var listing = focusedListing else { return [] }
        listing.top =
            switch place {
            case .top: listing.cursor
            case .middle: listing.cursor - context.paneRows / 2
            case .bottom: listing.cursor - context.paneRows + 1
            }
        listing.scroll(visibleRows: context.paneRows)
        self[side] = listing
        return []
    }

    /// Scrolls the details without the focus on them.
    mutating func scrollDetails(by rows: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard layout(of: context.screen.size).details != nil else {
            context.say("the details are not on the screen; \(context.keys.key("view")) shows the file")
            return []
        }
        details.scroll(by: rows, visibleRows: context.paneRows)
        return []
    }

    /// Moves to a name that matches the last filter, from the end on to the beginning.
    /// - Parameter steps: The number of matches to go on, or back if it is negative.
    mutating func moveToMatch(_ steps: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        if focus != .computer { focus = .listing }
        guard let listing = self[side], !listing.order.isEmpty else { return [] }
        guard !lastFilter.isEmpty else {
            context.say(
                "no filter to repeat; \(context.keys.key("filter")) filters, \(context.keys.key("find")) finds below")
            return []
        }
        var filter = self[filterOf: side]
        filter.text = lastFilter
        filter.ranksMatches = false
        guard filter.conditions.isEmpty else {
            context.say(
                "\(context.keys.key("next-match")) finds names only; \(context.keys.key("filter")) shows items by condition"
            )
            return []
        }
        let matching = Set(listing.entries.arranged(by: EntryOrder(), filter: filter.names))
        let rows = listing.order.indices.filter { matching.contains(listing.order[$0]) }
        guard !rows.isEmpty else {
            context.say("no name here matches “\(context.screen.display(lastFilter).description)”")
            return []
        }
        // The match under the cursor, or where it would be among the others.
        let place = rows.firstIndex { $0 >= listing.cursor } ?? rows.count
        let isOnMatch = place < rows.count && rows[place] == listing.cursor
        let next = steps > 0 && !isOnMatch ? place + steps - 1 : place + steps
        let wrapped = (next % rows.count + rows.count) % rows.count
        return move(by: rows[wrapped] - listing.cursor, &context)
    }

    /// Scrolls a pane. The focus stays where it is, and so does the directory on screen: the cursor of a listing moves
    /// only to stay in view, and the tree's not at all.
    mutating func scroll(_ pane: Pane, by rows: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard container != nil else { return [] }
        switch pane {
        case .places: places.scrollView(by: rows, visibleRows: context.paneRows)
        case .details: details.scroll(by: rows, visibleRows: context.paneRows)
        case .listing, .computer:
            let side: Side = pane == .computer ? .computer : .container
            guard var listing = self[side] else { return [] }
            let before = listing.cursor
            listing.scrollView(by: rows, visibleRows: context.paneRows)
            self[side] = listing
            guard before != listing.cursor, side == self.side, focus != .places else { return [] }
            details.top = 0
            return extendRange(&context)
        }
        return []
    }

    /// Moves the focus to a pane that was clicked, and its cursor to a row of the screen.
    /// - Returns: nil if the pane has no such row, or no cursor.
    mutating func click(_ pane: Pane, row: Int, _ context: inout ComponentContext) -> [BrowserEffect]? {
        if focus != pane { endRange() }
        focus = pane
        switch pane {
        case .listing, .computer:
            guard var listing = self[side], row + listing.top < listing.order.count else { return nil }
            listing.chooseRow(row + listing.top, visibleRows: context.paneRows)
            self[side] = listing
            details.top = 0
            return extendRange(&context)
        case .places:
            guard row + places.top < places.nodes.count else { return nil }
            places.moveCursor(to: row + places.top, visibleRows: context.paneRows)
            return showPlace(&context)
        case .details: return nil
        }
    }
}
