import ContainerModel
import ContainerStore
import FileTree
import System

extension TimePointStore {
    /// Removes a time point, those that were kept together with it, and the contents that no other time point has.
    /// - Returns: The number of bytes that this frees, as far as it is known.
    /// - Throws: `TimePointError`
    package func remove(_ name: String) throws(TimePointError) -> UInt64 {
        guard TimePointPath.isName(name.utf8), let point = ContainerPath("\(TimePointLayout.points)/\(name)") else {
            throw TimePointError(noTimePoint: name)
        }
        try requireOwn()
        let root: RootedDirectory
        do throws(FileTreeError) {
            root = try RootedDirectory(hostPath: path)
            _ = try root.status(point)
        } catch {
            guard error.code == .notFound else { throw TimePointError(reading: error) }
            throw TimePointError(noTimePoint: name)
        }
        try requireMark(in: root)
        let lock = try locked(.alone, patience: Self.patience)
        defer { extendLifetime(lock) }
        let parts = parts(of: name)
        try removeName(point, in: root)
        for part in parts {
            if let path = ContainerPath("\(TimePointLayout.points)/\(part)") { try removeName(path, in: root) }
        }
        return try collect(in: root)
    }

    /// Removes the contents that no time point has, and what killed processes left. The store must be locked.
    /// - Returns: The number of bytes of the contents.
    private func collect(in root: RootedDirectory) throws(TimePointError) -> UInt64 {
        removeLeftovers(in: root)
        var used: Set<[UInt8]> = []
        for point in try points() {
            // The contents of a time point that this version cannot read are not known.
            guard let bytes = try? FileContents.read(hostPath: point.hostPath, limit: 1 << 30),
                var reader = try? TimePointReader(bytes)
            else { return 0 }
            do throws(TimePointManifest.Problem) {
                while let item = try reader.next() {
                    if !item.digest.isEmpty { used.insert(TimePointLayout.object(item.digest).bytes) }
                }
            } catch {
                return 0
            }
        }
        var freed: UInt64 = 0
        do throws(FileTreeError) {
            let objects = try root.subdirectory(TimePointLayout.objectsPath)
            var walk = TreeWalk(of: objects)
            var unused: [ContainerPath] = []
            while let step = walk.next() {
                // Nothing else in there is the program's.
                guard case .item(let item) = step, item.status.kind == .file, !used.contains(item.path.bytes),
                    TimePointLayout.isObject(item.path)
                else { continue }
                unused.append(item.path)
                freed += item.status.allocated
            }
            for path in unused { try? removeName(path, in: objects) }
        } catch {
            throw TimePointError(reading: error)
        }
        return freed
    }

    /// Opens the store, which is made if there is none, and removes what processes that were killed were about to store,
    /// unless another one uses it.
    func openedForKeeping() throws(TimePointError) -> RootedDirectory {
        let root = try opened(makesIt: true)
        if let alone = try? locked(.alone, patience: 0) {
            removeLeftovers(in: root)
            extendLifetime(alone)
        }
        return root
    }

    /// Removes what processes that were killed were about to store. Nobody else may use the store.
    func removeLeftovers(in root: RootedDirectory) {
        removeUnnamedParts(in: root)
        guard let entries = (try? root.root.reopened().entries(path: .root)) ?? nil else { return }
        for index in 0..<entries.count where TimePointLayout.isIncoming(entries.name(index)) {
            if let path = ContainerPath(bytes: entries.name(index)) { removeIncoming(path, in: root) }
        }
    }

    /// Removes a directory of what was about to be stored.
    func removeIncoming(_ path: ContainerPath, in root: RootedDirectory) {
        guard let directory = try? root.openDirectory(path) else { return }
        if let entries = (try? TreeDirectory.host(directory).entries(path: path)) ?? nil {
            for index in 0..<entries.count where ContentsWriter.isTemporary(entries.name(index)) {
                _ = withNullTerminated(entries.name(index)) { sandglass_remove_name(directory.number, $0, 0) }
            }
        }
        _ = withNullTerminated(path.bytes) { sandglass_remove_name(root.descriptor.number, $0, 1) }
    }

    func removeName(_ path: ContainerPath, in root: RootedDirectory) throws(TimePointError) {
        let directory: Descriptor
        do throws(FileTreeError) {
            directory = try root.openPath(path.parent ?? .root)
        } catch {
            throw TimePointError(reading: error)
        }
        let failure = withNullTerminated(path.lastComponent ?? []) { sandglass_remove_name(directory.number, $0, 0) }
        guard failure == 0 else { throw TimePointError(writing: "remove a file", Errno(rawValue: -failure)) }
    }
}
