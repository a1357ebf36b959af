package import ContainerModel
package import FileTree
import System

/// Links in containers: a container may come from anywhere, so nothing goes through a link out of it.
extension ContainerStore {
    /// Where a path leads, with every link on the way and at its end resolved.
    private struct Resolution {
        /// The path without links; for a missing item, the names as given.
        var place: HostPath
        /// Whether an item exists there.
        var exists = true
    }

    /// An item of a container, by a path without links.
    package struct LinklessItem: Sendable {
        /// The path from the container's root.
        package let path: ContainerPath
        /// The container's tree.
        package let tree: any FileTree
    }

    /// Returns the item of a container that a path leads to; nil for a path outside of containers, and for one at which
    /// this computer has no item.
    ///
    /// Links outside of containers are followed as usual. A link in a container is followed to another item of that
    /// container, as the browser enters it, and never out of it.
    /// - Throws: `ContainerStoreError`; `throughLink` names the link and its target.
    package static func itemWithoutLeaving(_ path: [UInt8]) throws(ContainerStoreError) -> LinklessItem? {
        guard let found = try resolve(path), found.exists else { return nil }
        let directory = (try? RootedDirectory(hostPath: found.place.bytes)) != nil ? found.place : found.place.parent
        guard let directory, let container = container(around: directory),
            let inside = found.place.path(below: container.root), let tree = try? container.tree()
        else { return nil }
        return LinklessItem(path: inside, tree: tree)
    }

    /// Returns the path without links that a path leads to, by the rules of `itemWithoutLeaving`; nil if no item exists
    /// there.
    /// - Throws: `ContainerStoreError`
    package static func pathWithoutLeaving(_ path: [UInt8]) throws(ContainerStoreError) -> HostPath? {
        guard let found = try resolve(path), found.exists else { return nil }
        return found.place
    }

    /// Refuses a path that leads out of a container by a link in it.
    /// - Throws: `ContainerStoreError`
    package static func refuseLinksOut(_ path: [UInt8]) throws(ContainerStoreError) { _ = try resolve(path) }

    /// Returns where something new at a path would be, whether anything exists there or not: links are followed as the
    /// system would follow them. Nil if the path cannot be one.
    /// - Throws: `ContainerStoreError` if a link leads out of a container.
    static func placeOfNew(_ path: [UInt8]) throws(ContainerStoreError) -> HostPath? { try resolve(path)?.place }

    /// Resolves a path name by name, as the system does, but for links in containers.
    private static func resolve(_ path: [UInt8]) throws(ContainerStoreError) -> Resolution? {
        try resolveReserved(path)
        guard !path.isEmpty, !path.contains(0), let root = HostPath([0x2f]),
            let path = ReservedPath.expanded(path)
        else { return nil }
        var absolute = path
        if path.first != 0x2f {
            guard let directory = WorkingDirectory.path else { return nil }
            absolute = directory + [0x2f] + path
        }
        var result = Resolution(place: root)
        var links = 0
        // The names still to be resolved, the next one last.
        var waiting = Array(absolute.split(separator: 0x2f).map { Array($0) }.reversed())
        while let name = waiting.popLast() {
            if name == [0x2e] { continue }
            if name == [0x2e, 0x2e] {
                result.place = result.place.parent ?? result.place
                continue
            }
            let next = result.place.appending(name)
            switch status(of: next) {
            case .other: result.place = next
            case .missing:
                result.place = next
                result.exists = false
            case .link(let target):
                links += 1
                // The system would give up, too; opening the path reports the error.
                guard links <= 40 else { return Resolution(place: next, exists: false) }
                if let inside = try destination(of: next, target, given: path) {
                    result.place = inside
                    continue
                }
                if target.first == 0x2f { result.place = root }
                waiting += target.split(separator: 0x2f).map { Array($0) }.reversed()
            }
        }
        return result
    }

    private enum Status {
        case other
        case missing
        case link([UInt8])
    }

