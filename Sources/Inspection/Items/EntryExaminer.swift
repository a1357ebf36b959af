package import ContainerModel
package import ContainerStore
package import FileTree
package import Formats

/// Examines the entries of a directory, or anything below it, one after another. Blocks; use it on a worker.
package struct EntryExaminer {
    /// The directory of the entry examined last.
    private struct Parent {
        let path: ContainerPath
        let directory: TreeDirectory
        /// The app's access to it, looked up when it is first needed.
        var access: AppAccess?
        /// The backups that exclude everything in it, looked up when they are first needed.
        var covering: BackupKinds?
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
        parent = Parent(path: path, directory: directory)
    }

    /// Returns the facts about an entry.
    /// - Parameter name: Its name, or its path from the directory of the listing.
    /// - Throws: `FileTreeError`; `notFound` if the entry no longer exists.
    package mutating func facts(of name: ArraySlice<UInt8>) throws(FileTreeError) -> EntryFacts {
        let entry = try enterDirectory(of: name)
        let isListed = parent.path == path
        examineParent()
        return try EntryFacts(
            of: entry, in: parent.directory, at: parent.path, tree: tree, names: &names,
            access: parent.access ?? .unrestricted, covering: isListed ? nil : parent.covering,
            exclusions: container?.exclusions, mayHaveAppleDouble: mayHaveAppleDouble,
            // The preview of the file under the cursor shows its type.
            readsSignature: false)
    }

    /// Returns the facts that determine an entry's badges besides its place: much less than all facts about it.
    /// - Parameter name: Its name, or its path from the directory of the listing.
    /// - Throws: `FileTreeError`; `notFound` if the entry no longer exists.
    package mutating func policy(of name: ArraySlice<UInt8>) throws(FileTreeError) -> EntryPolicy {
        let entry = try enterDirectory(of: name)
        examineParent()
        let status = try parent.directory.status(of: entry, path: parent.path)
        let attributes = parent.directory.attributeNames(of: entry)
        let list = EntryFacts.accessControlList(of: entry, in: parent.directory, attributes)
        return EntryPolicy(
            kind: status.kind,
            exclusion: ExclusionReader.ownExclusion(
                of: entry, in: parent.directory, attributes: attributes, mayHaveAppleDouble: mayHaveAppleDouble),
            covering: parent.path == path ? nil : parent.covering,
            protection: status.protection,
            permitted: parent.access?.permitted(status, list ?? nil) ?? .unrestricted)
    }

    /// Looks up the facts that the entries of a directory have in common.
    private mutating func examineParent() {
        guard parent.access == nil else { return }
        parent.access = container.map { _ in AppAccess(in: parent.path, of: tree) } ?? .unrestricted
        // The listing knows what covers its own directory.
        if parent.path != path { parent.covering = covering }
    }

    /// Returns the metadata of an entry.
    /// - Parameter name: Its name, or its path from the directory of the listing.
    /// - Throws: `FileTreeError`; `notFound` if the entry no longer exists.
    package mutating func status(of name: ArraySlice<UInt8>) throws(FileTreeError) -> ItemStatus {
        let entry = try enterDirectory(of: name)
        return try parent.directory.status(of: entry, path: parent.path)
    }

    /// Returns the type of a regular file by its first bytes; nil if it is of no known type.
    /// - Parameter name: Its name, or its path from the directory of the listing.
    /// - Throws: `FileTreeError` if it cannot be read.
    package mutating func signature(of name: ArraySlice<UInt8>) throws(FileTreeError) -> FileSignature? {
        let entry = try enterDirectory(of: name)
        return FileSignature(try parent.directory.head(of: entry, length: FileSignature.length))
    }

    /// Returns whether a directory has no entries.
    /// - Parameter name: Its name, or its path from the directory of the listing.
    /// - Throws: `FileTreeError` if it cannot be read.
    package func isEmpty(directory name: ArraySlice<UInt8>) throws(FileTreeError) -> Bool {
        guard let inside = ContainerPath(bytes: name) else { return false }
        let found = path.appending(inside)
        return try tree.directory(at: found).entries(path: found)?.isEmpty ?? false
    }

    /// The backups that exclude everything in the directory of the entry examined last.
    private var covering: BackupKinds {
        container.map { _ in ExclusionReader.coveringExclusion(of: parent.path, in: tree) } ?? []
    }

    /// Opens the directory of an entry, unless the previous entry is in the same one.
    /// - Returns: The name of the entry there.
    private mutating func enterDirectory(of name: ArraySlice<UInt8>) throws(FileTreeError) -> ArraySlice<UInt8> {
        var entry = name
        var directory = path
        if let slash = name.lastIndex(of: ContainerPath.slash) {
            entry = name[(slash + 1)...]
            directory = ContainerPath(bytes: name[..<slash]).map { path.appending($0) } ?? path
        }
        if parent.path != directory {
            parent = Parent(path: directory, directory: try tree.directory(at: directory, for: .lookup))
        }
        return entry
    }
}

/// The facts that determine an entry's badges besides its place.
package struct EntryPolicy: Sendable {
    /// The kind of item.
    package let kind: ItemKind
    /// The kinds of backup that its own attributes exclude it from.
    package let exclusion: BackupKinds
    /// The kinds of backup that the directories above exclude it from; nil if they are its listing's.
    package let covering: BackupKinds?
    /// Its data protection class; unknown where the source does not record it.
    package let protection: ProtectionClass
    /// The rights that mode, owner and access control list do not deny the app's user.
    package let permitted: Rights
}
