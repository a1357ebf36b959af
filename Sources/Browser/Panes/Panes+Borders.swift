import Screen

/// Dragging the borders between panes.
extension Panes {
    /// Begins to drag the border at a position; a double click puts it back.
    /// - Returns: Whether there is a border.
    mutating func grabBorder(_ mouse: MouseEvent, _ context: ComponentContext) -> Bool {
        let layout = layout(of: context.screen.size)
        guard let border = layout.separator(at: mouse.position) else { return false }
        if mouse.action == .doublePress {
            widths.reset(between: layout.shown)
            scroll(visibleRows: context.paneRows)
        } else {
            draggedBorder = border
        }
        return true
    }

    /// Moves the border that is dragged.
    mutating func dragBorder(to position: Position, _ context: ComponentContext) {
        let layout = layout(of: context.screen.size)
        guard let border = draggedBorder, layout.separators.indices.contains(border) else { return }
        widths.move(
            layout.separators, border, to: position.column, between: layout.shown, columns: context.screen.size.columns)
        scroll(visibleRows: context.paneRows)
    }
}
