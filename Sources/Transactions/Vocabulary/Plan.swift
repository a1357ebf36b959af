package import ContainerModel
package import FileTree
package import Jobs

/// How many items of each kind there are, and how large they are.
package struct ItemCounts: Hashable, Sendable, Encodable {
    /// Regular files, each name of one counted.
    package var files = 0
    /// Directories, the top item included.
    package var directories = 0
    /// Symbolic links.
    package var links = 0
    /// Logical bytes of the files; of several names of one file each counts.
    package var bytes: UInt64 = 0

    /// None.
    package init() {}

    /// Adds others; a sum that is too large for a number is the greatest number.
    package mutating func add(_ other: ItemCounts) {
        files += other.files
        directories += other.directories
        links += other.links
        bytes = bytes.addingReportingOverflow(other.bytes).overflow ? .max : bytes + other.bytes
    }
}

/// What will be done, looked at before anything is touched.
///
/// It holds top items and totals, never every file, and so stays small however large the trees are.
package struct Plan: Sendable {
    /// How an item gets to its place.
    package enum Method: String, Hashable, Sendable, Encodable {
        /// By one change that happens at once: a rename, a new name, an attribute.
        case atOnce
        /// By a copy.
        case copy
        /// By a copy to another file system; after it has been verified the source goes.
        case copyThenRemove
    }

    /// A name that is taken.
    package struct Conflict: Hashable, Sendable {
        /// What has the name.
        package let kind: ItemKind
        /// What would get it.
        package let newKind: ItemKind
        /// Which item has the name; nil for one that an earlier change of the request brings there.
        package let identity: FileIdentity?
        /// Its logical bytes, where it is a file.
        package let size: UInt64
        /// When its contents last changed, in seconds since 1970.
        package let modified: Int64
        /// What is to be done about it.
        package internal(set) var decision: ConflictPolicy
        /// The name that the new item gets where both are kept; nil where there is no room for one.
        package internal(set) var otherName: [UInt8]?

        /// Whether a directory would take the place of something else, or something else that of a directory. A policy
        /// for all conflicts never covers that: it is decided about by itself.
        package var changesKind: Bool {
            kind == .unknown || newKind == .unknown || (kind == .directory) != (newKind == .directory)
        }

        /// Whether a decision about all conflicts is meant for this one, too.
        package func isCovered(by decision: ConflictPolicy) -> Bool { decision != .replace || !changesKind }
    }

    /// One change of the request.
    package struct Item: Sendable {
        /// As it was asked for.
        package let change: Change
        /// What kind of item it is about; for what is to be made, what it will be.
        package let kind: ItemKind
        /// How it is done.
        package let method: Method
        /// What is in it, itself included.
        package let counts: ItemCounts
        /// What has the target's name already.
        package internal(set) var conflict: Conflict?

        /// The change as the decision about its conflict makes it; nil where it is skipped or undecided.
        package var decided: Change? {
            guard let conflict else { return change }
            switch conflict.decision {
            case .ask, .skip: return nil
            case .replace: return change
            case .keepBoth:
                return conflict.otherName.flatMap { change.target?.sibling($0) }.map { change.retargeted(to: $0) }
            }
        }
    }

    /// One change of many items of a directory, none of which meets a conflict.
    package struct Batch: Sendable {
        /// What is done, and to which items: those of the request that can be changed.
        package let change: ChangeBatch
        /// How each of them is done.
        package let method: Method
        /// What is in them, themselves included.
        package let counts: ItemCounts
    }

    /// A change that will not be carried out.
    package struct Refusal: Hashable, Sendable {
        /// Why it is refused, for those who act on it.
        package enum Code: String, Hashable, Sendable, CaseIterable, Encodable {
            /// Its source is not there, or cannot be looked at.
            case sourceUnavailable
            /// A directory would be put into itself.
            case intoItself
            /// Source and target are the same.
            case sameItem
            /// The target's directory is not there, or a link stands in the way.
            case targetUnavailable
            /// The target cannot be looked at, so that nobody knows whether something is there.
            case targetUnknown
            /// What has the target's name may not be replaced.
            case notReplaceable
            /// The target's directory may not be written.
            case targetNotWritable
            /// The source's directory may not be written, so that nothing can leave it.
            case sourceNotRemovable
            /// No such name can be on the host.
            case invalidName
            /// It is a FIFO, a socket or a device, or a root itself.
            case unsupportedItem
            /// Two changes of the request get in each other's way.
            case overlappingChanges
            /// The home trash lies in the container, or cannot be used.
            case trashUnavailable
        }

        /// The change.
        package let change: Change
        /// The reason as programs tell it.
        package let code: Code
        /// The reason as a sentence for people, with no path in it.
        package let reason: String
    }

    /// Something that a person should know before saying yes.
    package enum Warning: Hashable, Sendable {
        /// The file system at the target has less room than the copies need.
        case littleSpace(at: ItemAddress, needed: UInt64, available: UInt64)
        /// Two names of one directory, which other systems would take for one.
        case mergedNames(directory: ItemAddress, [UInt8], [UInt8])
        /// Part of a tree cannot be read.
        case unreadable(ItemAddress, reason: String)
        /// A FIFO, a socket or a device in a tree: a copy leaves it out.
        case special(ItemAddress, ItemKind)
        /// A tree holds what a copy leaves out, and so will not be moved to another file system.
        case willNotBeMoved(ItemAddress)
    }

    /// What it is called in the journal.
    package let title: String
    /// As whom it is done.
    package let actor: String
    /// What happens where a change fails.
    package let onError: ErrorPolicy
    /// The changes that can be carried out, in the order of the request.
    package internal(set) var items: [Item]
    /// Many items at a time, carried out after `items`.
    package let batches: [Batch]
    /// The changes that cannot.
    package internal(set) var refusals: [Refusal]
    /// What else there is to say; the first thousand, and how many there are.
    package let warnings: BoundedList<Warning>
    /// What an undo will not do, or not in full; none where all of the plan can be undone.
    package let undoLimits: [UndoLimit]
    /// All items together.
    package let counts: ItemCounts

    /// How many top items are changed, those of batches included, as people are told of them.
    package var itemCount: Int { toldItems.count + batches.reduce(0) { $0 + $1.change.items.count } }

    /// The places in `items` of those whose name is taken.
    package var conflicts: [Int] { items.indices.filter { items[$0].conflict != nil } }

    /// The places in `items` of those that somebody has to decide about.
    package var undecided: [Int] { items.indices.filter { items[$0].conflict?.decision == .ask } }

    /// Decides about one conflict; an item without a conflict is left as it is.
    package mutating func decide(_ decision: ConflictPolicy, for index: Int) {
        guard items.indices.contains(index) else { return }
        items[index].conflict?.decision = decision
    }

    /// Refuses the items that would replace something that has to stay.
    /// - Parameter reason: why what the plan found at an address may not be replaced; nil where it may.
    package mutating func refuseReplacements(_ reason: (ItemAddress, Conflict) -> String?) {
        items.removeAll { item in
            guard let conflict = item.conflict, conflict.decision == .replace, let target = item.change.target,
                let reason = reason(target, conflict)
            else { return false }
            refusals.append(Refusal(change: item.change, code: .notReplaceable, reason: reason))
            return true
        }
    }
}
