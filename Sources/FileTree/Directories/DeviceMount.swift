package import ContainerModel
package import System

/// Mounts of devices and hosts, which may be gone at any moment.
///
/// ifuse reports every directory that it fails to read as missing or as empty, also when the device is gone. Whoever
/// concludes from an answer that something is absent therefore asks afterwards whether the mount still answers.
package enum DeviceMount {
    /// Returns where below a directory a device is mounted; nil if none is.
    static func place(below hostPath: [UInt8]) -> ContainerPath? {
        let inside = hostPath + [ContainerPath.slash]
        let mount = Mount.all.first { $0.type == Mount.conduitType && $0.path.starts(with: inside) }
        return mount.flatMap { ContainerPath(bytes: $0.path.dropFirst(inside.count)) }
    }

    /// Returns the error number of a failed access below an open directory: `ENOTCONN` for an input or output error of a file
    /// system that does not answer any more.
    static func reason(_ errno: Int32, in directory: Descriptor) -> Int32 {
        errno == EIO && FileSystemKind(of: directory.number).number == 0 ? ENOTCONN : errno
    }

    /// Returns the error for a directory that is open, and whose entries could not be read. ifuse reports whatever a device
    /// answers then as absence.
    static func unlisted(_ errno: Int32, _ directory: Descriptor, _ path: ContainerPath?) -> FileTreeError {
        let isHidden = errno == ENOENT && FileSystemCapabilities.known(directory).isOnDevice
        return FileTreeError(
            errno: isHidden ? EREMOTEIO : errno, in: directory, operation: "read the directory", path: path)
    }

    /// Checks that the file system of an open item answers. Costs a request to the device on its mount, and a system call
    /// elsewhere.
    /// - Throws: `FileTreeError` with `ENOTCONN` if it does not.
    package static func requireAnswer(
        of descriptor: Descriptor, path: ContainerPath? = nil
    ) throws(FileTreeError) {
        guard FileSystemKind(of: descriptor.number).number == 0 else { return }
        let source = FileSystemCapabilities.known(descriptor) == .host ? "host" : "device"
        throw FileTreeError(errno: ENOTCONN, operation: "read from the \(source)", path: path)
    }
}
