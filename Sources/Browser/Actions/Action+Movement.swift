import ContainerModel
import FileTree
import Screen

extension Action {
    static let movement: [Action] = [
        Action(inPanes: "down", "Next row", .movement, keys: ["j", "Down", "^n"]) { $0.move(by: 1, &$1) }
            .countedInPanes { $0.move(by: $2, &$1) }.onlyMovingCursor(),
        Action(inPanes: "up", "Previous row", .movement, keys: ["k", "Up", "^p"]) { $0.move(by: -1, &$1) }
            .countedInPanes { $0.move(by: -$2, &$1) }.onlyMovingCursor(),
        Action("enter", "Enter the directory, or view the file", .movement, keys: ["l", "Right", "Enter"]) {
            $0.enterCurrent()
        }.alsoCalled("cwd", "descend"),
        Action(inPanes: "back", "Back to the previous directory", .movement, keys: ["^o", "["]) { $0.goBack(&$1) }
            .alsoCalled("history", "return", "jumps"),
        Action(inPanes: "forward", "Forward again", .movement, keys: ["]"]) { $0.goForward(&$1) },
        Action(inPanes: "leave", "Go to the parent directory", .movement, keys: ["h", "Left", "Backspace"]) {
            $0.leave(&$1)
        }.alsoCalled("parent", "ascend"),
        Action(inPanes: "top", "First row", .movement, keys: ["g g", "Home"]) { $0.jump(toRow: 1, &$1) }
            .countedInPanes { $0.jump(toRow: $2, &$1) }.alsoCalled("gg", "beginning"),
        Action(inPanes: "bottom", "Last row", .movement, keys: ["G", "End"]) { $0.jump(toRow: .max, &$1) }
            .countedInPanes { $0.jump(toRow: $2, &$1) }.alsoCalled("end"),
        Action(inPanes: "half-page-down", "Half a page down", .movement, keys: ["^d"]) {
            $0.move(by: max(1, $1.paneRows / 2), &$1)
        }.countedInPanes { $0.move(by: $2 * max(1, $1.paneRows / 2), &$1) }.onlyMovingCursor(),
        Action(inPanes: "half-page-up", "Half a page up", .movement, keys: ["^u"]) {
            $0.move(by: -max(1, $1.paneRows / 2), &$1)
        }.countedInPanes { $0.move(by: -$2 * max(1, $1.paneRows / 2), &$1) }.onlyMovingCursor(),
        Action(inPanes: "page-down", "A page down", .movement, keys: ["PgDn", "^f"]) {
            $0.move(by: max(1, $1.paneRows - 1), &$1)
        }.countedInPanes { $0.move(by: $2 * max(1, $1.paneRows - 1), &$1) }.onlyMovingCursor(),
        Action(inPanes: "page-up", "A page up", .movement, keys: ["PgUp", "^b"]) {
            $0.move(by: -max(1, $1.paneRows - 1), &$1)
        }.countedInPanes { $0.move(by: -$2 * max(1, $1.paneRows - 1), &$1) }.onlyMovingCursor(),
        Action(inPanes: "next-pane", "Next pane", .movement, keys: ["Tab"]) {
            $0.moveFocus(by: 1, $1)
            return []
        }.alsoCalled("focus", "window", "panel", "left", "right"),
        Action(inPanes: "previous-pane", "Previous pane", .movement, keys: ["S-Tab"]) {
            $0.moveFocus(by: -1, $1)
            return []
        },
    ]
}
