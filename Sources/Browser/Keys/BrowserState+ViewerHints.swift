import Previews
import Screen

/// The keys that the status line names in the viewer.
extension BrowserState {
    /// The keys that somebody who is new to the viewer has to know.
    var viewerHints: [KeyHint?] {
        let hasForms = (viewer?.level.forms.count ?? 0) > 1
        return [
            hasForms ? keys.hint("viewer-form", "text or bytes") : nil, keys.hint("viewer-find", "search"),
            viewer?.level.page.hasCursor == true ? keys.hint("viewer-open", "opens") : nil,
            keys.hint("viewer-back", "back"), keys.hint("viewer-help", "help"),
        ]
    }
}
