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
            if panels.isEmpty { panes.dragBorder(to: mouse.position, ComponentContext(self)) }
            return []
        case .release:
            panes.draggedBorder = nil
            return []
        case .secondaryPress:
            panes.draggedBorder = nil
            return showActions(at: mouse.position)
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
        if mouse.isClick, auditNotice?.contains(mouse.position) == true { return AuditPanel.show(in: &self) }
        if mouse.isClick, let effects = clickInTopLine(at: mouse.position) { return effects }
        if mouse.isClick, viewer == nil, let keys = panesView.titleHintKeys(at: mouse.position) {
            return keys.flatMap { press($0) }
        }
        if mouse.isClick, viewer == nil, panes.grabBorder(mouse, ComponentContext(self)) { return [] }
        if mouse.isClick, viewer == nil, let effects = browse({ $0.clickHead(at: mouse.position, &$1) }) {
            return effects
        }
        return viewer == nil ? clickInPane(mouse) : clickInViewer(mouse)
    }

    /// Puts the cursor on the item at a position, and shows what can be done with it.
    private mutating func showActions(at position: Position) -> [BrowserEffect] {
        guard panels.isEmpty, viewer == nil, let pane = layout.pane(at: position), pane != .details,
            let area = layout.area(of: pane)
        else { return [] }
        panels.message = nil
        guard let effects = browse({ $0.click(pane, row: position.row - area.row, &$1) }) else { return [] }
        return effects + (Action.named("palette")?.perform(&self) ?? [])
    }

    /// Handles a mouse event in a pane: a click moves the focus and the cursor there, a double click enters, and the
    /// wheel scrolls.
    private mutating func clickInPane(_ mouse: MouseEvent) -> [BrowserEffect] {
        if let rows = mouse.wheelRows(Self.wheelStep) { return scrollPane(at: mouse.position, by: rows) }
        let layout = layout
        guard let pane = layout.pane(at: mouse.position), let area = layout.area(of: pane) else { return [] }
        panels.message = nil
        let row = mouse.position.row - area.row
        guard let effects = browse({ $0.click(pane, row: row, &$1) }) else { return [] }
        guard mouse.action == .doublePress else { return effects }
        return effects + (pane == .places ? toggleFold() : enterCurrent())
    }

    /// Scrolls the pane at a position; beside the panes, the one with the focus.
    private mutating func scrollPane(at position: Position, by rows: Int) -> [BrowserEffect] {
        let pane = layout.pane(at: position) ?? panes.focus
        return browse { $0.scroll(pane, by: rows, &$1) }
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
        case .drag, .release, .secondaryPress: return []
        }
    }

    /// Handles a mouse event in the viewer: a click moves the cursor there or sorts by a title, a double click
    /// opens, and the wheel moves.
    private mutating func clickInViewer(_ mouse: MouseEvent) -> [BrowserEffect] {
        panels.message = nil
        switch mouse.action {
        case .scrollUp: return view(.move(by: viewer?.level.page.tiles == nil ? -Self.wheelStep : -1))
        case .scrollDown: return view(.move(by: viewer?.level.page.tiles == nil ? Self.wheelStep : 1))
        case .press, .doublePress:
            // The line about the contents may be cut.
            if mouse.position.row == 1 { return Action.named("viewer-about")?.perform(&self) ?? [] }
            if let tiles = viewer?.level.page.tiles { return click(mouse, on: tiles) }
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
        case .drag, .release, .secondaryPress: return []
        }
    }

    /// Handles a click where items stand beside each other: it moves the cursor there, and a double click opens.
    private mutating func click(_ mouse: MouseEvent, on tiles: TileLayout) -> [BrowserEffect] {
        guard let level = viewer?.level else { return [] }
        let index = mouse.position.row - (screen.size.rows - 1 - viewerRows) + level.top
        guard level.page.lines.indices.contains(index),
            let item = tiles.item(
                atLine: Int(clamping: level.page.lines[index].position),
                column: max(0, mouse.position.column - Viewer.margin))
        else { return [] }
        return view(.chooseTile(item)) + (mouse.action == .doublePress ? openInViewer() : [])
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
        case .drag, .release, .secondaryPress: break
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
            let isAnswer = panel.isQuestion && keys.allSatisfy { $0 == .enter || isAnswering($0) }
            return isAnswer ? [] : keys.flatMap { pressInPanel($0) }
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
        case .press, .doublePress, .secondaryPress, .drag, .release: nil
        }
    }
}
