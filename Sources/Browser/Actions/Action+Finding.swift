import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Previews
import Screen
import Search

extension Action {
    static let finding: [Action] = [
        Action(inPanes: "find", "Find by name, in everything below", .movement, keys: ["f"]) { $0.startFinding(&$1) }
            .alsoCalled(
                "fd", "locate", "fuzzy"),
        Action("find-everywhere", "Find by name, in all containers of the device or folder", .movement, keys: ["g f"]) {
            $0.findEverywhere()
        }.briefly("Find everywhere").alsoCalled("global"),
        Action(inPanes: "find-contents", "Search the contents of the files below", .movement, keys: ["F"]) {
            $0.startFindingContents(&$1)
        }.alsoCalled("grep", "rg", "search", "secret", "password", "token"),
        Action(inPanes: "flat", "List everything below as one list, or the directory again", .view, keys: ["|"]) {
            $0[$0.side]?.isFlat == true ? $0.leaveFlatView(&$1) : $0.showFlat(&$1)
        }.alsoCalled("recursive"),
    ]
}
