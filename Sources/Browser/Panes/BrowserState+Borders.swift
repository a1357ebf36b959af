import Screen

/// Dragging the borders between panes.
extension BrowserState {
    /// Begins to drag the border at a position; a double click puts it back.
    /// - Returns: Whether there is a border.
    mutating func grabBorder(_ mouse: MouseEvent) -> Bool {
        guard viewer == nil, let border = layout.separator(at: mouse.position) else { return false }
        if mouse.action == .doublePress {
            panes.widths.reset(between: layout.shown)
            scroll()
        } else {
            panes.draggedBorder = border
        }
        return true
    }

    /// Moves the border that is dragged.
    mutating func dragBorder(to position: Position) {
        let layout = layout
        guard let border = panes.draggedBorder, panels.isEmpty,
            layout.separators.indices.contains(border)
        else {
            return
        }
        panes.widths.move(
            layout.separators, border, to: position.column, between: layout.shown, columns: screen.size.columns)
        scroll()
    }
}
