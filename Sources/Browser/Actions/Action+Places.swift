import ContainerModel
import ContainerStore
import Screen

extension Action {
    static let places: [Action] = [
        Action(inPanes: "root", "Container root", .places, keys: ["~"]) { $0.goToPlaceHere(.root, &$1) }.alsoCalled(
            "home"),
        placeAction("documents", "Documents", keys: ["g d"], at: "Documents"),
        placeAction("inbox", "Inbox", keys: ["g i"], at: "Documents/Inbox"),
        placeAction("library", "Library", keys: ["g l"], at: "Library"),
        placeAction("application-support", "Application Support", keys: ["g a"], at: "Library/Application Support"),
        placeAction("caches", "Caches", keys: ["g c"], at: "Library/Caches"),
        placeAction("preferences", "Preferences", keys: ["g p"], at: "Library/Preferences"),
        placeAction("tmp", "tmp", keys: ["g t"], at: "tmp"),
        Action("go-to-path", "Go to a path", .places, keys: ["g Space", "g /"]) { state in
            state.panels.askForPath(.goTo)
            return []
        }.briefly("Go to path").alsoCalled("cd", "e", "path", "jump", "address"),
        Action("set-mark", "Mark this directory with a letter", .places, keys: ["m"]) { state in
            guard state.panes.side == .container else {
                state.say(
                    "marks belong to the container on the left; \(state.keys.key("next-pane")) goes there",
                    isError: true)
                return []
            }
            state.keys.pendingMark = .set
            return []
        }.alsoCalled("mark", "bookmark", "favorite"),
        Action("go-to-mark", "Go to a mark; '' returns from the last jump", .places, keys: ["'", "`"]) { state in
            state.keys.pendingMark = .goTo
            return []
        }.alsoCalled("marks", "bookmarks", "favorites", "hotlist"),
        Action("recent", "Open one of the containers that were open before", .places, keys: ["g r"]) { state in
            state.open(RecentPanel())
            return [.memory(.readRecent)]
        }.briefly("Recent containers").alsoCalled("history", "reopen", "hotlist", "zoxide"),
        Action("containers", "Choose another container", .places, keys: ["c"]) { $0.chooseContainer() }.alsoCalled(
            "apps", "switch"),
    ]

    /// Returns an action that goes to a place in the container with the focus.
    private static func placeAction(
        _ name: String, _ title: String, keys: [KeySequence], at path: ContainerPath
    ) -> Action {
        Action(inPanes: name, title, .places, keys: keys) { $0.goToPlaceHere(path, &$1) }.leading(to: path)
    }
}
