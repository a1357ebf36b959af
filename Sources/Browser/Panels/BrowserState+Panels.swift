import ContainerModel
import Screen

/// The behavior common to all panels: opening and closing, the cursor, scrolling, and typing to find a row.
extension BrowserState {
    /// Opens a panel, replacing the open one.
    mutating func open(_ panel: any Panel) {
        self.panels.current = OpenPanel(content: panel, ticket: nextTicket(), cursor: panel.firstChoice(self))
    }

    /// Shows a panel as soon as no other panel or prompt is open.
    mutating func show(_ next: any Panel) {
        if panels.isEmpty { open(next) } else { panels.waiting.append(next) }
    }

    /// Shows the next waiting panel if no other panel or prompt is open.
    mutating func showWaitingPanel() {
        if panels.isEmpty, !panels.waiting.isEmpty { open(panels.waiting.removeFirst()) }
    }

    /// Drops the panels that wait to be shown, except reports: they concern the container being left.
    mutating func dismissWaitingPanels() -> [BrowserEffect] {
        let waiting = panels.waiting
        panels.waiting = []
        var effects: [BrowserEffect] = []
        for panel in waiting where !(panel is ReportPanel) { effects += panel.dismissed(in: &self) }
        panels.waiting = waiting.filter { $0 is ReportPanel }
        return effects
    }

    /// Closes the panel without making a choice; while the user looks for a row in it, only leaves the search.
    mutating func closePanel() -> [BrowserEffect] {
        guard let closed = panels.current else { return [] }
        if let search = closed.content.search, search.isOptional, search.isActive {
            panels.current?.content.search = PanelSearch(isActive: false)
            panels.current?.showFirstRow()
            return panels.current?.content.searched(in: &self) ?? []
        }
        if let effects = closed.content.interrupted(in: &self) { return effects }
        panels.current = nil
        return closed.content.dismissed(in: &self)
    }

    /// The number of lines that fit in the panel.
    var panelRows: Int { panels.current.map { PanelLayout($0, self).capacity } ?? 0 }

    mutating func pressInPanel(_ key: Key) -> [BrowserEffect] {
        guard let panel = panels.current else { return [] }
        if panel.isTyping, panels.typeInPanel(key) { return self.panels.current?.content.searched(in: &self) ?? [] }
        if panel.isQuestion { return pressInQuestion(key) }
        if !panel.isTyping {
            if let action = keys.action(of: key, in: panel.content.actions(self)) { return action.perform(&self) }
            if let effects = panel.content.press(key, on: panel.cursor, in: &self) { return effects }
            // Closing the container chooser ends the program, which a user who asks for help does not expect.
            if key == .character("?"), container == nil,
                panel.content is ContainersPanel || panel.content is StartPanel
            {
                open(HelpPanel())
                return []
            }
        }
        return keys.action(of: key, in: Action.panel)?.perform(&self) ?? []
    }

    /// Handles keys in a question: all but Enter and those that close it only move the focus or do nothing, because a
    /// question may appear while the user is typing.
    private mutating func pressInQuestion(_ key: Key) -> [BrowserEffect] {
        if key == .enter { return chooseInPanel(closes: true) }
        guard key != .character("?"), key != .character(" ") else { return [] }
        let others = Action.panel.filter { $0.name != "panel-choose" && $0.name != "panel-open" }
        return (keys.action(of: key, in: Action.question) ?? keys.action(of: key, in: others))?.perform(&self) ?? []
    }

    /// Chooses the row under the cursor.
    /// - Parameter closes: Whether a panel without choices is closed.
    mutating func chooseInPanel(closes: Bool) -> [BrowserEffect] {
        guard let panel = panels.current else { return [] }
        let choices = PanelLayout(panel, self).choices
        guard choices.isEmpty else { return choices.indices.contains(panel.cursor) ? choices[panel.cursor](&self) : [] }
        return closes && panel.content.search?.isActive != true ? closePanel() : []
    }

    /// Moves the panel's cursor, or scrolls a panel without choices; moving by 0 only brings the cursor into view.
    mutating func movePanel(by rows: Int) {
        guard var panel = panels.current else { return }
        let layout = PanelLayout(panel, self)
        let count = layout.lines.count
        func moved(_ place: Int, last: Int) -> Int {
            let (sum, overflow) = place.addingReportingOverflow(rows)
            return max(0, min(overflow ? last : sum, last))
        }
        if layout.choices.isEmpty {
            panel.cursor = 0
            panel.top = moved(panel.top, last: count - layout.capacity)
        } else {
            panel.cursor = moved(panel.cursor, last: layout.choices.count - 1)
            // The focus of a question whose text scrolls is always in view.
            guard layout.lastTextTop == nil else {
                self.panels.current = panel
                return
            }
            let line = layout.line(of: panel.cursor) ?? 0
            panel.top = scrolled(top: panel.top, cursor: line, count: count, visibleRows: layout.capacity)
        }
        self.panels.current = panel
        if panel.content.unfoldsCurrent { showUnfolded() }
    }

    /// Brings the row under the cursor into view, and as many as possible of the rows that are unfolded below it. They
    /// have followed the cursor, so that other lines are at other places.
    private mutating func showUnfolded() {
        guard let panel = panels.current else { return }
        let layout = PanelLayout(panel, self)
        guard let line = layout.line(of: panel.cursor) else { return }
        let last = (layout.line(of: panel.cursor + 1) ?? layout.lines.count) - 1
        let top = [last, line].reduce(panel.top) { top, place in
            scrolled(top: top, cursor: place, count: layout.lines.count, visibleRows: layout.capacity)
        }
        panels.current?.top = top
    }

    /// Moves the cursor of a panel by pages; in a question that is too long for the screen, scrolls the text.
    mutating func pagePanel(by pages: Int) {
        guard let panel = panels.current else { return }
        let layout = PanelLayout(panel, self)
        guard layout.lastTextTop != nil else { return movePanel(by: pages * max(1, layout.capacity - 1)) }
        scrollPanel(by: pages * max(1, layout.visible.count { layout.lines[$0].choice == nil }))
    }

    /// Scrolls the panel. The cursor moves only to stay in view, and the focus of a question not at all.
    mutating func scrollPanel(by rows: Int) {
        guard let panel = panels.current else { return }
        let layout = PanelLayout(panel, self)
        let top = max(0, min(panel.top + rows, layout.lastTextTop ?? layout.lines.count - layout.capacity))
        self.panels.current?.top = top
        guard !panel.isQuestion, let line = layout.line(of: panel.cursor) else { return }
        let kept = cursorKept(line, top: top, count: layout.lines.count, visibleRows: layout.capacity)
        guard kept != line else { return }
        // Headings cannot be chosen: the next row on the screen that can.
        let order = kept > line ? Array(kept..<layout.lines.count) : (0...kept).reversed()
        if let choice = order.lazy.compactMap({ layout.lines[$0].choice }).first {
            self.panels.current?.cursor = choice
        }
    }
}