    private static func status(of path: HostPath) -> Status {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = withNullTerminated(path.bytes[...]) { path in
            target.withUnsafeMutableBytes { buffer in
                // PATH_MAX bytes.
                readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
            }
        }
        guard length < 0 else { return .link(Array(target[..<length])) }
        return errno == EINVAL ? .other : .missing
    }

    /// Returns where a link leads, by a path without links, if it stands in a container or in the package around one;
    /// nil for a link outside.
    private static func destination(
        of link: HostPath, _ target: [UInt8], given path: [UInt8]
    ) throws(ContainerStoreError) -> HostPath? {
        guard let directory = link.parent, let (root, tree) = bounds(of: link, in: directory),
            let inside = link.path(below: root)
        else { return nil }
        switch tree.destination(ofLink: inside) {
        case .inside(let item, _): return item.components.reduce(root) { $0.appending($1) }
        case .outside, .absolute: throw .leavingByLink(path, inside, target)
        case .missing: throw .brokenLink(path, inside, target)
        case .loop: throw ContainerStoreError(.throughLink, path, "leads through a cycle of symbolic links")
        case .unreadable: throw .unreadableLink(path, inside, target)
        }
    }

    /// Returns the directory that a link may not lead out of: the container around it, or else the package.
    private static func bounds(of link: HostPath, in directory: HostPath) -> (root: HostPath, tree: any FileTree)? {
        if let container = container(around: directory, of: link), let tree = try? container.tree() {
            return (container.root, tree)
        }
        let package = ([directory] + ancestors(of: directory)).firstResult { place in
            // A directory with `Payload` in it may be anything.
            findCertain(place).flatMap { $0.1.source == .appPackage ? nil : $0.0 }
        }
        return package.map { ($0.path, $0.tree) }
    }
}

extension ContainerStoreError {
    /// The error for a path that leads out of a container.
    /// - Parameters:
    ///   - link: The link, from the container's root.
    ///   - target: The target as stored in the link.
    static func leavingByLink(_ path: [UInt8], _ link: ContainerPath, _ target: [UInt8]) -> ContainerStoreError {
        ContainerStoreError(
            .throughLink, path, "leads through a symbolic link out of the container, \(words(link, target))")
    }

    fileprivate static func brokenLink(
        _ path: [UInt8], _ link: ContainerPath, _ target: [UInt8]
    ) -> ContainerStoreError {
        ContainerStoreError(.notFound, path, "the target of a symbolic link does not exist, \(words(link, target))")
    }

    fileprivate static func unreadableLink(
        _ path: [UInt8], _ link: ContainerPath, _ target: [UInt8]
    ) -> ContainerStoreError {
        ContainerStoreError(
            .throughLink, path, "leads through a symbolic link that cannot be resolved, \(words(link, target))")
    }

    /// The error for a path through a link in a container, where links are not followed at all.
    /// - Parameter inside: The path from the container's root, which begins with a link or leads through one.
    static func throughLink(_ path: [UInt8], _ inside: ContainerPath, in tree: any FileTree) -> ContainerStoreError {
        var link = ContainerPath.root
        for name in inside.components {
            link = link.appending(name: name) ?? link
            guard let status = try? tree.status(link), status.kind == .link else { continue }
            let target = (try? tree.linkTarget(link)) ?? []
            guard case .inside(let item, _) = tree.destination(ofLink: link) else {
                return .leavingByLink(path, link, target)
            }
            let meant = inside.relative(to: link).map { item.appending($0) } ?? item
            return ContainerStoreError(
                .throughLink, path,
                "leads through a symbolic link inside the container, \(words(link, target)); name "
                    + "\(String(decoding: meant.bytes, as: UTF8.self)) instead")
        }
        return ContainerStoreError(
            .throughLink, path, "leads through a symbolic link inside the container; name the link's target instead")
    }

    private static func words(_ link: ContainerPath, _ target: [UInt8]) -> String {
        "\(String(decoding: link.bytes, as: UTF8.self)) → \(String(decoding: target, as: UTF8.self))"
    }
}
