package import ContainerModel
package import Transactions

/// Something that the person decides before an operation is carried out.
package enum Question: Hashable, Sendable {
    /// What a destination means at which nothing is. Nothing else is known until that is answered.
    case destination(DestinationQuestion)
    /// Whether to do it at all.
    case confirmation(Confirmation)
    /// What to do about a name that is taken.
    case conflict(ConflictQuestion)
}

/// Whether to do something at all, and why that is asked.
package struct Confirmation: Hashable, Sendable {
    /// Why it is asked.
    package enum Reason: Hashable, Sendable {
        /// It takes something away.
        case takesAway
        /// An undo would not bring back all of it.
        case undoLimit
        /// The rules or the plan have something to say that the person should know first.
        case notice
        /// What an undo or a redo is about is not what happened last: that failed.
        case lastFailed
        /// What an undo or a redo is about was not in the container that the person stands in.
        case elsewhere
        /// An undo or a redo would throw away what was changed since.
        case changedSince
    }

    /// Why it is asked.
    package var reasons: Set<Reason>
    /// What to know, beside the notices of the preparation: sentences, not safe for a terminal.
    package var sentences: [String]
    /// The answer that says yes, where that means more than to do what the person wanted.
    package var yes: String?
    /// What would be thrown away, for `changedSince`.
    package let changed: ChangedSince?

    init(_ reasons: Set<Reason>, _ sentences: [String] = []) {
        self.reasons = reasons
        self.sentences = sentences
        changed = nil
    }

    init(_ changed: ChangedSince) {
        reasons = [.changedSince]
        sentences = changed.question
        yes = changed.yes
        self.changed = changed
    }
}

/// A name that is taken, and what may be done about it.
package struct ConflictQuestion: Hashable, Sendable {
    /// Which of the plan's items it is about.
    let index: Int
    /// The name.
    package let target: ItemAddress
    /// What has it, and what would get it.
    package let conflict: Plan.Conflict
    /// Logical bytes of what would get the name.
    package let newSize: UInt64
    /// Why what is there may not be replaced; nil where it may.
    package let refusalToReplace: String?

    /// Whether an answer to an earlier conflict, given for all, is good for this one, too.
    package func isCovered(by decision: ConflictPolicy) -> Bool {
        conflict.isCovered(by: decision) && (decision != .replace || refusalToReplace == nil)
    }
}
