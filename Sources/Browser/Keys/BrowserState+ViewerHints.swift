import Previews
import Screen

/// The keys that the status line names in the viewer.
extension BrowserState {
    /// Where there are fewer columns, the keys of a table leave no room for the one that searches.
    private static let columnsForSearch = 80

    /// The keys that somebody who is new to the viewer has to know.
    var viewerHints: [KeyHint?] {
        if viewer?.level.page.tiles != nil {
            return [
                keys.hint("sheet-left", "sheet-right", "move"),
                keys.hint("viewer-open", "opens", besides: Action.sheet),
                keys.hint("viewer-back", "back", besides: Action.sheet), keys.hint("viewer-help", "help"),
            ]
        }
        let hasForms = (viewer?.level.forms.count ?? 0) > 1
        if viewer?.level.page.table != nil {
            return [
                keys.hint("viewer-right", "next column"), keys.hint("viewer-sort", "sorts"),
                keys.hint("viewer-open", "opens"),
                // On a narrow screen, the number of the row matters more.
                screen.size.columns >= Self.columnsForSearch ? keys.hint("viewer-find", "search") : nil,
                keys.hint("viewer-back", "back"), keys.hint("viewer-help", "help"),
            ]
        }
        return [
            hasForms ? keys.hint("viewer-form", "text or bytes") : nil, keys.hint("viewer-find", "search"),
            viewer?.level.page.hasCursor == true ? keys.hint("viewer-open", "opens") : nil,
            keys.hint("viewer-back", "back"), keys.hint("viewer-help", "help"),
        ]
    }
}
