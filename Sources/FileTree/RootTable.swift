package import ContainerModel
import Synchronization
package import System

/// The open trees that roots stand for.
///
/// A root's directory is opened once, and everything below it is opened beneath that handle: whatever its path leads to
/// later, it is the directory that was meant.
package final class RootTable: Sendable {
    private let trees = Mutex<[Root: any FileTree]>([:])

    /// No root is open yet.
    package init() {}

    /// Has a root stand for a tree that is open already.
    package func adopt(_ tree: any FileTree, as root: Root) {
        trees.withLock { $0[root] = tree }
    }

    /// Closes a root's directory.
    package func forget(_ root: Root) { trees.withLock { $0[root] = nil } }

    /// The tree that a root stands for, opened where nobody has done that yet; links in its path are followed, since the
    /// path is the person's own.
    /// - Throws: `FileTreeError`
    package func tree(of root: Root) throws(FileTreeError) -> any FileTree {
        if let known = trees.withLock({ $0[root] }) { return known }
        let opened = try HostTree.open(root.hostPath)
        return trees.withLock { trees in
            // Somebody else may have been faster: everybody has to mean the same directory.
            if let known = trees[root] { return known }
            trees[root] = opened
            return opened
        }
    }

    /// The directory that a root stands for, which can be written to.
    /// - Throws: `FileTreeError`, with `EROFS` for a tree that can only be read.
    package func directory(of root: Root) throws(FileTreeError) -> RootedDirectory {
        guard let directory = try tree(of: root).writable else {
            throw FileTreeError(errno: EROFS, operation: "open the directory")
        }
        return directory
    }
}

extension RootTable {
    /// What stands at an address, links not followed.
    /// - Throws: `FileTreeError`
    package func status(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus {
        try tree(of: item.root).status(item.path)
    }

    /// What stands at an address, links not followed; nil where its directory has no such entry, or is not there.
    /// - Throws: `FileTreeError` for every other answer: it does not tell whether something is there.
    package func statusIfPresent(_ item: ItemAddress) throws(FileTreeError) -> ItemStatus? {
        try tree(of: item.root).statusIfPresent(item.path)
    }

    /// Opens a directory of any tree to be listed, through no link.
    /// - Throws: `FileTreeError`
    package func listing(of item: ItemAddress) throws(FileTreeError) -> TreeDirectory {
        try tree(of: item.root).directory(at: item.path)
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
        try tree(of: item.root).openFile(item.path)
    }

    /// Which directory a root is.
    /// - Throws: `FileTreeError`
    package func identity(of root: Root) throws(FileTreeError) -> FileIdentity {
        try tree(of: root).identity
    }
}
