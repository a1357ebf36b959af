import CSystem
package import ContainerModel
package import Disk
import Glibc

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
        let (file, temporary) = try makeTemporary(in: directory, path: path)
        do throws(ItemFailure) {
            try fill(file, with: contents, path: path)
            let failure = withName(temporary[...]) { from in
                withName(name) { sandglass_rename_over(directory.number, from, directory.number, $0) }
            }
            guard failure == 0 else { throw ItemFailure("write the file", errno: -failure, path: path) }
        } catch {
            _ = withName(temporary[...]) { sandglass_remove_name(directory.number, $0, 0) }
            throw error
        }
    }

    /// Removes a file; that it is not there is no failure.
    /// - Throws: `ItemFailure`
    package static func remove(_ path: ContainerPath, below root: RootedDirectory) throws(ItemFailure) {
        let (directory, name) = try place(of: path, below: root, "remove the file")
        let failure = withName(name) { sandglass_remove_name(directory.number, $0, 0) }
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
            let directory = try openPath(made, below: root, "make the directory")
            let failure = withName(component) { sandglass_make_directory(directory.number, $0, 0o700) }
            guard failure == 0 || failure == -EEXIST else {
                throw ItemFailure("make the directory", errno: -failure, path: next)
            }
            made = next
        }
        // What was there may be something else than a directory.
        _ = try openPath(made, below: root, "make the directory")
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
        do throws(DiskError) {
            return try root.openPath(path)
        } catch {
            throw ItemFailure(operation, errno: error.errno, path: path)
        }
    }

    /// A new file beside the one that it will replace.
    private static func makeTemporary(
        in directory: Descriptor,
        path: ContainerPath
    ) throws(ItemFailure) -> (Descriptor, name: [UInt8]) {
        // One that a crash left behind has the number of a process that is gone: the next number will do.
        for attempt in 0..<100 {
            let name = Array(".sandglass-\(getpid())-file-\(attempt)".utf8)
            let file = withName(name[...]) { sandglass_create_file(directory.number, $0, 0o600) }
            if file >= 0 { return (Descriptor(owning: file), name) }
            guard file == -EEXIST else { throw ItemFailure("write the file", errno: -file, path: path) }
        }
        throw ItemFailure("write the file", errno: EEXIST, path: path)
    }

    private static func fill(
        _ file: Descriptor,
        with contents: [UInt8],
        path: ContainerPath
    ) throws(ItemFailure) {
        // Whatever the umask took away.
        let failure = sandglass_set_mode(file.number, 0o600)
        guard failure == 0 else { throw ItemFailure("write the file", errno: -failure, path: path) }
        var written = 0
        while written < contents.count {
            let count = contents[written...].withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ItemFailure("write the file", errno: count < 0 ? errno : ENOSPC, path: path)
            }
            written += count
        }
    }
}
