import ContainerModel
import FileSharing
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
        case .restore: "Restore the container?"
        case .reset: "Reset the container?"
        case .undo: "Undo the operation?"
        case .redo: "Redo the operation?"
        }
    }

    /// Whether a container is the source or the destination.
    var involvesContainer: Bool {
        parts.destination.map { $0.item.root.isContainer || subjects.areInContainers } ?? true
    }

    /// How the user reverts the operation.
    /// - Parameters:
    ///   - number: Its number in the journal.
    ///   - isReached: Whether undo in the browser applies to it.
    ///   - key: Returns the key of an action.
    func wayBack(_ number: Int?, isReached: Bool, key: (String) -> String) -> String {
        if kind == .undo { return "; \(key("redo")) redoes it" }
        guard !isReached else { return "; \(key("undo")) undoes it" }
        return number.map { "; `sandglass undo \($0)` reverts it" } ?? ""
    }
}
