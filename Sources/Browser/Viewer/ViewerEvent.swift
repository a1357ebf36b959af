import Previews

/// What happens in the viewer.
enum ViewerEvent: Sendable {
    /// A page is wanted.
    case page(PageRequest.Anchor, Viewer.Landing)
    /// The page is to be laid out again, with the same lines at the top and under the cursor.
    case again
    /// The cursor moves, or the page where there is none.
    case move(by: Int)
    /// The next column of a table is chosen, and anything else scrolls by several columns.
    case sideways(by: Int)
    /// The cursor moves to an item before or after the one where it is, where items stand beside each other.
    case tile(by: Int)
    /// The cursor moves to an item.
    case chooseTile(Int)
    /// What the line under the cursor stands for is opened, folded or unfolded.
    case open
    /// The innermost value is closed, or the viewer.
    case back
    /// The next of the forms in which the contents look different is chosen.
    case nextForm
    /// Long lines are wrapped, or no longer.
    case wrap
    /// A text is looked for from the top of the screen on, or from the cursor; an empty text is the one before.
    case find(String)
    case findNext(isBackwards: Bool)
    /// A line, an offset or a part of the whole is gone to, as the user typed it.
    case goTo(String)
    case seek(SeekQuery.Goal)
    /// The table is sorted by the chosen column: from the smallest value, then from the largest, then not at all.
    case sort
    /// Only the rows for which all typed conditions hold are shown; all rows if there are none. Those without a column
    /// may be about the chosen one.
    case filter(String, completes: Bool)
    /// A page has arrived.
    case read(ViewQuery.Answer, Viewer.Landing)
    /// A search has ended.
    case found(SeekQuery.Answer, SeekQuery.Goal)
}
