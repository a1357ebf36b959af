import ContainerModel
import FileSharing

/// The effects of an operation on the screen: what to update when it is done.
extension FileOperation {
    /// Returns the directories that the operation changes.
    /// - Parameter container: The root of the open container.
    /// - Parameter shown: The roots on the screen, for operations whose own are not known in advance.
    func affected(in shown: [Root]) -> [ItemAddress] {
        switch self {
        case .copy(_, let target): [target.item]
        case .move(let items, let target): [target.item] + items.directories
        case .rename(let names, _): names.compactMap(\.item.enclosing)
        case .makeDirectory(let item), .makeFile(let item), .edit(let item, _), .save(let item, _):
            [item.enclosing].compactMap { $0 }
        case .delete(let items), .empty(let items), .setExclusion(let items, _): items.directories
        case .purge(_, let items), .removeSnapshots(let items):
            Set(items.items.map(\.root)).map { ItemAddress($0, .root) }
        case .deliver(_, let root, _, _): [ItemAddress(root, .root)]
        case .undo, .redo: shown.map { ItemAddress($0, .root) }
        }
    }

    /// The address of the entry to put the cursor on when the operation is done.
    var made: ItemAddress? {
        switch self {
        case .rename(let names, _):
            names.count == 1 ? names.first.flatMap { new in new.item.sibling(new.name) } : nil
        case .makeDirectory(let item), .makeFile(let item): item
        case .copy(let items, let target), .move(let items, let target):
            items.first.flatMap { target.item.entry($0.name) }
        default: nil
        }
    }

    /// The directories of the container whose own sizes may have changed.
    var copiedDirectories: [ItemAddress] {
        switch self {
        case .copy(let items, let target), .move(let items, let target):
            // Of a set of many items, directories are counted when they come into view.
            target.item.root.isContainer ? items.items.compactMap { target.item.entry($0.name) } : []
        default: []
        }
    }

    /// The items to deselect when the operation is done.
    var deselected: ItemSet {
        switch self {
        case .purge, .removeSnapshots, .deliver: []
        default: subjects
        }
    }

    /// Whether a container is the source or the destination.
    var involvesContainer: Bool {
        switch self {
        case .copy(let items, let target), .move(let items, let target):
            target.item.root.isContainer || items.areInContainers
        default: true
        }
    }

    /// How the user reverts the operation.
    /// - Parameters:
    ///   - number: Its number in the journal.
    ///   - isReached: Whether undo in the browser applies to it.
    ///   - key: Returns the key of an action.
    func wayBack(_ number: Int?, isReached: Bool, key: (String) -> String) -> String {
        if case .undo = self { return "; \(key("redo")) redoes it" }
        guard !isReached else { return "; \(key("undo")) undoes it" }
        return number.map { "; `sandglass undo \($0)` reverts it" } ?? ""
    }

    /// Whether the operation is an undo.
    var isUndo: Bool {
        if case .undo = self { return true }
        return false
    }
}
