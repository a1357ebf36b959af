import ContainerModel
import ContainerStore
import FileSharing
import Screen
import Transactions

/// The effects of an operation on the screen: what to update when it is done.
extension FileOperation {
    /// Returns the directories to read again: those that the operation changes, or the roots below which it may change
    /// any.
    /// - Parameter shown: The roots on the screen, for operations whose own are not known in advance.
    func affected(in shown: [Root]) -> [ItemAddress] {
        if kind.isAboutHistory { return shown.map { ItemAddress($0, .root) } }
        return parts.changedDirectories ?? parts.changedRoots.map { ItemAddress($0, .root) }
    }

    /// The address of the entry to put the cursor on when the operation is done.
    var made: ItemAddress? {
        if case .rename(let names, _) = self {
            return names.count == 1 ? names.first.flatMap { new in new.item.sibling(new.name) } : nil
        }
        if kind == .makeDirectory || kind == .makeFile { return parts.file }
        return parts.destination.flatMap { target in subjects.first.flatMap { target.item.entry($0.name) } }
    }

    /// The directories of the container whose own sizes may have changed.
    var copiedDirectories: [ItemAddress] {
        guard let target = parts.destination?.item, target.root.isContainer else { return [] }
        // Of a set of many items, directories are counted when they come into view.
        return subjects.items.compactMap { target.entry($0.name) }
    }

    /// Returns the name of the entry that the cursor goes to after the operation: what it has made, or what an undo or a
    /// redo has brought back; nil if there is none in a listing.
    func wantedName(after completion: Completion, in listing: Listing) -> [UInt8]? {
        if kind.isAboutHistory {
            return completion.outcome?.nameBroughtBack(to: listing.location.hostPath, withPaths: listing.isFlat)
        }
        if case .makePath(let item, listing.location, _) = self {
            // The first directory on the way is what the listing shows of it.
            return item.path.relative(to: listing.path)?.components.first { _ in true }.map { Array($0) }
        }
        guard let made, made.enclosing == listing.location else { return nil }
        return Array(made.name)
    }

    /// The items to deselect when the operation is done: none that it found by itself, or that are on this computer.
    var deselected: ItemSet { parts.changedDirectories == nil ? [] : subjects }

    /// The question whether to carry it out: "Move 2 items to the trash?".
    var question: String {
        let items = Pluralized.items(subjects.count)
        return switch kind {
        case .delete: "Move \(items) to the trash?"
        case .empty: "Empty \(Pluralized.directories(subjects.count))?"
        case .purge: "Delete what the system would purge?"
        case .removeSnapshots: "Remove the snapshots?"
        case .copy: "Copy \(items)?"
        case .import: "Import \(items)?"
        case .export: "Export \(items)?"
        case .move: "Move \(items)?"
        case .rename: "Rename \(items)?"
        case .makeDirectory: "Make the directory?"
        case .makeFile: "Make the file?"
        case .exclude: "Exclude \(items) from backups?"
        case .include: "Include \(items) in backups?"
        case .deliver: "Deliver \(items)?"
        case .edit: "Save the file?"
        case .setValue: "Change the value?"
        case .restore: restorationQuestion
        case .reset: "Reset the container?"
        case .undo: "Undo the operation?"
        case .redo: "Redo the operation?"
        }
    }

    /// The question whether to restore: "Restore 2 items from @before?".
    private var restorationQuestion: String {
        guard case .restore(let restoration) = self, case .container(let origin) = restoration.origin else {
            return "Restore the container?"
        }
        let point = TimePointPath.spelling(of: origin.hostPath).map { " from \(DisplayText(bytes: $0))" } ?? ""
        let what = restoration.paths.isEmpty ? "the container" : Pluralized.items(restoration.paths.count)
        return "Restore \(what)\(point)?"
    }

    /// Whether a container is the source or the destination.
    var involvesContainer: Bool {
        parts.destination.map { $0.item.root.isContainer || subjects.areInContainers } ?? true
    }

    /// What the operation is called once it has been done. The names of other operations say what was done; nobody
    /// expects of the key for this one, which deletes or cuts in other programs, that it concerns backups.
    var doneTitle: String {
        switch kind {
        case .exclude: "excluded from backups"
        case .include: "included in backups again"
        default: title
        }
    }

    /// How the user reverts the operation.
    /// - Parameters:
    ///   - number: Its number in the journal.
    ///   - isReached: Whether undo in the browser applies to it.
    ///   - key: Returns the key of an action.
    func wayBack(_ number: Int?, isReached: Bool, key: (String) -> String) -> String {
        if kind == .undo { return "; \(key("redo")) redoes it" }
        let other = kind == .exclude ? ", \(key("cut")) cuts" : ""
        guard !isReached else { return "; \(key("undo")) undoes it\(other)" }
        return number.map { "; `sandglass undo \($0)` reverts it" } ?? ""
    }
}

extension Outcome {
    /// The number of items that are looked at for one to go to.
    private static let maxConsidered = 1_000

    /// Returns the name of an item that an undo or a redo has brought back to a directory or changed there, the first of
    /// several; nil if there is none.
    /// - Parameters:
    ///   - directory: Its path on this computer.
    ///   - withPaths: Whether items below it count too, by their paths from there.
    func nameBroughtBack(to directory: [UInt8], withPaths: Bool) -> [UInt8]? {
        let single = Array(items.prefix(Self.maxConsidered))
        let considered = single + (batches.first.map { Array($0.items.prefix(Self.maxConsidered)) } ?? [])
        let done = considered.filter { $0.result == .done }.map(\.change)
        // What was moved on from there had its name only for a moment.
        let passed = Set(done.filter { $0.target != nil }.compactMap { $0.source?.hostPath })
        let prefix = directory.last == 0x2f ? directory : directory + [0x2f]
        return done.compactMap { change -> [UInt8]? in
            guard let path = change.itemInPlace?.hostPath, path.starts(with: prefix), !passed.contains(path) else {
                return nil
            }
            let name = Array(path.dropFirst(prefix.count))
            return name.isEmpty || !withPaths && name.contains(0x2f) ? nil : name
        }.min { $0.lexicographicallyPrecedes($1) }
    }
}

extension Change {
    /// The item that is in its place after the change; nil if there is none.
    fileprivate var itemInPlace: ItemAddress? {
        switch self {
        case .copy, .move, .makeDirectory, .writeFile: target
        case .setAttribute(let item, _, _): item
        // Directories get their modes and times back together with what is in them.
        case .trash, .setStatus: nil
        }
    }
}
