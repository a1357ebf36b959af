import AppLifecycle
import FileTree
import Inspection
import Screen
import Search

extension Action {
    static let view: [Action] = [
        Action("sort", "Sort", .view, keys: ["s"]) { state in
            state.open(SortPanel())
            return []
        }.alsoCalled("order", "arrange"),
        Action("reverse", "Reverse the sort order", .view, keys: ["R"]) { state in
            let effects = state.reverseOrder()
            state.say(state.panes.order.isReversed ? "sort order reversed" : "sort order no longer reversed")
            return effects
        }.alsoCalled("descending", "ascending"),
        Action("changes", "What changes in the container as it happens", .view, keys: ["g w"]) { $0.showChanges() }
            .briefly("Watch changes"),
        Action("audit", "Audit the container by all rules", .view, keys: ["g !"]) {
            $0.showAudit()
        }.briefly("Audit").alsoCalled(
            "secret", "secrets", "security", "leak", "leaks", "findings", "passwords", "tokens", "masvs"),
        Action("filter", "Filter as you type", .view, keys: ["/"]) { state in
            if state.panes.focus != .computer { state.panes.focus = .listing }
            let isFlat = state.panes[state.panes.side]?.isFlat == true
            let (text, entry) = (
                state.panes[filterOf: state.panes.side].text, state.panes[state.panes.side]?.currentName
            )
            state.panels.prompt = Prompt(filter: isFlat ? .findBelow : .filter, inUse: text, entry: entry)
            return []
        }.alsoCalled("narrow"),
        Action("hidden", "Show or hide names that begin with a dot", .view, keys: [".", "z h"]) { state in
            let effects = state.toggleHidden()
            state.say(state.panes.filter.showsHidden ? "hidden names are shown" : "hidden names are not shown")
            return effects
        }.briefly("Hidden names").alsoCalled("dotfiles", "invisible"),
        Action("reload", "Reload and redraw", .view, keys: ["^l"]) { $0.reloadAll() + [.terminal(.repaint)] }
            .alsoCalled("ls", "refresh", "redraw", "reset"),
        Action("clear", "Clear range, filter or results", .view, keys: ["Esc"]) { state in
            if state.range != nil {
                state.endRange()
                return []
            }
            let side = state.panes.side
            if state.panes[side]?.isFlat == true { return state.leaveFlatView() }
            guard !state.panes[filterOf: side].text.isEmpty else {
                if !state.selection.isEmpty { state.say("\(state.keys.key("select-none")) clears the selection") }
                return []
            }
            state.panes[filterOf: side].text = []
            return state.rearrange(side)
        }.alsoCalled("reset"),
    ]

    static let program: [Action] = [
        Action("help", "Help", .program, keys: ["?", "F1"]) { state in
            state.open(HelpPanel())
            return []
        }.alsoCalled("h", "man", "manual", "keys", "shortcuts"),
        Action("palette", "Commands by name", .program, keys: [":", "F9"]) { state in
            state.open(PalettePanel())
            return state.opening.recent == nil ? [.memory(.readRecent)] : []
        }.alsoCalled("menu"),
        Action("cover", "Cover the screen now", .program, keys: ["Z"]) { $0.live(.cover) }.alsoCalled(
            "secret", "privacy", "blank", "boss"),
        Action("cancel", "Cancel what runs", .program, keys: ["^c"]) { state in
            if let ticket = state.tasks.firstToCancel?.ticket {
                return state.update(\.tasks) { $0.cancelOperation(ticket, &$1) }
            }
            let shown = [state.panes.listing, state.panes.isSharing ? state.panes.computer : nil].compactMap(\.self)
            let isReading = shown.contains { $0.refusal == nil && $0.stage != .complete }
            let (reload, quit) = (state.keys.key("reload"), state.keys.key("quit"))
            let isCounting =
                !state.findings.countsStopped && state.findings.counts.values.contains(where: \.isUnfinished)
            let isBusy =
                isReading || isCounting || state.tasks.isAnyRequestRunning || state.findings.audit.isRunning
            if isReading || isCounting { state.findings.countsStopped = true }
            state.cancelPreview()
            state.tasks.markRequestsCancelled()
            if state.findings.audit.isRunning { state.findings.audit.stop() }
            state.say(
                isReading
                    ? "stopped; \(reload) reloads"
                    : isBusy ? "stopped; \(reload) counts again, \(quit) quits" : "nothing is running; \(quit) quits")
            return [.cancel(.all)]
        }.alsoCalled("stop", "abort", "kill"),
        Action("choose", "Choose for a script (--choose), and quit", .program, keys: ["C"]) { $0.choose() }.alsoCalled(
            "pick"),
        Action("quit", "Quit", .program, keys: ["q", "F10"]) { $0.quit() }.alsoCalled(
            "q", "q!", "qa", "qa!", "exit", "bd", "close"),
    ]
}

extension BrowserState {
    /// Shows or hides the names that begin with a dot.
    mutating func toggleHidden() -> [BrowserEffect] {
        panes.filter.showsHidden.toggle()
        panes.places.setShowsHidden(panes.filter.showsHidden)
        return rearrange()
    }
}
