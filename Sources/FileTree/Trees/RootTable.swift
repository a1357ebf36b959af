package import ContainerModel
import Synchronization
package import System

/// The open trees of roots.
///
/// The directory of a root is opened once, and everything below it is opened relative to that descriptor. It stays the
/// intended directory even if its path refers to another one later.
package final class RootTable: Sendable {
    private let trees = Mutex<[Root: any FileTree]>([:])
    /// The capabilities of the roots that were asked for, and the directory whose file system has them.
    private let known = Mutex<[Root: (capabilities: FileSystemCapabilities, place: ContainerPath)]>([:])

    /// Creates an empty table.
    package init() {}

    /// Registers a tree that is already open as the tree of a root.
    package func adopt(_ tree: any FileTree, as root: Root) {
        trees.withLock { $0[root] = tree }
        known.withLock { $0[root] = nil }
    }

    /// Releases the tree of a root.
    package func forget(_ root: Root) {
        trees.withLock { $0[root] = nil }
        known.withLock { $0[root] = nil }
    }

    /// Returns the capabilities of the file system that a root is on. Trees that cannot be written to, and roots that cannot
    /// be opened, have those of this computer.
    ///
    /// A root below which a device is mounted has the capabilities of the device: of some apps, Documents alone can be
    /// mounted.
    package func capabilities(of root: Root) -> FileSystemCapabilities { placed(root).capabilities }

    private func placed(_ root: Root) -> (capabilities: FileSystemCapabilities, place: ContainerPath) {
        if let found = known.withLock({ $0[root] }) { return found }
        guard let directory = try? directory(of: root) else { return (.local, .root) }
        var found = (capabilities: FileSystemCapabilities(of: directory.descriptor.number), place: ContainerPath.root)
        if !found.capabilities.isRemote, let below = DeviceMount.place(below: root.hostPath) {
            found = (.conduit, below)
        }
        known.withLock { $0[root] = found }
        return found
    }

    /// Checks that the file system of a root answers, before something is believed absent from it.
    /// - Throws: `FileTreeError` with `ENOTCONN` if it is a device's and does not.
    package func requireAnswer(of root: Root) throws(FileTreeError) {
        let (capabilities, place) = placed(root)
        guard capabilities.isRemote else { return }
        let directory = try directory(of: root)
        try DeviceMount.requireAnswer(of: place.isRoot ? directory.descriptor : try directory.openPath(place))
    }

    /// Returns the tree of a root, opening it if necessary. Symbolic links in the root's path are followed, since the
    /// path is the user's own.
    /// - Throws: `FileTreeError`
    package func tree(of root: Root) throws(FileTreeError) -> any FileTree {
        if let known = trees.withLock({ $0[root] }) { return known }
        let opened = try HostTree.open(root.hostPath)
        return trees.withLock { trees in
            // Another thread may have opened it first: everyone must use the same directory.
            if let known = trees[root] { return known }
            trees[root] = opened
            return opened
        }
    }

    /// Returns the writable directory of a root.
    /// - Throws: `FileTreeError`, with `EROFS` if the tree is read-only.
    package func directory(of root: Root) throws(FileTreeError) -> RootedDirectory {
        guard let directory = try tree(of: root).writable else {
            throw FileTreeError(errno: EROFS, operation: "open the directory")
        }
        return directory
    }
}

extension RootTable {
    /// Returns the status of an item, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func status(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus {
        try tree(of: item.root).status(item.path)
    }

    /// Returns the status of an item, without following symbolic links; nil if it or its directory does not exist.
    /// - Throws: `FileTreeError` for any other failure, which leaves open whether the item exists.
    package func statusIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus? {
        if let status = try tree(of: item.root).statusIfPresent(item.path) { return status }
        try requireAnswer(of: item.root)
        return nil
    }

    /// Returns whether there is a file, or something that cannot be examined.
    package func mayBeFile(_ item: ItemAddress) -> Bool {
        do throws(FileTreeError) {
            return try status(item).kind == .file
        } catch {
            return !error.isAbsence
        }
    }

    /// Opens a directory of any tree for listing, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func listing(of item: ItemAddress) throws(FileTreeError) -> TreeDirectory {
        try tree(of: item.root).directory(at: item.path)
    }

    /// Opens a host directory, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func openDirectory(_ item: ItemAddress) throws(FileTreeError) -> Descriptor {
        try directory(of: item.root).openDirectory(item.path)
    }

    /// Opens a host directory with `O_PATH`, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func openPath(_ item: ItemAddress) throws(FileTreeError) -> Descriptor {
        try directory(of: item.root).openPath(item.path)
    }

    /// Opens a regular file for reading, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func openFile(_ item: ItemAddress) throws(FileTreeError) -> Descriptor {
        try tree(of: item.root).openFile(item.path)
    }

    /// Returns the identity of a root's directory.
    /// - Throws: `FileTreeError`
    package func identity(of root: Root) throws(FileTreeError) -> FileIdentity {
        try tree(of: root).identity
    }
}
