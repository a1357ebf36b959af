package import ContainerModel
import ContainerStore

/// The role of each item in a container's bundle, shown beside the item.
package struct BundleRoleIndex: Sendable {
    private let root: ContainerPath
    private let roles: BundleRoles

    /// Reads the bundle's Info.plist and the names of its files; nil for a container without a bundle.
    init?(of container: Container) {
        guard let root = container.bundlePath else { return nil }
        let files = BundleFiles(of: container, at: root)
        self.root = root
        roles = BundleRoles(files.information, BundleCode(files), BundleIcons(files))
    }

    /// Returns an item's purpose in a sentence; nil outside of the bundle, and for a directory of plain resources.
    package func sentence(about path: ContainerPath, isDirectory: Bool) -> String? {
        guard let inside = path.relative(to: root), !inside.isRoot else { return nil }
        let role = roles.role(of: inside)
        guard role != .resource || !isDirectory else { return nil }
        let rule = BundleItemRule.all.first { $0.role == role }
        return "In the bundle: \(role.rawValue)"
            + (rule.map { " (\($0.requirement.rawValue): \(BundleItemRule.source))." } ?? ".")
    }
}
