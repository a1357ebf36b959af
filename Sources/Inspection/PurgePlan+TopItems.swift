package import ContainerModel

/// The items of a purge that go by themselves: a directory of which everything goes, and not what is in it.
package struct PurgeTopItems {
    /// In the order of the tree.
    package private(set) var paths: [ContainerPath] = []

    /// None.
    package init() {}

    /// Takes the next row of the plan, in which a directory comes after what is in it.
    package mutating func insert(_ row: PurgePlan.Row) {
        guard row.fate != .kept else { return }
        while let last = paths.last, last.isInside(row.rawPath) { paths.removeLast() }
        paths.append(row.rawPath)
    }
}
