package import ContainerModel
import Synchronization
package import System

/// A host directory below which items are opened; no path, symbolic link or race can lead outside of it.
package struct RootedDirectory: Sendable {
    /// How a path below the root is opened.
    package enum Strategy: Hashable, Sendable, CaseIterable {
        /// A single `openat2` with `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS` for up to `longestPath` bytes.
        case resolveBeneath
        /// One component at a time with `O_NOFOLLOW`, each relative to the previous one. Equally strict, and works
        /// where the kernel or a seccomp filter rejects `openat2`.
        case componentWise
    }

    /// The longest path passed to a system call, in bytes: `PATH_MAX` less the terminating NUL and a margin.
    private static let longestPath = 4_000

    /// Whether `openat2` has been rejected in this process.
    private static let isRefused = Atomic(false)

    /// The open root directory.
    package let descriptor: Descriptor
    private let strategy: Strategy

    /// Opens a host directory. Follows symbolic links, since the path is the user's own.
    /// - Parameter hostPath: The path's bytes without a terminating NUL.
    /// - Throws: `FileTreeError`
    package init(hostPath: [UInt8], strategy: Strategy = .resolveBeneath) throws(FileTreeError) {
        let opened = withNullTerminated(hostPath) { sandglass_open_host($0, O_RDONLY | O_DIRECTORY) }
        guard opened >= 0 else {
            throw FileTreeError(errno: -opened, operation: "open the directory").at(hostPath: hostPath)
        }
        self.init(descriptor: Descriptor(owning: opened), strategy: strategy)
        FileSystemCapabilities.note(root: opened)
    }

    /// Creates a root from an open directory.
    /// - Parameter descriptor: An open directory.
    package init(descriptor: Descriptor, strategy: Strategy = .resolveBeneath) {
        self.descriptor = descriptor
        self.strategy = strategy
    }

    /// Opens a directory below the root, without following symbolic links.
    /// - Throws: `FileTreeError`; `throughLink` if any component of the path is a symbolic link.
    package func openDirectory(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        try openDirectory(path, pathOnly: false)
    }

    /// Opens a directory below the root with `O_PATH`. Its entries can be examined and opened if the directory is
    /// searchable, even if it is not readable.
    /// - Throws: `FileTreeError`; `throughLink` if any component of the path is a symbolic link.
    package func openPath(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        try openDirectory(path, pathOnly: true)
    }

    /// - Parameter pathOnly: Whether to open with `O_PATH`, which requires no read permission on the directory.
    func openDirectory(_ path: ContainerPath, pathOnly: Bool) throws(FileTreeError) -> Descriptor {
        let flags = (pathOnly ? sandglass_path_only : O_RDONLY) | O_DIRECTORY
        return try open(path, flags: flags, operation: "open the directory")
    }

    /// Opens a regular file below the root for reading, without following symbolic links. FIFOs and devices are
    /// rejected without being opened.
    /// - Throws: `FileTreeError`
    package func openFile(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        guard let name = path.lastComponent, let parent = path.parent else {
            throw FileTreeError(errno: EISDIR, operation: "open the file", path: path)
        }
        return try Self.openFile(name, in: try lookupDirectory(parent), path: path)
    }

    /// Opens the regular file `name` of an open directory for reading, without following symbolic links.
    /// - Throws: `FileTreeError`
    static func openFile(
        _ name: some Collection<UInt8>,
        in directory: Descriptor,
        path: ContainerPath
    ) throws(FileTreeError) -> Descriptor {
        // Check before opening: opening a FIFO would unblock a waiting writer, and opening some devices has side
        // effects.
        try requireFile(try ItemStatus(of: name, in: directory, path: path).kind, path)
        // O_NONBLOCK: the file may have been replaced by a FIFO meanwhile, which must not block the open.
        let opened = withNullTerminated(name) {
            sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        guard opened >= 0 else {
            throw FileTreeError(errno: -opened, in: directory, operation: "open the file", path: path)
        }
        let file = Descriptor(owning: opened)
        try requireFile(try ItemStatus(of: file, path: path).kind, path)
        return file
    }

    private static func requireFile(_ kind: ItemKind, _ path: ContainerPath) throws(FileTreeError) {
        let reason =
            switch kind {
            case .file: Int32(0)
            case .link: ELOOP
            case .directory: EISDIR
            default: EINVAL
            }
        if reason != 0 { throw FileTreeError(errno: reason, operation: "open the file", path: path) }
    }

    /// Opens the subdirectory `name` of an open directory, without following symbolic links.
    /// - Throws: `FileTreeError`
    package static func openEntry(_ name: ArraySlice<UInt8>, in directory: Descriptor) throws(FileTreeError)
        -> Descriptor
    {
        try openEntry(name, in: directory, access: O_RDONLY)
    }

    /// Opens the subdirectory `name` of an open directory with `O_PATH`, like `openPath(_:)`, without following
    /// symbolic links.
    /// - Throws: `FileTreeError`
    package static func openPath(
        _ name: ArraySlice<UInt8>,
        in directory: Descriptor
    ) throws(FileTreeError) -> Descriptor {
        try openEntry(name, in: directory, access: sandglass_path_only)
    }

    private static func openEntry(
        _ name: ArraySlice<UInt8>,
        in directory: Descriptor,
        access: Int32
    ) throws(FileTreeError) -> Descriptor {
        let opened = withNullTerminated(name) {
            sandglass_open_component(directory.number, $0, access | O_DIRECTORY)
        }
        guard opened >= 0 else {
            throw FileTreeError(
                errno: -opened, in: directory, operation: "open the directory", path: ContainerPath(bytes: name))
        }
        return Descriptor(owning: opened)
    }

    /// Opens a directory below this one as a separate root.
    /// - Throws: `FileTreeError`
    package func subdirectory(_ path: ContainerPath) throws(FileTreeError) -> RootedDirectory {
        RootedDirectory(descriptor: try openDirectory(path), strategy: strategy)
    }

    /// Returns the status of the item at a path, without following symbolic links.
    /// - Throws: `FileTreeError`
    package func status(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus {
        guard let name = path.lastComponent, let parent = path.parent else {
            return try ItemStatus(of: descriptor, path: path)
        }
        return try ItemStatus(of: name, in: try lookupDirectory(parent), path: path)
    }

    /// Returns a descriptor to examine and open entries of a directory with: for the root, its own.
    /// - Throws: `FileTreeError`
    private func lookupDirectory(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        path.isRoot ? descriptor : try openDirectory(path, pathOnly: true)
    }

    private func open(_ path: ContainerPath, flags: Int32, operation: String) throws(FileTreeError) -> Descriptor {
        if path.isRoot { return try openPiece([0x2e], below: descriptor, flags: flags, operation, path) }
        let bytes = path.bytes
        var current = descriptor
        var start = 0
        // Paths too long for a system call are opened piece by piece.
        while bytes.count - start > Self.longestPath {
            var end = start + Self.longestPath
            while end > start, bytes[end] != 0x2f { end -= 1 }
            guard end > start else { throw FileTreeError(errno: ENAMETOOLONG, operation: operation, path: path) }
            current = try openPiece(
                bytes[start..<end], below: current, flags: sandglass_path_only | O_DIRECTORY, operation, path)
            start = end + 1
        }
        return try openPiece(bytes[start...], below: current, flags: flags, operation, path)
    }

    private func openPiece(
        _ piece: ArraySlice<UInt8>,
        below parent: Descriptor,
        flags: Int32,
        _ operation: String,
        _ path: ContainerPath
    ) throws(FileTreeError) -> Descriptor {
        if strategy == .resolveBeneath, !Self.isRefused.load(ordering: .relaxed) {
            let opened = withNullTerminated(piece) { sandglass_open_beneath(parent.number, $0, flags) }
            if opened >= 0 { return Descriptor(owning: opened) }
            // Kernels before 5.6 return ENOSYS, and seccomp filters of container runtimes either. This will not change
            // while the process runs. A device may answer so, too, for one item.
            guard [ENOSYS, EPERM].contains(-opened), !FileSystemCapabilities.isRemote(descriptor) else {
                throw FileTreeError(errno: -opened, in: descriptor, operation: operation, path: path)
            }
            Self.isRefused.store(true, ordering: .relaxed)
        }
        return try openComponents(piece, below: parent, flags: flags, operation, path)
    }

    private func openComponents(
        _ piece: ArraySlice<UInt8>,
        below parent: Descriptor,
        flags: Int32,
        _ operation: String,
        _ path: ContainerPath
    ) throws(FileTreeError) -> Descriptor {
        var current = parent
        let components = piece.split(separator: 0x2f)
        for (index, component) in components.enumerated() {
            guard component.elementsEqual([0x2e, 0x2e]) == false else {
                throw FileTreeError(errno: EXDEV, operation: operation, path: path)
            }
            let isLast = index == components.count - 1
            let opened = withNullTerminated(component) {
                sandglass_open_component(current.number, $0, isLast ? flags : sandglass_path_only | O_DIRECTORY)
            }
            guard opened >= 0 else {
                // With O_DIRECTORY the kernel returns ENOTDIR for a symbolic link; distinguish the two as openat2 does.
                let isLink =
                    opened == -ENOTDIR
                    && (try? ItemStatus(of: component, in: current, path: path))?.kind == .link
                throw FileTreeError(errno: isLink ? ELOOP : -opened, in: current, operation: operation, path: path)
            }
            current = Descriptor(owning: opened)
        }
        return current
    }
}
