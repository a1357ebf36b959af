import ContainerModel
import ContainerStore
import Documents
import FileTree
import Formats

/// One of two trees that are compared.
final class ComparedTree {
    /// The tree, in which paths begin where the side does; for a single item, at the directory that has it.
    let tree: any FileTree
    /// The root, or the name of the single item.
    let start: ContainerPath
    private var rules: SideRules?
    /// The time point that the side is, or is a part of, and the path of the side in it; nil if it is no time point.
    private let point: (tree: TimePointTree, directory: ContainerPath)?

    /// Opens a side.
    /// - Throws: `FileTreeError` if there is no such item.
    init(_ path: ContainerPath, _ whole: any FileTree, _ container: Container?) throws(FileTreeError) {
        let kind = try whole.status(path).kind
        let directory = kind == .directory ? path : path.parent ?? .root
        tree = try whole.subtree(directory)
        start = kind == .directory ? .root : ContainerPath(bytes: path.lastComponent ?? []) ?? .root
        rules = container.map { SideRules(of: $0, from: directory) }
        point = (whole as? TimePointTree).map { ($0, directory) }
    }

    /// Creates a side from a tree that stands for a part of a container.
    /// - Parameters:
    ///   - start: The root, or the name of the single item.
    ///   - directory: The directory of the container that the tree stands for.
    init(_ tree: any FileTree, start: ContainerPath, standingFor directory: ContainerPath, of container: Container?) {
        self.tree = tree
        self.start = start
        rules = container.map { SideRules(of: $0, from: directory) }
        point = nil
    }

    /// Whether the side has the modes of items as this computer has them: it is a directory, or a time point of one.
    var recordsAllModes: Bool { tree.medium == nil || tree.keepsAllMetadata }

    /// When the time point was kept; nil if the side is none.
    var pointHeader: TimePointManifest.Header? { point?.tree.header }

    /// Returns how a file was when the time point was kept; nil if the side is none.
    func recorded(_ path: ContainerPath) -> TimePointTree.Recorded? {
        point.flatMap { $0.tree.recorded($0.directory.appending(path)) }
    }

    /// Returns the path of an item from where the side begins: the root for a single item.
    func relative(_ path: ContainerPath) -> ContainerPath { start.isRoot ? path : path.relative(to: start) ?? path }

    /// The name of a single item; nil for a directory.
    var name: [UInt8]? { start.isRoot ? nil : start.bytes }

    /// Returns the badges of an item; nil outside of containers.
    func badges(of item: SideItem) -> Badges? { rules?.badges(of: item) }

    /// Opens a file.
    /// - Throws: `FileTreeError` if it cannot be read.
    func file(at path: ContainerPath) throws(FileTreeError) -> DocumentSource { try DocumentSource(path, in: tree) }

    /// Returns whether a path leads to an SQLite database.
    func isDatabase(_ path: ContainerPath) -> Bool {
        guard (try? tree.status(path))?.kind == .file else { return false }
        return (try? file(at: path))?.isDatabase ?? false
    }

    /// Returns the SHA-256 of a file; nil if it cannot be read as a whole, and for a database with a log, since its contents are
    /// in several files.
    func digest(of path: ContainerPath) -> [UInt8]? {
        guard let file = try? file(at: path), !file.hasLog else { return nil }
        var computation = SHA256()
        var offset: UInt64 = 0
        while true {
            guard let bytes = try? file.bytes(from: offset, count: 1 << 20) else { return nil }
            guard !bytes.isEmpty else { break }
            bytes.withUnsafeBytes { computation.add($0) }
            offset += UInt64(bytes.count)
        }
        return offset == file.size && !file.hasChanged ? computation.end() : nil
    }
}
