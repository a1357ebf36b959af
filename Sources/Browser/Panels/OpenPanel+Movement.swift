import Screen

/// The cursor and the scroll position of a panel, which depend on how it is laid out.
extension OpenPanel {
    /// Moves the cursor, or scrolls a panel without choices; moving by 0 only brings the cursor into view.
    mutating func move(by rows: Int, _ layout: PanelLayout) {
        let count = layout.lines.count
        func moved(_ place: Int, last: Int) -> Int {
            let (sum, overflow) = place.addingReportingOverflow(rows)
            return max(0, min(overflow ? last : sum, last))
        }
        guard !layout.choices.isEmpty else {
            cursor = 0
            top = moved(top, last: count - layout.capacity)
            return
        }
        cursor = moved(cursor, last: layout.choices.count - 1)
        // The focus of a question whose text scrolls is always in view.
        guard layout.lastTextTop == nil else { return }
        top = scrolled(
            top: top, cursor: layout.line(of: cursor) ?? 0, count: count, visibleRows: layout.capacity)
    }

    /// Brings the row under the cursor into view, and as many as possible of the rows that are unfolded below it. They
    /// have followed the cursor, so that other lines are at other places.
    mutating func showUnfolded(_ layout: PanelLayout) {
        guard let line = layout.line(of: cursor) else { return }
        let last = (layout.line(of: cursor + 1) ?? layout.lines.count) - 1
        top = [last, line].reduce(top) { top, place in
            scrolled(top: top, cursor: place, count: layout.lines.count, visibleRows: layout.capacity)
        }
    }

    /// Scrolls. The cursor moves only to stay in view, and the focus of a question not at all.
    mutating func scroll(by rows: Int, _ layout: PanelLayout) {
        top = max(0, min(top + rows, layout.lastTextTop ?? layout.lines.count - layout.capacity))
        guard !isQuestion, let line = layout.line(of: cursor) else { return }
        let kept = cursorKept(line, top: top, count: layout.lines.count, visibleRows: layout.capacity)
        guard kept != line else { return }
        // Headings cannot be chosen: the next row on the screen that can.
        let order = kept > line ? Array(kept..<layout.lines.count) : (0...kept).reversed()
        if let choice = order.lazy.compactMap({ layout.lines[$0].choice }).first { cursor = choice }
    }
}

extension BrowserState {
    /// Leaves the search for a row. The cursor stays on the row that was found, or returns to the one before.
    mutating func leavePanelSearch(_ panel: OpenPanel) -> [BrowserEffect] {
        let found = PanelLayout(panel, self).row(of: panel.cursor)
        panels.current?.content.search = PanelSearch(isActive: false)
        let effects = panels.current?.content.searched(in: &self) ?? []
        guard let whole = panels.current else { return effects }
        let choice = found.flatMap { PanelLayout(whole, self).choice(like: $0) }
        panels.current?.cursor = choice ?? panel.beforeSearch?.cursor ?? 0
        panels.current?.top = panel.beforeSearch?.top ?? 0
        movePanel(by: 0)
        return effects
    }
}

extension DisplayText {
    /// The words, without the blanks between them.
    var words: [Substring] { description.split(separator: " ") }
}
