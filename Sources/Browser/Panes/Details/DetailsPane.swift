/// The right pane: what is said of the item under the cursor, and its preview.
package struct DetailsPane: Sendable {
    /// The lines. They may describe the previous item under the cursor: see `isSettled`.
    var lines: [DetailLine] = []
    /// The preview of the file under the cursor.
    var preview = FilePreview()
    /// The first visible line.
    var top = 0
    /// Whether the lines are on the screen.
    var isDrawn = false
    /// Whether the pane describes the item under the cursor. `settled` updates it, so that a key held down does not wait
    /// for explanations that are never read.
    package internal(set) var isSettled = false
    /// Whether the lines are those of the previous item until the preview arrives, or until `settled` says that it takes too
    /// long.
    package internal(set) var awaitsPreview = false

    /// Scrolls the lines, as far as there are any.
    mutating func scroll(by rows: Int, visibleRows: Int) {
        let (row, overflow) = top.addingReportingOverflow(rows)
        top = max(0, min(overflow ? .max : row, lines.count - visibleRows))
    }

    /// Has the pane updated again.
    mutating func unsettle() { (isSettled, awaitsPreview) = (false, false) }
}
