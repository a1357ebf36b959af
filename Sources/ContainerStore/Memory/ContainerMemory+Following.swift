import ContainerModel

extension ContainerMemory {
    /// Lets tags and marks follow items that were moved or renamed.
    /// - Parameter targets: Where items have gone, by where they were: host paths of this computer.
    mutating func follow(_ targets: [[UInt8]: [UInt8]]) {
        let root = HostPath(hostPath)
        func target(of path: ContainerPath) -> ContainerPath? {
            // The item itself, or what it is in.
            for moved in sequence(first: path, next: \.parent) where !moved.isRoot {
                guard let target = targets[hostPath + [0x2f] + moved.bytes] else { continue }
                guard let root, let below = HostPath(target)?.path(below: root) else { return nil }
                return path.relative(to: moved).map { below.appending($0) }
            }
            return nil
        }
        var moved = tags.filter { target(of: $0.key) == nil }
        for (path, color) in tags { target(of: path).map { moved[$0] = color } }
        tags = moved
        marks = marks.mapValues { target(of: $0) ?? $0 }
    }
}
