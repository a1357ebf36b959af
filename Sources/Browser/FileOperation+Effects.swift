import ContainerModel
import FileSharing

/// What the browser has to know of an operation beyond the pipeline: what it shows anew when that is done.
extension FileOperation {
    /// Directories in which something is other than before when it is done.
    /// - Parameter container: the root of the one that is open.
    func affected(in container: Root) -> [ItemAddress] {
        switch self {
        case .copy(_, let target): [target.item]
        case .move(let items, let target): [target.item] + items.directories
        case .rename(let names): names.compactMap(\.item.enclosing)
        case .makeDirectory(let item), .makeFile(let item), .edit(let item), .save(let item, _):
            [item.enclosing].compactMap { $0 }
        case .delete(let items), .empty(let items), .setExclusion(let items, _): items.directories
        case .purge, .removeSnapshots, .deliver, .undo, .redo: [ItemAddress(container, .root)]
        }
    }

    /// The name that the cursor goes to when it is done, and in which directory.
    var made: ItemAddress? {
        switch self {
        case .rename(let names):
            names.count == 1 ? names.first.flatMap { new in new.item.sibling(new.name) } : nil
        case .makeDirectory(let item), .makeFile(let item): item
        case .copy(let items, let target), .move(let items, let target):
            items.first.flatMap { target.item.entry($0.name) }
        default: nil
        }
    }

    /// Directories of the container whose own sizes may be others afterwards.
    var copiedDirectories: [ContainerPath] {
        switch self {
        case .copy(let items, let target), .move(let items, let target):
            // Of many items at a time those that are directories are counted when they come into view.
            target.item.root.isContainer ? items.items.compactMap { target.item.entry($0.name)?.path } : []
        default: []
        }
    }

    /// Items that are not selected any more when it is done.
    var deselected: ItemSet {
        switch self {
        case .purge, .removeSnapshots, .deliver: []
        default: subjects
        }
    }

    /// Whether a container is on one side at least.
    var involvesContainer: Bool {
        switch self {
        case .copy(let items, let target), .move(let items, let target):
            target.item.root.isContainer || items.areInContainers
        default: true
        }
    }

    /// How the person takes it back.
    var wayBack: String {
        if case .undo = self { return "; ^r redoes it" }
        return "; u undoes it"
    }

    /// Whether it is an undo.
    var isUndo: Bool {
        if case .undo = self { return true }
        return false
    }
}
