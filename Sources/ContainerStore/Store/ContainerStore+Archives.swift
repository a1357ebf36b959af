package import ContainerModel
package import FileTree
import Jobs
import System

/// Containers in archives: a zip of a downloaded package, a tar of a directory.
extension ContainerStore {
    /// Resolves a path that leads to an archive or into one, or past the container in a package; returns any other path
    /// unchanged.
    ///
    /// A path continues behind the archive's name with the names in it. If the first of these does not exist in the
    /// archive, the path is taken as relative to the only container in the archive, so that users need not know how the
    /// archive was made.
    /// - Throws: `ContainerStoreError` if the archive cannot be read.
    static func pathInArchive(
        _ path: [UInt8],
        _ progress: ProgressMeter = ProgressMeter(),
        _ cancellation: Cancellation = Cancellation()
    ) throws(ContainerStoreError) -> [UInt8] {
        try resolveReserved(path, cancellation)
        guard let hostPath = HostPath(path), leadsToFile(hostPath), !isItemOfContainer(hostPath) else {
            return pathInPackage(path)
        }
        let (file, inside): (TreeFile, ContainerPath)
        let tree: any FileTree
        do throws(FileTreeError) {
            guard let found = try archiveFile(at: hostPath) else { return pathInPackage(path) }
            (file, inside) = found
            tree = try file.open(progress: progress, cancellation: cancellation)
        } catch {
            throw ContainerStoreError(error, path)
        }
        guard let first = inside.components.first(where: { _ in true }), let name = ContainerPath(bytes: first),
            (try? tree.status(name)) == nil, BackupFolder(tree) == nil,
            case .container(let container, _)? = try? open(file.hostPath, as: nil, descents: 2)
        else {
            let archive = HostPath(file.hostPath)
            let found = pathInPackage(hostPath) { place in
                archive.flatMap { place.path(below: $0) }.map { (try? tree.status($0)) != nil } ?? true
            }
            return found?.bytes ?? path
        }
        return inside.components.reduce(container.description.hostPath) { $0.appending($1) }.bytes
    }

    /// Returns the title of the archive that a path leads to or into, such as "zip archive", and the path in the archive,
    /// whether anything exists there or not. Returns nil for other paths, and for an archive itself that is an item of a
    /// container.
    package static func medium(at path: [UInt8]) -> (title: String, path: ContainerPath)? {
        guard let hostPath = HostPath(path), let (file, inside) = (try? archiveFile(at: hostPath)) ?? nil,
            !inside.isRoot || !isItemOfContainer(hostPath)
        else { return nil }
        return (file.format.title, inside)
    }

    /// Returns the archive that a path leads to or into, and the path in it; nil for other paths.
    /// - Throws: `FileTreeError` for a time point that cannot be read: it is never taken for a file.
    private static func archiveFile(at path: HostPath) throws(FileTreeError) -> (TreeFile, ContainerPath)? {
        guard leadsToFile(path) else { return nil }
        if let found = TreeFile.find(path.bytes) { return found }
        guard TimePointPath.spelling(of: path.bytes) != nil else { return nil }
        throw FileTreeError(errno: Errno.inputOutput.rawValue, operation: "read the time point")
    }

    /// Opens the archive that a path leads to or into, whether there is a container in it or not.
    /// - Returns: The archive's tree, and the path in it; nil for a path that leads into no archive.
    /// - Throws: `FileTreeError` if the archive cannot be read.
    package static func archive(
        at path: [UInt8]
    ) throws(FileTreeError) -> (tree: any FileTree, path: ContainerPath)? {
        guard let hostPath = HostPath(path), let (file, inside) = try archiveFile(at: hostPath) else { return nil }
        return (try file.open(progress: ProgressMeter(), cancellation: Cancellation()), inside)
    }

    /// Returns the archive that contains a directory; nil for a directory of this computer.
    static func archive(around directory: HostDirectory) -> HostPath? {
        guard directory.tree.medium != nil else { return nil }
        return TreeFile.find(directory.path.bytes).flatMap { HostPath($0.0.hostPath) }
    }

    /// Returns whether the path, or an ancestor of it, is not a directory.
    private static func leadsToFile(_ path: HostPath) -> Bool {
        do throws(FileTreeError) {
            _ = try RootedDirectory(hostPath: path.bytes)
            return false
        } catch {
            return error.code == .notADirectory
        }
    }

    /// Returns whether a path leads to a file, or below one, that is an item of a container. Such a file is treated as
    /// an item even if it is an archive. In a directory that only looks like a container, this applies only to files
    /// inside its standard directories that are not packaged containers themselves.
    static func isItemOfContainer(_ path: HostPath) -> Bool {
        guard leadsToFile(path) else { return false }
        var file = path
        while !file.exists, let parent = file.parent { file = parent }
        if let directory = file.parent, let outer = enclosure(of: directory), outer.directory.tree.medium == nil {
            return true
        }
        for above in ancestors(of: file) {
            guard let (directory, recognition) = recognize(above), directory.tree.medium == nil else { continue }
            if recognition.certainty == .certain { return false }
            let place = file.path(below: above)?.components.first { _ in true }
            if let place, ["Documents", "Library", "tmp"].contains(where: { place.elementsEqual($0.utf8) }) {
                return !isPackage(file)
            }
        }
        return false
    }

    /// Returns whether a file is an archive whose contents are certain to be a container.
    private static func isPackage(_ file: HostPath) -> Bool {
        guard let directory = try? HostDirectory(file), directory.tree.medium != nil else { return false }
        return ([file] + directory.subdirectories).contains { findCertain($0) != nil }
    }
}

extension ContainerStoreError {
    static func insideItem(_ path: [UInt8], _ medium: String) -> ContainerStoreError {
        ContainerStoreError(
            .notAContainer,
            path,
            "leads into a \(medium) inside a container, which is not opened there; use `export` to copy the archive out, and "
                + "open the copy"
        )
    }

    static func noContainerInArchive(_ path: [UInt8], _ tree: any FileTree) -> ContainerStoreError {
        // Nothing at all could be read: that is why.
        if tree.entries(limit: 1)?.isEmpty == true, let problem = tree.problems.first {
            return ContainerStoreError(
                tree.loss == nil ? .notAContainer : .damaged, path, "cannot be opened: \(tree.loss ?? problem)")
        }
        let problems = tree.problems.map { "; \($0)" }.joined()
        return ContainerStoreError(
            .notAContainer,
            path,
            "is in no app's container: none was found in the archive. A container has a metadata property list, or two "
                + "of Documents, Library and tmp; `--kind data` opens any archive as one\(problems)"
        )
    }
}
