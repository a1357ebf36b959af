import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// The copies that a stager makes under temporary names.
extension Stager {
    /// Copies an item to a temporary name next to `to`.
    /// - Parameter aside: The name under which the source will be removed afterwards, so that nothing may be missing
    ///   from the copy; nil if the source stays.
    mutating func copy(
        _ from: ItemAddress,
        _ to: ItemAddress,
        removedAs aside: ItemAddress? = nil,
        _ result: inout Result
    ) throws(ItemFailure) {
        let mustBeWhole = aside != nil
        if aside == nil, let made = ahead.removeValue(forKey: to), made.from == from {
            given.append(made.temporary)
            result.report.add(made.report)
            result.reported = from
            context.progress.add(files: 1)
            return try addRename(made.temporary, to: to, &result)
        }
        let temporary = nextTemporary(beside: to)
        let target = try fill(temporary)
        var source: Descriptor?
        let report: CopyReport
        if let tree = context.readOnlyTree(of: from) {
            report = extract(from, of: tree, to: temporary.name, in: target)
        } else {
            let directory = try context.directory(around: from)
            let recorder = aside.map {
                VersionRecorder(table: versions, key: VersionTable.key($0), isHidden: false)
            }
            copier.access = access[from.root]
            report = copier.copy(from.name, in: directory, to: temporary.name, in: target, recording: recorder)
            source = directory
        }
        result.report.add(report)
        result.reported = from
        if report.isCancelled {
            result.isCancelled = true
            // `stage` decides whether the partial copy stays.
            if report.isTopItemMade { try addRename(temporary, to: to, &result) }
            if mustBeWhole { removeTemporary(temporary) }
            return
        }
        do throws(ItemFailure) {
            let around = from.path.parent ?? .root
            if let failure = report.failures.first.first, takesAllBack || mustBeWhole || !report.isTopItemMade {
                throw failure.about(around.appending(failure.path))
            }
            // A top-level item that was skipped leaves no copy.
            if !report.isTopItemMade {
                guard report.skipped.first.first == nil else {
                    throw ItemFailure("copy the item", errno: EOPNOTSUPP, path: from.path)
                }
                throw ItemFailure(
                    "copy the item", errno: ENOENT, path: from.path,
                    detail: "the copy is gone: its directory, or the app on the device, has since been removed")
            }
            if mustBeWhole {
                if let skipped = report.skipped.first.first {
                    throw ItemFailure("copy the item", errno: EOPNOTSUPP, path: around.appending(skipped.path))
                }
                if let lost = report.avoidableLoss { throw lost.failure.about(around.appending(lost.path)) }
                if let source { try requireUnused(in: source, around) }
            }
            try readBack(from, temporary, in: target)
            try addRename(temporary, to: to, &result)
        } catch {
            removeTemporary(temporary)
            throw error
        }
    }

    /// Copies an item from a read-only tree.
    private mutating func extract(
        _ item: ItemAddress,
        of tree: any FileTree,
        to name: ArraySlice<UInt8>,
        in target: Descriptor
    ) -> CopyReport {
        let identity = try? tree.identity
        let device = (try? ItemStatus(of: target, path: .root).device) ?? 0
        // Taken out of the table so that the map has a single owner; otherwise its first mutation would copy it.
        var extractor = TreeExtractor(
            from: tree, unpacked: identity.flatMap { unpacked[$0] } ?? 0,
            hardLinks: hardLinks.removeValue(forKey: device) ?? HardLinkMap(), progress: context.progress,
            cancellation: context.cancellation, onFailure: takesAllBack ? .stop : .goOn)
        let report = extractor.copy(item.path, to: name, in: target)
        if tree.isDecrypted, report.isTopItemMade { Self.close(name, in: target) }
        if let identity { unpacked[identity] = extractor.unpacked }
        hardLinks[device] = extractor.hardLinks
        return report
    }

    /// Takes the permissions of all but the owner from what was encrypted. What is in a directory is out of their reach then.
    private static func close(_ name: ArraySlice<UInt8>, in directory: Descriptor) {
        let opened = withNullTerminated(name) {
            sandglass_open_component(directory.number, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        // A symbolic link has no permissions.
        guard opened >= 0 else { return }
        let item = Descriptor(owning: opened)
        if let status = try? ItemStatus(of: item, path: .root) {
            _ = sandglass_set_mode(item.number, UInt32(status.permissions & 0o700))
        }
    }

    /// Notes that the steps of an item have been performed: copies that become hard links to those of the item find them
    /// under their final names.
    mutating func notePerformed(_ item: StagedItem) {
        for case .rename(let temporary, let place, _) in item.steps
        where temporary.name.starts(with: context.id.temporaryPrefix) && temporary.parent == place.parent {
            copier.rename(temporary.name, to: place.name)
            for device in hardLinks.keys { hardLinks[device]?.rename(temporary.name, to: place.name) }
        }
    }

    mutating func write(_ contents: [UInt8], to temporary: ItemAddress, for item: ItemAddress)
        throws(ItemFailure)
    {
        let directory = try fill(temporary)
        let made = withNullTerminated(temporary.name) { sandglass_create_file(directory.number, $0, 0o666) }
        guard made >= 0 else { throw ItemFailure("make the file", errno: -made, path: item.path) }
        let file = Descriptor(owning: made)
        do throws(TransactionError) {
            try StateFile.write(contents, to: file, path: temporary.path.bytes)
        } catch {
            let reason = errno
            removeTemporary(temporary)
            throw ItemFailure("write the file", errno: reason, path: item.path)
        }
        guard isReadBack(item.root) else { return }
        let copy = try? FileContents.readEntry(Array(temporary.name), in: directory, limit: contents.count)
        guard copy == contents else {
            removeTemporary(temporary)
            throw ReadBack.failure(at: item.path)
        }
    }

    func isReadBack(_ root: Root) -> Bool {
        context.readsBack && context.roots.capabilities(of: root).isRemote
    }

    /// Compares a copy with its original if it was written to a device.
    private func readBack(_ from: ItemAddress, _ temporary: ItemAddress, in directory: Descriptor) throws(ItemFailure) {
        guard isReadBack(temporary.root) else { return }
        do throws(FileTreeError) {
            let readBack = ReadBack(of: try context.roots.tree(of: from.root), cancellation: context.cancellation)
            try readBack.compare(from.path, with: temporary.name, in: directory)
        } catch {
            throw ReadBack.failure(at: error.path ?? from.path, error)
        }
    }

    /// Makes all copies made so far durable.
    mutating func syncCopies() throws(ItemFailure) {
        for (directory, copies) in filled.values {
            if copies.count == 1 {
                // A copy that failed and was removed again needs no sync.
                guard try context.present(copies[0]) != nil else { continue }
                try Durability.syncCopies([copies[0].name], in: directory)
            } else {
                try Durability.syncFileSystem(of: directory, path: copies[0].path)
            }
        }
        filled = [:]
    }
}
