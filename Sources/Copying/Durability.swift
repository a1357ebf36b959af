package import ContainerModel
import FileTree
package import System

/// Makes changes survive a power loss.
///
/// A batch is synced with a single call: one fsync for each of 10,000 small files takes five times as long as one
/// syncfs at the end.
package enum Durability {
    /// Writes out the whole file system of an open item.
    ///
    /// `descriptor` should have been opened before anything was written, so that Linux also reports write errors that
    /// occurred meanwhile (syncfs(2)).
    /// - Throws: `ItemFailure`
    package static func syncFileSystem(of descriptor: Descriptor, path: ContainerPath) throws(ItemFailure) {
        var failure = sandglass_sync_file_system(descriptor.number)
        if failure == -EBADF {
            // syncfs rejects an O_PATH descriptor.
            let opened = sandglass_open_component(descriptor.number, ".", O_RDONLY | O_DIRECTORY)
            if opened >= 0 {
                failure = sandglass_sync_file_system(opened)
                close(opened)
            } else {
                // The directory is writable but not readable: sync everything.
                System.sync()
                failure = 0
            }
        }
        // A file system without syncfs writes synchronously as far as it can.
        guard failure == 0 || failure == -ENOSYS || failure == -EOPNOTSUPP else {
            throw ItemFailure("flush the copies to disk", errno: -failure, path: path)
        }
    }

    /// Writes out one open file or directory with its metadata.
    /// - Throws: `ItemFailure`
    package static func sync(_ descriptor: Descriptor, path: ContainerPath) throws(ItemFailure) {
        var failed = fsync(descriptor.number) != 0
        if failed, errno == EBADF {
            let opened = sandglass_open_component(descriptor.number, ".", O_RDONLY | O_DIRECTORY)
            guard opened >= 0 else { return try syncFileSystem(of: descriptor, path: path) }
            failed = fsync(opened) != 0
            let reason = errno
            close(opened)
            errno = reason
        }
        // EINVAL: the file system does not support fsync, typically for directories.
        guard !failed || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP else {
            throw ItemFailure("flush the change to disk", errno: errno, path: path)
        }
    }

    /// Makes the copies at `names` of an open directory durable before they get their final names: a single regular
    /// file on its own, anything else with its whole file system.
    /// - Throws: `ItemFailure`
    package static func syncCopies(_ names: [ArraySlice<UInt8>], in directory: Descriptor) throws(ItemFailure) {
        guard let name = names.first else { return }
        let path = ContainerPath(bytes: name) ?? .root
        guard names.count == 1, let status = try? ItemStatus(of: name, in: directory, path: path),
            status.kind == .file
        else { return try syncFileSystem(of: directory, path: path) }
        let opened = withNullTerminated(name) {
            sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        // The owner may lack permission to read the file.
        guard opened >= 0 else { return try syncFileSystem(of: directory, path: path) }
        try sync(Descriptor(owning: opened), path: path)
    }
}
