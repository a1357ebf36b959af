package import ContainerModel
import FileTree

/// What belongs to a container and lies outside of it.
extension ContainerStore {
    private static let maxSurroundings = 1_000

    /// Opens the package around a container, for the items beside it, such as `AppDataInfo.plist`. No rule of iOS applies
    /// to them, since no app sees them.
    /// - Returns: The package, and the items; nil if there are none.
    package static func surroundings(of container: Container) -> (container: Container, items: [ContainerPath])? {
        let own = container.description
        guard own.source == .xcappdata, own.packagePath != own.hostPath,
            let package = try? HostDirectory(own.packagePath), let entries = package.tree.entries(limit: 4_096)
        else { return nil }
        let items = (0..<entries.count).compactMap { index -> ContainerPath? in
            let name = entries.name(index)
            return name.elementsEqual(own.hostPath.name) ? nil : ContainerPath.root.appending(name: name)
        }
        guard !items.isEmpty else { return nil }
        let description = ContainerDescription(
            kind: .system, source: .package, medium: package.tree.medium, hostPath: own.packagePath, app: own.app)
        return (Container(description: description, tree: package.tree), Array(items.prefix(maxSurroundings)))
    }

    /// Returns the paths of the containers of an app's groups: those that are known to be related to a container of its
    /// data; in a backup, which does not say what an app belongs to, those of groups with the app's identifier.
    package static func groups(of container: Container) -> [HostPath] {
        let own = container.description
        guard own.kind == .data else { return [] }
        let related = own.related.filter { $0.kind == .appGroup }.map(\.hostPath)
        guard related.isEmpty, own.source == .backup else { return related }
        return BackupSource.groups(of: container.tree, at: own.hostPath)
    }

    /// Opens the containers of the groups of some apps, as far as they are not among the containers of these.
    /// - Parameters:
    ///   - containers: The containers of the apps' data.
    ///   - readsDevices: As in `open`.
    /// - Returns: Each container with its path, and why others cannot be opened.
    package static func openGroups(
        of containers: [Container], readsDevices: Bool = true
    ) -> (opened: [(container: Container, path: HostPath)], failures: [ContainerStoreError]) {
        var seen = Set(containers.map(\.description.hostPath))
        var (opened, failures): ([(container: Container, path: HostPath)], [ContainerStoreError]) = ([], [])
        for path in containers.flatMap({ groups(of: $0) }) where seen.insert(path).inserted {
            do throws(ContainerStoreError) {
                guard case .container(let group, _) = try ContainerStore.open(path.bytes, readsDevices: readsDevices)
                else { continue }
                let hostPath = group.description.hostPath
                if seen.insert(hostPath).inserted || hostPath == path { opened.append((group, path)) }
            } catch {
                failures.append(error)
            }
        }
        return (opened, failures)
    }
}

extension SourceKind {
    /// The directory of a package, for the items beside the container in it.
    package static let package = SourceKind(rawValue: "package")
}
