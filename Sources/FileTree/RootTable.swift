package import ContainerModel
import Synchronization
package import System

/// The open directories that roots stand for.
///
/// A root's directory is opened once, and everything below it is opened beneath that handle: whatever its path leads to
/// later, it is the directory that was meant.
package final class RootTable: Sendable {
    private let directories = Mutex<[Root: RootedDirectory]>([:])

    /// No root is open yet.
    package init() {}

    /// Has a root stand for a directory that is open already.
    package func adopt(_ directory: RootedDirectory, as root: Root) {
        directories.withLock { $0[root] = directory }
    }

    /// Closes a root's directory.
    package func forget(_ root: Root) { directories.withLock { $0[root] = nil } }

    /// The directory that a root stands for, opened where nobody has done that yet; links in its path are followed,
    /// since the path is the person's own.
    /// - Throws: `FileTreeError`
    package func directory(of root: Root) throws(FileTreeError) -> RootedDirectory {
        if let known = directories.withLock({ $0[root] }) { return known }
        let opened = try RootedDirectory(hostPath: root.hostPath)
        return directories.withLock { directories in
            // Somebody else may have been faster: everybody has to mean the same directory.
            if let known = directories[root] { return known }
            directories[root] = opened
            return opened
        }
    }
}

extension RootTable {
    /// What stands at an address, links not followed.
    /// - Throws: `FileTreeError`
    package func status(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus {
        try directory(of: item.root).status(item.path)
    }

    /// What stands at an address, links not followed; nil where its directory has no such entry, or is not there.
    /// - Throws: `FileTreeError` for every other answer: it does not tell whether something is there.
    package func statusIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus? {
        try directory(of: item.root).statusIfPresent(item.path)
    }

    /// Opens a directory, through no link.
    /// - Throws: `FileTreeError`
    package func openDirectory(_ item: ItemAddress) throws(FileTreeError) -> Descriptor {
        try directory(of: item.root).openDirectory(item.path)
    }

    /// A handle that only names a directory, opened through no link.
    /// - Throws: `FileTreeError`
    package func openPath(_ item: ItemAddress) throws(FileTreeError) -> Descriptor {
        try directory(of: item.root).openPath(item.path)
    }

    /// Opens a regular file for reading, through no link.
    /// - Throws: `FileTreeError`
    package func openFile(_ item: ItemAddress) throws(FileTreeError) -> Descriptor {
        try directory(of: item.root).openFile(item.path)
    }

    /// Which directory a root is.
    /// - Throws: `FileTreeError`
    package func identity(of root: Root) throws(FileTreeError) -> FileIdentity {
        let status = try ItemStatus(of: directory(of: root).descriptor, path: .root)
        return FileIdentity(device: status.device, inode: status.inode)
    }
}
