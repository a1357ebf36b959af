import ContainerModel

extension ContainerMemory {
    /// Lets tags and marks follow items.
    mutating func follow(_ journeys: ItemJourneys) {
        let root = HostPath(hostPath)
        func places(_ hostPaths: [[UInt8]]) -> Set<ContainerPath> {
            guard let root else { return [] }
            return Set(hostPaths.compactMap { HostPath($0)?.path(below: root) })
        }
        let trashed = places(journeys.trashed)
        if !trashed.isEmpty { moveTagsToTrash(of: trashed, journeys.operation) }
        follow(Dictionary(journeys.moved) { $1 }, journeys.operation)
        let restored = places(journeys.restored)
        if !restored.isEmpty { restoreTags(of: restored, journeys.inverted) }
    }

    private mutating func follow(_ targets: [[UInt8]: [UInt8]], _ operation: Int) {
        guard !targets.isEmpty else { return }
        let root = HostPath(hostPath)
        func target(of path: ContainerPath) -> ContainerPath? {
            // The item itself, or a directory that contains it.
            for moved in sequence(first: path, next: \.parent) where !moved.isRoot {
                guard let target = targets[hostPath + [0x2f] + moved.bytes] else { continue }
                guard let root, let below = HostPath(target)?.path(below: root) else { return nil }
                return path.relative(to: moved).map { below.appending($0) }
            }
            return nil
        }
        var moved = tags.filter { target(of: $0.key) == nil }
        for (path, color) in tags {
            guard let target = target(of: path) else { continue }
            // The item that was replaced has gone to the trash.
            if let old = moved[target] { keepInTrash(target, old, operation) }
            moved[target] = color
        }
        tags = moved
        marks = marks.mapValues { target(of: $0) ?? $0 }
    }

    /// Takes the tags of items, and of everything in them, off their paths.
    private mutating func moveTagsToTrash(of items: Set<ContainerPath>, _ operation: Int) {
        for (path, color) in tags where path.isIn(items) {
            tags[path] = nil
            keepInTrash(path, color, operation)
        }
    }

    private mutating func keepInTrash(_ path: ContainerPath, _ color: String, _ operation: Int) {
        trashedTags.removeAll { $0.path == path && $0.operation == operation }
        trashedTags.append(TrashedTag(path: path, color: color, operation: operation))
        let surplus = trashedTags.count - Self.maxTrashed
        if surplus > 0 { trashedTags.removeFirst(surplus) }
    }

    /// Gives items the tags back that went to the trash with them.
    /// - Parameter operation: The operation that is undone; its tags come before later ones of the same paths.
    private mutating func restoreTags(of items: Set<ContainerPath>, _ operation: Int?) {
        var found: [ContainerPath: TrashedTag] = [:]
        for tag in trashedTags where tag.path.isIn(items) {
            if let known = found[tag.path], known.operation == operation { continue }
            found[tag.path] = tag
        }
        for tag in found.values { tags[tag.path] = tag.color }
        trashedTags.removeAll { found[$0.path] == $0 }
    }
}

extension ContainerPath {
    /// Whether the path is one of the items, or inside one.
    fileprivate func isIn(_ items: Set<ContainerPath>) -> Bool {
        sequence(first: self, next: \.parent).contains { items.contains($0) }
    }
}
