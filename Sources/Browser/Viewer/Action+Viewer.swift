import AppLifecycle
import Previews
import Screen

extension Action {
    /// The actions while the viewer is open.
    static let viewer: [Action] = [
        Action("viewer-down", "Move down", .movement, keys: ["j", "Down"]) { state in
            state.view(.move(by: 1))
        }
        .counted { $0.view(.move(by: $1)) },
        Action("viewer-up", "Move up", .movement, keys: ["k", "Up"]) { $0.view(.move(by: -1)) }
            .counted { $0.view(.move(by: -$1)) },
        Action("viewer-page-down", "Move a page down", .movement, keys: ["PgDn", "^f", "Space"]) { state in
            state.view(.move(by: max(1, state.viewerRows - 1)))
        },
        Action("viewer-page-up", "Move a page up", .movement, keys: ["PgUp", "^b"]) { state in
            state.view(.move(by: -max(1, state.viewerRows - 1)))
        },
        Action("viewer-half-down", "Move half a page down", .movement, keys: ["^d"]) { state in
            state.view(.move(by: max(1, state.viewerRows / 2)))
        },
        Action("viewer-half-up", "Move half a page up", .movement, keys: ["^u"]) { state in
            state.view(.move(by: -max(1, state.viewerRows / 2)))
        },
        Action("viewer-first", "Go to the beginning", .movement, keys: ["g g", "Home"]) { state in
            state.view(.page(.from(0), .first))
        },
        Action("viewer-last", "Go to the end", .movement, keys: ["G", "End"]) { $0.view(.page(.end, .last)) }
            .counted { $0.view(.goTo(String($1))) },
        Action("viewer-open", "Open the value, fold or unfold", .movement, keys: ["l", "Right", "Enter"]) { state in
            state.openInViewer()
        },
        Action("viewer-back", "Go back", .movement, keys: ["h", "Left", "Backspace", "Esc"]) { $0.view(.back) },
        Action("viewer-right", "Scroll to the right; in a table, choose the next column", .movement, keys: [">"]) {
            $0.view(.sideways(by: 1))
        },
        Action("viewer-left", "Scroll to the left; in a table, choose the previous column", .movement, keys: ["<"]) {
            $0.view(.sideways(by: -1))
        },
        Action("viewer-sort", "Sort a table by the chosen column: ascending, descending, off", .view, keys: ["s"]) {
            $0.view(.sort)
        },
        Action("viewer-filter", "Show only the rows of a table with a value", .view, keys: ["f"]) {
            $0.promptForRows()
        },
        Action("viewer-query", "Query the database in SQL", .view, keys: ["Q"]) { $0.promptForQuery() },
        Action("viewer-find", "Search for text", .movement, keys: ["/"]) { state in
            state.panels.prompt = Prompt(.find)
            return []
        },
        Action("viewer-find-next", "Go to the next match", .movement, keys: ["n"]) { state in
            state.view(.findNext(isBackwards: false))
        },
        Action("viewer-find-previous", "Go to the previous match", .movement, keys: ["N"]) { state in
            state.view(.findNext(isBackwards: true))
        },
        Action("viewer-go-to", "Go to a line, a row, an offset, a percentage", .movement, keys: [":"]) { state in
            state.panels.prompt = Prompt(.goToInViewer)
            return []
        },
        Action("viewer-next", "View the next file", .movement, keys: ["J", "^n"]) { $0.viewNeighbour(1) },
        Action("viewer-previous", "View the previous file", .movement, keys: ["K", "^p"]) { $0.viewNeighbour(-1) },
        Action("viewer-form", "Switch between decoded, text and bytes", .view, keys: ["Tab"]) { $0.view(.nextForm) },
        Action(
            "viewer-wrap", "Wrap long lines or cut them off; fit a picture to the screen or its width", .view,
            keys: ["w"]
        ) { $0.view(.wrap) },
        Action("viewer-pictures-off", "Show pictures as cells from now on", .view, keys: ["z p"]) {
            $0.turnPicturesOff()
        },
        Action("viewer-edit", "Change the value, or the chosen cell of a table", .files, keys: ["e"]) {
            $0.editInViewer()
        }.changing(asksFirst: true),
        Action("viewer-add", "Add a key to the dictionary, or an item to the array", .files, keys: ["a"]) {
            $0.addInViewer()
        }.changing(asksFirst: true),
        Action("viewer-delete", "Remove the value and its key, after asking", .files, keys: ["d"]) {
            $0.deleteInViewer()
        }.changing(asksFirst: true),
        Action("viewer-undo", "Undo the last operation", .files, keys: ["u"]) { state in
            Action.named("undo")?.perform(&state) ?? []
        }.changing(),
        Action("viewer-redo", "Redo the last undone operation", .files, keys: ["^r"]) { state in
            Action.named("redo")?.perform(&state) ?? []
        }.changing(),
        Action("viewer-copy", "Copy the value, or the row of a table, to the clipboard", .view, keys: ["y"]) {
            $0.copyFromViewer()
        },
        Action("viewer-copy-cell", "Copy the chosen cell of a table to the clipboard", .view, keys: ["Y"]) {
            $0.copyCellFromViewer()
        },
        Action("viewer-save", "Save the shown contents to a file on this computer", .view, keys: ["o"]) { state in
            state.panels.prompt = Prompt(.saveTo, name: state.savedName)
            return []
        },
        Action("viewer-about", "Show all that is known about the contents", .view, keys: ["E"]) { state in
            state.showAboutViewed()
            return []
        },
        Action("viewer-reload", "Read again and redraw", .view, keys: ["^l"]) {
            $0.view(.again) + [.terminal(.repaint)]
        },
        Action("viewer-help", "Help", .program, keys: ["?", "F1"]) { state in
            state.open(HelpPanel())
            return []
        },
        Action("viewer-tasks", "Tasks: what runs, and what failed", .program, keys: ["W"]) { state in
            state.showTasks()
            return []
        },
        Action("viewer-cover", "Cover the screen now", .program, keys: ["Z"]) { $0.live(.cover) },
        Action("viewer-close", "Close the viewer", .program, keys: ["q", "F3", "F10"]) { state in
            state.viewer = nil
            return []
        },
    ]

    /// The actions that keys perform now.
    static func current(_ state: BrowserState) -> [Action] {
        guard let shown = state.viewer else { return all }
        guard shown.level.page.tiles != nil else { return viewer }
        return sheet + viewer
    }
}
