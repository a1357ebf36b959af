package import ContainerModel
package import Transactions

/// A decision to be made by the user before an operation is run.
package enum OperationQuestion: Hashable, Sendable {
    /// The meaning of a destination that does not exist. Nothing else is known until this is answered.
    case destination(DestinationQuestion)
    /// Whether to proceed.
    case confirmation(Confirmation)
    /// What to do about a taken name.
    case conflict(ConflictQuestion)
}

/// The question whether to proceed, and why it is asked.
package struct Confirmation: Hashable, Sendable {
    /// A reason for asking.
    package enum Reason: Hashable, Sendable {
        /// The operation removes something.
        case takesAway
        /// Undo would not restore everything.
        case undoLimit
        /// A database and its log would be taken apart.
        case apart
        /// A name would be the same as another one on a phone or another system.
        case mergedNames
        /// The user should first see notices about the decision or the plan.
        case notice
        /// The operation to undo or redo is not the last one, which failed.
        case lastFailed
        /// The operation to undo or redo was not in the current container.
        case elsewhere
        /// Undo or redo would discard items changed since.
        case changedSince
    }

    /// The reasons for asking.
    package var reasons: Set<Reason>
    /// Sentences in addition to the notices of the preparation, not safe for a terminal.
    package var sentences: [String]
    /// The text of the affirmative answer, if it means more than to proceed as requested.
    package var yes: String?
    /// The items that would be discarded, for `changedSince`.
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

/// The question about a taken name.
package struct ConflictQuestion: Hashable, Sendable {
    /// The index of the item in the plan.
    let index: Int
    /// The taken address.
    package let target: ItemAddress
    /// The existing item, and the one that would replace it.
    package let conflict: Plan.Conflict
    /// The logical size in bytes of the item that would get the name.
    package let newSize: UInt64
    /// Why the existing item may not be replaced; nil if it may.
    package let refusalToReplace: String?

    /// Returns whether a decision for all conflicts, made at an earlier one, applies to this one as well.
    package func isCovered(by decision: ConflictPolicy) -> Bool {
        conflict.isCovered(by: decision) && (decision != .replace || refusalToReplace == nil)
    }
}
