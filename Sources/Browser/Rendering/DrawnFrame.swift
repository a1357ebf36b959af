package import Screen

/// A frame on the screen, and what it shows of the listing that has the focus.
///
/// A key that only moves the cursor changes two rows of the listing and the status line, and the pause after it the right
/// pane. With all rows, their rights and the places drawn again, such a key would take several times as long.
struct DrawnFrame: Sendable {
    let frame: Frame
    let focus: Panes.Pane
    let cursor: Int
    let top: Int
    let detailsTop: Int
}

extension BrowserState {
    /// Returns the contents of the whole screen, as `render` does. What has not changed is taken from the last frame.
    package mutating func draw() -> Frame {
        let last = screen.drawn
        screen.drawn = nil
        let frame = last.flatMap { redraw($0) } ?? render()
        screen.drawn = drawn(frame)
        panes.details.isDrawn = true
        return frame
    }

    /// Whether everything but the listing and the status line stays the same when a cursor moves.
    private var isPlain: Bool {
        screen.size.columns >= Layout.smallest.columns && screen.size.rows >= Layout.smallest.rows
            && panels.isEmpty && panels.message == nil && viewer == nil && !isCovered && !keys.isPending
            && selection.isEmpty
            && panes.range == nil && container != nil
    }

    /// The listing that has the focus, and its place on the screen.
    private var focusedListing: (listing: Listing, area: Rectangle)? {
        guard let listing = panes.focusedListing, let area = layout.area(of: panes.focus),
            panesView.absenceText(of: listing) == nil
        else { return nil }
        return (listing, area)
    }

    private func drawn(_ frame: Frame) -> DrawnFrame? {
        guard isPlain, let (listing, _) = focusedListing else { return nil }
        return DrawnFrame(
            frame: frame, focus: panes.focus, cursor: listing.cursor, top: listing.top, detailsTop: details.top)
    }

    /// Returns a frame with the cursor of the listing in its present row, and the present lines of the right pane; nil if
    /// more has changed.
    private func redraw(_ last: DrawnFrame) -> Frame? {
        // The title of the right pane depends on whether its first lines are in view.
        guard isPlain, last.focus == panes.focus, last.detailsTop == details.top, details.isDrawn || details.top == 0,
            let (listing, area) = focusedListing
        else { return nil }
        let view = panesView
        var canvas = Canvas(self, over: last.frame)
        if !details.isDrawn, let pane = layout.details {
            canvas.fill(pane, .text)
            view.renderDetails(&canvas, pane)
        }
        let rows =
            last.top == listing.top ? [last.cursor - listing.top, listing.cursor - listing.top] : Array(0..<area.rows)
        for row in Set(rows) where (0..<area.rows).contains(row) {
            canvas.fill(Rectangle(column: area.column, row: area.row + row, columns: area.columns, rows: 1), .text)
            view.renderRow(row, of: listing, &canvas, area)
        }
        renderStatusLine(&canvas)
        return canvas.frame
    }
}
