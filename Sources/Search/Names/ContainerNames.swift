package import ContainerModel
package import ContainerStore
package import FileTree

/// The names of all items in several containers, as one list in which they are found.
package struct ContainerNames: Sendable {
    /// One of the containers.
    package struct Part: Sendable {
        /// The path of its root on this computer.
        package let hostPath: HostPath
        /// The index of its first item in the list.
        fileprivate let start: Int
        /// The number of bytes of each name before the path.
        fileprivate let prefix: Int
    }

    /// The containers with items, in the order in which they were read.
    package private(set) var parts: [Part] = []
    /// The items, each named by the title of its container, a slash, and its path there.
    package private(set) var entries = EntryList()
    /// The number of containers and directories that could not be read.
    package var unreadable = 0
    /// Whether everything has been read.
    package var isComplete = false

    /// No names.
    package init() {}

    /// Adds the names in a container.
    mutating func add(_ found: EntryList, of hostPath: HostPath, titled title: String) {
        let prefix = Array(title.utf8) + [ContainerPath.slash]
        parts.append(Part(hostPath: hostPath, start: entries.count, prefix: prefix.count))
        for index in 0..<found.count { entries.append(prefix + found.name(index), kind: found.kind(index)) }
    }

    /// Returns the container of an item, and the item's path there.
    package func item(_ index: UInt32) -> (part: Part, path: ContainerPath)? {
        guard index < entries.count, let part = parts.last(where: { $0.start <= index }) else { return nil }
        return ContainerPath(bytes: Array(entries.name(Int(index)).dropFirst(part.prefix))).map { (part, $0) }
    }
}
