import ContainerModel
import ContainerStore
import Documents
package import FileTree

/// An archive that a path on this computer leads to or into.
struct HostArchive {
    /// The directory that the archive is in, as a tree, and its path.
    let tree: any FileTree
    let directory: HostPath
    /// The archive in that directory.
    let name: ContainerPath
    /// The path in the archive.
    let inside: ContainerPath

    /// Finds the archive; nil if there is none.
    init?(at path: [UInt8]) {
        guard let (archive, inside) = TreeFile.find(path),
            archive.format is ZipFormat || archive.format is TarFormat || archive.format is CompressedTarFormat,
            let hostPath = HostPath(archive.hostPath),
            let file = (hostPath.followingLinks() ?? hostPath).location,
            // What is compressed may be no tar.
            (try? archive.open()) != nil, let tree = try? HostTree.open(file.directory.bytes)
        else { return nil }
        (self.tree, directory, name, self.inside) = (tree, file.directory, file.name, inside)
    }
}

extension HostPath {
    /// The directory and the name of an item; nil for the root directory.
    var location: (directory: HostPath, name: ContainerPath)? {
        guard let parent, let name = ContainerPath(bytes: name) else { return nil }
        return (parent, name)
    }
}

extension FileContentsSearch {
    /// Passes the bytes of an archive that belong to none of its items to the visitor.
    /// - Parameter path: A path on this computer that leads to the archive or into it.
    /// - Returns: The parts that were not visited, and why; none if the path leads to no archive.
    /// - Throws: `FileTreeError` if the archive cannot be read.
    package func visitBesideItems(ofArchiveAt path: [UInt8]) throws(FileTreeError) -> [ContentsProblem] {
        guard let archive = HostArchive(at: path) else { return [] }
        return try searchBesideItems(of: try DocumentSource(archive.name, in: archive.tree)) { _ in true }
    }
}
