/// Which operation an undo is about, seen from the person who presses the key.
extension BrowserState {
    /// An operation that changed nothing: an undo right after it must not silently take back an older one.
    struct IneffectiveOperation: Hashable, Sendable {
        /// What it was called.
        var title: String
        /// What became of it: "was refused and changed nothing".
        var end: String

        /// For the question before the undo.
        var sentence: String { "The last operation, \(title), \(end)." }
    }

    /// Remembers how the person's last operation ended.
    /// - Parameters:
    ///   - isUndoable: whether it changed something that an undo takes back.
    ///   - end: what became of it where it did not.
    mutating func note(_ errand: Errand, isUndoable: Bool, _ end: String) {
        // What an undo that failed was about can still be undone: the next one is about the same.
        if errand == .undo, !isUndoable { return }
        ineffective = isUndoable ? nil : IneffectiveOperation(title: errand.title, end: end)
    }

    /// Remembers an operation that came to its end before it was begun.
    mutating func noteIneffective(_ title: String, _ end: String = "was refused and changed nothing") {
        ineffective = IneffectiveOperation(title: title, end: end)
    }

    /// Has the undo or redo looked at that waited for what was before it.
    mutating func beginDeferred() -> [BrowserEffect] {
        guard let entry = errands.firstDue else { return [] }
        errands[entry.ticket]?.stage = .planning
        return [.plan(entry.ticket, entry.errand, as: actor, device)]
    }

    /// An undo says first which operation changed nothing, where that was the last, and which older one it is about.
    func askingFirst(_ plan: ErrandPlan, _ errand: Errand) -> ErrandPlan {
        guard errand == .undo, let ineffective else { return plan }
        var plan = plan
        plan.warnings = [ineffective.sentence] + plan.warnings.suffix(1)
        plan.asks = true
        return plan
    }
}

extension Errand {
    /// Whether what it does depends on what was done before it.
    var followsOthers: Bool { self == .undo || self == .redo }
}
