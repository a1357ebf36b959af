import ContainerModel
import ContainerStore
import FileTree
import System

/// The temporary time point of a side that is watched: copies of its files, as they were when they were looked at last.
///
/// It is a directory in `$XDG_STATE_HOME/sandglass/watches` that is locked while the process lives. What killed processes
/// left there is removed by the next one.
final class WatchStore: Sendable {
    private static let folder = "watches"
    private static let bufferSize = 1 << 20
    /// The number of attempts to copy a file that changes meanwhile.
    private static let attempts = 3

    private let parent: RootedDirectory
    private let name: [UInt8]
    /// Holds the lock.
    private let directory: RootedDirectory
    /// The files as they are known.
    let known: RootedDirectory
    /// The files as they were found now, until they have been compared.
    let next: RootedDirectory

    /// Creates a store.
    /// - Throws: `WatchError`
    init(in state: StateDirectory) throws(WatchError) {
        do {
            let root = try state.opened(makesIt: true)
            let folder = Array(Self.folder.utf8)
            try Self.makeDirectory(folder, in: root.descriptor, mayExist: true)
            parent = try root.subdirectory(ContainerPath(Self.folder) ?? .root)
            // Another process must not take the new directory for one that was left.
            let lock = try root.subdirectory(ContainerPath(Self.folder) ?? .root)
            while flock(lock.descriptor.number, LOCK_EX) != 0 {
                guard errno == EINTR else { throw Errno.last }
            }
            Self.removeLeftovers(in: parent)
            name = Array("\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))".utf8)
            try Self.makeDirectory(name, in: parent.descriptor)
            directory = try parent.subdirectory(ContainerPath(bytes: name) ?? .root)
            if let failure = Errno(answer: sandglass_try_lock(directory.descriptor.number)) { throw failure }
            extendLifetime(lock)
            for layer in ["known", "next"] { try Self.makeDirectory(Array(layer.utf8), in: directory.descriptor) }
            known = try directory.subdirectory("known")
            next = try directory.subdirectory("next")
        } catch let error as StateError {
            throw WatchError(.cannotStore, error.message)
        } catch let error as FileTreeError {
            throw WatchError(.cannotStore, "the state directory cannot be used: \(error.message)")
        } catch {
            throw WatchError(.cannotStore, "the state directory cannot be used: \(error)")
        }
    }

    /// Removes everything. Nothing is stored after this.
    func remove() { Self.removeTree(name, in: parent.descriptor) }

    // MARK: Files

    /// Copies an open file.
    /// - Returns: The status of the file when it was copied.
    /// - Throws: `FileTreeError`
    func copy(_ file: Descriptor, to path: ContainerPath, in layer: RootedDirectory) throws(FileTreeError) -> ItemStatus
    {
        let copy = try create(path, in: layer)
        var status = try ItemStatus(of: file, path: path)
        for _ in 0..<Self.attempts {
            if sandglass_clone_contents(file.number, copy.number) == 0 { break }
            try Self.copyBytes(of: file, to: copy, path)
            let after = try ItemStatus(of: file, path: path)
            defer { status = after }
            if after.size == status.size, after.modified == status.modified,
                after.modifiedNanoseconds == status.modifiedNanoseconds
            {
                break
            }
        }
        return status
    }

