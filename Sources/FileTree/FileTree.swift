package import ContainerModel
package import System

/// What a directory is opened for.
package enum DirectoryAccess: Hashable, Sendable {
    /// To be listed.
    case listing
    /// To look at and open what is in it by name, which asks for less.
    case lookup
}

/// A tree of items that can be listed and read, wherever it lies: a directory of this computer, an archive.
///
/// A new kind of tree says what its root is, and conforms its directories to `TreeListing`. A directory of this computer
/// is a `RootedDirectory`, which alone can be written to: what changes files asks for that.
package protocol FileTree: Sendable {
    /// The tree's own directory.
    var root: TreeDirectory { get }

    /// What people call the file that the tree is in: "zip archive". Nil for a directory of this computer.
    var medium: String? { get }

    /// What of the tree cannot be read and why, in sentences; names in them are not sanitized.
    var problems: [String] { get }

    /// Tells the tree from others.
    /// - Throws: `FileTreeError`
    var identity: FileIdentity { get throws(FileTreeError) }

    /// The same tree as a directory that can be written to; nil where it cannot.
    var writable: RootedDirectory? { get }

    /// How many bytes may be read of all files together; nil for as many as there are.
    var mostBytes: UInt64? { get }

    /// Opens a directory, through no link.
    /// - Throws: `FileTreeError`; `throughLink` where any part of the path is one.
    func directory(at path: ContainerPath, for access: DirectoryAccess) throws(FileTreeError) -> TreeDirectory

    /// What stands at a path, links not followed.
    /// - Throws: `FileTreeError`
    func status(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus

    /// Opens a regular file for reading from anywhere in it, through no link.
    /// - Throws: `FileTreeError`
    func openFile(_ path: ContainerPath) throws(FileTreeError) -> Descriptor

    /// A directory of the tree as a tree of its own.
    /// - Throws: `FileTreeError`
    func subtree(_ path: ContainerPath) throws(FileTreeError) -> any FileTree
}

extension FileTree {
    /// Opens a directory to be listed, through no link.
    /// - Throws: `FileTreeError`; `throughLink` where any part of the path is one.
    package func directory(at path: ContainerPath) throws(FileTreeError) -> TreeDirectory {
        try directory(at: path, for: .listing)
    }

    /// What stands at a path, links not followed; nil where its directory has no such entry, or is not there itself.
    /// - Throws: `FileTreeError` for every other answer: it does not tell whether something is there.
    package func statusIfPresent(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus? {
        do throws(FileTreeError) {
            return try status(path)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }
}

// What a tree that is not a directory of this computer gets by what its root is.
extension FileTree {
    package var writable: RootedDirectory? { nil }
    package var mostBytes: UInt64? { nil }

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

/// A directory of a tree, as a tree.
private struct Subtree: FileTree {
    let root: TreeDirectory
    let whole: any FileTree

    init(root: TreeDirectory, of whole: any FileTree) {
        self.root = root
        self.whole = whole
    }

    var medium: String? { whole.medium }
    var problems: [String] { whole.problems }
    var mostBytes: UInt64? { whole.mostBytes }
    var identity: FileIdentity { get throws(FileTreeError) { try whole.identity } }
}
