package import ContainerModel
package import FileTree
package import Jobs

/// The number of items of each kind and their total size.
package struct ItemCounts: Hashable, Sendable, Encodable {
    /// Regular files; each hard link counts.
    package var files = 0
    /// Directories, including the top-level item.
    package var directories = 0
    /// Symbolic links.
    package var links = 0
    /// Logical size of the files in bytes; each hard link counts.
    package var bytes: UInt64 = 0

    /// Files, directories and links.
    package var items: Int { files + directories + links }

    /// Creates empty counts.
    package init() {}

    /// Adds other counts. The byte count saturates at its maximum.
    package mutating func add(_ other: ItemCounts) {
        files += other.files
        directories += other.directories
        links += other.links
        bytes = bytes.addingSaturated(other.bytes)
    }
}

/// The changes to make, determined before anything is changed.
///
/// A plan holds top-level items and totals rather than every file, so its size does not depend on the size of the
/// trees.
package struct Plan: Sendable {
    /// How an item gets to its destination.
    package enum Method: String, Hashable, Sendable, Encodable {
        /// A single atomic operation: a rename, a creation or an attribute.
        case atOnce
        /// A copy.
        case copy
        /// A copy to another file system; the source is removed once the copy has been verified.
        case copyThenRemove
    }

    /// A target name that is already taken.
    package struct Conflict: Hashable, Sendable {
        /// The kind of the existing item.
        package let kind: ItemKind
        /// The kind of the new item.
        package let newKind: ItemKind
        /// The identity of the existing item; nil if an earlier change of the request brings it there.
        package let identity: FileIdentity?
        /// The existing item's logical size in bytes if it is a file, otherwise 0.
        package let size: UInt64
        /// When the existing item's contents were last modified, in seconds since 1970.
        package let modified: Int64
        /// How to resolve the conflict.
        package internal(set) var decision: ConflictPolicy
        /// The name the new item gets if both are kept; nil if no name is available.
        package internal(set) var otherName: [UInt8]?

        /// Whether a directory would replace a non-directory or vice versa. A policy for all conflicts never covers
        /// such a conflict: it needs a separate decision.
        package var changesKind: Bool {
            kind == .unknown || newKind == .unknown || (kind == .directory) != (newKind == .directory)
        }

        /// Returns whether a decision about all conflicts applies to this one.
        package func isCovered(by decision: ConflictPolicy) -> Bool { decision != .replace || !changesKind }
    }

    /// A change of the request, with what planning found out about it.
    package struct Item: Sendable {
        /// The change as requested.
        package let change: Change
        /// The kind of the item, or of the item to be created.
        package let kind: ItemKind
        /// How the change is carried out.
        package let method: Method
        /// The contents of the item, including the item itself.
        package let counts: ItemCounts
        /// The conflict at the target; nil if its name is free.
        package internal(set) var conflict: Conflict?
        /// The item that this one belongs to; nil if it is independent.
        package internal(set) var companion: Sidecar?

        /// The change after applying the conflict's decision; nil if it is skipped or undecided.
        package var decided: Change? {
            if let companion { return companion.decided(change) }
            guard let conflict else { return change }
            switch conflict.decision {
            case .ask, .skip: return nil
            case .replace: return change
            case .keepBoth:
                return conflict.otherName.flatMap { change.target?.sibling($0) }.map { change.retargeted(to: $0) }
            }
        }
    }

    /// A change to many items of a directory, none of which has a conflict.
    package struct Batch: Sendable {
        /// The change and the items of the request that it can be made to.
        package let change: ChangeBatch
        /// How each change is carried out.
        package let method: Method
        /// The contents of the items, including the items themselves.
        package let counts: ItemCounts
    }

    /// A change that will not be carried out.
    package struct Refusal: Hashable, Sendable {
        /// The reason for a refusal, for programs.
        package enum Code: String, Hashable, Sendable, CaseIterable, Encodable {
            /// The source does not exist or cannot be examined.
            case sourceUnavailable
            /// A directory would be moved or copied into itself.
            case intoItself
            /// Source and target are the same.
            case sameItem
            /// The target's directory does not exist, or a symbolic link is in the path.
            case targetUnavailable
            /// The target cannot be examined, so it is unknown whether an item exists there.
            case targetUnknown
            /// The item with the target's name may not be replaced.
            case notReplaceable
            /// The target's directory is not writable.
            case targetNotWritable
            /// The source's directory is not writable, so nothing can be removed from it.
            case sourceNotRemovable
            /// The mode, owner or access control list of a directory inside the source denies the acting party removing
            /// it.
            case denied
            /// The name is not valid on the host.
            case invalidName
            /// The item is a FIFO, a socket, a device or a root.
            case unsupportedItem
            /// The change conflicts with another change of the request.
            case overlappingChanges
            /// The home trash is inside the container or cannot be used.
            case trashUnavailable
        }

        /// The refused change.
        package let change: Change
        /// The reason, for programs.
        package let code: Code
        /// The reason as a sentence for display, without a path.
        package let reason: String
    }

    /// Something to know before confirming the plan.
    package enum Warning: Hashable, Sendable {
        /// The target's file system has less free space than the copies need.
        case littleSpace(at: ItemAddress, needed: UInt64, available: UInt64)
        /// Two names in one directory that a phone or other systems treat as equal (`NameEquality`).
        case mergedNames(directory: ItemAddress, [UInt8], [UInt8])
        /// Part of a tree cannot be read.
        case unreadable(ItemAddress, reason: String)
        /// A tree contains a FIFO, a socket or a device, which is not copied.
        case special(ItemAddress, ItemKind)
        /// A tree contains items that cannot be copied, so it will not be moved to another file system.
        case willNotBeMoved(ItemAddress)
    }

    /// The operation that makes the changes.
    package let kind: OperationKind
    /// The role on whose behalf the changes are made.
    package let actor: ActingParty
    /// What to do when a change fails.
    package let onError: ErrorPolicy
    /// The changes that can be carried out, in the order of the request.
    package internal(set) var items: [Item]
    /// The changes to many items, carried out after `items`.
    package let batches: [Batch]
    /// The changes that cannot be carried out.
    package internal(set) var refusals: [Refusal]
    /// The warnings: the first thousand and the total number.
    package let warnings: BoundedList<Warning>
    /// The state that an undo will not revert or not restore in full; empty if the whole plan can be undone.
    package let undoLimits: [UndoLimit]
    /// The totals of all items.
    package let counts: ItemCounts
    /// Whether what is written to a device is read back and compared before it gets its name.
    package var readsBack = true
    /// The checks of the request, applied again when items are copied.
    var access: [Root: AccessCheck] = [:]
    /// The logs and journals of the request that stay on purpose.
    var apart: Set<ItemAddress> = []

    /// The number of top-level items changed, including items of batches, as reported to the user.
    package var itemCount: Int { reportedItems.count + batches.reduce(0) { $0 + $1.change.items.count } }

    /// The indices in `items` of those whose conflict is undecided.
    package var undecided: [Int] {
        items.indices.filter { items[$0].conflict?.decision == .ask && items[$0].companion == nil }
    }

    /// Decides one conflict; has no effect on an item without a conflict.
    package mutating func decide(_ decision: ConflictPolicy, for index: Int) {
        guard items.indices.contains(index) else { return }
        items[index].conflict?.decision = decision
        settleCompanions()
    }

    /// Refuses the items that would replace an item that has to stay.
    /// - Parameter reason: Returns why the existing item at an address may not be replaced; nil if it may.
    package mutating func refuseReplacements(_ reason: (ItemAddress, Conflict) -> String?) {
        var doubles: [Refused] = []
        items.removeAll { item in
            guard let conflict = item.conflict, conflict.decision == .replace, let target = item.change.target,
                let reason = reason(target, conflict)
            else { return false }
            let refusal = Refusal(change: item.change, code: .notReplaceable, reason: reason)
            if let leader = item.companion?.leader { doubles.append((leader, refusal)) }
            refusals.append(refusal)
            return true
        }
        refuse(leadersOf: doubles)
        settleCompanions()
    }
}
