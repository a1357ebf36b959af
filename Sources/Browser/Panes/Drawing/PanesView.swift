import ContainerModel
import Screen

/// What the panes look like: what is drawn of them, and what lines say of them.
struct PanesView {
    let panes: Panes
    let screen: ScreenContext
    let keys: KeyInput
    /// The colours of tagged items.
    var tags: [ContainerPath: TagColor] = [:]
    /// The items to be pasted; nil if there are none.
    var clipboard: Clipboard?
    /// Whether a panel is open, so that keys move no cursor of a pane.
    let hasPanel: Bool

    init(_ panes: Panes, _ context: ComponentContext) {
        (self.panes, screen, keys, hasPanel) = (panes, context.screen, context.keys, context.hasPanel)
    }

    init(_ state: BrowserState) {
        self.init(state.panes, ComponentContext(state))
        tags = state.bookmarks.tags
        clipboard = state.clipboard
    }

    /// Draws all panes, with the lines between them and the titles above them.
    func render(_ canvas: inout Canvas) {
        let layout = panes.layout(of: screen.size)
        for column in layout.separators {
            for row in (layout.titleRow ?? layout.panes.row)..<layout.panes.endRow {
                canvas.put(screen.glyphs.vertical, column: column, row: row, .separator)
            }
        }
        if let row = layout.titleRow { renderTitles(&canvas, layout, row) }
        if let area = layout.places { renderPlaces(&canvas, area) }
        if let area = layout.listing, let listing = panes.listing { renderListing(listing, &canvas, area) }
        if let area = layout.computer, let computer = panes.computer { renderListing(computer, &canvas, area) }
        if let area = layout.details { renderDetails(&canvas, area) }
        if canvas.frame.selection == nil, let area = layout.area(of: panes.focus) {
            canvas.frame.selection = Position(column: area.column, row: area.row)
        }
    }
}
