/// A directory of this computer that items are named below: a container's own, or one that the person named.
///
/// It is a plain value. The open directory that it stands for is looked up in the table of roots when it is used.
package struct Root: Hashable, Sendable {
    /// What kind of directory it is.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A container: it is locked while it is changed, and its rules hold in it.
        case container
        /// A directory of this computer.
        case directory
        /// The home trash.
        case trash
    }

    /// What kind of directory it is.
    package let kind: Kind
    /// Where it is on this computer: absolute bytes, without a final slash or NUL; not safe for a terminal.
    package let hostPath: [UInt8]

    /// The directory at a path, which nobody looks at.
    package init(_ kind: Kind, at hostPath: [UInt8]) {
        self.kind = kind
        self.hostPath = hostPath
    }

    /// The root of this computer.
    package static let computer = Root(.directory, at: [0x2f])

    /// Whether it is a container.
    package var isContainer: Bool { kind == .container }

    /// The path for people; not safe for a terminal.
    package var text: String { String(decoding: hostPath, as: UTF8.self) }
}

/// An item, whether it is there or not: a root and the path below it.
///
/// Two addresses are the same where their paths on this computer are, by whatever roots they are named.
package struct ItemAddress: Sendable {
    /// What the item is named below.
    package let root: Root
    /// From the root; no link is passed through.
    package let path: ContainerPath

    /// An item below a root.
    package init(_ root: Root, _ path: ContainerPath) {
        self.root = root
        self.path = path
    }

    /// The path on this computer: bytes, not safe for a terminal.
    package var hostPath: [UInt8] {
        path.isRoot ? root.hostPath : root.prefix + [ContainerPath.slash] + path.bytes
    }

    /// The path on this computer as text; not safe for a terminal.
    package var text: String { String(decoding: hostPath, as: UTF8.self) }

    /// The item's name; empty for the root itself.
    package var name: ArraySlice<UInt8> { path.lastComponent ?? [] }

    /// The directory around the item; the root itself for the root.
    package var parent: ItemAddress { ItemAddress(root, path.parent ?? .root) }

    /// The directory around the item; nil for a root.
    package var enclosing: ItemAddress? { path.parent.map { ItemAddress(root, $0) } }

    /// The entry of that name of this directory; nil where it is no name.
    package func entry(_ name: some Collection<UInt8>) -> ItemAddress? {
        path.appending(name: name).map { ItemAddress(root, $0) }
    }

    /// Another name in the same directory; nil where it is no name.
    package func sibling(_ name: some Collection<UInt8>) -> ItemAddress? {
        (path.parent ?? .root).appending(name: name).map { ItemAddress(root, $0) }
    }

    /// Whether both are in one container.
    package func isInContainer(of other: ItemAddress) -> Bool { root.isContainer && root == other.root }
}

extension Root {
    /// What paths below it begin with: nothing for the root of this computer.
    fileprivate var prefix: ArraySlice<UInt8> { hostPath == [ContainerPath.slash] ? [] : hostPath[...] }
}

extension ItemAddress: Hashable {
    package static func == (one: ItemAddress, other: ItemAddress) -> Bool {
        one.root.hostPath == other.root.hostPath ? one.path == other.path : one.hostPath == other.hostPath
    }

    package func hash(into hasher: inout Hasher) {
        // A hasher takes bytes as one stream: the same come out however the path is divided between root and path.
        func combine(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
        guard !path.isRoot else { return combine(root.hostPath[...]) }
        combine(root.prefix)
        combine([ContainerPath.slash])
        combine(path.bytes[...])
    }
}
