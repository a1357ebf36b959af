package import ContainerModel
package import System

/// Reads small files into memory.
package enum FileContents {
    /// Reads a regular file below `root`, without following symbolic links.
    ///
    /// - Parameter limit: The maximum size in bytes; a larger file is rejected before it is read.
    /// - Throws: `FileTreeError`; its `errno` is `EFBIG` if the file is larger than `limit`.
    package static func read(
        _ path: ContainerPath,
        in root: any FileTree,
        limit: Int
    ) throws(FileTreeError) -> [UInt8] {
        try read(try root.openFile(path), path: path, limit: limit)
    }

    /// Reads a regular file of the host. Follows symbolic links, since the path is the user's own.
    ///
    /// - Parameter hostPath: The path's bytes without a terminating NUL.
    /// - Throws: `FileTreeError`; its `errno` is `EFBIG` if the file is larger than `limit`.
    package static func read(hostPath: [UInt8], limit: Int) throws(FileTreeError) -> [UInt8] {
        try read(try open(hostPath: hostPath), path: .root, limit: limit)
    }

    /// Opens a regular file of the host for reading.
    /// - Parameter followsLink: Whether the file may be the target of a symbolic link at the path: for one that the user
    ///   named. Links on the way to it are always followed.
    /// - Throws: `FileTreeError`
    package static func open(hostPath: [UInt8], followsLink: Bool = true) throws(FileTreeError) -> Descriptor {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW)
        let opened = withNullTerminated(hostPath) { sandglass_open_host($0, flags) }
        guard opened >= 0 else {
            throw FileTreeError(errno: -opened, operation: "open the file").at(hostPath: hostPath)
        }
        let file = Descriptor(owning: opened)
        let kind = try ItemStatus(of: file, path: .root).kind
        guard kind == .file else {
            throw FileTreeError(errno: kind == .directory ? EISDIR : EINVAL, operation: "open the file")
        }
        return file
    }

    /// Reads the regular file `name` of an open directory, without following symbolic links.
    ///
    /// - Throws: `FileTreeError`
    package static func readEntry(
        _ name: [UInt8],
        in directory: Descriptor,
        limit: Int
    ) throws(FileTreeError) -> [UInt8] {
        try read(try openEntry(name, in: directory), path: ContainerPath(bytes: name) ?? .root, limit: limit)
    }

    private static func openEntry(_ name: [UInt8], in directory: Descriptor) throws(FileTreeError) -> Descriptor {
        try RootedDirectory.openFile(name, in: directory, path: ContainerPath(bytes: name) ?? .root)
    }

    private static func read(_ file: Descriptor, path: ContainerPath, limit: Int) throws(FileTreeError) -> [UInt8] {
        // Property lists, of which opening a container reads a dozen, fit in this: their sizes need not be asked for.
        var contents = [UInt8](repeating: 0, count: 8_192)
        var filled = 0
        var interruptions = Interruptions()
        while true {
            let count = contents.withUnsafeMutableBytes { buffer in
                // Use pread, because the open file may be shared. The buffer is never empty.
                pread(file.number, buffer.baseAddress! + filled, buffer.count - filled, off_t(filled))
            }
            if count < 0, interruptions.allowAnother() { continue }
            guard count >= 0 else {
                throw FileTreeError(errno: errno, in: file, operation: "read the file", path: path)
            }
            if count == 0 { break }
            filled += count
            guard filled <= limit else { throw FileTreeError(errno: EFBIG, operation: "read the file", path: path) }
            guard filled == contents.count else { continue }
            let size = try ItemStatus(of: file, path: path).size
            guard size <= UInt64(limit) else {
                throw FileTreeError(errno: EFBIG, operation: "read the file", path: path)
            }
            // One byte more than expected, to notice a file that grows meanwhile.
            let more = max(Int(size) + 1 - filled, size < UInt64(filled) ? filled : 1)
            contents.append(contentsOf: repeatElement(0, count: more))
        }
        contents.removeLast(contents.count - filled)
        return contents
    }
}

extension FileContents {
    /// Returns the first bytes of the regular file `name` of an open directory, without following symbolic links.
    /// - Throws: `FileTreeError`
    package static func head(of name: [UInt8], in directory: Descriptor, length: Int) throws(FileTreeError) -> [UInt8] {
        let file = try openEntry(name, in: directory)
        var contents = [UInt8](repeating: 0, count: length)
        var interruptions = Interruptions()
        while true {
            let count = contents.withUnsafeMutableBytes { System.read(file.number, $0.baseAddress, $0.count) }
            if count < 0, interruptions.allowAnother() { continue }
            guard count >= 0 else {
                throw FileTreeError(
                    errno: errno, in: file, operation: "read the file", path: ContainerPath(bytes: name))
            }
            return Array(contents[..<count])
        }
    }
}
