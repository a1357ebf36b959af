package import ContainerModel
package import System

/// The purpose of opening a directory.
package enum DirectoryAccess: Hashable, Sendable {
    /// Listing the entries.
    case listing
    /// Examining and opening entries by name, which requires fewer permissions.
    case lookup
}

/// A tree of items that can be listed and read: a host directory or an archive.
///
/// A new kind of tree provides its root, a directory of an `IndexedTree`. A host directory is a
/// `RootedDirectory`, the only kind of tree that can be written to; code that changes files requires one.
package protocol FileTree: Sendable {
    /// The root directory of the tree.
    var root: TreeDirectory { get }

    /// The kind of file that contains the tree, for display: "zip archive". nil for a host directory.
    var medium: String? { get }

    /// Sentences about the parts of the tree that cannot be read, with the reasons; names in them are not sanitized.
    var problems: [String] { get }

    /// The first of the problems because of which items are missing from the tree, or may hold something else than was
    /// stored: the archive or the backup is damaged or too large. nil if there is none.
    var loss: String? { get }

    /// The identity of the tree.
    /// - Throws: `FileTreeError`
    var identity: FileIdentity { get throws(FileTreeError) }

    /// The tree as a writable directory; nil if it is read-only.
    var writable: RootedDirectory? { get }

    /// The number of bytes that may be read from all files together; nil if unlimited.
    var maxBytes: UInt64? { get }

    /// Whether the tree was made on this computer, so that copies of its items get their owners, special bits and all
    /// extended attributes back.
    var keepsAllMetadata: Bool { get }

    /// Whether what the tree holds was encrypted: copies are for their owner alone, and nothing else gets to a disk.
    var isDecrypted: Bool { get }

    /// Opens a directory, without following symbolic links.
    /// - Throws: `FileTreeError`; `throughLink` if any component of the path is a symbolic link.
    func directory(at path: ContainerPath, for access: DirectoryAccess) throws(FileTreeError) -> TreeDirectory

    /// Returns the status of the item at a path, without following symbolic links.
    /// - Throws: `FileTreeError`
    func status(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus

    /// Opens a regular file for random access, without following symbolic links.
    /// - Throws: `FileTreeError`
    func openFile(_ path: ContainerPath) throws(FileTreeError) -> Descriptor

    /// Returns a directory of the tree as a separate tree.
    /// - Throws: `FileTreeError`
    func subtree(_ path: ContainerPath) throws(FileTreeError) -> any FileTree
}

extension FileTree {
    /// Opens a directory for listing, without following symbolic links.
    /// - Throws: `FileTreeError`; `throughLink` if any component of the path is a symbolic link.
    package func directory(at path: ContainerPath) throws(FileTreeError) -> TreeDirectory {
        try directory(at: path, for: .listing)
    }

    /// Opens a regular file for random access, even if it is shorter or longer than its record says. For callers that
    /// report that; for others, `openFile` fails.
    /// - Throws: `FileTreeError`
    package func openRemains(_ path: ContainerPath) throws(FileTreeError) -> FileRemains {
        // Only the files of other trees than directories of this computer have records.
        guard case .listing = root, let name = path.lastComponent, let parent = path.parent else {
            return FileRemains(try openFile(path))
        }
        return try directory(at: parent, for: .lookup).openRemains(name, path: path)
    }

    /// Returns the status of the item at a path, without following symbolic links; nil if it or its directory does not
    /// exist.
    /// - Throws: `FileTreeError` for any other failure, which leaves open whether the item exists.
    package func statusIfPresent(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus? {
        do throws(FileTreeError) {
            return try status(path)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }
}

// Default implementations for read-only trees, based on the root directory.
extension FileTree {
    package var writable: RootedDirectory? { nil }
    package var loss: String? { nil }
    package var maxBytes: UInt64? { nil }
    package var keepsAllMetadata: Bool { false }
    package var isDecrypted: Bool { false }

    package func directory(at path: ContainerPath, for access: DirectoryAccess) throws(FileTreeError) -> TreeDirectory {
        var current = root
        for name in path.components {
            do throws(FileTreeError) {
                current = try current.subdirectory(name, for: access)
            } catch {
                throw error.about(path)
            }
        }
        return current
    }

    package func status(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus {
        guard let name = path.lastComponent, let parent = path.parent else {
            return try root.status(of: [], path: path)
        }
        return try directory(at: parent, for: .lookup).status(of: name, path: path)
    }

    package func openFile(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        guard let name = path.lastComponent, let parent = path.parent else {
            throw FileTreeError(errno: EISDIR, operation: "open the file", path: path)
        }
        return try directory(at: parent, for: .lookup).openFile(name, path: path)
    }

    package func subtree(_ path: ContainerPath) throws(FileTreeError) -> any FileTree {
        guard !path.isRoot else { return self }
        return Subtree(root: try directory(at: path), of: self)
    }
}

/// A directory of a tree as a separate tree.
private struct Subtree: FileTree {
    let root: TreeDirectory
    let whole: any FileTree

    init(root: TreeDirectory, of whole: any FileTree) {
        self.root = root
        self.whole = whole
    }

    var medium: String? { whole.medium }
    var problems: [String] { whole.problems }
    var loss: String? { whole.loss }
    var maxBytes: UInt64? { whole.maxBytes }
    var keepsAllMetadata: Bool { whole.keepsAllMetadata }
    var isDecrypted: Bool { whole.isDecrypted }
    var identity: FileIdentity { get throws(FileTreeError) { try whole.identity } }
}
