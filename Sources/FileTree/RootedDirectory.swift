package import ContainerModel
import Synchronization
package import System

/// A directory of this computer below which things are opened, and out of which no path, link or race leads.
package struct RootedDirectory: Sendable {
    /// How a path below the root is opened.
    package enum Strategy: Hashable, Sendable, CaseIterable {
        /// One `openat2` with `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS` for up to `longestPath` bytes.
        case resolveBeneath
        /// A component at a time with `O_NOFOLLOW`, each below the handle of the one before: as strict, and works
        /// where the kernel or a seccomp filter refuses `openat2`.
        case componentWise
    }

    /// A path that system calls take, in bytes: `PATH_MAX` less the final NUL and some room.
    private static let longestPath = 4_000

    /// Whether `openat2` has been found to be refused in this process.
    private static let isRefused = Atomic(false)

    /// The root itself, open.
    package let descriptor: Descriptor
    private let strategy: Strategy

    /// Opens a directory of the host, links followed: the path is the person's own.
    /// - Parameter hostPath: bytes without a final NUL.
    /// - Throws: `FileTreeError`
    package init(hostPath: [UInt8], strategy: Strategy = .resolveBeneath) throws(FileTreeError) {
        let opened = withNullTerminated(hostPath) { sandglass_open_host($0, O_RDONLY | O_DIRECTORY) }
        guard opened >= 0 else { throw FileTreeError(errno: -opened, operation: "open the directory") }
        self.init(descriptor: Descriptor(owning: opened), strategy: strategy)
    }

    /// - Parameter descriptor: of an open directory.
    package init(descriptor: Descriptor, strategy: Strategy = .resolveBeneath) {
        self.descriptor = descriptor
        self.strategy = strategy
    }

    /// Opens a directory below the root, through no link.
    /// - Throws: `FileTreeError`; `throughLink` where any part of the path is one.
    package func openDirectory(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        try openDirectory(path, pathOnly: false)
    }

    /// A handle that only names a directory below the root: by it what is in the directory is looked at and opened,
    /// where the directory may be searched, though it may not be read.
    /// - Throws: `FileTreeError`; `throughLink` where any part of the path is one.
    package func openPath(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        try openDirectory(path, pathOnly: true)
    }

    /// - Parameter pathOnly: for a handle that only names the directory, which asks for no right to read it.
    func openDirectory(_ path: ContainerPath, pathOnly: Bool) throws(FileTreeError) -> Descriptor {
        let flags = (pathOnly ? sandglass_path_only : O_RDONLY) | O_DIRECTORY
        return try open(path, flags: flags, operation: "open the directory")
    }

    /// Opens a regular file below the root for reading, through no link. FIFOs and devices are refused unopened.
    /// - Throws: `FileTreeError`
    package func openFile(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        guard let name = path.lastComponent, let parent = path.parent else {
            throw FileTreeError(errno: EISDIR, operation: "open the file", path: path)
        }
        return try Self.openFile(name, in: try openDirectory(parent, pathOnly: true), path: path)
    }

    /// Opens the regular file `name` of an open directory for reading, no link followed.
    /// - Throws: `FileTreeError`
    static func openFile(
        _ name: some Collection<UInt8>,
        in directory: Descriptor,
        path: ContainerPath
    ) throws(FileTreeError) -> Descriptor {
        // Looked at first: opening a FIFO lets a writer through that waits for its reader, and opening some devices
        // does something.
        try requireFile(try ItemStatus(of: name, in: directory, path: path).kind, path)
        // O_NONBLOCK: something else may stand there by now, and must not make us wait.
        let opened = withNullTerminated(name) {
            sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        guard opened >= 0 else { throw FileTreeError(errno: -opened, operation: "open the file", path: path) }
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

    /// Opens the subdirectory `name` of an open directory, no link followed.
    /// - Throws: `FileTreeError`
    package static func openEntry(_ name: ArraySlice<UInt8>, in directory: Descriptor) throws(FileTreeError)
        -> Descriptor
    {
        try openEntry(name, in: directory, access: O_RDONLY)
    }

    /// A handle that only names the subdirectory `name` of an open directory, no link followed, as `openPath(_:)` does.
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
            throw FileTreeError(errno: -opened, operation: "open the directory", path: ContainerPath(bytes: name))
        }
        return Descriptor(owning: opened)
    }

    /// A root of its own for a directory below this one.
    /// - Throws: `FileTreeError`
    package func subdirectory(_ path: ContainerPath) throws(FileTreeError) -> RootedDirectory {
        RootedDirectory(descriptor: try openDirectory(path), strategy: strategy)
    }

    /// What stands at a path, links not followed.
    /// - Throws: `FileTreeError`
    package func status(_ path: ContainerPath) throws(FileTreeError) -> ItemStatus {
        guard let name = path.lastComponent, let parent = path.parent else {
            return try ItemStatus(of: descriptor, path: path)
        }
        return try ItemStatus(of: name, in: try openDirectory(parent, pathOnly: true), path: path)
    }

    private func open(_ path: ContainerPath, flags: Int32, operation: String) throws(FileTreeError) -> Descriptor {
        if path.isRoot { return try openPiece([0x2e], below: descriptor, flags: flags, operation, path) }
        let bytes = path.bytes
        var current = descriptor
        var start = 0
        // Longer paths than a call takes are opened by the handles of their parts.
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
            switch -opened {
            case ENOSYS, EPERM:
                // Kernels before 5.6 say the first, container runtimes' seccomp filters either. It stays so.
                Self.isRefused.store(true, ordering: .relaxed)
            default:
                throw FileTreeError(errno: -opened, operation: operation, path: path)
            }
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
                // With O_DIRECTORY the kernel says ENOTDIR of a link: tell the two apart as openat2 does.
                let isLink =
                    opened == -ENOTDIR
                    && (try? ItemStatus(of: component, in: current, path: path))?.kind == .link
                throw FileTreeError(errno: isLink ? ELOOP : -opened, operation: operation, path: path)
            }
            current = Descriptor(owning: opened)
        }
        return current
    }
}
