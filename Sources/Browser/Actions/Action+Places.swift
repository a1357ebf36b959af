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

extension BrowserState {
    mutating func chooseContainer() -> [BrowserEffect] {
        let related = container?.related ?? []
        let others = opening.candidates.filter { candidate in
            !related.contains { candidate.isContainer(at: $0.hostPath) }
        }
        guard !(related + others + opening.connected).isEmpty else {
            say("no other container of this app was found beside this one")
            // A device may have been plugged in meanwhile.
            opening.awaitsDevices = true
            return []
        }
        open(ContainersPanel(others, relatedTo: related))
        let unread = others.filter { $0.isUnread && opening.devices[$0.hostPath] == nil }
        return (unread.isEmpty ? [] : [.opening(.readDevices(unread))]) + measureApps(among: others)
    }

    /// Asks for the sizes of the apps of a device, as far as they are not known.
    func measureApps(among containers: [ContainerCandidate]) -> [BrowserEffect] {
        let apps = ContainerCandidate.apps(among: containers)
            .filter { $0.membership != nil && opening.figures[$0.parts] == nil }
        return apps.isEmpty ? [] : [.opening(.measure(apps))]
    }
}
