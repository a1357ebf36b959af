package import ContainerModel

/// An item of a package outside the container in it: `AppDataInfo.plist` next to `AppData`, `iTunesMetadata.plist` next
/// to `<Name>.app`.
///
/// No rule of iOS applies to it, since the app never sees it. It can be examined and exported like any file of this
/// computer, but it never stands for the container.
package struct PackageItem: Hashable, Sendable {
    /// The path of the package's directory.
    package let package: HostPath
    /// The path of the item, relative to the package's directory.
    package let path: ContainerPath

    init?(_ hostPath: HostPath, in package: HostPath) {
        guard let path = hostPath.path(below: package), !path.isRoot else { return nil }
        self.package = package
        self.path = path
    }
}

extension ContainerStore {
    /// Returns the package item that a path names; nil if it names an item of a container, or nothing in a package.
    package static func packageItem(_ path: [UInt8]) -> PackageItem? {
        do throws(ContainerStoreError) {
            _ = try open(path)
            return nil
        } catch {
            return error.packageItem
        }
    }
}

extension ContainerStoreError {
    static func besideContainer(_ path: [UInt8], _ item: PackageItem) -> ContainerStoreError {
        ContainerStoreError(
            .besideContainer,
            path,
            "is beside the container in its package, not in it. Only `ls`, `explain` and `export` work on it: no app "
                + "sees it, and no backup includes it. To work on the container, give the path of the package, or of an item "
                + "inside the container",
            packageItem: item
        )
    }
}
