import ContainerModel
import FileTree
import System

/// Finds the container of a path. The answer does not depend on how the path is written: the outermost directory with
/// evidence of a container wins, and anything inside it that looks like a container is one of its items.
extension ContainerStore {
    /// A directory recognized as a container, or as the package around one.
    struct Enclosure {
        let directory: HostDirectory
        let recognition: Recognition

        /// The path of the container's root.
        var root: HostPath { recognition.root.components.reduce(directory.path) { $0.appending($1) } }

        init(_ found: (HostDirectory, Recognition)) { (directory, recognition) = found }

        /// Opens the tree of the container.
        /// - Throws: `FileTreeError`
        func tree() throws(FileTreeError) -> any FileTree { try recognition.tree(in: directory) }
    }

    /// Returns the outermost directory that is certainly a container and has a directory at its root or below it. Items
    /// beside the root in a package are in no container.
    /// - Parameter archive: The archive that contains the directory; directories around it are ignored.
    static func enclosure(of path: HostPath, in archive: HostPath? = nil) -> Enclosure? {
        ([path] + ancestors(of: path, in: archive)).reversed().firstResult { place in
            guard let found = findCertain(place), let inside = path.path(below: place),
                inside.components.starts(with: found.1.root.components, by: { $0.elementsEqual($1) })
            else { return nil }
            return Enclosure(found)
        }
    }

    /// Returns the container that a directory without links on its way is in, by evidence or else by its looks: the
    /// question before something is written there, or a link there is followed.
    ///
    /// A directory that only looks like a container counts for the contents of its standard directories, unless it is
    /// the user's home.
    /// - Parameter item: An item that is, or would be, in the directory or below it; nil for the directory itself.
    static func container(around path: HostPath, of item: HostPath? = nil) -> Enclosure? {
        enclosure(of: path)
            ?? ([path] + ancestors(of: path)).firstResult { place in
                guard let inside = (item ?? path).path(below: place), isInStandardDirectory(inside, of: place),
                    let found = recognize(place)
                else { return nil }
                return Enclosure(found)
            }
    }

    /// Returns whether a path in a directory is one of the standard directories or in one, and the directory is not the
    /// user's home, which may have directories of these names.
    static func isInStandardDirectory(_ inside: ContainerPath, of directory: HostPath) -> Bool {
        guard let name = inside.components.first(where: { _ in true }) else { return false }
        return DirectorySource.standardNames.contains { $0.elementsEqual(name) } && !isHome(directory)
    }

    private static func isHome(_ path: HostPath) -> Bool {
        guard path.parent != nil else { return true }
        guard let home = getenv("HOME") else { return false }
        let bytes = UnsafeBufferPointer(start: home, count: strlen(home)).map { UInt8(bitPattern: $0) }
        return HostPath(bytes)?.followingLinks() == path.followingLinks()
    }
}
