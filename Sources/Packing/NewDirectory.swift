import ContainerModel
import Copying
import FileTree
import System

/// A directory that is made completely or not at all: it gets its name when everything is in it.
struct NewDirectory {
    /// The open directory.
    let directory: RootedDirectory
    private let place: NewPlace
    /// The permissions that it gets in the end, less those that the umask takes away.
    private let permissions: UInt32
    private let temporary: NewPlace.Temporary

    /// Makes a directory under a temporary name, calls `body` to fill it, and gives it its name. If `body` throws, nothing
    /// is left.
    /// - Parameters:
    ///   - hostPath: The path on this computer, where nothing may exist.
    ///   - permissions: Those of the directory, less those that the umask takes away.
    /// - Throws: `PackingError`
    static func make(
        at hostPath: [UInt8], permissions: UInt32 = 0o777, _ body: (NewDirectory) throws(PackingError) -> Void
    ) throws(PackingError) {
        let new = try NewDirectory(try NewPlace(hostPath), permissions: permissions)
        do throws(PackingError) {
            try body(new)
            try new.finish()
        } catch {
            new.remove()
            throw error
        }
    }

    /// Makes a directory under a temporary name, calls `body` to use it, and removes it.
    /// - Parameter hostPath: The path on this computer, where nothing may exist; the directory is made beside it.
    /// - Throws: `PackingError`
    static func makeTemporary(
        beside hostPath: [UInt8], _ body: (NewDirectory) throws(PackingError) -> Void
    ) throws(PackingError) {
        let new = try NewDirectory(try NewPlace(hostPath), permissions: 0o700)
        defer { new.remove() }
        try body(new)
    }

    /// Returns the path on this computer of something in the directory while it has its temporary name.
    func hostPath(of path: ContainerPath) -> [UInt8] {
        place.hostPath(of: temporary) + (path.isRoot ? [] : [0x2f] + path.bytes)
    }

    private init(_ place: NewPlace, permissions: UInt32) throws(PackingError) {
        self.place = place
        temporary = place.makeTemporary()
        let temporaryName = temporary.name
        self.permissions = permissions
        let parent = place.parent.descriptor
        let failure = withNullTerminated(temporaryName) {
            sandglass_make_directory(parent.number, $0, 0o700)
        }
        guard failure == 0 else { throw PackingError(Errno(rawValue: -failure), "make the directory") }
        do throws(FileTreeError) {
            directory = RootedDirectory(
                descriptor: try RootedDirectory.openEntry(temporaryName[...], in: parent))
        } catch {
            _ = withNullTerminated(temporaryName) { sandglass_remove_name(parent.number, $0, 1) }
            throw PackingError(error, "open the new directory")
        }
    }

    private func finish() throws(PackingError) {
        do throws(ItemFailure) {
            try Durability.syncFileSystem(of: directory.descriptor, path: .root)
        } catch {
            throw PackingError(error, "write it to the disk")
        }
        // Other users see nothing until all of it is there.
        _ = sandglass_set_mode(directory.descriptor.number, permissions & ~Platform.fileCreationMask)
        try place.take(temporary)
    }

    private func remove() {
        TreeRemover.remove(temporary.name[...], in: place.parent.descriptor)
        temporary.forget()
    }

    /// Makes a directory below this one, and those above it.
    /// - Throws: `PackingError`
    func makeDirectories(_ path: ContainerPath) throws(PackingError) {
        do throws(ItemFailure) {
            try AtomicFile.makeDirectories(path, below: directory)
        } catch {
            throw PackingError(error, "make", path)
        }
    }

    /// Writes a file.
    /// - Throws: `PackingError`
    func write(_ bytes: [UInt8], to path: ContainerPath, permissions: UInt32 = 0o644) throws(PackingError) {
        let file = try makeFile(path, permissions: permissions)
        let failure = bytes.withUnsafeBytes { file.write($0, at: 0) }
        guard failure == 0 else { throw PackingError(Errno(rawValue: failure), "write", path) }
    }

    /// Makes an empty file.
    /// - Throws: `PackingError`
    func makeFile(_ path: ContainerPath, permissions: UInt32 = 0o644) throws(PackingError) -> Descriptor {
        do throws(FileTreeError) {
            let parent = try directory.openPath(path.parent ?? .root)
            let made = withNullTerminated(path.lastComponent ?? []) {
                sandglass_create_file(parent.number, $0, permissions)
            }
            guard made >= 0 else { throw FileTreeError(errno: -made, operation: "make the file") }
            return Descriptor(owning: made)
        } catch {
            throw PackingError(error, "make", path)
        }
    }
}
