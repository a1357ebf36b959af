import ContainerModel
import Copying
import FileTree
import System

/// What tells an item from another one that has its name meanwhile.
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

    /// Whether this is the item, though it may have been changed. Numbers of items do not last on every file system
    /// in user space: there a file is known by its size and time.
    func isSameItem(as status: ItemStatus) -> Bool {
        guard kind == status.kind else { return false }
        return inode == status.inode || kind == .file && Fingerprint(status).hasSameContents(as: self)
    }

    func hasSameContents(as other: Fingerprint) -> Bool {
        size == other.size && modified == other.modified && modifiedNanoseconds == other.modifiedNanoseconds
    }
}

/// A change of the disk that happens at once and that can be taken back.
enum Step: Hashable, Sendable {
    /// An item gets another name that nothing has.
    case rename(from: ItemAddress, to: ItemAddress, Fingerprint)
    /// An attribute gets another value; nil is none.
    case attribute(at: ItemAddress, name: String, old: [UInt8]?, new: [UInt8]?)

    /// Whether it gives an item a name.
    func isRename(to location: ItemAddress) -> Bool {
        if case .rename(_, location, _) = self { true } else { false }
    }

    /// The directories whose entries it changes.
    var directories: [ItemAddress] {
        switch self {
        case .rename(let from, let to, _): [from.parent, to.parent]
        case .attribute: []
        }
    }
}

/// What is done once a transaction is durable, and cannot be taken back.
enum Cleanup: Hashable, Sendable {
    /// Removes the source of a move to another file system, which was set aside under a name of the transaction's own
    /// and found to be what was copied; where it is that no more it gets its name back.
    case removeAside(ItemAddress, of: ItemAddress, copy: ItemAddress)
    /// Only in journals of earlier versions, which compared a source first and set it aside then: nothing makes one any
    /// more, and it is carried out only when what such a version left is recovered.
    case removeSource(ItemAddress, Fingerprint, copy: ItemAddress, temporary: ItemAddress)
    /// Removes a tree that stands at one of the transaction's own temporary names.
    case removeTemporary(ItemAddress)
    /// Removes what says where an item of the trash came from.
    case removeTrashInfo([UInt8])
}

/// What was done to one top item: what has to be known to undo it.
enum UndoRecord: Hashable, Sendable {
    /// Something was made that was not there.
    case made(verb: String, from: ItemAddress?, at: ItemAddress)
    case moved(from: ItemAddress, to: ItemAddress)
    /// It went to the trash, under a name there.
    case trashed(ItemAddress, name: [UInt8])
    /// It came out of the trash, from a name there.
    case restored(ItemAddress, name: [UInt8])
    case attribute(ItemAddress, name: String, old: [UInt8]?, new: [UInt8]?)

    /// The name by which people know the item.
    var location: ItemAddress {
        switch self {
        case .made(_, _, let at), .trashed(let at, _), .restored(let at, _), .attribute(let at, _, _, _): at
        case .moved(_, let to): to
        }
    }

    /// The names that were given to something, or taken from it.
    var locations: [ItemAddress] {
        if case .moved(let from, _) = self { [from, location] } else { [location] }
    }

    /// Where the item is afterwards; nil where that is the trash.
    var place: ItemAddress? {
        switch self {
        case .made(_, _, let at): at
        case .moved(_, let to): to
        case .trashed: nil
        case .restored(let at, _): at
        case .attribute(let at, _, _, _): at
        }
    }
}

/// One item of a transaction, ready to be carried out.
struct StagedItem: Hashable, Sendable {
    /// Its place in the transaction's plan.
    let index: Int
    var undoRecords: [UndoRecord] = []
    var steps: [Step] = []
    var cleanups: [Cleanup] = []

    /// The steps that set sources aside; they come before the others.
    var asides: [Step] {
        let names = cleanups.compactMap { if case .removeAside(let aside, _, _) = $0 { aside } else { nil } }
        guard !names.isEmpty else { return [] }
        return steps.filter { step in
            if case .rename(_, let to, _) = step { names.contains(to) } else { false }
        }
    }

    /// The item that a step is about, by the name that people know.
    func subject(of step: Step, _ failure: ItemFailure, _ bench: Workbench) -> ItemAddress? {
        switch step {
        case .attribute(let at, _, _, _): return at
        case .rename(let from, let to, _):
            func isKnown(_ location: ItemAddress) -> Bool {
                !location.name.starts(with: bench.id.temporaryPrefix)
                    && location.root.kind != .trash
            }
            if failure.errno == EEXIST, isKnown(to) { return to }
            if isKnown(from) { return from }
            if isKnown(to) { return to }
            // A copy on its way into the trash.
            for case .trashed(let at, let name) in undoRecords where bench.trashed(name) == to { return at }
            return undoRecords.last?.location
        }
    }
}
