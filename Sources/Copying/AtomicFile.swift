package import ContainerModel
package import FileTree
import System

/// Small files that are written completely or not at all, below a directory and without following symbolic links.
///
/// For the program's own files, in its state directory or where the user asked for them: no journal, no undo, and
/// existing files are replaced.
package enum AtomicFile {
    /// Writes a file, accessible only to the user (mode 0600). A concurrent reader, or one after a crash of the
    /// program, sees either the old or the new contents. The directory must exist.
    ///
    /// The file is not made durable: the user is waiting at `^Z`, and on a busy disk a sync takes seconds. After a
    /// power loss it may be missing or damaged, which its readers treat as missing.
    /// - Throws: `ItemFailure`
    package static func write(
        _ contents: [UInt8],
        to path: ContainerPath,
        below root: RootedDirectory
    ) throws(ItemFailure) {
        let (directory, name) = try place(of: path, below: root, "write the file")
        do throws(Errno) {
            try WholeFile.write(contents, to: name, in: directory.number, .untilPowerFails)
        } catch {
            throw ItemFailure("write the file", errno: error.rawValue, path: path)
        }
    }

    /// Removes a file; does nothing if it does not exist.
    /// - Throws: `ItemFailure`
    package static func remove(_ path: ContainerPath, below root: RootedDirectory) throws(ItemFailure) {
        let (directory, name) = try place(of: path, below: root, "remove the file")
        let failure = withNullTerminated(name) { sandglass_remove_name(directory.number, $0, 0) }
        guard failure == 0 || failure == -ENOENT else {
            throw ItemFailure("remove the file", errno: -failure, path: path)
        }
    }

    /// Creates a directory and its missing ancestors, accessible only to the user (mode 0700).
    /// - Throws: `ItemFailure`
    package static func makeDirectories(_ path: ContainerPath, below root: RootedDirectory) throws(ItemFailure) {
        var made = ContainerPath.root
        for component in path.components {
            guard let next = made.appending(name: component) else { continue }
            let directory = try openPath(made, below: root, "create the directory")
            let failure = withNullTerminated(component) { sandglass_make_directory(directory.number, $0, 0o700) }
            guard failure == 0 || failure == -EEXIST else {
                throw ItemFailure("create the directory", errno: -failure, path: next)
            }
            made = next
        }
        // An existing item may not be a directory.
        _ = try openPath(made, below: root, "create the directory")
    }

    /// Returns the open directory of a file, and the file's name.
    private static func place(
        of path: ContainerPath,
        below root: RootedDirectory,
        _ operation: String
    ) throws(ItemFailure) -> (Descriptor, ArraySlice<UInt8>) {
        guard let name = path.lastComponent, let parent = path.parent else {
            throw ItemFailure(operation, errno: EISDIR, path: path)
        }
        return (try openPath(parent, below: root, operation), name)
    }

    private static func openPath(
        _ path: ContainerPath,
        below root: RootedDirectory,
        _ operation: String
    ) throws(ItemFailure) -> Descriptor {
        do throws(FileTreeError) {
            return try root.openPath(path)
        } catch {
            throw ItemFailure(operation, errno: error.errno, path: path)
        }
    }
}
