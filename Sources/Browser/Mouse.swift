import Screen

extension BrowserState {
    /// A click puts the focus and the cursor where it was, a second one enters; the wheel moves the cursor under it.
    mutating func take(_ mouse: MouseEvent) -> [BrowserEffect] {
        guard prompt == nil, panel == nil else { return [] }
        let layout = layout
        guard let pane = layout.pane(at: mouse.position), let area = layout.area(of: pane) else { return [] }
        message = nil
        if focus != pane { endRange() }
        focus = pane
        let row = mouse.position.row - area.row
        switch (mouse.action, pane) {
        case (.scrollUp, _): return move(by: -3)
        case (.scrollDown, _): return move(by: 3)
        case (.press, .listing), (.doublePress, .listing), (.press, .computer), (.doublePress, .computer):
            guard var listing = self[side], row + listing.top < listing.order.count else { return [] }
            listing.chooseRow(row + listing.top, visibleRows: paneRows)
            self[side] = listing
            detailsTop = 0
            _ = extendRange()
            return mouse.action == .doublePress ? enterCurrent() : []
        case (.press, .places), (.doublePress, .places):
            guard row + places.top < places.nodes.count else { return [] }
            places.moveCursor(to: row + places.top, visibleRows: paneRows)
            return showPlace() + (mouse.action == .doublePress ? toggleFold() : [])
        case (.press, .details), (.doublePress, .details): return []
        }
    }
}
