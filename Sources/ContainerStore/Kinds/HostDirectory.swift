import ContainerModel
import FileTree
import Jobs

/// A directory of this computer, or in an archive, that may be a container or contain some.
struct HostDirectory {
    let path: HostPath
    let tree: any FileTree

    /// Opens the directory at a path, which may continue behind the name of an archive.
    init(_ path: HostPath, cancellation: Cancellation = Cancellation()) throws(FileTreeError) {
        self.path = path
        tree = try HostTree.open(path.bytes, cancellation: cancellation)
    }

    /// Opens the directory at a path that leads into no backup: if it is missing, no backup is looked for on the way.
    init(outsideBackups path: HostPath) throws(FileTreeError) {
        self.path = path
        tree = try HostTree.directory(path.bytes)
    }

    private init(_ path: HostPath, _ tree: any FileTree) {
        self.path = path
        self.tree = tree
    }

    /// The directory's name; for the root of an archive, without the archive's suffix.
    var name: ArraySlice<UInt8> {
        guard tree.medium != nil else { return path.name }
        let suffixes = TreeFormats.all.flatMap(\.suffixes)
        let suffix = suffixes.filter { path.hasSuffix($0) }.max { $0.utf8.count < $1.utf8.count }
        return path.name.dropLast(suffix?.utf8.count ?? 0)
    }

    /// Returns whether the name ends with `suffix` and has something before it.
    func hasSuffix(_ suffix: String) -> Bool {
        name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Returns the type of the item at `path` below the directory, without following links; nil if there is none.
    func kind(of path: ContainerPath) -> ItemKind? { try? tree.status(path).kind }

    func hasDirectory(_ path: ContainerPath) -> Bool { kind(of: path) == .directory }

    func hasFile(_ path: ContainerPath) -> Bool { kind(of: path) == .file }

    /// The subdirectories, in natural order; empty if the directory has more than 4,096 entries.
    var subdirectories: [HostPath] { tree.entries(limit: 4_096).map(subdirectories) ?? [] }

    /// Returns the subdirectories among the directory's entries, in natural order.
    func subdirectories(among entries: EntryList) -> [HostPath] {
        entries.arranged(by: EntryOrder(), filter: EntryFilter())
            .filter { entries.kind(Int($0)) == .directory }
            // macOS adds this directory to zip archives; it repeats the items' names for their metadata.
            .filter { tree.medium == nil || !entries.name(Int($0)).elementsEqual("__MACOSX".utf8) }
            .map { path.appending(entries.name(Int($0))) }
    }

    /// Returns what `ask` returns for the subdirectories that can be opened. Each is opened from this directory, so that
    /// thousands take a fraction of the time that looking up their paths would take.
    func mapSubdirectories<Result: Sendable>(_ ask: @escaping @Sendable (HostDirectory) -> Result?) -> [Result] {
        guard let entries = tree.entries(limit: .max) else { return [] }
        let directories = (0..<entries.count).filter { entries.kind($0) == .directory }
        return HostLookahead.map(directories, at: path) { index in
            guard let name = ContainerPath(bytes: entries.name(index)), let child = try? tree.subtree(name) else {
                return nil
            }
            return ask(HostDirectory(path.appending(entries.name(index)), child))
        }.compactMap(\.self)
    }
}

extension TreeDirectory {
    /// Returns the entries; nil if there are more than about `limit`.
    /// - Throws: `FileTreeError`
    func entries(limit: Int) throws(FileTreeError) -> EntryList? {
        let cancellation = Cancellation()
        return try entries(
            path: .root, cancellation: cancellation, progress: { if $0.count > limit { cancellation.cancel() } })
    }
}

extension FileTree {
    /// Returns the entries of the tree's root directory; nil if there are more than about `limit`, or they cannot be
    /// read.
    func entries(limit: Int) -> EntryList? { (try? directory(at: .root).entries(limit: limit)) ?? nil }
}
