import ContainerModel
package import ContainerStore
import FileTree

extension Restoration {
    /// The groups of an app that two containers of it both have, opened.
    ///
    /// They are restored together with the whole container.
    /// - Parameters:
    ///   - origin: The container that the other one is made like.
    ///   - target: The container that is changed.
    package static func groups(
        of origin: Container, and target: Container
    ) -> [(origin: Container, target: Container)] {
        let others = groups(of: target)
        return groups(of: origin).sorted { $0.key < $1.key }.compactMap { identifier, path in
            guard let counterpart = others[identifier], let first = opened(path), let second = opened(counterpart)
            else { return nil }
            return (first, second)
        }
    }

    /// Returns the groups that a container's app has beside it, by their identifiers.
    private static func groups(of container: Container) -> [String: HostPath] {
        let found = container.description.related.filter { $0.kind == .appGroup }
        return Dictionary(
            found.compactMap { group in group.identifier.map { ($0, group.hostPath) } },
            uniquingKeysWith: { first, _ in first })
    }

    private static func opened(_ path: HostPath) -> Container? {
        guard let found = try? ContainerStore.locate(path.bytes), found.1.isRoot else { return nil }
        return found.0
    }
}
