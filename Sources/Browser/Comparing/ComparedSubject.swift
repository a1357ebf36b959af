package import ContainerModel
package import FileSharing

/// An item that is compared with one on another side, which has the state before.
package struct ComparedSubject: Hashable, Sendable {
    /// The item.
    package let item: ItemAddress
    /// Whether it is a directory, whose items are listed that differ.
    package let isDirectory: Bool
    /// The side that it is on.
    package let side: Side

    package init(_ item: ItemAddress, isDirectory: Bool, on side: Side) {
        self.item = item
        self.isDirectory = isDirectory
        self.side = side
    }
}

/// What an item outside of the open container is opened for.
package enum AsidePurpose: Hashable, Sendable {
    /// To compare an item with it.
    case comparing(ComparedSubject)
    /// To restore a container from it, and the groups of the app that both sides have.
    case restoring(Root, groups: [Restoration.Pair] = [])
}
