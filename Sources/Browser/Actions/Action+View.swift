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
        },
        Action("reverse", "Reverse the sort order", .view, keys: ["R"]) { state in
            let effects = state.reverseOrder()
            state.say(state.order.isReversed ? "sort order reversed" : "sort order no longer reversed")
            return effects
        },
        Action("filter", "Filter as you type", .view, keys: ["/"]) { state in
            if state.focus != .computer { state.focus = .listing }
            let isFlat = state[state.side]?.isFlat == true
            let (text, entry) = (state[filterOf: state.side].text, state[state.side]?.currentName)
            state.prompt = Prompt(filter: isFlat ? .findBelow : .filter, inUse: text, entry: entry)
            return []
        },
        Action("hidden", "Show or hide names that begin with a dot", .view, keys: [".", "z h"]) { state in
            let effects = state.toggleHidden()
            state.say(state.filter.showsHidden ? "hidden names are shown" : "hidden names are not shown")
            return effects
        },
        Action("reload", "Reload and redraw", .view, keys: ["^l"]) { $0.reloadAll() + [.repaint] },
        Action("clear", "Clear range, filter or results", .view, keys: ["Esc"]) { state in
            if state.rangeStart != nil {
                state.endRange()
                return []
            }
            let side = state.side
            if state[side]?.isFlat == true { return state.leaveFlatView() }
            guard !state[filterOf: side].text.isEmpty else {
                if !state.selection.isEmpty { state.say("\(state.key("select-none")) clears the selection") }
                return []
            }
            state[filterOf: side].text = []
            return state.rearrange(side)
        },
    ]

    static let program: [Action] = [
        Action("help", "Help", .program, keys: ["?", "F1"]) { state in
            state.open(HelpPanel())
            return []
        },
        Action("palette", "Commands by name", .program, keys: [":", "F9"]) { state in
            state.open(PalettePanel())
            return state.recent == nil ? [.readRecent] : []
        },
        Action("cover", "Cover the screen now", .program, keys: ["Z"]) { $0.live(.cover) },
        Action("cancel", "Cancel what runs", .program, keys: ["^c"]) { state in
            if let effects = state.cancelOperation() { return effects }
            let shown = [state.listing, state.isSharing ? state.computer : nil].compactMap(\.self)
            let isReading = shown.contains { $0.refusal == nil && $0.stage != .complete }
            let (reload, quit) = (state.key("reload"), state.key("quit"))
            let isCounting = !state.countsStopped && state.counts.values.contains(where: \.isUnfinished)
            let isBusy = isReading || isCounting || state.tasks.isAnyRequestRunning
            if isReading || isCounting { state.countsStopped = true }
            state.cancelPreview()
            state.tasks.markRequestsCancelled()
            state.say(
                isReading
                    ? "stopped; \(reload) reloads"
                    : isBusy ? "stopped; \(reload) counts again, \(quit) quits" : "nothing is running; \(quit) quits")
            return [.cancel]
        },
        Action("choose", "Choose for a script (--choose), and quit", .program, keys: ["C"]) { $0.choose() },
        Action("quit", "Quit", .program, keys: ["q", "F10"]) { $0.quit() },
    ]
}

extension BrowserState {
    /// Shows or hides the names that begin with a dot.
    mutating func toggleHidden() -> [BrowserEffect] {
        filter.showsHidden.toggle()
        places.setShowsHidden(filter.showsHidden)
        return rearrange()
    }
}
