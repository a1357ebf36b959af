package import ContainerModel
package import ContainerStore
package import FileTree
import Formats

/// Examines the entries of a directory, or anything below it, one after another. Blocks; use it on a worker.
package struct EntryExaminer {
    /// The directory of the entry examined last.
    private struct Parent {
        let path: ContainerPath
        let directory: TreeDirectory
        let access: AppAccess
        /// The backups that exclude everything in it; nil for the directory of the listing, whose listing knows.
        let covering: BackupKinds?
    }

    private let tree: any FileTree
    private let container: Container?
    private let path: ContainerPath
    private let mayHaveAppleDouble: Bool
    private var parent: Parent
    private var names = AccountNames()

    /// Creates an examiner.
    /// - Parameters:
    ///   - directory: The directory whose entries are listed.
    ///   - path: Its path.
    ///   - container: The container that the tree belongs to; nil on this computer.
    ///   - entries: The entries, among which AppleDouble files are looked for.
    package init(
        of directory: TreeDirectory,
        at path: ContainerPath,
        in tree: any FileTree,
        of container: Container?,
        _ entries: EntryList
    ) {
        self.tree = tree
        self.container = container
        self.path = path
        mayHaveAppleDouble = directory.mayHaveAppleDoubles(entries)
        let access = container.map { _ in AppAccess(in: path, of: tree) } ?? .unrestricted
        parent = Parent(path: path, directory: directory, access: access, covering: nil)
    }

    /// Returns the facts about an entry.
    /// - Parameter name: Its name, or its path from the directory of the listing.
    /// - Throws: `FileTreeError`; `notFound` if the entry no longer exists.
    package mutating func facts(of name: ArraySlice<UInt8>) throws(FileTreeError) -> EntryFacts {
        var entry = name
        var directory = path
        if let slash = name.lastIndex(of: ContainerPath.slash) {
            entry = name[(slash + 1)...]
            directory = ContainerPath(bytes: name[..<slash]).map { path.appending($0) } ?? path
        }
        if parent.path != directory { try enter(directory) }
        return try EntryFacts(
            of: entry, in: parent.directory, at: parent.path, tree: tree, names: &names, access: parent.access,
            covering: parent.covering, exclusions: container?.exclusions, mayHaveAppleDouble: mayHaveAppleDouble,
            // The preview of the file under the cursor tells its type.
            readsSignature: false)
    }

    private mutating func enter(_ directory: ContainerPath) throws(FileTreeError) {
        parent = Parent(
            path: directory,
            directory: try tree.directory(at: directory, for: .lookup),
            access: container.map { _ in AppAccess(in: directory, of: tree) } ?? .unrestricted,
            covering: container.map { _ in ExclusionReader.coveringExclusion(of: directory, in: tree) } ?? [])
    }
}
