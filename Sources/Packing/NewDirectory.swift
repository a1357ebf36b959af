import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// A directory that is made completely or not at all: it gets its name when everything is in it.
struct NewDirectory {
    /// The open directory.
    let directory: RootedDirectory
    private let parent: RootedDirectory
    private let name: [UInt8]
    private let temporaryName: [UInt8]

    /// Makes a directory under a temporary name, calls `body` to fill it, and gives it its name. If `body` throws, nothing
    /// is left.
    /// - Parameter hostPath: The path on this computer, where nothing may exist.
    /// - Throws: `PackingError`
    static func make(
        at hostPath: [UInt8], _ body: (NewDirectory) throws(PackingError) -> Void
    ) throws(PackingError) {
        var path = hostPath
        while path.count > 1, path.last == 0x2f { path.removeLast() }
        let slash = path.lastIndex(of: 0x2f)
        let name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
        let parentPath = slash.map { $0 == 0 ? [0x2f] : Array(path[..<$0]) } ?? [0x2e]
        guard !name.isEmpty, name != [0x2e], name != [0x2e, 0x2e] else {
            throw PackingError(.unsuitable, "is no name for something new")
        }
        let parent: RootedDirectory
        do throws(FileTreeError) {
            parent = try RootedDirectory(hostPath: parentPath)
        } catch {
            throw PackingError(error.errno, "open its directory")
        }
        guard let item = ContainerPath(bytes: name), (try? parent.status(item)) == nil else {
            throw PackingError(.exists, "exists already; nothing was changed")
        }
        let new = try NewDirectory(parent, name)
        do throws(PackingError) {
            try body(new)
            try new.finish()
        } catch {
            new.remove()
            throw error
        }
    }

    private init(_ parent: RootedDirectory, _ name: [UInt8]) throws(PackingError) {
        self.parent = parent
        self.name = name
        // Short enough for any file system, hidden, and this process's own.
        temporaryName = Array(".sandglass-new-\(getpid())-\(MonotonicClock.now())".utf8)
        let failure = withNullTerminated(temporaryName) {
            sandglass_make_directory(parent.descriptor.number, $0, 0o755)
        }
        guard failure == 0 else { throw PackingError(-failure, "make the directory") }
        do throws(FileTreeError) {
            directory = RootedDirectory(
                descriptor: try RootedDirectory.openEntry(temporaryName[...], in: parent.descriptor))
        } catch {
            throw PackingError(error.errno, "open the new directory")
        }
    }

    private func finish() throws(PackingError) {
        do throws(ItemFailure) {
            try Durability.syncFileSystem(of: directory.descriptor, path: .root)
            try Renaming.rename(
                temporaryName[...], in: parent.descriptor, to: name[...], in: parent.descriptor, path: .root)
        } catch {
            guard error.errno != EEXIST else { throw PackingError(.exists, "exists already; nothing was changed") }
            throw PackingError(error.errno, "give it its name")
        }
    }

    private func remove() {
        _ = TreeRemover(
            of: .program, progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .goOn
        ).remove(temporaryName[...], in: parent.descriptor)
    }

    /// Makes a directory below this one, and those above it.
    /// - Throws: `PackingError`
    func makeDirectories(_ path: ContainerPath) throws(PackingError) {
        do throws(ItemFailure) {
            try AtomicFile.makeDirectories(path, below: directory)
        } catch {
            throw PackingError(error.errno, "make \(path)")
        }
    }

    /// Makes a directory below this one.
    /// - Returns: The reason if it could not be made.
    func failureToMake(_ path: ContainerPath) -> FileTreeError? {
        do throws(ItemFailure) {
            try AtomicFile.makeDirectories(path, below: directory)
            return nil
        } catch {
            return FileTreeError(errno: error.errno, operation: "write the backup", path: path)
        }
    }

    /// Writes a file.
    /// - Throws: `PackingError`
    func write(_ bytes: [UInt8], to path: ContainerPath, permissions: UInt32 = 0o644) throws(PackingError) {
        let file = try makeFile(path, permissions: permissions)
        let failure = bytes.withUnsafeBytes { file.write($0, at: 0) }
        guard failure == 0 else { throw PackingError(failure, "write \(path)") }
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
            throw PackingError(error.errno, "make \(path)")
        }
    }
}
