import Screen

extension BrowserState {
    /// A click puts the focus and the cursor where it was, a second one enters; the wheel moves the cursor under it.
    mutating func take(_ mouse: MouseEvent) -> [BrowserEffect] {
        guard prompt == nil, panel == nil else { return [] }
        let layout = Layout(size: size, focus: focus)
        guard let pane = layout.pane(at: mouse.position), let area = layout.area(of: pane) else { return [] }
        message = nil
        focus = pane
        let row = mouse.position.row - area.row
        switch (mouse.action, pane) {
        case (.scrollUp, _): return move(by: -3)
        case (.scrollDown, _): return move(by: 3)
        case (.press, .listing), (.doublePress, .listing):
            guard var listing, row + listing.top < listing.order.count else { return [] }
            listing.chooseRow(row + listing.top, visibleRows: paneRows)
            self.listing = listing
            detailsTop = 0
            return mouse.action == .doublePress ? enterCurrent() : []
        case (.press, .places), (.doublePress, .places):
            guard row + places.top < places.nodes.count else { return [] }
            places.moveCursor(to: row + places.top, visibleRows: paneRows)
            return showPlace() + (mouse.action == .doublePress ? toggleFold() : [])
        case (.press, .details), (.doublePress, .details): return []
        }
    }
}
