import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// The known state of the source of a cross-file-system move.
enum SourceState {
    /// It has not been touched.
    case inPlace
    /// It was renamed to the name under which it is removed.
    case setAside
    /// It may have been renamed.
    case unknown
}

/// Sources of cross-file-system moves, set aside under temporary names where other programs do not find them.
extension TransactionContext {
    /// Renames a source to its temporary name.
    /// - Parameter table: Receives the file's version after the rename, provided nothing else can have changed it
    ///   meanwhile.
    func setAside(_ source: ItemAddress, _ aside: ItemAddress, _ fingerprint: Fingerprint, _ table: VersionTable)
        throws(ItemFailure)
    {
        let directory = try directory(around: source)
        let key = VersionTable.key(aside)
        var file: Int32 = -1
        defer { if file >= 0 { close(file) } }
        var isUnwritten = fingerprint.kind == .link
        if fingerprint.kind == .file {
            file = withNullTerminated(source.name) {
                sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            }
            guard file >= 0 else { throw ItemFailure("open the file", errno: -file, path: source.path) }
            // Hold off writers until the file has been renamed, so that any change of its status is due to the rename.
            let refusal = FileUsers.holdOffWriters(file)
            guard refusal != EAGAIN else { throw .inUse(file, path: source.path) }
            isUnwritten = refusal == 0
        }
        var before = sandglass_stat()
        let isKnown = withNullTerminated(source.name) { sandglass_status(directory.number, $0, &before) } == 0
        let isSame = isKnown && table.isSame(key, before)
        do throws(ItemFailure) {
            try rename(source, aside, fingerprint)
        } catch {
            throw error.about(source.path)
        }
        guard isUnwritten, isKnown, fingerprint.kind != .file || sandglass_are_writers_held_off(file) != 0 else {
            return
        }
        var after = sandglass_stat()
        let asideDirectory = try self.directory(around: aside)
        guard withNullTerminated(aside.name, { sandglass_status(asideDirectory.number, $0, &after) }) == 0,
            (after.device, after.inode, after.size) == (before.device, before.inode, before.size),
            after.modified_seconds == before.modified_seconds,
            after.modified_nanoseconds == before.modified_nanoseconds
        else { return }
        if isSame { table.note(key, after, readAt: nil) }
        // Used when other hard links of the file are compared.
        table.noteRenamed(before, after)
    }

    /// Gives a source that was set aside its name back, or another name if that is taken by now.
    func revertSettingAside(_ source: ItemAddress, _ aside: ItemAddress) throws(ItemFailure) {
        guard let status = try present(aside) else { return }
        // On file systems where a rename takes a link and an unlink, an interruption leaves both names.
        if let found = try present(source), (found.device, found.inode) == (status.device, status.inode) {
            return try removeName(aside)
        }
        let name = try putBack(aside, to: source)
        guard name != source else { return }
        throw ItemFailure(
            "restore the item's name", errno: EEXIST, path: source.path,
            detail: "another item has it now; the item is at \(name.path)")
    }

    /// Returns whether a copy of an item is all that is left of its source: a source set aside has a hidden name, and
    /// others may mistake it for litter.
    /// - Parameter state: Returns the state of a source, by the name under which it is set aside.
    /// - Throws: If a source or a copy cannot be examined; the copy must stay until it can.
    func isOnlyCopy(_ item: StagedItem, _ state: (ItemAddress) -> SourceState) throws(ItemFailure) -> Bool {
        for case .removeAside(let aside, let source, let place) in item.cleanups {
            for case .rename(source, aside, let fingerprint) in item.steps {
                let state = state(aside)
                guard state != .inPlace, try present(aside) == nil else { continue }
                // Another item may have the name by now. A file that was removed may even have passed its inode number on to
                // that one.
                if let found = try present(source),
                    state == .setAside && found.kind == .file
                        ? Fingerprint(found).hasSameContents(as: fingerprint) : isSame(fingerprint, found, at: source)
                {
                    continue
                }
                for case .rename(let temporary, place, let copied) in item.steps {
                    if try present(temporary) != nil { return true }
                    if let found = try present(place), isSame(copied, found, at: place) { return true }
                }
            }
        }
        return false
    }

    /// Removes a source that was set aside, to the extent that it matches its copy.
    /// - Parameter table: The versions that were copied; nil to compare the source with the copy.
    func removeAside(
        _ aside: ItemAddress,
        of source: ItemAddress,
        _ copy: ItemAddress,
        _ table: VersionTable?
    ) -> ItemFailure? {
        do throws(ItemFailure) {
            guard try present(aside) != nil else { return nil }
            var failure: ItemFailure?
            if let log = try newLog(ofSource: source) {
                failure = ItemFailure(
                    "remove the source", errno: ESTALE, path: log.path,
                    detail: "another program has started it since the database was copied")
            } else if let table {
                failure = removeTemporary(
                    aside, ifSameAs: (table, VersionTable.key(aside)))
            } else if let path = TreeComparison.firstDifference(
                aside.name, in: try directory(around: aside), with: copy.name, in: try directory(around: copy))
            {
                failure = ItemFailure(
                    "remove the source", errno: ESTALE, path: path, detail: "it has changed since it was copied")
            } else {
                failure = removeTemporary(aside)
            }
            guard let failure = failure?.ofItem(onDevice: DeviceRefusal.isOnDevice(aside.hostPath)) else { return nil }
            let kept = try putBack(aside, to: source)
            let path = known(failure.path, aside, source)
            if kept == source { return failure.about(path) }
            return ItemFailure(
                failure.operation, errno: failure.errno, path: path,
                detail: "\(failure.reason); the rest of it is at \(kept.path)")
        } catch {
            return error.about(known(error.path, aside, source))
        }
    }

    /// Renames an item that was set aside to its original name, or to a free name next to it if that is taken. If the
    /// original directory is gone, the item gets its original name in the directory in which it was set aside.
    /// - Returns: The address that it got.
    @discardableResult
    func putBack(_ aside: ItemAddress, to source: ItemAddress) throws(ItemFailure) -> ItemAddress {
        guard let status = try present(aside) else { return source }
        var target = source
        for number in 2..<1_002 {
            do throws(ItemFailure) {
                // Not verified again: if another process gives the name to something else just after, that is its own.
                try Renaming.rename(
                    aside.name, in: try directory(around: aside), to: target.name, in: try directory(around: target),
                    path: target.path)
                return target
            } catch {
                if error.errno == ENOENT, target.parent != aside.parent, let other = aside.sibling(source.name) {
                    target = other
                    continue
                }
                guard error.errno == EEXIST else { throw error }
            }
            let name = CopyName.numbered(source.name, isDirectory: status.kind == .directory, number: number)
            guard let next = target.sibling(name) else { break }
            target = next
        }
        throw ItemFailure("rename the item", errno: EEXIST, path: source.path)
    }

    /// Returns the user-visible path of an item inside a source that was set aside.
    func known(_ path: ContainerPath, _ aside: ItemAddress, _ source: ItemAddress) -> ContainerPath {
        // Paths from walks start with the name of the walked item, other paths at the root.
        for start in [aside.path, ContainerPath(bytes: aside.name) ?? .root] {
            if path == start { return source.path }
            if let rest = path.relative(to: start) { return source.path.appending(rest) }
        }
        return path
    }
}
