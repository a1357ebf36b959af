import ContainerModel
import FileTree

/// Directories that a transaction takes away after it has taken something out of them.
///
/// A source that is set aside stays until the transaction is durable. Beside its own name it would go wherever such a
/// directory goes: into the trash, or to another place of the container.
struct Departures {
    private var directories: Set<ItemAddress> = []
    /// The directories around everything that was taken so far.
    private var around: Set<ItemAddress> = []
    private var last: ItemAddress?

    /// Notes that an item is taken from its name. To be called in the order in which that happens.
    mutating func note(_ source: ItemAddress) {
        if !around.isEmpty, around.contains(source) { directories.insert(source) }
        noteEntry(of: source.parent)
    }

    /// Notes that many items of a directory are taken from their names.
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

    /// The outermost of these directories around an item; nil where it is in none of them.
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
    /// Inserts a directory and all those around it.
    mutating func insert(chainFrom directory: ItemAddress) {
        var next: ItemAddress? = directory
        // Where a directory is known those around it are, too.
        while let current = next, insert(current).inserted {
            next = current.path.isRoot ? nil : current.parent
        }
    }
}
