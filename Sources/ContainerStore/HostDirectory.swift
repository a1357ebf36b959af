import ContainerModel
import FileTree
import Jobs

/// A directory of this computer that may be a container, or hold some.
struct HostDirectory {
    let path: HostPath
    let root: RootedDirectory

    init(_ path: HostPath) throws(FileTreeError) {
        self.path = path
        root = try RootedDirectory(hostPath: path.bytes)
    }

    /// What stands at `path` below the directory, through no link; nil where nothing does.
    func kind(of path: ContainerPath) -> ItemKind? { try? root.status(path).kind }

    func hasDirectory(_ path: ContainerPath) -> Bool { kind(of: path) == .directory }

    func hasFile(_ path: ContainerPath) -> Bool { kind(of: path) == .file }

    /// The first subdirectories, in natural order. Directories with more than `limit` entries are not looked through.
    func subdirectories(limit: Int = 4_096) -> [HostPath] {
        guard let entries = root.entries(limit: limit) else { return [] }
        return entries.arranged(by: EntryOrder(), filter: EntryFilter())
            .filter { entries.kind(Int($0)) == .directory }
            .map { path.appending(entries.name(Int($0))) }
    }
}

extension RootedDirectory {
    /// All entries of the directory itself; nil where it has more than about `limit`, or cannot be read.
    func entries(limit: Int) -> EntryList? {
        let cancellation = Cancellation()
        guard let descriptor = try? openDirectory(.root) else { return nil }
        return try? DirectoryReader.read(
            descriptor,
            path: .root,
            cancellation: cancellation,
            progress: { if $0.count > limit { cancellation.cancel() } }
        )
    }
}
