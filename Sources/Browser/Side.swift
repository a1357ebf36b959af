package import ContainerModel

/// One of the two places that files go between.
package enum Side: Hashable, Sendable, CaseIterable {
    case container
    /// This computer, from its root on.
    case computer

    /// The other one.
    package var other: Side { self == .container ? .computer : .container }
}

/// An item of the container or of this computer.
///
/// On this computer the path is read from `/`, and no part of it is a link: a directory that is reached through one is
/// known by its own path.
package struct SidePath: Hashable, Sendable {
    /// Where the path is read.
    package let side: Side
    /// From the container's root, or from `/`.
    package let path: ContainerPath

    /// An item, whether it is there or not.
    package init(_ side: Side, _ path: ContainerPath) {
        self.side = side
        self.path = path
    }

    /// The item's name; the root of a side has none.
    package var name: [UInt8] { Array(path.lastComponent ?? []) }

    /// The path as people know it: of this computer it begins with a slash.
    package var shown: [UInt8] { side == .computer ? [0x2f] + path.bytes : path.bytes }
}
