package import ContainerModel
package import Disk

/// A directory below which things are changed: a container's root, or a directory of this computer that the person
/// named.
package struct Site: Sendable {
    /// The handle below which everything is opened, through no link.
    package let root: RootedDirectory
    /// Where it is on this computer: absolute, without a final slash or NUL.
    package let hostPath: [UInt8]
    /// Whether this is a container: it is locked while it is changed, and no trash may lie in it.
    package let isContainer: Bool

    /// A directory that is open already.
    package init(root: RootedDirectory, hostPath: [UInt8], isContainer: Bool) {
        self.root = root
        self.hostPath = hostPath
        self.isContainer = isContainer
    }

    /// Opens a directory of this computer; links in the path are followed, since it is the person's own.
    /// - Throws: `DiskError`
    package init(hostPath: [UInt8], isContainer: Bool) throws(DiskError) {
        self.init(root: try RootedDirectory(hostPath: hostPath), hostPath: hostPath, isContainer: isContainer)
    }
}

/// A name below a site, whether something stands there or not.
package struct Spot: Sendable {
    /// Below what it is.
    package let site: Site
    /// From the site's root; no link is passed through.
    package let path: ContainerPath

    /// A place at a site.
    package init(_ site: Site, _ path: ContainerPath) {
        self.site = site
        self.path = path
    }

    /// The path on this computer, for people: bytes, not safe for a terminal.
    package var hostPath: [UInt8] {
        path.isRoot ? site.hostPath : (site.hostPath == [0x2f] ? [] : site.hostPath) + [0x2f] + path.bytes
    }

    /// The last component; empty for the site itself.
    package var name: ArraySlice<UInt8> { path.lastComponent ?? [] }

    /// The same site, the directory around this spot.
    package var parent: Spot { Spot(site, path.parent ?? .root) }

    /// Another name in the same directory; nil where it is no name.
    package func sibling(_ name: some Collection<UInt8>) -> Spot? {
        (path.parent ?? .root).appending(name: name).map { Spot(site, $0) }
    }
}

extension Spot: Hashable {
    /// Spots are the same where their paths on this computer are.
    package static func == (one: Spot, other: Spot) -> Bool { one.hostPath == other.hostPath }

    package func hash(into hasher: inout Hasher) { hasher.combine(hostPath) }
}
