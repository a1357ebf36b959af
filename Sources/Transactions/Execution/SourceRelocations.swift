import ContainerModel
import FileTree

/// Directories that a transaction moves or removes after taking items out of them.
///
/// A source that is set aside stays until the transaction is durable. If it were set aside next to its original name,
/// it would follow such a directory into the trash or to another place in the container.
struct SourceRelocations {
    private var directories: Set<ItemAddress> = []
    /// The ancestor directories of everything taken so far.
    private var around: Set<ItemAddress> = []
    private var last: ItemAddress?

    /// Records that an item leaves its name. Call in the order in which items leave.
    mutating func note(_ source: ItemAddress) {
        if !around.isEmpty, around.contains(source) { directories.insert(source) }
        noteEntry(of: source.parent)
    }

    /// Records that many items of a directory leave their names.
    mutating func note(_ names: EntrySelection, in directory: ItemAddress) {
        for inside in around where !inside.path.isRoot && inside.parent == directory {
            if names.index(of: inside.name) != nil { directories.insert(inside) }
        }
        noteEntry(of: directory)
    }

    private mutating func noteEntry(of directory: ItemAddress) {
        guard directory != last else { return }
        last = directory
        around.insert(chainFrom: directory)
    }

    /// Returns the outermost departing directory that contains an item; nil if there is none.
    func outermost(around item: ItemAddress) -> ItemAddress? {
        guard !directories.isEmpty else { return nil }
        var found: ItemAddress?
        var path = item.path.parent
        while let current = path {
            let location = ItemAddress(item.root, current)
            if directories.contains(location) { found = location }
            path = current.parent
        }
        return found
    }
}

extension Set<ItemAddress> {
    /// Inserts a directory and all its ancestors.
    mutating func insert(chainFrom directory: ItemAddress) {
        var next: ItemAddress? = directory
        // If a directory is already in the set, so are its ancestors.
        while let current = next, insert(current).inserted {
            next = current.path.isRoot ? nil : current.parent
        }
    }
}
