import ContainerModel
import ContainerStore
import FileTree
import Screen

extension Action {
    static let comparing: [Action] = [
        Action("compare", "Compare the item with another side, a time point or a container", .movement, keys: ["="]) {
            ComparisonPanel.show(in: &$0)
        }.alsoCalled("diff", "diffthis", "cmp", "vimdiff", "changes", "history"),
        Action("compare-container", "Compare the whole container", .movement, keys: ["g ="]) { state in
            guard let container = state.container(on: state.panes.side) else { return ComparisonPanel.show(in: &state) }
            let subject = ComparedSubject(
                ItemAddress(container.root, .root), isDirectory: true, on: state.panes.side)
            return ComparisonPanel.show(about: subject, in: &state)
        }.briefly("Compare the container").alsoCalled("diff", "changes", "history"),
        Action(
            inPanes: "mark-differences", "Mark what differs between the containers on both sides", .view, keys: ["g m"]
        ) { $0.markSidesAgain(&$1) }.briefly("Mark differences").alsoCalled("diff", "compare", "differences"),
        Action("time-points", "Time points: compare with one, restore from one", .places, keys: ["g k"]) {
            TimePointsPanel.show(in: &$0)
        }.briefly("Time points").alsoCalled(
            "history", "restore", "snapshot", "keeps", "checkpoint", "before", "rollback"),
        Action("keep", "Keep the container as it is now, as a time point", .files, keys: ["g K"]) {
            TimePointsPanel.askForName(in: &$0)
        }.briefly("Keep the container").alsoCalled("snapshot", "checkpoint", "time point", "backup"),
    ]
}
