import ContainerModel
import FileTree
import System

/// A tree of files that lies over another one: where it has no item, the other one's is read. Only for opening items by
/// path: directories are those of the lower tree.
struct LayeredTree: FileTree {
    let upper: RootedDirectory
    let lower: RootedDirectory
    /// The items that no longer exist in the lower tree.
    let gone: Set<ContainerPath>

    var root: TreeDirectory { lower.root }
    var medium: String? { nil }
    var problems: [String] { [] }
    var identity: FileIdentity { get throws(FileTreeError) { try lower.identity } }

    func directory(at path: ContainerPath, for access: DirectoryAccess) throws(FileTreeError) -> TreeDirectory {
        try lower.directory(at: path, for: access)
    }

    func status(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus {
        if let found = try above(path, { path throws(FileTreeError) in try upper.status(path) }) { return found }
        return try lower.status(path)
    }

    func openFile(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        if let found = try above(path, { path throws(FileTreeError) in try upper.openFile(path) }) { return found }
        return try lower.openFile(path)
    }

    func subtree(_ path: ContainerPath) throws(FileTreeError) -> any FileTree {
        path.isRoot ? self : try lower.subtree(path)
    }

    private func above<Value>(
        _ path: ContainerPath, _ open: (ContainerPath) throws(FileTreeError) -> Value
    ) throws(FileTreeError) -> Value? {
        guard !gone.contains(path) else {
            throw FileTreeError(errno: ENOENT, operation: "access the item", path: path)
        }
        return try FileTreeError.unlessMissing { () throws(FileTreeError) in try open(path) }
    }
}
