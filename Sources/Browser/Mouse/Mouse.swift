import Previews
import Screen

extension BrowserState {
    /// The number of rows that the wheel moves.
    private static let wheelStep = 3

    /// Handles a mouse event: a click on a hint does what its key does, and a border between panes can be dragged; any
    /// other goes to the open panel, or else to the pane.
    mutating func handle(_ mouse: MouseEvent) -> [BrowserEffect] {
        switch mouse.action {
        case .drag:
            dragBorder(to: mouse.position)
            return []
        case .release:
            panes.draggedBorder = nil
            return []
        case .press, .doublePress, .scrollUp, .scrollDown: panes.draggedBorder = nil
        }
        guard panels.prompt == nil else { return handleInPrompt(mouse) }
        // After the first click of a double click, another panel or none may be open: the second is not for that.
        if mouse.action == .press { panels.clicked = panels.current?.ticket }
        guard mouse.action != .doublePress || panels.clicked == panels.current?.ticket else { return [] }
        if let panel = panels.current { return handle(mouse, in: panel) }
        if mouse.isClick, let keys = footerKeys(at: mouse.position) { return keys.flatMap { press($0) } }
        if mouse.isClick, tasks.unseenCount > 0, failureNotice.contains(mouse.position) {
            showTasks()
            return []
        }
        if mouse.isClick, auditNotice?.contains(mouse.position) == true { return showAudit() }
        if mouse.isClick, grabBorder(mouse) { return [] }
        if mouse.isClick, viewer == nil, let effects = clickHead(at: mouse.position) { return effects }
        return viewer == nil ? clickInPane(mouse) : clickInViewer(mouse)
    }

    /// Handles a mouse event in a pane: a click moves the focus and the cursor there, a double click enters, and the
    /// wheel scrolls.
    private mutating func clickInPane(_ mouse: MouseEvent) -> [BrowserEffect] {
        let layout = layout
        if let rows = mouse.wheelRows(Self.wheelStep) { return scrollPane(at: mouse.position, by: rows) }
        guard let pane = layout.pane(at: mouse.position), let area = layout.area(of: pane) else { return [] }
        panels.message = nil
        if panes.focus != pane { endRange() }
        panes.focus = pane
        let row = mouse.position.row - area.row
        switch (mouse.action, pane) {
        case (.press, .listing), (.doublePress, .listing), (.press, .computer), (.doublePress, .computer):
            guard var listing = panes[panes.side], row + listing.top < listing.order.count else { return [] }
            listing.chooseRow(row + listing.top, visibleRows: paneRows)
            panes[panes.side] = listing
            details.top = 0
            _ = extendRange()
            return mouse.action == .doublePress ? enterCurrent() : []
        case (.press, .places), (.doublePress, .places):
            guard row + panes.places.top < panes.places.nodes.count else { return [] }
            panes.places.moveCursor(to: row + panes.places.top, visibleRows: paneRows)
            return showPlace() + (mouse.action == .doublePress ? toggleFold() : [])
        case (.press, .details), (.doublePress, .details): return []
        case (.scrollUp, _), (.scrollDown, _), (.drag, _), (.release, _): return []
        }
    }

    /// Scrolls the pane at a position; beside the panes, the one with the focus. The focus stays where it is, and so does
    /// the directory on screen: the cursor of a listing moves only to stay in view, and the tree's not at all.
    private mutating func scrollPane(at position: Position, by rows: Int) -> [BrowserEffect] {
        guard container != nil else { return [] }
        let pane = layout.pane(at: position) ?? panes.focus
        switch pane {
        case .places:
            panes.places.scrollView(by: rows, visibleRows: paneRows)
            return []
        case .details:
            details.top = max(0, min(details.top + rows, details.lines.count - paneRows))
            return []
        case .listing, .computer:
            let side: Side = pane == .computer ? .computer : .container
            guard var listing = panes[side] else { return [] }
            let before = listing.cursor
            listing.scrollView(by: rows, visibleRows: paneRows)
            panes[side] = listing
            guard before != listing.cursor, side == self.panes.side, panes.focus != .places else { return [] }
            details.top = 0
            return extendRange()
        }
    }

    /// Returns the keys that a click in the status line stands for: those of a hint, or of what can follow the pressed
    /// keys.
    private func footerKeys(at position: Position) -> [Key]? {
        hintLine.keys(at: position) ?? continuationGrid.cells.lazy.compactMap { $0.keys(at: position) }.first
    }

