import FileTree
import Inspection
import Screen

extension Action {
    static let scrolling: [Action] = [
        Action("screen-top", "First row on the screen", .movement, keys: ["H"]) { $0.moveOnScreen(to: .top) },
        Action("screen-middle", "Middle row of the screen", .movement, keys: ["M"]) { $0.moveOnScreen(to: .middle) },
        Action("screen-bottom", "Last row on the screen", .movement, keys: ["L"]) { $0.moveOnScreen(to: .bottom) },
        Action("scroll-to-top", "Scroll the row to the top of the screen", .movement, keys: ["z t"]) {
            $0.scrollCursor(to: .top)
        },
        Action("scroll-to-middle", "Scroll the row to the middle of the screen", .movement, keys: ["z z"]) {
            $0.scrollCursor(to: .middle)
        },
        Action("scroll-to-bottom", "Scroll the row to the bottom of the screen", .movement, keys: ["z b"]) {
            $0.scrollCursor(to: .bottom)
        },
        Action("fold", "Fold or unfold the place in the tree", .movement, keys: ["z a"]) { state in
            guard state.focus == .places else {
                state.say("only places fold; \(state.key("previous-pane")) goes there")
                return []
            }
            return state.toggleFold()
        },
        Action("next-match", "Next name that matches the last filter", .movement, keys: ["n"]) {
            $0.moveToMatch(forward: true)
        }.counted { state, count in (0..<min(count, 1_000)).flatMap { _ in state.moveToMatch(forward: true) } },
        Action("previous-match", "Previous name that matches the last filter", .movement, keys: ["N"]) {
            $0.moveToMatch(forward: false)
        }.counted { state, count in (0..<min(count, 1_000)).flatMap { _ in state.moveToMatch(forward: false) } },
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
        guard focus == .listing || focus == .computer, let listing = self[side] else { return [] }
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
        guard focus == .listing || focus == .computer, var listing = self[side] else { return [] }
        listing.top =
            switch place {
            case .top: listing.cursor
            case .middle: listing.cursor - paneRows / 2
            case .bottom: listing.cursor - paneRows + 1
            }
        listing.scroll(visibleRows: paneRows)
        self[side] = listing
        return []
    }

    /// Scrolls the details without the focus on them.
    mutating func scrollDetails(by rows: Int) -> [BrowserEffect] {
        guard layout.details != nil else {
            say("the details are not on the screen; \(key("view")) shows the file")
            return []
        }
        detailsTop = max(0, min(detailsTop + rows, details.count - paneRows))
        return []
    }

    /// Moves to the next or previous name that matches the last filter, from the end on to the beginning.
    mutating func moveToMatch(forward: Bool) -> [BrowserEffect] {
        guard let listing = self[side], !listing.order.isEmpty else { return [] }
        guard !lastFilter.isEmpty else {
            say("there was no filter; \(key("filter")) filters, \(key("find")) finds below")
            return []
        }
        var filter = self[filterOf: side]
        filter.text = lastFilter
        let names = filter.names
        guard filter.conditions.isEmpty else {
            say("only names are found again; \(key("filter")) shows what the conditions select")
            return []
        }
        let rows = listing.order.indices
        let distance = rows.count
        for step in 1...distance {
            let row = (listing.cursor + (forward ? step : distance - step % distance)) % distance
            let name = listing.entries.name(Int(listing.order[row]))
            if names.matches(name) { return move(by: row - listing.cursor) }
        }
        say("no name here matches “\(display(lastFilter).description)”")
        return []
    }
}