    private static func copyBytes(of file: Descriptor, to copy: Descriptor, _ path: ContainerPath) throws(FileTreeError)
    {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4_096)
        defer { buffer.deallocate() }
        var (offset, failure): (UInt64, Int32) = (0, copy.setSize(0))
        while failure == 0 {
            let count = file.read(buffer, at: offset)
            guard count >= 0 else { throw FileTreeError(errno: errno, operation: "read the file", path: path) }
            guard count > 0 else { break }
            let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            // Holes stay holes.
            if part.contains(where: { $0 != 0 }) { failure = copy.write(part, at: offset) }
            offset += UInt64(count)
        }
        if failure == 0 { failure = copy.setSize(offset) }
        guard failure == 0 else { throw FileTreeError(errno: failure, operation: "copy the file", path: path) }
    }

    /// Makes a copy in `next` the one that is known.
    /// - Throws: `FileTreeError`
    func adopt(_ path: ContainerPath) throws(FileTreeError) {
        let from = try place(of: path, in: next)
        let to = try place(of: path, in: known)
        for _ in 0..<2 {
            let failure = withNullTerminated(from.name) { old in
                withNullTerminated(to.name) {
                    sandglass_rename_over(from.directory.number, old, to.directory.number, $0)
                }
            }
            guard failure != 0 else { return }
            guard failure == -EISDIR || failure == -ENOTEMPTY || failure == -EEXIST else {
                throw FileTreeError(errno: -failure, operation: "rename the copy", path: path)
            }
            // A file where a directory was.
            Self.removeTree(to.name, in: to.directory)
        }
    }

    /// Opens a copy to read and change it; nil if there is none.
    func open(_ path: ContainerPath, in layer: RootedDirectory) -> Descriptor? {
        guard let name = path.lastComponent, let parent = try? layer.openPath(path.parent ?? .root) else { return nil }
        let opened = withNullTerminated(name) { sandglass_open_component(parent.number, $0, O_RDWR) }
        return opened < 0 ? nil : Descriptor(owning: opened)
    }

    /// Creates an empty copy.
    /// - Throws: `FileTreeError`
    func create(_ path: ContainerPath, in layer: RootedDirectory) throws(FileTreeError) -> Descriptor {
        let (parent, name) = try place(of: path, in: layer)
        Self.removeTree(name, in: parent)
        let made = withNullTerminated(name) { sandglass_create_file(parent.number, $0, 0o600) }
        guard made >= 0 else { throw FileTreeError(errno: -made, operation: "copy the file", path: path) }
        extendLifetime(Descriptor(owning: made))
        guard let file = open(path, in: layer) else {
            throw FileTreeError(errno: ENOENT, operation: "copy the file", path: path)
        }
        return file
    }

    /// Forgets an item and everything in it.
    func forget(_ path: ContainerPath, onlyKnown: Bool = false) {
        for layer in onlyKnown ? [known] : [known, next] {
            guard let name = path.lastComponent, let parent = try? layer.openPath(path.parent ?? .root) else {
                continue
            }
            Self.removeTree(Array(name), in: parent)
        }
    }

    /// Returns the directory for a file in a layer, which is created if it does not exist.
    private func place(
        of path: ContainerPath, in layer: RootedDirectory
    ) throws(FileTreeError) -> (directory: Descriptor, name: [UInt8]) {
        let parent = path.parent ?? .root
        let name = Array(path.lastComponent ?? [])
        if let known = try? layer.openPath(parent) { return (known, name) }
        var current = layer.descriptor
        for component in parent.components {
            let part = Array(component)
            var made = withNullTerminated(part) { sandglass_make_directory(current.number, $0, 0o700) }
            if made == -EEXIST, (try? ItemStatus(of: part, in: current, path: path))?.kind != .directory {
                _ = withNullTerminated(part) { sandglass_remove_name(current.number, $0, 0) }
                made = withNullTerminated(part) { sandglass_make_directory(current.number, $0, 0o700) }
            }
            guard made == 0 || made == -EEXIST else {
                throw FileTreeError(errno: -made, operation: "create a directory", path: path)
            }
            current = try RootedDirectory.openEntry(part[...], in: current)
        }
        return (current, name)
    }

    // MARK: Directories

    private static func makeDirectory(_ name: [UInt8], in directory: Descriptor, mayExist: Bool = false) throws(Errno) {
        let failure = withNullTerminated(name) { sandglass_make_directory(directory.number, $0, 0o700) }
        guard failure == 0 || mayExist && failure == -EEXIST else { throw Errno(rawValue: -failure) }
    }

    /// Removes what processes that are gone have left.
    private static func removeLeftovers(in parent: RootedDirectory) {
        guard let entries = (try? TreeDirectory.host(parent.descriptor).reopened().entries(path: .root)) ?? nil else {
            return
        }
        for index in 0..<entries.count {
            let name = Array(entries.name(index))
            guard let path = ContainerPath(bytes: name), let directory = try? parent.openDirectory(path),
                sandglass_try_lock(directory.number) == 0
            else { continue }
            removeTree(name, in: parent.descriptor)
        }
    }

    /// Removes an item and everything in it, as far as possible. Links are removed, not followed.
    private static func removeTree(_ name: [UInt8], in parent: Descriptor) {
        if withNullTerminated(name, { sandglass_remove_name(parent.number, $0, 0) }) == 0 { return }
        guard let directory = try? RootedDirectory.openEntry(name[...], in: parent) else { return }
        if let entries = (try? TreeDirectory.host(directory).entries(path: .root)) ?? nil {
            for index in 0..<entries.count { removeTree(Array(entries.name(index)), in: directory) }
        }
        _ = withNullTerminated(name) { sandglass_remove_name(parent.number, $0, 1) }
    }
}
