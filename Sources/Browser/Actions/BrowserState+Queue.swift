/// Actions named on the command line, which the browser performs one after another.
extension BrowserState {
    /// Has actions performed in order, each as soon as what was listed or opened before is complete.
    package mutating func perform(later actions: [Action]) { keys.queued += actions }

    /// Performs the actions whose turn has come. A question, a prompt or an action that does not belong to what is on the
    /// screen ends the series: the keys after it were meant for something else.
    mutating func performQueued() -> [BrowserEffect] {
        guard !keys.queued.isEmpty else { return [] }
        var effects: [BrowserEffect] = []
        while let action = keys.queued.first, isComplete {
            guard panels.isEmpty, keys.pendingMark == nil else {
                giveUpQueue("\(action.name) and what follows it were not performed, because a question came first")
                break
            }
            guard Action.current(self).contains(where: { $0.name == action.name }) else {
                giveUpQueue("\(action.name) does nothing \(viewer == nil ? "outside" : "in") the viewer")
                break
            }
            keys.queued.removeFirst()
            effects += action.perform(&self)
        }
        return effects.isEmpty ? [] : effects + browse { $0.lookUps(&$1) }
    }

    /// Puts off an action on items that was asked for before the listing shows what the filter leaves: otherwise it would
    /// concern items that the user did not mean. What follows it is refused until it is done.
    /// - Returns: Whether the action is not to be performed now.
    mutating func putOff(_ action: Action) -> Bool {
        guard isFilterPending else {
            panes.filteredSide = nil
            return false
        }
        guard [.selection, .files, .sharing, .rules].contains(action.group) else { return false }
        if keys.queued.isEmpty {
            keys.queued.append(action)
        } else {
            say("\(action.name) was not performed: the filter is still running", isError: true)
        }
        return true
    }

    /// Whether the filter that was accepted on this side does not show its items yet.
    private var isFilterPending: Bool {
        guard panes.filteredSide == panes.side, let listing = panes[panes.side] else { return false }
        return listing.isArranging || listing.stage == .reading
    }

    private mutating func giveUpQueue(_ reason: String) {
        keys.queued = []
        say(reason, isError: true)
    }

    /// Whether everything on the screen has been read, and no operation is at work.
    private var isComplete: Bool {
        guard container != nil, !isCovered, panes.places.isRead, tasks.areOperationsOver, let listing = panes.listing
        else { return false }
        if let viewer { return viewer.level.isRead }
        return listing.isListed && (panes[panes.side]?.isListed ?? true)
    }
}
