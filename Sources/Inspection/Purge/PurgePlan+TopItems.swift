package import ContainerModel

/// The topmost items of a purge: a directory that is purged completely, but not its contents.
package struct PurgeTopItems {
    /// The paths, in tree order.
    package private(set) var paths: [ContainerPath] = []

    /// Creates an empty list.
    package init() {}

    /// Adds the next row of the plan, in which a directory comes after its contents.
    package mutating func insert(_ row: PurgePlan.Row) {
        // A container itself is never removed, only its contents.
        guard row.fate != .kept, !row.rawPath.isRoot else { return }
        while let last = paths.last, last.isInside(row.rawPath) { paths.removeLast() }
        paths.append(row.rawPath)
    }
}
