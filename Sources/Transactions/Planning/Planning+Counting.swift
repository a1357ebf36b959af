import ContainerModel
import FileTree
import Jobs
import System

// How much there is, how much room that needs, and what to say about it.
extension Planning {
    /// Counts a tree; what a copy will leave out and names that become one are noted on the way.
    /// - Parameter target: the other file system that the tree is moved to.
    mutating func count(
        _ source: ItemAddress,
        method: Plan.Method,
        copies: Bool,
        movedTo target: UndoForecast.Traits?
    ) -> ItemCounts {
        var counts = ItemCounts()
        var names = MergedNames()
        var isMovable = true
        // What cannot be opened now is told when it is looked at.
        guard let tree = try? roots.tree(of: source.root) else { return counts }
        var walk = TreeWalk(of: tree, start: source.path)
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .leaving: names.leave()
            case .failure(let path, let error):
                warnings.append(.unreadable(ItemAddress(source.root, path), reason: error.reason))
                isMovable = false
            case .item(let item):
                if request.warnsOfMergedNames, item.depth > 0, names.isRepeated(item.name),
                    let twin = MergedNames.twin(of: item.name, in: item.directory)
                {
                    warnings.append(
                        .mergedNames(
                            directory: ItemAddress(source.root, item.path.parent ?? .root), twin, Array(item.name)))
                }
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

    /// Notes how much room a copy needs.
    mutating func demand(_ bytes: UInt64, at directory: ItemAddress, copies: Bool) throws(Refused) {
        guard copies, bytes > 0, let handle = try nearest(directory),
            let status = try? ItemStatus(of: handle, path: .root)
        else { return }
        let identity = FileIdentity(device: status.device, inode: 0)
        let sum = demands[identity]?.bytes.addingSaturated(bytes) ?? bytes
        // The nearest directory that is there stands for its file system.
        demands[identity] = (demands[identity]?.at ?? ItemAddress(directory.root, .root), sum)
    }

    /// Tells of file systems that have less room than is needed.
    mutating func warnOfLittleSpace() {
        for (_, demand) in demands {
            guard let directory = try? roots.openPath(demand.at) else { continue }
            let free = sandglass_free_bytes(directory.number)
            if free >= 0, UInt64(free) < demand.bytes {
                warnings.append(.littleSpace(at: demand.at, needed: demand.bytes, available: UInt64(free)))
            }
        }
    }

    /// Notes a name that is given, and whether another one of the request becomes one with it.
    mutating func noteName(_ target: ItemAddress) {
        guard request.warnsOfMergedNames, let key = MergedNames.key(target.name) else { return }
        let name = Array(target.name)
        if let other = targetNames[target.parent]?[key] {
            if other != name { warnings.append(.mergedNames(directory: target.parent, other, name)) }
        } else {
            targetNames[target.parent, default: [:]][key] = name
        }
    }
}
