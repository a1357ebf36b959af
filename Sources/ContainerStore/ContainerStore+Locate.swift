package import ContainerModel

extension ContainerStore {
    /// Whether a path of this computer, links followed, is in a container or is one. A directory that only looks like
    /// one, such as a home with `Documents` and `tmp` in it, does not count.
    package static func isCertainlyInContainer(_ path: [UInt8]) -> Bool {
        var existing = HostPath(path)
        while let path = existing, path.followingLinks() == nil { existing = path.parent }
        guard let place = existing?.followingLinks() else { return false }
        return sequence(first: place, next: \.parent).contains { above in
            guard let (_, recognition) = find(above, .certain), let inside = place.path(below: above) else {
                return false
            }
            return inside.components.starts(with: recognition.root.components) { $0.elementsEqual($1) }
        }
    }

    /// Finds the container that a path lies in, and the path in it. The item need not exist: rules can be asked about
    /// what is not there.
    /// - Parameter isNamed: whether the container has to be named, by itself, its package or something in it: a
    ///   directory that holds a single one stands for it when it is looked at, not when something is changed.
    /// - Throws: `ContainerStoreError`; `notAContainer` also for a directory that holds several containers.
    package static func locate(
        _ path: [UInt8],
        isNamed: Bool = false
    ) throws(ContainerStoreError) -> (Container, ContainerPath) {
        var existing = try pathInArchive(path)
        var missing: [ArraySlice<UInt8>] = []
        while true {
            do throws(ContainerStoreError) {
                guard case .container(let container, let start) = try isNamed ? openNamed(existing) : open(existing)
                else {
                    throw ContainerStoreError(
                        .notAContainer,
                        path,
                        isNamed
                            ? "contains a container but is not one; name the container, or an item in it"
                            : "contains several containers; name one of them, or an item in it"
                    )
                }
                // What is missing is in a container only if what is there is: not in one that happens to be beside it.
                let isInside = HostPath(existing)?.components(below: container.description.hostPath) != nil
                guard missing.isEmpty || isInside else { throw ContainerStoreError.missing(path) }
                let names = [start.entry.map { $0[...] }].compactMap { $0 } + missing.reversed()
                let found = names.reduce(Optional(start.directory)) { $0?.appending(name: $1) }
                guard let found else { throw ContainerStoreError.missing(path) }
                return (container, found)
            } catch {
                guard error.code == .notFound, let hostPath = HostPath(existing), let parent = hostPath.parent else {
                    // Around what is not there is no container either: that it is missing is what helps.
                    // A link on the way is what is wrong, whether or not anything stands behind it.
                    throw missing.isEmpty || error.code == .throughLink ? error : ContainerStoreError.missing(path)
                }
                missing.append(hostPath.name)
                existing = parent.bytes
            }
        }
    }
}
