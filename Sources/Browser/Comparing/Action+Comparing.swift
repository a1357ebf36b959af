import ContainerModel
import ContainerStore
import FileTree
import Screen

extension Action {
    static let comparing: [Action] = [
        Action("compare", "Compare the item with another side, a time point or a container", .movement, keys: ["="]) {
            $0.chooseComparison()
        }.alsoCalled("diff", "diffthis", "cmp", "vimdiff", "changes", "history"),
        Action("compare-container", "Compare the whole container", .movement, keys: ["g ="]) { state in
            guard let container = state.container(on: state.panes.side) else { return state.chooseComparison() }
            return state.chooseComparison(
                of: ComparedSubject(ItemAddress(container.root, .root), isDirectory: true, on: state.panes.side))
        }.briefly("Compare the container").alsoCalled("diff", "changes", "history"),
        Action("mark-differences", "Mark what differs between the containers on both sides", .view, keys: ["g m"]) {
            $0.browse { $0.markSidesAgain(&$1) }
        }.briefly("Mark differences").alsoCalled("diff", "compare", "differences"),
        Action("time-points", "Time points: compare with one, restore from one", .places, keys: ["g k"]) {
            $0.showTimePoints()
        }.briefly("Time points").alsoCalled(
            "history", "restore", "snapshot", "keeps", "checkpoint", "before", "rollback"),
        Action("keep", "Keep the container as it is now, as a time point", .files, keys: ["g K"]) {
            $0.askForTimePoint()
        }.briefly("Keep the container").alsoCalled("snapshot", "checkpoint", "time point", "backup"),
    ]
}

extension BrowserState {
    /// Offers what the item under the cursor can be compared with.
    mutating func chooseComparison() -> [BrowserEffect] {
        guard let subject = comparedSubject else {
            say("only files and directories can be compared", isError: true)
            return []
        }
        return chooseComparison(of: subject)
    }

    mutating func chooseComparison(of subject: ComparedSubject) -> [BrowserEffect] {
        guard container != nil else { return [] }
        open(ComparisonPanel(subject))
        return [.memory(.readRecent), readTimePoints()]
    }

    /// The item under the cursor; in an empty listing its directory. nil if it is neither a file nor a directory.
    private var comparedSubject: ComparedSubject? {
        if panes.focus == .places, let path = panes.places.currentPath {
            return ComparedSubject(containerItem(path), isDirectory: true, on: .container)
        }
        guard let listing = panes[panes.side] else { return nil }
        // A list of differences is compared as a whole.
        guard listing.reach.origin == nil, let entry = listing.current, let item = listing.item(of: entry) else {
            return ComparedSubject(listing.location, isDirectory: true, on: listing.side)
        }
        let kind = listing.kind(of: entry)
        guard kind == .directory || kind == .file else { return nil }
        return ComparedSubject(item, isDirectory: kind == .directory, on: listing.side)
    }
}
