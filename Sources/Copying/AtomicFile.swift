package import ContainerModel
package import FileTree
import System

/// Small files that are there as a whole or not at all, below a directory and through no link.
///
/// For what the program keeps of its own, in its state directory or where the person asked for it: no journal, no
/// undo, and what was there before is replaced.
package enum AtomicFile {
    /// Writes a file, readable by nobody else (mode 0600): whoever reads it meanwhile, or after a crash of the program,
    /// sees the old contents or the new. The directory it stands in must be there.
    ///
    /// It is not made durable: who waits for it is a person at `^Z`, and a disk that others keep busy makes them wait
    /// for seconds. After a loss of power it may be missing or damaged, which its readers take for its absence.
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

    /// Removes a file; that it is not there is no failure.
    /// - Throws: `ItemFailure`
    package static func remove(_ path: ContainerPath, below root: RootedDirectory) throws(ItemFailure) {
        let (directory, name) = try place(of: path, below: root, "remove the file")
        let failure = withNullTerminated(name) { sandglass_remove_name(directory.number, $0, 0) }
        guard failure == 0 || failure == -ENOENT else {
            throw ItemFailure("remove the file", errno: -failure, path: path)
        }
    }

    /// Makes a directory and those above it, as far as they are not there, for nobody else (mode 0700).
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
        // What was there may be something else than a directory.
        _ = try openPath(made, below: root, "create the directory")
    }

    /// The open directory that a file stands in, and its name there.
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
