import ContainerModel
import FileTree
import Jobs

/// A directory that may be a container, or hold some: of this computer, or in an archive on it.
struct HostDirectory {
    let path: HostPath
    let tree: any FileTree

    /// The directory at a path, which may go on behind the name of an archive.
    init(_ path: HostPath, cancellation: Cancellation = Cancellation()) throws(FileTreeError) {
        self.path = path
        tree = try HostTree.open(path.bytes, cancellation: cancellation)
    }

    /// The directory's name; of an archive as a whole, without what says that it is one.
    var name: ArraySlice<UInt8> {
        guard tree.medium != nil else { return path.name }
        let suffixes = [".zip", ".tar", ".tgz", ".txz", ".tar.gz", ".tar.xz", ".tar.zst", ".tar.bz2"]
        let suffix = suffixes.filter { path.hasSuffix($0) }.max { $0.utf8.count < $1.utf8.count }
        return path.name.dropLast(suffix?.utf8.count ?? 0)
    }

    /// Whether its name ends with `suffix`.
    func hasSuffix(_ suffix: String) -> Bool {
        name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// What stands at `path` below the directory, through no link; nil where nothing does.
    func kind(of path: ContainerPath) -> ItemKind? { try? tree.status(path).kind }

    func hasDirectory(_ path: ContainerPath) -> Bool { kind(of: path) == .directory }

    func hasFile(_ path: ContainerPath) -> Bool { kind(of: path) == .file }

    /// The first subdirectories, in natural order. Directories with more than `limit` entries are not looked through.
    func subdirectories(limit: Int = 4_096) -> [HostPath] {
        guard let entries = tree.entries(limit: limit) else { return [] }
        return entries.arranged(by: EntryOrder(), filter: EntryFilter())
            .filter { entries.kind(Int($0)) == .directory }
            // What a Mac puts into a zip beside the items is about them, and repeats their names.
            .filter { tree.medium == nil || !entries.name(Int($0)).elementsEqual("__MACOSX".utf8) }
            .map { path.appending(entries.name(Int($0))) }
    }
}

extension FileTree {
    /// All entries of the tree's own directory; nil where it has more than about `limit`, or cannot be read.
    func entries(limit: Int) -> EntryList? {
        let cancellation = Cancellation()
        let entries = try? directory(at: .root).entries(
            path: .root,
            cancellation: cancellation,
            progress: { if $0.count > limit { cancellation.cancel() } }
        )
        return entries ?? nil
    }
}
