import ContainerModel
import Screen

/// The behavior common to all panels: opening and closing, the cursor, scrolling, and typing to find a row.
extension BrowserState {
    /// Opens a panel, replacing the open one.
    mutating func open(_ panel: any Panel) {
        self.panel = OpenPanel(content: panel, ticket: nextTicket(), cursor: panel.firstChoice(self))
    }

    /// Shows a panel as soon as no other panel or prompt is open.
    mutating func show(_ next: any Panel) {
        if panel == nil, prompt == nil { open(next) } else { waitingPanels.append(next) }
    }

    /// Shows the next waiting panel if no other panel or prompt is open.
    mutating func showWaitingPanel() {
        if panel == nil, prompt == nil, !waitingPanels.isEmpty { open(waitingPanels.removeFirst()) }
    }

    /// Closes the panel without making a choice.
    mutating func closePanel() -> [BrowserEffect] {
        guard let closed = panel else { return [] }
        panel = nil
        return closed.content.dismissed(in: &self)
    }

    /// The number of lines that fit in the panel.
    var panelRows: Int { panel.map { PanelLayout($0, self).capacity } ?? 0 }

    mutating func pressInPanel(_ key: Key) -> [BrowserEffect] {
        guard let panel else { return [] }
        if key == .escape || key == .control("c") { return closePanel() }
        if panel.isQuestion, let effects = pressInQuestion(key) { return effects }
        if panel.isTyping {
            if typeInPanel(key) { return [] }
        } else {
            if let effects = panel.content.press(key, on: panel.cursor, in: &self) { return effects }
            switch key {
            case .character("q"), .character("?"): return closePanel()
            case .character("l"): return chooseInPanel(closes: false)
            case .character("j"): movePanel(by: 1)
            case .character("k"): movePanel(by: -1)
            case .character("/") where panel.content.search != nil: self.panel?.content.search?.isActive = true
            default: break
            }
        }
        switch key {
        case .enter: return chooseInPanel(closes: true)
        case .right: return chooseInPanel(closes: false)
        case .down, .control("n"): movePanel(by: 1)
        case .up, .control("p"): movePanel(by: -1)
        case .pageDown, .control("d"), .control("f"): movePanel(by: max(1, panelRows - 1))
        case .pageUp, .control("u"), .control("b"): movePanel(by: -max(1, panelRows - 1))
        case .home: movePanel(by: -.max)
        case .end: movePanel(by: .max)
        default: break
        }
        return []
    }

    /// Handles keys in a question: all but Enter and Esc only move the focus or do nothing, because a question may
    /// appear while the user is typing.
    private mutating func pressInQuestion(_ key: Key) -> [BrowserEffect]? {
        switch key {
        case .character("q"): return closePanel()
        case .right, .tab, .character("l"): movePanel(by: 1)
        case .left, .backTab, .character("h"): movePanel(by: -1)
        case .character("y"): movePanel(by: .max)
        case .character("n"): movePanel(by: -.max)
        case .character("?"), .character(" "): break
        default: return nil
        }
        return []
    }

    /// - Returns: Whether the key changed the text.
    private mutating func typeInPanel(_ key: Key) -> Bool {
        switch key {
        case .character(let letter): panel?.content.search?.insert(String(Character(letter)))
        case .backspace: panel?.content.search?.removeLast()
        default: return false
        }
        panel?.showFirstRow()
        return true
    }

    /// Chooses the row under the cursor.
    /// - Parameter closes: Whether a panel without choices is closed.
    private mutating func chooseInPanel(closes: Bool) -> [BrowserEffect] {
        guard let panel else { return [] }
        let choices = PanelLayout(panel, self).choices
        guard choices.isEmpty else { return choices.indices.contains(panel.cursor) ? choices[panel.cursor](&self) : [] }
        return closes && panel.content.search == nil ? closePanel() : []
    }

    /// Moves the panel's cursor, or scrolls a panel without choices; moving by 0 only brings the cursor into view.
    mutating func movePanel(by rows: Int) {
        guard var panel else { return }
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
            let line = layout.line(of: panel.cursor) ?? 0
            panel.top = scrolled(top: panel.top, cursor: line, count: count, visibleRows: layout.capacity)
        }
        self.panel = panel
    }

    /// Scrolls the panel. In a question the focus does not move.
    mutating func scrollPanel(by rows: Int) {
        guard let panel else { return }
        guard panel.isQuestion else { return movePanel(by: rows) }
        let layout = PanelLayout(panel, self)
        self.panel?.top = max(0, min(panel.top + rows, layout.lines.count - layout.capacity))
    }
}