    /// Handles a mouse event while a prompt is open: a click on a hint does what its key does, and the wheel scrolls
    /// what a filter shows.
    private mutating func handleInPrompt(_ mouse: MouseEvent) -> [BrowserEffect] {
        guard let prompt = panels.prompt else { return [] }
        switch mouse.action {
        case .scrollUp, .scrollDown:
            guard prompt.isFilter, let rows = mouse.wheelRows(Self.wheelStep) else { return [] }
            let before = panes[panes.side]?.cursor
            let effects = scrollPane(at: mouse.position, by: rows)
            // The user has moved the cursor: it does not return when the filter is cancelled.
            if panes[panes.side]?.cursor != before { self.panels.prompt?.entry = nil }
            return effects
        case .press, .doublePress:
            return PromptLine(prompt, self).hints.keys(at: mouse.position)?.flatMap { press($0) } ?? []
        case .drag, .release: return []
        }
    }

    /// Handles a mouse event in the viewer: a click moves the cursor there or sorts by a title, a double click
    /// opens, and the wheel moves.
    private mutating func clickInViewer(_ mouse: MouseEvent) -> [BrowserEffect] {
        panels.message = nil
        switch mouse.action {
        case .scrollUp: return view(.move(by: -Self.wheelStep))
        case .scrollDown: return view(.move(by: Self.wheelStep))
        case .press, .doublePress:
            guard let level = viewer?.level, level.page.hasCursor else { return [] }
            let first = screen.size.rows - 1 - viewerRows
            let row = mouse.position.row - first + level.top
            let column = level.page.table?.column(at: max(0, mouse.position.column - Viewer.margin))
            if let column { viewer?.level.column = column }
            // On the titles, the second click of a double click sorts once more.
            if mouse.position.row == first - 1, column != nil { return view(.sort) }
            guard mouse.position.row >= first, level.page.lines.indices.contains(row) else { return [] }
            let effects = view(.move(by: row - level.cursor))
            return mouse.action == .doublePress ? openInViewer() : effects
        case .drag, .release: return []
        }
    }

    private mutating func handle(_ mouse: MouseEvent, in panel: OpenPanel) -> [BrowserEffect] {
        switch mouse.action {
        case .scrollUp, .scrollDown:
            // What is behind a panel stays as it is: the panel may be about the item under the cursor there.
            guard let rows = mouse.wheelRows(Self.wheelStep),
                PanelLayout(panel, self).box.contains(mouse.position)
            else { return [] }
            scrollPanel(by: rows)
        case .press, .doublePress:
            panels.message = nil
            return click(mouse, in: panel)
        case .drag, .release: break
        }
        return []
    }

    /// Handles a click: it moves the cursor to a row; on the row under the cursor, or as a double click, it chooses the
    /// row. A click outside the panel closes it.
    ///
    /// A question is answered only by a click on the answer that already had the focus, not by a double click on
    /// another one, nor by a click outside the panel or on the hint of Enter.
    private mutating func click(_ mouse: MouseEvent, in panel: OpenPanel) -> [BrowserEffect] {
        let layout = PanelLayout(panel, self)
        if let keys = layout.hints.keys(at: mouse.position) {
            return panel.isQuestion && keys == [.enter] ? [] : keys.flatMap { pressInPanel($0) }
        }
        guard layout.box.contains(mouse.position) else {
            // Without a container there is nothing behind the panel.
            return panel.isQuestion || container == nil ? [] : closePanel()
        }
        guard let choice = layout.choice(at: mouse.position) else { return [] }
        self.panels.current?.cursor = choice
        let isDouble = mouse.action == .doublePress
        let isChosen = panel.isQuestion ? choice == panel.cursor && !isDouble : choice == panel.cursor || isDouble
        return isChosen ? layout.choices[choice](&self) : []
    }
}

extension MouseEvent {
    fileprivate var isClick: Bool { action == .press || action == .doublePress }

    /// Returns the number of rows that a turn of the wheel scrolls, upward if it is negative; nil for other events.
    fileprivate func wheelRows(_ step: Int) -> Int? {
        switch action {
        case .scrollUp: -step
        case .scrollDown: step
        case .press, .doublePress, .drag, .release: nil
        }
    }
}
