import ContainerModel
import Inspection
import Screen

extension Action {
    static let selection: [Action] = [
        Action(
            "select", "Toggle the selection and move down; in the tree, fold or unfold", .selection,
            keys: ["Space", "Ins"]
        ) {
            guard $0.panes.focus != .places else { return $0.toggleFold() }
            return $0.browse { $0.toggleSelection(&$1) }
        }
        .counted { state, count in
            guard state.panes.focus != .places else { return state.toggleFold() }
            // Each moves on to the next row.
            let rows = min(count, state.panes[state.panes.side]?.order.count ?? 0)
            return (0..<rows).flatMap { _ in state.browse { $0.toggleSelection(&$1) } }
        }.alsoCalled("check", "mark"),
        Action(inPanes: "select-range", "Select a range: move, then press the key again", .selection, keys: ["V"]) {
            $0.toggleRange(&$1)
        }.alsoCalled("visual"),
        Action(inPanes: "select-all", "Select everything in the list", .selection, keys: ["^a"]) { $0.selectAll(&$1) }
            .alsoCalled(
                "everything"),
        Action(inPanes: "select-inverted", "Invert the selection", .selection, keys: ["*"]) { $0.invertSelection(&$1) },
        Action("select-pattern", "Select items by pattern", .selection, keys: ["+"]) { state in
            state.panels.prompt = Prompt(.select(true))
            return []
        }.alsoCalled("glob"),
        Action("deselect-pattern", "Deselect items by pattern", .selection, keys: ["-"]) { state in
            state.panels.prompt = Prompt(.select(false))
            return []
        },
        Action(inPanes: "select-none", "Clear the selection", .selection, keys: ["\\"]) { panes, context in
            let count = panes.selection.count
            panes.endRange()
            panes.selection.removeAll()
            context.say(count == 0 ? "nothing was selected" : "\(Pluralized.items(count)) deselected")
            return []
        }.alsoCalled("noh", "unselect", "deselect"),
        Action("tag", "Tag with a colour, which stays beside the container", .selection, keys: ["t"]) {
            TagsPanel.show(in: &$0)
        }.alsoCalled("label", "color"),
        Action("selected", "List the selected items", .selection, keys: ["g s"]) { state in
            guard !state.selection.isEmpty else {
                state.say("nothing is selected; \(state.keys.key("select")) selects")
                return []
            }
            state.open(SelectedPanel())
            return []
        }.briefly("Selected items"),
    ]
}
