/// A directory of this computer that items are addressed below: a container, or a directory named by the user.
///
/// A plain value. The open descriptor is looked up in the table of roots when it is used.
package struct Root: Hashable, Sendable {
    /// The kind of a root.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A container: locked while it is changed, and subject to its rules.
        case container
        /// A directory of this computer.
        case directory
        /// The home trash.
        case trash
    }

    /// The kind of directory.
    package let kind: Kind
    /// The absolute path on this computer: bytes, without trailing slash or NUL; not safe for a terminal.
    package let hostPath: [UInt8]

    /// Creates a root for the directory at a path, without checking that it exists.
    package init(_ kind: Kind, at hostPath: [UInt8]) {
        self.kind = kind
        self.hostPath = hostPath
    }

    /// The root directory of this computer.
    package static let computer = Root(.directory, at: [0x2f])

    /// Whether the root is a container.
    package var isContainer: Bool { kind == .container }

    /// The path for display; not safe for a terminal.
    package var text: String { String(decoding: hostPath, as: UTF8.self) }
}

/// The address of an item, which need not exist: a root and the path below it.
///
/// Two addresses are equal if their paths on this computer are, whatever their roots.
package struct ItemAddress: Sendable {
    /// The root that the path is relative to.
    package let root: Root
    /// The path from the root; no symbolic link in it is followed.
    package let path: ContainerPath

    /// Creates the address of an item below a root.
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

    /// The directory that contains the item; the root itself for the root.
    package var parent: ItemAddress { ItemAddress(root, path.parent ?? .root) }

    /// The directory that contains the item; nil for a root.
    package var enclosing: ItemAddress? { path.parent.map { ItemAddress(root, $0) } }

    /// Returns the address of an entry of this directory; nil if `name` is not a valid name.
    package func entry(_ name: some Collection<UInt8>) -> ItemAddress? {
        path.appending(name: name).map { ItemAddress(root, $0) }
    }

    /// Returns the address of another name in the same directory; nil if `name` is not a valid name.
    package func sibling(_ name: some Collection<UInt8>) -> ItemAddress? {
        (path.parent ?? .root).appending(name: name).map { ItemAddress(root, $0) }
    }

    /// Returns whether both items are in the same container.
    package func isInContainer(of other: ItemAddress) -> Bool { root.isContainer && root == other.root }
}

extension Root {
    /// The prefix of paths below the root: empty for the root directory of this computer.
    fileprivate var prefix: ArraySlice<UInt8> { hostPath == [ContainerPath.slash] ? [] : hostPath[...] }
}

extension ItemAddress: Hashable {
    package static func == (one: ItemAddress, other: ItemAddress) -> Bool {
        one.root.hostPath == other.root.hostPath ? one.path == other.path : one.hostPath == other.hostPath
    }

    package func hash(into hasher: inout Hasher) {
        // A hasher treats bytes as one stream, so the hash does not depend on how the path is divided between root and
        // path.
        func combine(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
        guard !path.isRoot else { return combine(root.hostPath[...]) }
        combine(root.prefix)
        combine([ContainerPath.slash])
        combine(path.bytes[...])
    }
}
