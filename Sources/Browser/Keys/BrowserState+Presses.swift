import AppLifecycle
import Screen

/// Keys, on their way to the prompt, the panel, the name of a mark, or an action.
extension BrowserState {
    mutating func press(_ key: Key) -> [BrowserEffect] {
        // Before the message goes: behind it, nothing has been explained.
        advanceIntroduction()
        panels.message = nil
        if panels.prompt != nil || panels.current != nil || viewer != nil { keys.ignoresNext = false }
        if panels.prompt != nil { return pressInPrompt(key) }
        if panels.current != nil { return pressInPanel(key) }
        if let pending = keys.pendingMark {
            keys.pendingMark = nil
            return useMark(pending, key)
        }
        return pressAction(key)
    }

    /// Performs the action bound to a key, together with the keys pressed before it.
    private mutating func pressAction(_ key: Key) -> [BrowserEffect] {
        switch keys.resolve(key, among: Action.current(self)) {
        case .none: break
        case .action(let action, let count): return perform(action, count: count)
        case .unbound(let sequence): sayUnbound(sequence)
        }
        return []
    }

    /// Performs an action, as often as the number says that was typed before its key.
    private mutating func perform(_ action: Action, count: Int?) -> [BrowserEffect] {
        guard !putOff(action) else { return [] }
        keys.onlyMovedCursor = action.onlyMovesCursor
        guard let count else { return action.perform(&self) }
        guard let repeated = action.performCounted else {
            say("\(keys.key(action.name)) takes no number before it")
            return []
        }
        return repeated(&self, count)
    }

    private mutating func useMark(_ pending: KeyInput.PendingMark, _ key: Key) -> [BrowserEffect] {
        guard case .character(let letter) = key, let listing = panes.listing else { return [] }
        // As in vim, the quotes stand for the place before the last jump.
        if letter == "'" || letter == "`" {
            guard pending == .set else { return browse { $0.returnFromJump(&$1) } }
            panes.noteJump()
            say("'' returns here")
            return []
        }
        switch pending {
        case .set:
            bookmarks.marks[letter] = listing.path
            say("mark \(Character(letter)) set")
            return [.memory(.change(.mark(letter, listing.path)))]
        case .goTo:
            guard let path = bookmarks.marks[letter] else {
                say("mark \(Character(letter)) is not set; \(self.keys.key("set-mark")) sets a mark", isError: true)
                return []
            }
            return browse { $0.goToPlace(path, &$1) }
        }
    }
}
