import ContainerModel
import Copying
import FileTree
import System

/// The metadata that distinguishes an item from another one that later has the same name.
struct Fingerprint: Hashable, Sendable {
    let inode: UInt64
    let kind: ItemKind
    let size: UInt64
    let modified: Int64
    let modifiedNanoseconds: UInt32

    init(_ status: ItemStatus) {
        inode = status.inode
        kind = status.kind
        size = status.size
        modified = status.modified
        modifiedNanoseconds = status.modifiedNanoseconds
    }

    /// Returns whether `status` is of the same item, though possibly modified. Some user-space file systems do not keep
    /// inode numbers stable; a file there is recognized by size and modification time.
    /// - Parameter keepsInodes: Whether inode numbers mean anything. If not, another item may have the number by now, and
    ///   of directories only the name remains.
    func isSameItem(as status: ItemStatus, keepsInodes: Bool = true) -> Bool {
        guard kind == status.kind else { return false }
        guard keepsInodes else { return kind != .file || Fingerprint(status).hasSameContents(as: self) }
        return inode == status.inode || kind == .file && Fingerprint(status).hasSameContents(as: self)
    }

    func hasSameContents(as other: Fingerprint) -> Bool {
        size == other.size && modified == other.modified && modifiedNanoseconds == other.modifiedNanoseconds
    }
}

/// An atomic, reversible change on disk.
enum Step: Hashable, Sendable {
    /// Renames an item to a name that is not in use.
    case rename(from: ItemAddress, to: ItemAddress, Fingerprint)
    /// Changes the value of an extended attribute; nil means no attribute.
    case attribute(at: ItemAddress, name: String, old: [UInt8]?, new: [UInt8]?)
    /// Changes the permissions of a directory, and its owner if both have one.
    case permissions(at: ItemAddress, old: DirectoryPermissions, new: DirectoryPermissions)

    /// Returns whether the step renames an item to `location`.
    func isRename(to location: ItemAddress) -> Bool {
        if case .rename(_, location, _) = self { true } else { false }
    }

    /// The directories whose entries the step changes.
    var directories: [ItemAddress] {
        switch self {
        case .rename(let from, let to, _): [from.parent, to.parent]
        case .attribute, .permissions: []
        }
    }
}

/// An irreversible action performed after the transaction is durable.
enum Cleanup: Hashable, Sendable {
    /// Removes the source of a cross-file-system move, which was set aside under a temporary name and verified against
    /// the copy. If it no longer matches, it gets its name back.
    case removeAside(ItemAddress, of: ItemAddress, copy: ItemAddress)
    /// Removes the `.trashinfo` file of an item restored from the trash.
    case removeTrashInfo([UInt8])
    /// Sets the time at which a directory's entries were last changed.
    case setModified(ItemAddress, DirectoryStatus.Moment)
}

/// A change to one top-level item, as needed to undo it.
enum UndoRecord: Hashable, Sendable {
    /// An item was created.
    case made(verb: String, from: ItemAddress?, at: ItemAddress)
    case moved(from: ItemAddress, to: ItemAddress)
    /// An item was moved to the trash, under the given name there.
    case trashed(ItemAddress, name: [UInt8])
    /// An item was restored from the trash, where it had the given name.
    case restored(ItemAddress, name: [UInt8])
    case attribute(ItemAddress, name: String, old: [UInt8]?, new: [UInt8]?)
    case permissions(ItemAddress, old: DirectoryPermissions, new: DirectoryPermissions)

    /// The item's user-visible address.
    var location: ItemAddress {
        switch self {
        case .made(_, _, let at), .trashed(let at, _), .restored(let at, _), .attribute(let at, _, _, _),
            .permissions(let at, _, _):
            at
        case .moved(_, let to): to
        }
    }

    /// Whether an item was moved.
    var isMove: Bool { if case .moved = self { true } else { false } }

    /// The addresses that were given to an item or taken from one.
    var locations: [ItemAddress] {
        if case .moved(let from, _) = self { [from, location] } else { [location] }
    }

    /// The item's address afterwards; nil if it is in the trash.
    var place: ItemAddress? {
        switch self {
        case .made(_, _, let at): at
        case .moved(_, let to): to
        case .trashed: nil
        case .restored(let at, _): at
        case .attribute(let at, _, _, _), .permissions(let at, _, _): at
        }
    }
}

/// One item of a transaction, ready to be carried out.
struct StagedItem: Hashable, Sendable {
    /// The item's index in the plan.
    let index: Int
    var undoRecords: [UndoRecord] = []
    var steps: [Step] = []
    var cleanups: [Cleanup] = []

    /// The steps that set sources aside; they precede all others.
    var asides: [Step] {
        let names = cleanups.compactMap { if case .removeAside(let aside, _, _) = $0 { aside } else { nil } }
        guard !names.isEmpty else { return [] }
        return steps.filter { step in
            if case .rename(_, let to, _) = step { names.contains(to) } else { false }
        }
    }

    /// Returns the user-visible address of the item that a step is about.
    func subject(of step: Step, _ failure: ItemFailure, _ context: TransactionContext) -> ItemAddress? {
        switch step {
        case .attribute(let at, _, _, _), .permissions(let at, _, _): return at
        case .rename(let from, let to, _):
            func isKnown(_ location: ItemAddress) -> Bool {
                !location.name.starts(with: context.id.temporaryPrefix)
                    && location.root.kind != .trash
            }
            if failure.errno == EEXIST, isKnown(to) { return to }
            if isKnown(from) { return from }
            if isKnown(to) { return to }
            // The step moves a copy into the trash.
            for case .trashed(let at, let name) in undoRecords where context.trashed(name) == to { return at }
            return undoRecords.last?.location
        }
    }
}
