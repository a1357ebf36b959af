package import ContainerModel
import FileTree

extension ContainerStore {
    /// Opens a directory as a container of a kind, and finds the path inside it. The item need not exist.
    /// - Parameters:
    ///   - directory: The container's directory. If it is nil, this is the directory at the path, or the nearest one
    ///     around an item.
    ///   - overriding: Whether the kind counts whatever the directory is.
    /// - Throws: `ContainerStoreError`
    package static func locate(
        _ path: [UInt8],
        in directory: [UInt8]?,
        as kind: ContainerKind,
        overriding: Bool = false
    ) throws(ContainerStoreError) -> (Container, ContainerPath) {
        let read = try pathInArchive(path)
        guard let hostPath = HostPath(read) else { throw .missing(path) }
        let isDirectory = { (place: HostPath) in (try? HostDirectory(place)) != nil }
        let around = sequence(first: hostPath, next: \.parent).first(where: isDirectory)?.bytes ?? read
        let place = if let directory { try pathInArchive(directory) } else { around }
        let opened = try open(place, as: kind, overriding: overriding)
        guard case .container(let container, _) = opened else { throw .missing(directory ?? path) }
        let root = container.description.hostPath
        // A package stands for the container in it.
        let isPackage = hostPath != root && root.components(below: hostPath) != nil
        guard let inside = isPackage ? .root : hostPath.path(below: root) else {
            throw ContainerStoreError(
                .notAContainer, path, "is not in \(String(decoding: root.bytes, as: UTF8.self)), the container given")
        }
        do throws(FileTreeError) {
            // As for any container, no link is followed.
            if let parent = inside.parent { _ = try container.tree.directory(at: parent) }
        } catch {
            if error.code == .throughLink { throw .throughLink(path, inside, in: container.tree) }
            guard error.code == .notFound else { throw ContainerStoreError(error, path) }
        }
        if !overriding { try refuse(kind, at: hostPath, in: container.description, given: path) }
        return (container, inside)
    }

    /// Finds the container that a path is in, and the path inside it. The item need not exist, since rules also apply
    /// to items still to be created.
    /// - Parameter isNamed: Whether the path has to name the container, its package or something in it. Otherwise, a
    ///   directory with a single container stands for it, which suits commands that only read.
    /// - Parameter search: How far to search for containers below a directory that is in none.
    /// - Throws: `ContainerStoreError`; `severalContainers` for a directory with several containers.
    package static func locate(
        _ path: [UInt8],
        isNamed: Bool = false,
        search: CandidateSearch = CandidateSearch()
    ) throws(ContainerStoreError) -> (Container, ContainerPath) {
        var existing = try pathInArchive(path)
        var missing: [ArraySlice<UInt8>] = []
        while true {
            do throws(ContainerStoreError) {
                guard
                    case .container(let container, let start) = try isNamed
                        ? openNamed(existing, search: search) : open(existing, search: search)
                else {
                    throw ContainerStoreError(
                        .severalContainers,
                        path,
                        isNamed || !search.leftNothingOut
                            ? "contains a container but is not one; name the container, or an item in it"
                            : "contains several containers; `sandglass apps` lists them. Name one of them, or an item in it"
                    )
                }
                // A missing item belongs to the container only if its existing ancestor is inside it, not merely next
                // to it.
                let isInside = HostPath(existing)?.components(below: container.description.hostPath) != nil
                guard missing.isEmpty || isInside else { throw ContainerStoreError.missing(path) }
                let names = [start.entry.map { $0[...] }].compactMap { $0 } + missing.reversed()
                let found = names.reduce(Optional(start.directory)) { $0?.appending(name: $1) }
                guard let found else { throw ContainerStoreError.missing(path) }
                return (container, found)
            } catch {
                guard error.code == .notFound, let hostPath = HostPath(existing), let parent = hostPath.parent else {
                    // If no ancestor is in a container either, the useful message is that the item does not exist. A
                    // link on the way is reported regardless, because it is the cause.
                    throw missing.isEmpty || [.throughLink, .damaged].contains(error.code)
                        ? error : ContainerStoreError.missing(path)
                }
                missing.append(hostPath.name)
                existing = parent.bytes
            }
        }
    }
}
