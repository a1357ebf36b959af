import Screen

extension BrowserState {
    /// How many rows the wheel moves.
    private static let wheelStep = 3

    /// A click on a hint does what its key does. Else a click is for the panel that is open, or for the pane under it.
    mutating func handle(_ mouse: MouseEvent) -> [BrowserEffect] {
        guard prompt == nil else { return [] }
        // The second click of a double click may find another panel, or none: it was not meant for that.
        if mouse.action == .press { clickedPanel = panel?.ticket }
        guard mouse.action != .doublePress || clickedPanel == panel?.ticket else { return [] }
        if let panel { return handle(mouse, in: panel) }
        if mouse.isClick, let key = hintLine.key(at: mouse.position) { return press(key) }
        return takeInPane(mouse)
    }

    /// A click puts the focus and the cursor where it was, a second one enters; the wheel moves the cursor under it.
    private mutating func takeInPane(_ mouse: MouseEvent) -> [BrowserEffect] {
        let layout = layout
        guard let pane = layout.pane(at: mouse.position), let area = layout.area(of: pane) else { return [] }
        message = nil
        if focus != pane { endRange() }
        focus = pane
        let row = mouse.position.row - area.row
        switch (mouse.action, pane) {
        case (.scrollUp, _): return move(by: -Self.wheelStep)
        case (.scrollDown, _): return move(by: Self.wheelStep)
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

    private mutating func handle(_ mouse: MouseEvent, in panel: OpenPanel) -> [BrowserEffect] {
        switch mouse.action {
        case .scrollUp: scrollPanel(by: -Self.wheelStep)
        case .scrollDown: scrollPanel(by: Self.wheelStep)
        case .press, .doublePress:
            message = nil
            return click(mouse, in: panel)
        }
        return []
    }

    /// A click moves the cursor to a row; a click on the row under the cursor, or a double click, chooses it. A click
    /// beside the panel closes it.
    ///
    /// A question is answered by a click on the answer that had the focus before. Nothing else that a click does there
    /// gives an answer: neither a double click on another one, nor a click beside the panel or on the hint of Enter.
    private mutating func click(_ mouse: MouseEvent, in panel: OpenPanel) -> [BrowserEffect] {
        let layout = PanelLayout(panel, self)
        if let key = layout.hints.key(at: mouse.position) {
            return panel.isQuestion && key == .enter ? [] : pressInPanel(key)
        }
        guard layout.box.contains(mouse.position) else {
            // Without a container nothing is behind the panel.
            return panel.isQuestion || container == nil ? [] : closePanel()
        }
        guard let choice = layout.choice(at: mouse.position) else { return [] }
        self.panel?.cursor = choice
        let isDouble = mouse.action == .doublePress
        let isChosen = panel.isQuestion ? choice == panel.cursor && !isDouble : choice == panel.cursor || isDouble
        return isChosen ? layout.choices[choice](&self) : []
    }
}

extension MouseEvent {
    fileprivate var isClick: Bool { action == .press || action == .doublePress }
}
