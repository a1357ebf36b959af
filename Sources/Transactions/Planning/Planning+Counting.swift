import ContainerModel
import FileTree
import Jobs
import System

// The number and size of items, the space they need, and the resulting warnings.
extension Planning {
    /// Counts the items of a tree, and adds warnings about items that will not be copied and about merged names.
    /// - Parameters:
    ///   - deletes: Whether the tree is deleted, so that every directory in it has to be emptied.
    ///   - target: The other file system that the tree is moved to, if any.
    mutating func count(
        _ source: ItemAddress,
        method: Plan.Method,
        copies: Bool,
        deletes: Bool,
        movedTo target: UndoForecast.Traits?
    ) throws(Refused) -> ItemCounts {
        var counts = ItemCounts()
        var names = MergedNames()
        var isMovable = true
        // A tree that cannot be opened is reported when it is examined.
        guard let tree = try? roots.tree(of: source.root) else { return counts }
        let access = requested.access[source.root]
        var walk = TreeWalk(of: tree, start: source.path, access: copies ? access : nil)
        var closed: ItemStatus?
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .leaving(let path, _):
                for pair in names.leave() {
                    warnings.append(.mergedNames(directory: ItemAddress(source.root, path), pair.one, pair.other))
                }
                // An empty directory can be removed whatever its mode.
                closed = nil
            case .failure(let path, let error):
                if let closed { throw .denied(closed, at: path) }
                warnings.append(.unreadable(ItemAddress(source.root, path), reason: error.reason))
                isMovable = false
            case .item(let item):
                if let closed { throw .denied(closed, at: item.path.parent ?? .root) }
                if deletes, item.status.kind == .directory,
                    access?.allows([.read, .write, .search], on: item.name, item.status, in: item.directory) == false
                {
                    closed = item.status
                }
                if kind.bringsTrees, item.depth > 0 { names.note(item.name, in: item.directory) }
                if let target {
                    forecast.note(
                        ItemAddress(source.root, item.path), item.status, item.name, in: item.directory, movedTo: target
                    )
                }
                switch item.status.kind {
                case .directory:
                    counts.directories += 1
                    names.enter()
                case .file:
                    if copies, access?.allows(.read, on: item.name, item.status, in: item.directory) == false {
                        warnings.append(
                            .unreadable(ItemAddress(source.root, item.path), reason: "permission denied"))
                        isMovable = false
                        continue
                    }
                    counts.files += 1
                    counts.bytes = counts.bytes.addingSaturated(item.status.size)
                    progress.add(files: 1, bytes: item.status.size)
                case .link: counts.links += 1
                default:
                    if copies { warnings.append(.special(ItemAddress(source.root, item.path), item.status.kind)) }
                    isMovable = false
                }
            }
        }
        if method == .copyThenRemove, !isMovable { warnings.append(.willNotBeMoved(source)) }
        return counts
    }

    /// Adds to the space needed on the file system of a directory.
    mutating func demand(_ bytes: UInt64, at directory: ItemAddress, copies: Bool) throws(Refused) {
        guard copies, bytes > 0, let handle = try nearest(directory),
            let status = try? ItemStatus(of: handle, path: .root)
        else { return }
        let identity = FileIdentity(device: status.device, inode: 0)
        // Free space is reported at the root, which always exists, but measured here: a file system may be mounted on a
        // directory inside the root.
        let known = demands[identity]
        let free = known?.free ?? sandglass_free_bytes(handle.number)
        demands[identity] = (
            known?.at ?? ItemAddress(directory.root, .root), known?.bytes.addingSaturated(bytes) ?? bytes, free
        )
    }

    /// Warns about file systems with less free space than needed.
    mutating func warnOfLittleSpace() {
        for demand in demands.values where demand.free >= 0 && UInt64(demand.free) < demand.bytes {
            warnings.append(.littleSpace(at: demand.at, needed: demand.bytes, available: UInt64(demand.free)))
        }
    }

    /// Records a target name, and warns if another target of the request merges with it.
    mutating func noteName(_ target: ItemAddress) {
        guard kind.makesNames, let key = MergedNames.key(target.name) else { return }
        let name = Array(target.name)
        if let other = targetNames[target.parent]?[key] {
            if other != name { warnings.append(.mergedNames(directory: target.parent, other, name)) }
        } else {
            targetNames[target.parent, default: [:]][key] = name
        }
    }

    /// Warns of items that exist already and that merge with a target of the request: called when all changes are known,
    /// since one of them may take such an item away.
    mutating func warnOfExistingTwins() {
        guard kind.makesNames else { return }
        for (directory, names) in targetNames.sorted(by: { $0.key.hostPath.lexicographicallyPrecedes($1.key.hostPath) })
        {
            warnOfTwins(of: names.values.lazy.map { $0[...] }, in: directory)
        }
        for batch in batches {
            guard let target = batch.change.target else { continue }
            let items = batch.change.items
            warnOfTwins(of: items.indices.lazy.map { items.entries.name($0) }, in: target)
        }
    }

    private mutating func warnOfTwins(of names: some Sequence<ArraySlice<UInt8>>, in directory: ItemAddress) {
        guard let entries = try? roots.listing(of: directory).entries(path: directory.path), entries.count > 0 else {
            return
        }
        let existing = (0..<entries.count).lazy.map { entries.name($0) }
        for pair in MergedNames.pairs(of: existing, with: names) {
            guard let address = directory.entry(pair.one[...]), !projected.isGone(address), projected[address] == nil
            else { continue }
            warnings.append(.mergedNames(directory: directory, pair.one, pair.other))
        }
    }
}

extension Planning.Refused {
    /// The tree contains a directory whose contents the app's user may not remove.
    fileprivate static func denied(_ status: ItemStatus, at path: ContainerPath) -> Planning.Refused {
        let text = String(decoding: path.bytes, as: UTF8.self)
        return Planning.Refused(
            .denied, "mode \(Permissions.text(status)) of \(text) does not permit removing its contents")
    }
}
