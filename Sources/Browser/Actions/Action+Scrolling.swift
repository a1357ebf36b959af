import FileTree
import Inspection
import Screen
import Search

extension Action {
    static let scrolling: [Action] = [
        Action(inPanes: "screen-top", "First row on the screen", .movement, keys: ["H"]) {
            $0.moveOnScreen(to: .top, &$1)
        },
        Action(inPanes: "screen-middle", "Middle row of the screen", .movement, keys: ["M"]) {
            $0.moveOnScreen(to: .middle, &$1)
        },
        Action(inPanes: "screen-bottom", "Last row on the screen", .movement, keys: ["L"]) {
            $0.moveOnScreen(to: .bottom, &$1)
        },
        Action(inPanes: "scroll-to-top", "Scroll the row to the top of the screen", .movement, keys: ["z t"]) {
            $0.scrollCursor(to: .top, $1)
        }.briefly("Row to the top"),
        Action(inPanes: "scroll-to-middle", "Scroll the row to the middle of the screen", .movement, keys: ["z z"]) {
            $0.scrollCursor(to: .middle, $1)
        }.briefly("Row to the middle"),
        Action(inPanes: "scroll-to-bottom", "Scroll the row to the bottom of the screen", .movement, keys: ["z b"]) {
            $0.scrollCursor(to: .bottom, $1)
        }.briefly("Row to the bottom"),
        Action("fold", "Fold or unfold the place in the tree", .movement, keys: ["z a"]) { state in
            guard state.panes.focus == .places else {
                state.say("only places fold; \(state.keys.key("previous-pane")) goes there")
                return []
            }
            return state.toggleFold()
        }.briefly("Fold the place").alsoCalled("collapse", "expand"),
        Action(inPanes: "next-match", "Next name that matches the last filter", .movement, keys: ["n"]) {
            $0.moveToMatch(1, &$1)
        }.countedInPanes { $0.moveToMatch($2, &$1) },
        Action(inPanes: "previous-match", "Previous name that matches the last filter", .movement, keys: ["N"]) {
            $0.moveToMatch(-1, &$1)
        }.countedInPanes { $0.moveToMatch(-$2, &$1) },
        Action(inPanes: "preview-down", "Scroll the details down", .movement, keys: ["J"]) {
            $0.scrollDetails(by: 1, &$1)
        }.countedInPanes { $0.scrollDetails(by: $2, &$1) },
        Action(inPanes: "preview-up", "Scroll the details up", .movement, keys: ["K"]) { $0.scrollDetails(by: -1, &$1) }
            .countedInPanes { $0.scrollDetails(by: -$2, &$1) },
    ]
}
