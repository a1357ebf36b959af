import ContainerModel
import FileTree

/// The items of a side as they were when they were looked at last.
struct KnownItems {
    private var root: SideItem?
    private var directories: [ContainerPath: [[UInt8]: SideItem]] = [:]

    /// An item; nil if there is none.
    subscript(path: ContainerPath) -> SideItem? {
        guard let name = path.lastComponent, let parent = path.parent else { return root }
        return directories[parent]?[Array(name)]
    }

    /// The names in a directory.
    func names(in directory: ContainerPath) -> [[UInt8]] { directories[directory].map { Array($0.keys) } ?? [] }

    /// Returns the names of a file, by going through all items.
    func paths(of file: FileIdentity) -> [ContainerPath] {
        directories.values.flatMap { items in items.values.filter { $0.status.identity == file }.map(\.path) }
    }

    /// Adds an item, or replaces it.
    mutating func set(_ item: SideItem) {
        guard let name = item.path.lastComponent, let parent = item.path.parent else {
            root = item
            return
        }
        directories[parent, default: [:]][Array(name)] = item
    }

    /// Removes an item, but nothing in it.
    mutating func remove(_ path: ContainerPath) {
        guard let name = path.lastComponent, let parent = path.parent else {
            root = nil
            return
        }
        directories[parent]?[Array(name)] = nil
        if directories[parent]?.isEmpty == true { directories[parent] = nil }
    }
}
