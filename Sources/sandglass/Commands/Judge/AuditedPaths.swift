import ArgumentParser
import Audit
import ContainerModel
import ContainerStore
import FileTree
import System

/// The containers that an audit's arguments name, each with what the others tell of its app; what lies beside them in
/// their packages; and the containers of their apps' groups.
struct AuditedPaths {
    /// The containers in the order in which they were named, then those that belong to them.
    let containers: [AuditedContainer]
    /// The groups whose containers were not named: the identifier and the path of each; not sanitized.
    let addedGroups: [String]

    /// A container and how it is audited.
    private struct Target {
        var container: Container
        let start: ContainerPath
        let prefix: [UInt8]
    }

    /// Opens the paths.
    /// - Throws: `Failure` if one of them is no container, or a value inside a file.
    init(_ app: AppInfoOptions, _ paths: [String]) throws {
        var places: [ReadPlace] = []
        // The containers whose roots were named, and not the packages around them.
        var roots: Set<HostPath> = []
        func locate(_ path: String) throws -> (Container, ContainerPath) {
            let found = try app.locateCode(path)
            let root = found.0.description.hostPath
            if HostPath(argumentBytes(path)) == root { roots.insert(root) }
            return found
        }
        try app.forEachPlace(at: paths, locating: locate) { place in
            // Fails for an item that does not exist.
            _ = try naming(String(decoding: place.shown(place.path), as: UTF8.self)) {
                try place.container.tree.status(place.path)
            }
            places.append(place)
        }
        var targets = places.map {
            Target(container: $0.container, start: $0.path, prefix: $0.shown(ContainerPath.root))
        }
        let whole = places.filter(\.path.isRoot)
        let groups = Self.groups(of: whole)
        targets += groups
        for place in whole where !roots.contains(place.container.description.hostPath) {
            targets += Self.surroundings(of: place)
        }
        let known = targets.map(\.container).knowingTheirBundles
        containers = zip(targets, known).enumerated().map { index, pair in
            AuditedContainer(pair.1, at: pair.0.start, index: index, prefix: pair.0.prefix)
        }
        addedGroups = groups.map { group in
            let identifier = group.container.description.app.identifier ?? "a group"
            return "\(identifier) (\(String(decoding: group.prefix, as: UTF8.self)))"
        }
    }

    /// Opens the containers of the groups that were not named.
    private static func groups(of places: [ReadPlace]) -> [Target] {
        let groups = ContainerStore.openGroups(of: places.map(\.container))
        for failure in groups.failures { Failure(failure).report() }
        return groups.opened.map { Target(container: $0.container, start: .root, prefix: $0.path.bytes) }
    }

    /// Opens what lies beside a container in its package.
    private static func surroundings(of place: ReadPlace) -> [Target] {
        guard let (package, items) = ContainerStore.surroundings(of: place.container) else { return [] }
        let root = place.shown(ContainerPath.root)
        let name = Array(place.container.description.hostPath.name)
        var prefix = package.description.hostPath.bytes
        if root == name {
            prefix = []
        } else if root.ends(with: [ContainerPath.slash] + name) {
            prefix = root.dropLast(name.count + 1)
        }
        return items.map { Target(container: package, start: $0, prefix: prefix) }
    }
}

extension [UInt8] {
    /// Returns whether the bytes end with others.
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
