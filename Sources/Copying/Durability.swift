package import ContainerModel
import FileTree
package import System

/// Makes what was written survive a loss of power.
///
/// One call for a whole batch: 10,000 small files with an fsync each take five times as long as one syncfs after all.
package enum Durability {
    /// Writes out the whole file system that an open item is on.
    ///
    /// `descriptor` should have been opened before anything was written: Linux then also tells of what failed to be
    /// written meanwhile (syncfs(2)).
    /// - Throws: `ItemFailure`
    package static func syncFileSystem(of descriptor: Descriptor, path: ContainerPath) throws(ItemFailure) {
        var failure = sandglass_sync_file_system(descriptor.number)
        if failure == -EBADF {
            // A handle that only names its item does not do.
            let opened = sandglass_open_component(descriptor.number, ".", O_RDONLY | O_DIRECTORY)
            if opened >= 0 {
                failure = sandglass_sync_file_system(opened)
                close(opened)
            } else {
                // A directory that may be written and not read: everything, then.
                System.sync()
                failure = 0
            }
        }
        // Where the file system has no such call, each write is all that there is.
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
        // EINVAL: the file system does not know fsync, for directories above all.
        guard !failed || errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP else {
            throw ItemFailure("flush the change to disk", errno: errno, path: path)
        }
    }

    /// Makes the copies that stand at `names` of an open directory durable, before they get their final names: one
    /// regular file by itself, anything more with its whole file system.
    /// - Throws: `ItemFailure`
    package static func settle(_ names: [ArraySlice<UInt8>], in directory: Descriptor) throws(ItemFailure) {
        guard let name = names.first else { return }
        let path = ContainerPath(bytes: name) ?? .root
        guard names.count == 1, let status = try? ItemStatus(of: name, in: directory, path: path),
            status.kind == .file
        else { return try syncFileSystem(of: directory, path: path) }
        let opened = withNullTerminated(name) {
            sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        // A file that its owner may not read.
        guard opened >= 0 else { return try syncFileSystem(of: directory, path: path) }
        try sync(Descriptor(owning: opened), path: path)
    }
}
