import ContainerModel
import Copying
import FileTree
import System

/// The home trash (FreeDesktop.org Trash specification 1.0): `files` holds the items, and `info` a file for each that
/// records its original path. No other trash is ever used, neither inside a container nor on a mounted device.
struct Trash {
    static let files: ContainerPath = "files"
    static let info: ContainerPath = "info"

    /// The trash directory as a root.
    let root: Root
    /// The open trash directory.
    let directory: RootedDirectory
    private let handles = DirectoryHandles()

    /// Opens the trash. Creates it (0700) if it does not exist.
    init(_ environment: TransactionEnvironment) throws(TransactionError) {
        let path = environment.trashDirectory
        for name in [Self.files, Self.info] {
            try StateFile.makeDirectories(around: path + [0x2f] + name.bytes + [0x2f])
        }
        do throws(FileTreeError) {
            root = Root(.trash, at: path)
            directory = try RootedDirectory(hostPath: path)
        } catch {
            throw TransactionError(
                .cannotCreate, "could not open the trash \(String(decoding: path, as: UTF8.self)): \(error.reason)",
                at: path, cause: error)
        }
    }

    /// Returns whether a directory is inside the one with the given identity, or would be if it were created.
    /// - Throws: `FileTreeError` if that cannot be determined.
    static func isInside(_ identity: FileIdentity, _ path: [UInt8]) throws(FileTreeError) -> Bool {
        // Start at the nearest existing ancestor, in which the others would be created.
        var end = path.count
        var current: Int32 = -1
        while current < 0 {
            current = withNullTerminated(end == 0 ? [0x2f] : path[..<end]) {
                open($0, sandglass_path_only | O_DIRECTORY | O_CLOEXEC)
            }
            guard current < 0 else { break }
            guard errno == ENOENT || errno == ENOTDIR, end > 0 else {
                throw FileTreeError(errno: errno, operation: "open the directory")
            }
            end = path[..<end].lastIndex(of: 0x2f) ?? 0
        }
        var directory = Descriptor(owning: current)
        while true {
            let status = try ItemStatus(of: directory, path: .root)
            if (status.device, status.inode) == (identity.device, identity.inode) { return true }
            let above = openat(directory.number, "..", sandglass_path_only | O_DIRECTORY | O_CLOEXEC)
            guard above >= 0 else { throw FileTreeError(errno: errno, operation: "open the directory") }
            let parent = Descriptor(owning: above)
            let found = try ItemStatus(of: parent, path: .root)
            guard (found.device, found.inode) != (status.device, status.inode) else { return false }
            directory = parent
        }
    }

    /// Returns the name of the `.trashinfo` file of an item in the trash.
    static func infoName(of name: [UInt8]) -> [UInt8] { name + ".trashinfo".utf8 }

    /// Returns a name for an item that is not used in the trash and not in `taken`, and neither is that of a log beside it:
    /// a database would be opened with the log of another one.
    /// - Parameter unique: A suffix, added if the item's own name is taken.
    func freeName(for name: ArraySlice<UInt8>, unique: String, taken: Set<[UInt8]>) -> [UInt8] {
        // The `.trashinfo` file has the longer name: 255 bytes less `.trashinfo`.
        let own = Array(CopyName.shortened(name, to: 245))
        let logs =
            Companion.database(of: own[...]) == nil ? Companion.logs.map { $0.name(for: own[...]) } : []
        let isFree =
            !taken.contains(own) && isAbsent(Self.info, Self.infoName(of: own))
            && ([own] + logs).allSatisfy { isAbsent(Self.files, $0) }
        return isFree ? own : Self.uniqueName(for: name, unique: unique)
    }

    /// Returns whether neither an item nor a `.trashinfo` file has a name.
    func isFree(_ name: [UInt8]) -> Bool {
        name.count <= 245 && isAbsent(Self.files, name) && isAbsent(Self.info, Self.infoName(of: name))
    }

    /// Returns a name that no other item can have.
    static func uniqueName(for name: ArraySlice<UInt8>, unique: String) -> [UInt8] {
        let suffix = Array(".\(unique)".utf8)
        return CopyName.shortened(name, to: 245 - suffix.count) + suffix
    }

    private func isAbsent(_ directory: ContainerPath, _ name: [UInt8]) -> Bool {
        guard let path = directory.appending(name: name) else { return false }
        do throws(FileTreeError) {
            guard handles.isKeeping else { return try self.directory.statusIfPresent(path) == nil }
            let directory = try handle(directory)
            do throws(FileTreeError) {
                _ = try ItemStatus(of: name, in: directory, path: path)
                return false
            } catch {
                return error.errno == ENOENT
            }
        } catch {
            return false
        }
    }

    /// Sets whether the descriptors of the trash's two directories are kept, which pays off for many items.
    func keepHandles(_ isMany: Bool) {
        handles.forget()
        if isMany { handles.keep() }
    }

    private func handle(_ path: ContainerPath) throws(FileTreeError) -> Descriptor {
        try handles.directory(ItemAddress(root, path)) { () throws(FileTreeError) in
            try directory.openPath(path)
        }
    }

    /// Reserves a name by creating its `.trashinfo` file, which must not exist. The file is not made durable.
    func reserve(_ name: [UInt8], _ info: TrashInfo) throws(ItemFailure) {
        let path = Self.info.appending(name: Self.infoName(of: name)) ?? Self.info
        let directory = try opened(Self.info)
        let made = withNullTerminated(path.lastComponent ?? []) { sandglass_create_file(directory.number, $0, 0o600) }
        guard made >= 0 else { throw ItemFailure("create the trash's .trashinfo file", errno: -made, path: path) }
        let file = Descriptor(owning: made)
        do throws(TransactionError) {
            try StateFile.write(info.bytes, to: file, path: path.bytes)
        } catch {
            removeInfo(name)
            throw ItemFailure("write the trash's .trashinfo file", errno: errno, path: path)
        }
    }

    /// Returns the original path of an item, as long as the transaction with `mark` moved it here.
    func originalPath(of name: [UInt8], mark: String) -> [UInt8]? {
        guard !isAbsent(Self.files, name), let directory = try? opened(Self.info),
            let bytes = try? FileContents.readEntry(Self.infoName(of: name), in: directory, limit: 65_536),
            let parts = TrashInfo.parts(of: bytes), parts.mark == mark
        else { return nil }
        return parts.path
    }

    /// Removes a `.trashinfo` file; does nothing if it does not exist.
    func removeInfo(_ name: [UInt8]) {
        guard let directory = try? opened(Self.info) else { return }
        _ = withNullTerminated(Self.infoName(of: name)[...]) { sandglass_remove_name(directory.number, $0, 0) }
    }

    /// Removes the `.trashinfo` file of an item that is no longer in the trash.
    func removeInfoWithoutItem(_ name: [UInt8]) {
        if isAbsent(Self.files, name) { removeInfo(name) }
    }

    /// Removes the `.trashinfo` file of an item that never reached the trash, if the transaction with `mark` created it
    /// or was killed while doing so.
    func removeOrphan(_ name: [UInt8], mark: String) {
        guard isAbsent(Self.files, name), let directory = try? opened(Self.info),
            let bytes = try? FileContents.readEntry(Self.infoName(of: name), in: directory, limit: 65_536)
        else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.isEmpty || text.contains("\nX-Sandglass=\(mark)\n") { removeInfo(name) }
    }

    private func opened(_ path: ContainerPath) throws(ItemFailure) -> Descriptor {
        do throws(FileTreeError) {
            return try handle(path)
        } catch {
            throw ItemFailure("open the trash", errno: error.errno, path: path)
        }
    }
}
