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
        Action(inPanes: "reverse", "Reverse the sort order", .view, keys: ["R"]) { panes, context in
            let effects = panes.reverseOrder(&context)
            context.say(panes.order.isReversed ? "sort order reversed" : "sort order no longer reversed")
            return effects
        }.alsoCalled("descending", "ascending"),
        Action("changes", "What changes in the container as it happens", .view, keys: ["g w"]) {
            ChangesPanel.show(in: &$0)
        }
        .briefly("Watch changes"),
        Action("audit", "Audit the container by all rules", .view, keys: ["g !"]) {
            AuditPanel.show(in: &$0)
        }.briefly("Audit").alsoCalled(
            "secret", "secrets", "security", "leak", "leaks", "findings", "passwords", "tokens", "masvs"),
        Action(inPanes: "filter", "Filter as you type", .view, keys: ["/"]) { panes, context in
            if panes.focus != .computer { panes.focus = .listing }
            let listing = panes[panes.side]
            context.open(
                Prompt(
                    filter: listing?.isFlat == true ? .findBelow : .filter, inUse: panes[filterOf: panes.side].text,
                    entry: listing?.currentName))
            return []
        }.alsoCalled("narrow"),
        Action(inPanes: "hidden", "Show or hide names that begin with a dot", .view, keys: [".", "z h"]) {
            panes, context in
            let effects = panes.toggleHidden(&context)
            context.say(panes.filter.showsHidden ? "hidden names are shown" : "hidden names are not shown")
            return effects
        }.briefly("Hidden names").alsoCalled("dotfiles", "invisible"),
        Action("contact-sheet", "All app-switcher snapshots of the container, side by side", .view, keys: ["g S"]) {
            $0.showContactSheet()
        }.briefly("Contact sheet").alsoCalled("snapshots", "thumbnails", "gallery"),
        Action("pictures-off", "Show pictures as cells from now on", .view, keys: ["z p"]) {
            $0.turnPicturesOff()
        }.briefly("Pictures as cells").alsoCalled("images", "graphics", "kitty", "sixel", "garbage"),
        Action(inPanes: "reload", "Reload and redraw", .view, keys: ["^l"]) {
            $0.reloadAll(&$1) + [.terminal(.repaint)]
        }.alsoCalled("ls", "refresh", "redraw", "reset"),
        Action(inPanes: "clear", "Clear range, filter or results", .view, keys: ["Esc"]) { panes, context in
            guard panes.range == nil else {
                panes.endRange()
                return []
            }
            let side = panes.side
            if panes[side]?.isFlat == true { return panes.leaveFlatView(&context) }
            guard !panes[filterOf: side].text.isEmpty else {
                if !panes.selection.isEmpty {
                    context.say("\(context.keys.key("select-none")) clears the selection")
                }
                return []
            }
            return panes.filter(by: [], &context)
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
            let shown = state.panes.shownSides.compactMap { state.panes[$0] }
            let isReading = shown.contains { $0.refusal == nil && $0.stage != .complete }
            let (reload, quit) = (state.keys.key("reload"), state.keys.key("quit"))
            let isCounting =
                !state.panes.known.countsStopped && state.panes.known.counts.values.contains(where: \.isUnfinished)
            let isBusy =
                isReading || isCounting || state.tasks.isAnyRequestRunning || state.findings.audit.isRunning
            if isReading || isCounting { state.panes.known.countsStopped = true }
            state.browse { $0.cancelPreview(&$1) }
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
