import ContainerModel
package import FileTree
package import Jobs

/// The size of a container, and the last change to anything in it.
package struct ContainerStatistics: Hashable, Sendable {
    /// The logical size of the regular files in bytes; a file with several hard links counts once.
    package private(set) var bytes: UInt64 = 0
    /// The number of items of all kinds, without the container's root.
    package private(set) var items = 0
    /// The number of items that could not be read, and are missing from the other figures.
    package private(set) var unreadable = 0
    /// The latest modification time of an item in seconds since 1970; nil if nothing could be read.
    package private(set) var changed: Int64?

    /// Creates the figures of nothing.
    package init() {}

    /// Measures a container. Blocks until that is done.
    /// - Parameter cancellation: Ends the measuring; the figures are incomplete then.
    package init(of tree: any FileTree, cancellation: Cancellation = Cancellation()) {
        var walk = TreeWalk(of: tree)
        var linked: Set<FileIdentity> = []
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .item(let item):
                changed = max(changed ?? .min, item.status.modified)
                guard item.depth > 0 else { continue }
                items += 1
                guard item.status.kind == .file else { continue }
                let identity = item.status.identity
                guard item.status.links <= 1 || linked.insert(identity).inserted else { continue }
                bytes = bytes.addingSaturated(item.status.size)
            case .failure: unreadable += 1
            case .leaving: break
            }
        }
    }

    /// Adds the figures of another container.
    package mutating func add(_ other: ContainerStatistics) {
        bytes = bytes.addingSaturated(other.bytes)
        items += other.items
        unreadable += other.unreadable
        changed = [changed, other.changed].compactMap { $0 }.max()
    }
}
